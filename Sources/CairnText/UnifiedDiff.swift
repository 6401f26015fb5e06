/// The lines that differ between two versions of a file, as `diff -u` shows them.
public struct UnifiedDiff: Sendable {
  fileprivate enum Line: Sendable {
    case same(ArraySlice<UInt8>)
    case removed(ArraySlice<UInt8>)
    case added(ArraySlice<UInt8>)

    var isChange: Bool { if case .same = self { false } else { true } }
  }

  /// The number of unchanged lines shown before and after a change.
  private static let context = 3
  private let lines: [Line]

  /// Compares two versions of a file. The cost grows almost linearly with their lengths.
  public init(from before: [UInt8], to after: [UInt8]) {
    let (old, new) = (Self.lines(before), Self.lines(after))
    var lines: [Line] = []
    var next = 0
    for (line, place) in zip(old, LineDifference(from: old, to: new).places) {
      guard let place else {
        lines.append(.removed(line))
        continue
      }
      lines += new[next..<place].map(Line.added)
      lines.append(.same(line))
      next = place + 1
    }
    self.lines = lines + new[next...].map(Line.added)
  }

  /// Returns the lines of a file, including their line breaks; the last line may have none.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  /// Returns the lines of all hunks, each converted by `style`. The arguments of `style` are a line
  /// with its sign (` `, `-` or `+`), and the sign alone (`@` for a hunk's heading).
  public func text(_ style: (String, Character) -> String) -> [String] {
    var result: [String] = []
    var (left, right) = (1, 1)
    var index = 0
    while let first = lines[index...].firstIndex(where: \.isChange) {
      let start = max(index, first - Self.context)
      for _ in index..<start { (left, right) = (left + 1, right + 1) }
      let end = hunkEnd(from: first)
      let hunk = lines[start..<end]
      let (olds, news) = (hunk.count { !$0.isAdded }, hunk.count { !$0.isRemoved })
      // If a version has no lines in the hunk, its position is the line before the hunk.
      let (old, new) = (olds == 0 ? left - 1 : left, news == 0 ? right - 1 : right)
      result.append(style("@@ -\(old),\(olds) +\(new),\(news) @@", "@"))
      for line in hunk { result += show(line, style) }
      (left, right, index) = (left + olds, right + news, end)
    }
    return result
  }

  /// Returns the index after the hunk whose first change is at `first`. The hunk includes each
  /// further change that is at most six lines after the previous change.
  private func hunkEnd(from first: Int) -> Int {
    var last = first
    while let next = lines[(last + 1)...].firstIndex(where: \.isChange),
      next - last <= 2 * Self.context
    {
      last = next
    }
    return min(lines.count, last + 1 + Self.context)
  }

  private func show(_ line: Line, _ style: (String, Character) -> String) -> [String] {
    let (sign, bytes): (Character, ArraySlice<UInt8>) =
      switch line {
      case .same(let bytes): (" ", bytes)
      case .removed(let bytes): ("-", bytes)
      case .added(let bytes): ("+", bytes)
      }
    let hasBreak = bytes.last == UInt8(ascii: "\n")
    let text = String(decoding: hasBreak ? bytes.dropLast() : bytes, as: UTF8.self)
    let shown = style("\(sign)\(TerminalText.escaped(text))", sign)
    return hasBreak ? [shown] : [shown, "\\ No newline at end of file"]
  }
}

extension UnifiedDiff.Line {
  fileprivate var isAdded: Bool { if case .added = self { true } else { false } }
  fileprivate var isRemoved: Bool { if case .removed = self { true } else { false } }
}
