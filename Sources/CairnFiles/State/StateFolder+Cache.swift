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

  /// Replaces one of the folder's files in one step, without waiting for the disk.
  ///
  /// Throws ``FileError`` where it cannot be written; then the old one is still there.
  public func replaceCached(_ name: String, by bytes: [UInt8]) throws(FileError) {
    let store = try opened()
    store.removeStale(in: .root)
    let path = NotePath.root.appending(listed: name.utf8)
    let place = try store.place(path, for: .create)
    let folder = place.folder.raw
    let temporary = cString(TemporaryName.fresh().bytes)
    do throws(Errno) {
      let file = try store.system.openat(
        folder, temporary, SystemCalls.createFlags,
        mode: FilePermissions.ownerReadWrite.rawValue)
      do throws(Errno) {
        try store.system.writeAll(file.raw, bytes)
        try store.system.renameat(folder, temporary, to: folder, place.name)
      } catch {
        store.discard(temporary, in: place)
        throw error
      }
    } catch {
      throw store.failure(.create, path, .init(error))
    }
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
