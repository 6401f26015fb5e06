import CairnText

/// The lines that differ between two versions of a file, as `diff -u` shows them.
struct UnifiedDiff {
  fileprivate enum Line {
    case same(ArraySlice<UInt8>)
    case removed(ArraySlice<UInt8>)
    case added(ArraySlice<UInt8>)

    var isChange: Bool { if case .same = self { false } else { true } }
  }

  /// How many lines that stay are shown around those that do not.
  private static let context = 3
  private let lines: [Line]

  /// Compares two versions, at a cost that grows as their length does.
  ///
  /// Lines that stand once in each version, in the same order, hold the two together; the shortest
  /// difference is looked for only between them, and where there are many lines without any such,
  /// each counts as changed.
  init(from before: [UInt8], to after: [UInt8]) {
    let (old, new) = (Self.lines(before), Self.lines(after))
    var (left, right) = (0, 0)
    var lines: [Line] = []
    for anchor in Self.anchors(old, new) + [(old.count, new.count)] {
      lines += Self.difference(old[left..<anchor.old], new[right..<anchor.new])
      if anchor.old < old.count { lines.append(.same(old[anchor.old])) }
      (left, right) = (anchor.old + 1, anchor.new + 1)
    }
    self.lines = lines
  }

  /// Of no more lines together is the shortest difference looked for: it can cost their square.
  private static let mostCompared = 1000

  /// The lines of two stretches, those that differ marked.
  private static func difference(
    _ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>
  ) -> [Line] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    var (left, right) = (oldRest.dropLast(end), newRest.dropLast(end))
    var lines = old.prefix(start).map(Line.same)
    if left.count + right.count <= mostCompared {
      let difference = Array(right).difference(from: Array(left))
      var removed = Set(difference.removals.map { left.startIndex + $0.offset })
      let added = Set(difference.insertions.map { right.startIndex + $0.offset })
      while let line = left.first ?? right.first {
        if removed.remove(left.startIndex) != nil {
          lines.append(.removed(line))
          left.removeFirst()
        } else if added.contains(right.startIndex) {
          lines.append(.added(right.removeFirst()))
        } else {
          lines.append(.same(line))
          left.removeFirst()
          right.removeFirst()
        }
      }
    }
    return lines + left.map(Line.removed) + right.map(Line.added)
      + oldRest.suffix(end).map(Line.same)
  }

  /// The places of lines that stand once in each version, as many as are in the same order in both
  /// (patience diff).
  private static func anchors(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> [(old: Int, new: Int)] {
    let places = { (lines: [ArraySlice<UInt8>]) in
      Dictionary(zip(lines, lines.indices.lazy.map(Int?.some))) { _, _ in nil }
    }
    let olds = places(old)
    let pairs = places(new).compactMap { line, place in
      place.flatMap { new in (olds[line] ?? nil).map { (old: $0, new: new) } }
    }.sorted { $0.old < $1.old }
    // The longest run of them that ascends: for each length the one that ends the soonest.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var run: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      run.append(pairs[index])
      next = before[index]
    }
    return run.reversed()
  }

  /// The lines with their breaks; the last may have none.
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

  /// The hunks, each line with its sign; what `style` makes of each.
  func text(_ style: (String, Character) -> String) -> [String] {
    var result: [String] = []
    var (left, right) = (1, 1)
    var index = 0
    while let first = lines[index...].firstIndex(where: \.isChange) {
      let start = max(index, first - Self.context)
      for _ in index..<start { (left, right) = (left + 1, right + 1) }
      let end = hunkEnd(from: first)
      let hunk = lines[start..<end]
      let (olds, news) = (hunk.count { !$0.isAdded }, hunk.count { !$0.isRemoved })
      // An empty side is named by the line before it.
      let (old, new) = (olds == 0 ? left - 1 : left, news == 0 ? right - 1 : right)
      result.append(style("@@ -\(old),\(olds) +\(new),\(news) @@", "@"))
      for line in hunk { result += show(line, style) }
      (left, right, index) = (left + olds, right + news, end)
    }
    return result
  }

  /// Where the lines around a change, and around those close behind it, end.
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

extension CollectionDifference.Change {
  /// Where the element stands in its version.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
