import CairnFiles
import CairnIndex
import CairnText

extension FileIdentity {
  /// The identity of a file with this stamp.
  init(_ stamp: Stamp) {
    self.init(
      size: UInt32(truncatingIfNeeded: stamp.size),
      modified: stamp.modified.nanosecondsSinceEpoch,
      changed: stamp.changed.nanosecondsSinceEpoch,
      // Inodes are counted up from 0 on each device; an odd factor keeps devices apart.
      number: stamp.inode &+ stamp.device &* 0x9E37_79B9_7F4A_7C15)
  }
}

extension Stamp {
  /// How long a file system's clock may stand still, in nanoseconds.
  private static let tick: Int64 = 20_000_000
  /// The same where times have no fraction: FAT counts in two seconds.
  private static let coarseTick: Int64 = 2_000_000_000

  /// Whether the file may be written again, after it was read at `moment` or later, and have this
  /// stamp all the same (git's documentation, racy-git: "racily clean").
  func isRacy(at moment: Instant) -> Bool {
    let isCoarse = modified.nanoseconds == 0 && changed.nanoseconds == 0
    let tick = isCoarse ? Self.coarseTick : Self.tick
    // As moments and not as nanoseconds, which do not fit into 64 bits beyond the year 2262.
    return max(modified, changed)
      >= Instant(nanosecondsSinceEpoch: moment.nanosecondsSinceEpoch &- tick)
  }
}
