public import CairnText
import SystemPackage

// MARK: - Reading

extension Store {
  /// Reads a file.
  ///
  /// A link is followed where it stays within the root. A pipe, socket or device is never waited
  /// for: it throws ``FileError/Code/notRegular``. Costs four system calls and no memory but the
  /// bytes.
  public func read(_ path: NotePath) throws(FileError) -> FileContents {
    let file = try open(path, SystemCalls.readFlags, for: .read)
    let (contents, _) = try readAll(file.raw, path)
    return contents
  }

  /// Reads a file of text: as ``read(_:)``, but no more than ``largestText``.
  ///
  /// Throws ``FileError/Code/tooLarge`` where there is more, before memory is taken for it.
  public func readText(_ path: NotePath) throws(FileError) -> FileContents {
    let file = try open(path, SystemCalls.readFlags, for: .read)
    let (contents, _) = try readAll(file.raw, path, upTo: Self.largestText)
    return contents
  }

  /// Reads the start of a file, of at most so many bytes.
  func read(_ path: NotePath, upTo limit: Int) throws(FileError) -> [UInt8] {
    let file = try open(path, SystemCalls.readFlags, for: .read)
    let raw = file.raw
    return try attempt(.read, path) { () throws(Errno) in
      try system.readStart(raw, upTo: limit)
    }
  }

  /// The stamp of what `path` names now, following links, or nil where there is no such file.
  ///
  /// Throws ``FileError`` as ``read(_:)`` does.
  public func stamp(_ path: NotePath) throws(FileError) -> Stamp? {
    let real = try followingLinks(path, for: .read)
    guard let status = try status(real), status.kind == .file else { return nil }
    return status.stamp
  }

  /// Whether there is a file that its mode lets nobody write.
  public func isWriteProtected(_ path: NotePath) -> Bool {
    (try? status(path))??.isWriteProtected ?? false
  }

  /// Whether something is at `path`, or at the end of the links that lead on from it.
  public func isThere(_ path: NotePath) throws(FileError) -> Bool {
    try status(try followingLinks(path, for: .read)) != nil
  }

  /// What kind of thing `path` names, a link itself and not its target; nil where nothing is there.
  ///
  /// Throws ``FileError`` where that cannot be known.
  public func kind(_ path: NotePath) throws(FileError) -> FileKind? {
    try path.isRoot ? .folder : status(path)?.kind
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

  /// Reads an open file, having made sure that it is one.
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
