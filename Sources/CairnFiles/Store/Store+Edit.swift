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
  /// only syncing the folder failed: then it has the new ones.
  func editFile(_ path: NotePath, _ change: ([UInt8]) throws -> [UInt8]?) throws -> Edit {
    let place = try place(followingLinks(path, for: .write), for: .write)
    for _ in 0..<Self.mostAttempts {
      let file = try attempt(.read, path) { () throws(Errno) in
        try system.openat(place.folder.raw, place.name, SystemCalls.readFlags)
      }
      let (old, status) = try readAll(file, path)
      guard let new = try change(old.bytes), new != old.bytes else {
        return Edit(before: old.bytes, after: old.bytes)
      }
      let temporary = try writeTemporary(
        new, .like(file.raw, status), beside: place, for: .write)
      if try swap(temporary, holding: new, with: place, holding: old) {
        return Edit(before: old.bytes, after: new)
      }
    }
    throw failure(.write, path, .contended(kept: nil))
  }

  /// Puts the temporary file in the place of the one that was read; false where that was saved
  /// meanwhile, and so has been left as it is. The temporary file is gone either way.
  private func swap(
    _ temporary: [CChar], holding new: [UInt8], with place: borrowing Place,
    holding old: FileContents
  ) throws(FileError) -> Bool {
    let folder = place.folder.raw
    do throws(Errno) {
      try system.exchange(folder, temporary, place.name)
    } catch .invalidArgument, .noFunction, .notSupported {
      return try replace(place, holding: old, by: temporary)
    } catch {
      discard(temporary, in: place)
      // Where it has gone, reading it again says so better.
      if error == .noSuchFileOrDirectory { return false }
      throw failure(.write, place.path, .init(error))
    }
    let swaps = try settle(temporary, holding: new, with: place, awaiting: old.bytes)
    discard(temporary, in: place)
    try attempt(.write, place.path) { () throws(Errno) in try system.fsync(folder) }
    return swaps == 1
  }

  /// Makes sure that what came out of the place is what was known to be there, and swaps back as
  /// long as it is not: what comes out is always newer than what was last put in. The number of
  /// swaps, with the one that was made before; where it is 1, the new bytes are in place.
  private func settle(
    _ temporary: [CChar], holding new: [UInt8], with place: borrowing Place,
    awaiting old: [UInt8]
  ) throws(FileError) -> Int {
    // nil stands for something that could not be read, and is nobody's to throw away.
    var (placed, awaited): ([UInt8]?, [UInt8]?) = (new, old)
    var swaps = 1
    while true {
      let out = contents(temporary, in: place)
      if out == awaited { return swaps }
      do throws(Errno) {
        if swaps == Self.mostSwaps { throw Errno.resourceBusy }
        try system.exchange(place.folder.raw, temporary, place.name)
      } catch {
        let kept = String(
          decoding: temporary.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw failure(.write, place.path, .contended(kept: kept))
      }
      (placed, awaited) = (out, placed)
      swaps += 1
    }
  }

  /// The bytes of a file, or nil where it is none or could not be read.
  private func contents(_ name: [CChar], in place: borrowing Place) -> [UInt8]? {
    guard let file = try? system.openat(place.folder.raw, name, SystemCalls.readFlags) else {
      return nil
    }
    return try? readAll(file, place.path).0.bytes
  }

  /// Renames the temporary file over the one that was read, where that has not changed.
  private func replace(
    _ place: borrowing Place, holding old: FileContents, by temporary: [CChar]
  ) throws(FileError) -> Bool {
    let folder = place.folder.raw
    do throws(Errno) {
      guard try system.fstatat(folder, place.name).stamp == old.stamp else {
        discard(temporary, in: place)
        return false
      }
      try system.renameat(folder, temporary, to: folder, place.name)
    } catch {
      discard(temporary, in: place)
      if error == .noSuchFileOrDirectory { return false }
      throw failure(.write, place.path, .init(error))
    }
    try attempt(.write, place.path) { () throws(Errno) in try system.fsync(folder) }
    return true
  }
}
