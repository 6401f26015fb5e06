import CairnText
import SystemPackage

/// The result of an edit of one file.
public struct Edit: Hashable, Sendable {
  /// The bytes before the edit.
  public let before: [UInt8]
  /// The bytes after the edit.
  public let after: [UInt8]

  /// Whether the edit wrote anything.
  public var isChange: Bool { before != after }
}

/// A replacement of a file's bytes that is about to be written.
struct EditAttempt {
  /// The path with all symbolic links resolved.
  let path: NotePath
  let temporary: TemporaryName
  let before: [UInt8]
  let after: [UInt8]
}

/// An existing file and its replacement, which are to be exchanged.
struct Swap {
  /// The temporary name of the new file, NUL-terminated.
  let temporary: [CChar]
  /// The digest of the new file.
  let new: ByteDigest
  /// The digest of the existing file when it was read.
  let old: ByteDigest
  /// The stamp of the existing file when it was read.
  let stamp: Stamp
}

// MARK: - Editing in place

extension Store {
  /// The number of times an edit is attempted if other programs keep saving the file.
  private static let mostAttempts = 8
  /// The maximum number of exchanges in one attempt if other programs keep saving the file.
  private static let mostSwaps = 16

  /// Replaces a file's bytes with the result of `change`. If `change` returns nil or the same
  /// bytes, nothing is written and no time stamp changes.
  ///
  /// The new bytes are written and synced to a temporary file, then the two files are exchanged
  /// atomically: a reader sees the old bytes or the new ones, never a mixture or nothing. The old
  /// file, now under the temporary name, is compared with the bytes that were read. If they differ,
  /// another program saved the file in the meantime: its version is put back, and `change` is
  /// applied to it.
  ///
  /// A link is followed and its target replaced. Mode, extended attributes and, if permitted, owner
  /// and group are kept. Other hard links of the file keep the old bytes, as with every editor that
  /// saves by renaming.
  ///
  /// Some file systems cannot exchange files. There, the stamp is compared just before a rename,
  /// and a save between comparison and rename is overwritten.
  ///
  /// Throws ``FileError``, and any error from `change`. After an error, the file does not have the
  /// new bytes, with two exceptions. The operation ``FileError/Operation/sync`` means that only
  /// syncing the folder failed, and the file has the new bytes. After
  /// ``FileError/Code/contended(kept:)`` with a file name, the file may have the new bytes.
  ///
  /// - Parameter writesProtected: Whether to change a file whose mode makes it read-only.
  /// - Parameter noting: A callback that runs in each attempt before anything is written. It gets
  ///   the real path, the name of the temporary file, and the bytes before and after.
  func editFile(
    _ path: NotePath, writesProtected: Bool = true,
    noting: (EditAttempt) throws(FileError) -> Void = { _ in },
    _ change: ([UInt8]) throws -> [UInt8]?
  ) throws -> Edit {
    let real = try followingLinks(path, for: .write)
    let place = try place(real, for: .write)
    for _ in 0..<Self.mostAttempts {
      let file = try attempt(.read, path) { () throws(Errno) in
        try system.openat(place.folder.raw, place.name, SystemCalls.readFlags)
      }
      let (old, status) = try readAll(file.raw, path)
      guard let new = try change(old.bytes), new != old.bytes else {
        return Edit(before: old.bytes, after: old.bytes)
      }
      if status.isWriteProtected, !writesProtected {
        throw failure(.write, path, .writeProtected)
      }
      let name = TemporaryName.fresh()
      try noting(EditAttempt(path: real, temporary: name, before: old.bytes, after: new))
      let temporary = cString(name.bytes)
      try writeTemporary(temporary, new, .like(file.raw, status), beside: place, for: .write)
      let swap = Swap(
        temporary: temporary, new: ByteDigest(new), old: ByteDigest(old.bytes), stamp: old.stamp)
      if try carryOut(swap, place) { return Edit(before: old.bytes, after: new) }
    }
    throw failure(.write, path, .contended(kept: nil))
  }

  /// Exchanges the temporary file with the original file, and removes the original. Returns false
  /// if the original is gone, or if another program saved the file after it was read; that version
  /// then stays in place. If `isSynced` is true, syncs the folder.
  func carryOut(
    _ swap: Swap, _ place: borrowing Place, isSynced: Bool = true
  ) throws(FileError) -> Bool {
    let folder = place.folder.raw
    do throws(Errno) {
      try system.exchange(folder, swap.temporary, place.name)
    } catch .invalidArgument, .noFunction, .notSupported {
      return try replace(place, swap, isSynced: isSynced)
    } catch {
      discard(swap.temporary, in: place)
      // If the file is gone, the next attempt to read it throws a better error.
      if error == .noSuchFileOrDirectory { return false }
      throw failure(.write, place.path, .init(error))
    }
    let swaps = try settle(swap, place)
    discard(swap.temporary, in: place)
    if isSynced { try sync(place) }
    return swaps == 1
  }

  /// Checks that the file now under the temporary name is the old file as it was read. If not,
  /// another program saved the file in the meantime, and the two files are exchanged again to put
  /// that version back. Repeats this if a program saves the file once more before an exchange.
  /// Returns the number of exchanges, including the one before this call; 1 means that the new
  /// bytes are in place.
  private func settle(_ swap: Swap, _ place: borrowing Place) throws(FileError) -> Int {
    // nil means that a file cannot be read, and must therefore never be discarded.
    var (placed, awaited): (ByteDigest?, ByteDigest?) = (swap.new, swap.old)
    var swaps = 1
    while true {
      let out = contents(swap.temporary, in: place).map { ByteDigest($0) }
      if out == awaited { return swaps }
      do throws(Errno) {
        if swaps == Self.mostSwaps { throw Errno.resourceBusy }
        try system.exchange(place.folder.raw, swap.temporary, place.name)
      } catch {
        let kept = String(
          decoding: swap.temporary.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw failure(.write, place.path, .contended(kept: kept))
      }
      (placed, awaited) = (out, placed)
      swaps += 1
    }
  }

  /// Returns the bytes of a file, or nil if it is not a regular file or cannot be read.
  func contents(_ name: [CChar], in place: borrowing Place) -> [UInt8]? {
    guard let file = try? system.openat(place.folder.raw, name, SystemCalls.readFlags) else {
      return nil
    }
    return try? readAll(file.raw, place.path).0.bytes
  }

  /// Renames the temporary file over the file that was read. Returns false if that file has changed
  /// or is gone. If `isSynced` is true, syncs the folder.
  private func replace(
    _ place: borrowing Place, _ swap: Swap, isSynced: Bool
  ) throws(FileError) -> Bool {
    let folder = place.folder.raw
    do throws(Errno) {
      guard try system.fstatat(folder, place.name).stamp == swap.stamp else {
        discard(swap.temporary, in: place)
        return false
      }
      try system.renameat(folder, swap.temporary, to: folder, place.name)
    } catch {
      discard(swap.temporary, in: place)
      if error == .noSuchFileOrDirectory { return false }
      throw failure(.write, place.path, .init(error))
    }
    if isSynced { try sync(place) }
    return true
  }

  private func sync(_ place: borrowing Place) throws(FileError) {
    let folder = place.folder.raw
    try attempt(.sync, place.path) { () throws(Errno) in try system.fsync(folder) }
  }
}
