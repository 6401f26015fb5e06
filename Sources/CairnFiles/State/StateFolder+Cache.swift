import CairnText
import Glibc
public import SystemPackage

/// The bytes of a file mapped into memory; pages are read on first access.
///
/// The file must only ever be replaced, never written in place.
public final class MappedFile: @unchecked Sendable {
  /// The bytes of the file.
  public let bytes: UnsafeRawBufferPointer
  /// The stamp of the file when it was mapped.
  public let stamp: Stamp

  /// A copy of the bytes, which stays valid when the file is no longer mapped.
  public var copied: [UInt8] { withExtendedLifetime(self) { Array(bytes) } }

  fileprivate init(_ bytes: UnsafeRawBufferPointer, _ stamp: Stamp) {
    self.bytes = bytes
    self.stamp = stamp
  }

  deinit {
    if let start = bytes.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }
}

/// Cache files, which can be rebuilt at any time: losing them or damaging them only costs time.
extension StateFolder {
  /// The path of the state folder; nil if the folder does not exist or cannot be read.
  public var location: FilePath? { (try? existing())?.root }

  /// Maps a file of the state folder; returns nil if the file does not exist.
  ///
  /// Throws ``FileError`` if it cannot be read.
  public func mapCached(_ name: String) throws(FileError) -> MappedFile? {
    guard let store = try existing() else { return nil }
    return try store.map(NotePath.root.appending(listed: name.utf8))
  }

  /// Returns the stamp of a file of the state folder; nil if the file does not exist or cannot be
  /// examined.
  public func cachedStamp(_ name: String) -> Stamp? {
    (try? existing()?.stamp(NotePath.root.appending(listed: name.utf8))) ?? nil
  }

  /// Begins to write a replacement for a file of the state folder.
  ///
  /// Throws ``FileError`` if the replacement cannot be created.
  public func draftCached(_ name: String) throws(FileError) -> CachedDraft {
    try checkWriting()
    let store = try opened()
    store.removeStale(in: .root)
    return try CachedDraft(of: NotePath.root.appending(listed: name.utf8), in: store)
  }

  /// Removes a file of the state folder, if it exists.
  ///
  /// Throws ``FileError`` if it cannot be removed.
  public func removeCached(_ name: String) throws(FileError) {
    try checkWriting()
    guard let store = try existing() else { return }
    do throws(FileError) {
      try store.removeFile(NotePath.root.appending(listed: name.utf8))
    } catch  where error.code == .notFound {
      return
    }
  }
}

extension StateFolder {
  /// Removes the oldest files of the state folder whose names begin with `prefix`, until the
  /// remaining ones have at most `most` bytes in total. Skips files that cannot be removed.
  public func pruneCached(beginning prefix: String, keeping most: Int) {
    guard caller.mayWrite, let store = try? existing(),
      let names = try? store.names(in: .root, for: .list),
      let folder = try? store.open(.root, SystemCalls.folderFlags, for: .list)
    else { return }
    let files = names.filter { $0.starts(with: prefix.utf8) }.map { cString($0) }
      .compactMap { name in
        (try? store.system.fstatat(folder.raw, name)).map { (name: name, stamp: $0.stamp) }
      }
    var bytes = 0
    for file in files.sorted(by: { $0.stamp.modified > $1.stamp.modified }) {
      bytes += file.stamp.size
      if bytes > most { try? store.system.unlinkat(folder.raw, file.name) }
    }
  }
}

/// Cache files in ``StateFolder/base``, which all notebooks share.
extension StateFolder {
  /// Maps a shared file; returns nil if the file does not exist.
  ///
  /// Throws ``FileError`` if it cannot be read.
  func mapShared(_ name: String) throws(FileError) -> MappedFile? {
    do throws(FileError) {
      return try shared().map(NotePath.root.appending(listed: name.utf8))
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Begins to write a replacement for a shared file.
  ///
  /// Throws ``FileError`` if the replacement cannot be created.
  func draftShared(_ name: String) throws(FileError) -> CachedDraft {
    try checkWriting()
    _ = try opened()
    let store = try shared()
    store.removeStale(in: .root)
    return try CachedDraft(of: NotePath.root.appending(listed: name.utf8), in: store)
  }

  private func shared() throws(FileError) -> Store {
    try Store(root: base, showsAbsolutePaths: true, faults: store.system.faults)
  }
}

/// A replacement for a cache file. The replacement is written without waiting for the disk, and the
/// old file stays until ``keep()`` is called. Not thread-safe.
public final class CachedDraft {
  private let store: Store
  private let path: NotePath
  private let place: Place
  private let temporary: [CChar]
  private let file: Descriptor
  /// The first error, after which nothing is written; nil if there was none.
  private var failure: Errno?

  fileprivate init(of path: NotePath, in store: Store) throws(FileError) {
    self.store = store
    self.path = path
    place = try store.place(path, for: .create)
    temporary = cString(TemporaryName.fresh().bytes)
    let (folder, temporary) = (place.folder.raw, temporary)
    file = try store.attempt(.create, path) { () throws(Errno) in
      try store.system.openat(
        folder, temporary, SystemCalls.mappedFlags,
        mode: FilePermissions.ownerReadWrite.rawValue)
    }
  }

  /// Appends bytes to the file. If writing fails, ``keep()`` throws the error.
  public func append(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do throws(Errno) {
      try store.system.writeAll(file.raw, bytes)
    } catch {
      failure = error
    }
  }

  /// Atomically replaces the old file and maps the new one.
  ///
  /// Throws ``FileError`` if writing failed; the old file is then unchanged.
  public func keep() throws(FileError) -> MappedFile {
    do throws(Errno) {
      if let failure { throw failure }
      let mapped = try store.system.map(file.raw)
      let folder = place.folder.raw
      try store.system.renameat(folder, temporary, to: folder, place.name)
      return mapped
    } catch {
      store.discard(temporary, in: place)
      throw store.failure(.create, path, .init(error))
    }
  }
}

extension Store {
  /// Maps a file, which must not be written to while mapped; nil if it does not exist.
  func map(_ path: NotePath) throws(FileError) -> MappedFile? {
    do throws(FileError) {
      let file = try open(path, SystemCalls.readFlags, for: .read)
      let raw = file.raw
      return try attempt(.read, path) { () throws(Errno) in try system.map(raw) }
    } catch  where error.code == .notFound {
      return nil
    }
  }
}

extension SystemCalls {
  /// Maps an entire open file for reading.
  fileprivate func map(_ file: Int32) throws(Errno) -> MappedFile {
    let stamp = try fstat(file).stamp
    let size = stamp.size
    guard size > 0 else { return MappedFile(UnsafeRawBufferPointer(start: nil, count: 0), stamp) }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
      throw Errno(rawValue: errno)
    }
    return MappedFile(UnsafeRawBufferPointer(start: start, count: size), stamp)
  }
}
