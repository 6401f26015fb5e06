import CairnText
import SystemPackage

/// What an edit did to one file.
public struct Edit: Hashable, Sendable {
  /// The bytes that the edit was applied to.
  public let before: [UInt8]
  /// The bytes that the file has now.
  public let after: [UInt8]

  /// Whether anything was written.
  public var isChange: Bool { before != after }
}

/// What is going to be written.
struct EditAttempt {
  /// The path without links in it.
  let path: NotePath
  let temporary: TemporaryName
  let before: [UInt8]
  let after: [UInt8]
}

/// Two files that are to change places.
struct Swap {
  /// The name of the new one, as C wants names.
  let temporary: [CChar]
  /// What it holds.
  let new: ByteDigest
  /// What the one in place held when it was read.
  let old: ByteDigest
  /// The stamp that it had then.
  let stamp: Stamp
}

// MARK: - Editing in place

extension Store {
  /// How often an edit starts again because the file was saved meanwhile.
  private static let mostAttempts = 8
  /// How often two files change places until what comes out is what went in.
  private static let mostSwaps = 16

  /// Replaces a file's bytes by what `change` makes of them.
  ///
  /// The new bytes are written and synced beside the file, then the two change places in one
  /// step: a reader sees the old bytes or the new ones, never a mixture, never nothing. What came
  /// out is compared with what was read: if another program saved in between, its file is put
  /// back and `change` is applied to the newer bytes. Where `change` gives nil or the bytes it
  /// got, nothing is written and no time stamp changes.
  ///
  /// A link is followed, and its target replaced. Mode, extended attributes and, where the user
  /// may, owner and group stay. A file with several hard links leaves the others behind with the
  /// old bytes, as with every editor that saves by renaming.
  ///
  /// Where the file system cannot let files change places, the stamp is compared just before a
  /// rename instead, and a save in the instant between goes unseen.
  ///
  /// Throws ``FileError``, and whatever `change` throws. Then the file has its old bytes, unless
  /// only syncing the folder failed (``FileError/Operation/sync``): then it has the new ones.
  ///
  /// - Parameter writesProtected: Whether a file is changed that its mode lets nobody write.
  /// - Parameter noting: Called before anything is written, each time that is tried: with the real
  ///   path, the name of the temporary file, the bytes before and after.
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

  /// Puts the temporary file in the place of the one that was read; false where that was saved
  /// meanwhile, and so has been left as it is. The temporary file is gone either way.
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
      // Where it has gone, reading it again says so better.
      if error == .noSuchFileOrDirectory { return false }
      throw failure(.write, place.path, .init(error))
    }
    let swaps = try settle(swap, place)
    discard(swap.temporary, in: place)
    if isSynced { try sync(place) }
    return swaps == 1
  }

  /// Makes sure that what came out of the place is what was known to be there, and swaps back as
  /// long as it is not: what comes out is always newer than what was last put in. The number of
  /// swaps, with the one that was made before; where it is 1, the new bytes are in place.
  private func settle(_ swap: Swap, _ place: borrowing Place) throws(FileError) -> Int {
    // nil stands for something that could not be read, and is nobody's to throw away.
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

  /// The bytes of a file, or nil where it is none or could not be read.
  func contents(_ name: [CChar], in place: borrowing Place) -> [UInt8]? {
    guard let file = try? system.openat(place.folder.raw, name, SystemCalls.readFlags) else {
      return nil
    }
    return try? readAll(file.raw, place.path).0.bytes
  }

  /// Renames the temporary file over the one that was read, where that has not changed.
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
