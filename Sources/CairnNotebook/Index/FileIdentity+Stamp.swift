import CairnFiles
import CairnIndex
import CairnText

extension FileIdentity {
  /// Creates the identity of a file with this stamp.
  init(_ stamp: Stamp) {
    self.init(
      size: UInt32(truncatingIfNeeded: stamp.size),
      modified: stamp.modified.nanosecondsSinceEpoch,
      changed: stamp.changed.nanosecondsSinceEpoch,
      // Inode numbers count up from 0 on each device. Multiplying the device number by a large odd
      // number keeps files on different devices apart.
      number: stamp.inode &+ stamp.device &* 0x9E37_79B9_7F4A_7C15)
  }
}

extension Stamp {
  /// The assumed resolution of file times, in nanoseconds.
  private static let tick: Int64 = 20_000_000
  /// The assumed resolution of file times without a fraction of a second, in nanoseconds. FAT
  /// rounds times to two seconds.
  private static let coarseTick: Int64 = 2_000_000_000

  /// Returns whether a file with this stamp may have changed after it was read, but without getting
  /// another stamp ("racily clean" in git's documentation, racy-git). The file had this stamp when
  /// it was read. It was read at `moment` or later.
  func isRacy(at moment: Instant) -> Bool {
    let isCoarse = modified.nanoseconds == 0 && changed.nanoseconds == 0
    let tick = isCoarse ? Self.coarseTick : Self.tick
    // Compare instants: nanoseconds do not fit into 64 bits beyond the year 2262.
    return max(modified, changed)
      >= Instant(nanosecondsSinceEpoch: moment.nanosecondsSinceEpoch &- tick)
  }
}
