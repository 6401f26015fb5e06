import CairnText
import Glibc
public import SystemPackage

/// The bytes of a file, mapped into memory: pages are read when they are first touched.
///
/// The file is one that is only ever replaced by another, never written in place.
public final class MappedFile: @unchecked Sendable {
  /// The bytes.
  public let bytes: UnsafeRawBufferPointer

  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  deinit {
    if let start = bytes.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }
}

/// Files that can be made anew at any time: lost, damaged or out of date, they cost time alone.
extension StateFolder {
  /// The folder on the disk; nil where nothing was ever kept, or it cannot be read.
  public var location: FilePath? { (try? existing())?.root }

  /// Maps one of the folder's files; nil where there is none.
  ///
  /// Throws ``FileError`` where it cannot be read.
  public func mapCached(_ name: String) throws(FileError) -> MappedFile? {
    guard let store = try existing() else { return nil }
    return try store.map(NotePath.root.appending(listed: name.utf8))
  }

  /// Begins to write a file that is to replace one of the folder's.
  ///
  /// Throws ``FileError`` where it cannot be made.
  public func draftCached(_ name: String) throws(FileError) -> CachedDraft {
    let store = try opened()
    store.removeStale(in: .root)
    return try CachedDraft(of: NotePath.root.appending(listed: name.utf8), in: store)
  }

  /// Removes one of the folder's files, if it is there.
  ///
  /// Throws ``FileError`` where it cannot be removed.
  public func removeCached(_ name: String) throws(FileError) {
    guard let store = try existing() else { return }
    do throws(FileError) {
      try store.removeFile(NotePath.root.appending(listed: name.utf8))
    } catch  where error.code == .notFound {
      return
    }
  }
}

/// A file of a cache that is being written, without waiting for the disk: the old one is there until
/// it is kept. For one thread at a time.
public final class CachedDraft {
  private let store: Store
  private let path: NotePath
  private let place: Place
  private let temporary: [CChar]
  private let file: Descriptor
  /// What came in the way; then nothing more is written.
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

  /// Adds bytes at its end.
  public func append(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    do throws(Errno) {
      try store.system.writeAll(file.raw, bytes)
    } catch {
      failure = error
    }
  }

  /// Puts it in the place of the old one, in one step, and maps it.
  ///
  /// Throws ``FileError`` where it could not be written; then the old one is still there.
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
  /// Maps a file that nothing writes to meanwhile; nil where there is none.
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
  /// Maps all of an open file for reading.
  fileprivate func map(_ file: Int32) throws(Errno) -> MappedFile {
    let size = try fstat(file).stamp.size
    guard size > 0 else { return MappedFile(UnsafeRawBufferPointer(start: nil, count: 0)) }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
      throw Errno(rawValue: errno)
    }
    return MappedFile(UnsafeRawBufferPointer(start: start, count: size))
  }
}
