public import CairnText
import SystemPackage

// MARK: - Reading

extension Store {
  /// Reads a file.
  ///
  /// A link is followed if it stays within the root. Never blocks on a pipe, socket or device:
  /// these throw ``FileError/Code/notRegular``. Costs four system calls and no memory except for
  /// the bytes.
  public func read(_ path: NotePath) throws(FileError) -> FileContents {
    let file = try open(path, SystemCalls.readFlags, for: .read)
    let (contents, _) = try readAll(file.raw, path)
    return contents
  }

  /// Reads a text file like ``read(_:)``, limited to ``largestText``.
  ///
  /// Throws ``FileError/Code/tooLarge`` for a larger file, before allocating memory for it.
  public func readText(_ path: NotePath) throws(FileError) -> FileContents {
    let file = try open(path, SystemCalls.readFlags, for: .read)
    let (contents, _) = try readAll(file.raw, path, upTo: Self.largestText)
    return contents
  }

  /// Reads at most `limit` bytes from the start of a file.
  /// Does not check that the file is regular, and never waits for a pipe.
  public func read(_ path: NotePath, upTo limit: Int) throws(FileError) -> [UInt8] {
    let file = try open(path, SystemCalls.readFlags, for: .read)
    let raw = file.raw
    return try attempt(.read, path) { () throws(Errno) in
      try system.readStart(raw, upTo: limit)
    }
  }

  /// Returns the current stamp of `path`, following links; nil if no regular file is there.
  ///
  /// Throws ``FileError`` if the path cannot be examined.
  public func stamp(_ path: NotePath) throws(FileError) -> Stamp? {
    let real = try followingLinks(path, for: .read)
    guard let status = try status(real), status.kind == .file else { return nil }
    return status.stamp
  }

  /// Returns the current stamp of `path`, without following links; nil if no regular file is there,
  /// or if the path cannot be examined.
  public func ownStamp(_ path: NotePath) -> Stamp? {
    guard let status = (try? status(path)).flatMap(\.self), status.kind == .file else { return nil }
    return status.stamp
  }

  /// Returns whether the file at `path` exists and its mode makes it read-only.
  public func isWriteProtected(_ path: NotePath) -> Bool {
    (try? status(path))??.isWriteProtected ?? false
  }

  /// Returns whether `path` exists, following links.
  public func isThere(_ path: NotePath) throws(FileError) -> Bool {
    try targetKind(path) != nil
  }

  /// Returns the kind of the file at `path`, following links; nil if none exists.
  ///
  /// Throws ``FileError`` if a link is circular or leads out of the root.
  public func targetKind(_ path: NotePath) throws(FileError) -> FileKind? {
    try status(try followingLinks(path, for: .read))?.kind
  }

  /// Returns the kind of the file at `path`, without following a final link; nil if none exists.
  ///
  /// Throws ``FileError`` if the kind cannot be determined.
  public func kind(_ path: NotePath) throws(FileError) -> FileKind? {
    try path.isRoot ? .folder : status(path)?.kind
  }

  /// Returns the folder at `path`. If nothing is there, lists the parent folder and returns the
  /// first folder in it whose name differs only in case and accents. Nil if there is none.
  public func folder(like path: NotePath) throws(FileError) -> NotePath? {
    if let kind = try kind(path) { return kind == .folder ? path : nil }
    let wanted = path.name.folded
    for name in try names(in: path.parent, for: .list) {
      guard String(decoding: name, as: UTF8.self).folded == wanted,
        let found = path.parent.appending(name), try kind(found) == .folder
      else { continue }
      return found
    }
    return nil
  }

  func status(_ path: NotePath) throws(FileError) -> FileStatus? {
    do throws(FileError) {
      let place = try place(path, for: .read)
      return try attempt(.read, path) { () throws(Errno) in
        try system.fstatat(place.folder.raw, place.name)
      }
    } catch {
      if error.code == .notFound || error.code == .notFolder { return nil }
      throw error
    }
  }

  /// Reads an open file of at most `limit` bytes, after checking that it is a regular file. Returns
  /// its contents and its status.
  func readAll(
    _ raw: Int32, _ path: NotePath, upTo limit: Int = .max
  ) throws(FileError) -> (FileContents, FileStatus) {
    let status = try attempt(.read, path) { () throws(Errno) in try system.fstat(raw) }
    switch status.kind {
    case .file: break
    case .folder: throw failure(.read, path, .isFolder)
    default: throw failure(.read, path, .notRegular)
    }
    let bytes = try attempt(.read, path) { () throws(Errno) in
      try system.readAll(raw, expecting: status.stamp.size, upTo: limit)
    }
    return (FileContents(bytes: bytes, stamp: status.stamp), status)
  }
}
