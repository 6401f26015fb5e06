/// Lines on which two versions disagree, as git marks them in a file.
///
///     <<<<<<< ours
///     They called twice.
///     =======
///     They called three times.
///     >>>>>>> theirs
///
/// With `merge.conflictStyle=diff3`, a line `|||||||` and the lines of the common ancestor follow
/// the lines of our version.
public struct ConflictHunk: Hashable, Sendable {
  /// All lines of the hunk, including the markers, as byte offsets in the file.
  public let range: Range<Int>
  /// The lines of our version, as byte offsets in the file.
  public let ours: Range<Int>
  /// The lines of their version, as byte offsets in the file.
  public let theirs: Range<Int>
  /// The line number of the opening marker in the file, from 1.
  public let line: Int

  /// The minimum length of a marker. Git uses longer markers for some moved files, or if the
  /// attribute `conflict-marker-size` is set. All markers of one hunk have the same length.
  private static let leastSize = 7

  /// Returns the hunks of a file, in order. Incomplete hunks count as ordinary text.
  public static func all(in bytes: [UInt8]) -> [ConflictHunk] {
    var hunks: [ConflictHunk] = []
    var open: (start: Int, line: Int, size: Int)?
    var ours: Range<Int>?
    var middle: Int?
    var position = 0
    for (index, line) in bytes[...].lines.enumerated() {
      let next = position + line.count
      let mark = Self.mark(line)
      switch mark?.sign {
      case UInt8(ascii: "<"):
        (open, ours, middle) = ((position, index + 1, mark?.size ?? 0), nil, nil)
      case _ where mark?.size != open?.size: break
      case UInt8(ascii: "|"):
        if let open, ours == nil { ours = end(of: open.start, in: bytes)..<position }
      case UInt8(ascii: "="):
        if let open, middle == nil {
          ours = ours ?? end(of: open.start, in: bytes)..<position
          middle = next
        }
      case UInt8(ascii: ">"):
        if let open, let ours, let middle {
          hunks.append(
            ConflictHunk(
              range: open.start..<next, ours: ours, theirs: middle..<position, line: open.line))
        }
        (open, ours, middle) = (nil, nil, nil)
      default: break
      }
      position = next
    }
    return hunks
  }

  /// Returns the end of the line that begins at `start`, including its line break.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int {
    bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }

  /// Returns the character and the length of the marker in a marker line; nil for any other line.
  private static func mark(_ line: [UInt8]) -> (sign: UInt8, size: Int)? {
    guard let sign = line.first, "<|=>".utf8.contains(sign) else { return nil }
    let size = line.prefix { $0 == sign }.count
    guard size >= leastSize else { return nil }
    let rest = line.dropFirst(size)
    return rest.first.map { " \r\n".utf8.contains($0) } ?? true ? (sign, size) : nil
  }
}
