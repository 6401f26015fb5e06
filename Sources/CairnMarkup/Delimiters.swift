/// The runs of `*`, `_` and `~` in a stretch of inlines, and the algorithm that pairs them
/// (CommonMark 0.29, appendix, "An algorithm for parsing nested emphasis and links").
struct Delimiters {
  /// A run that may open or close emphasis or strikethrough.
  struct Delimiter {
    let byte: UInt8
    /// The length of the run in bytes.
    let length: Int
    var canOpen: Bool
    var canClose: Bool
    /// The index of the run's ``QuickInlines/Mark``.
    let mark: Int
    /// The index of the unprocessed run before this one, or -1 if there is none. ``next`` is the
    /// index of the unprocessed run after this one.
    fileprivate var previous = -1
    fileprivate var next = -1

    init(byte: UInt8, length: Int, canOpen: Bool, canClose: Bool, mark: Int) {
      self.byte = byte
      self.length = length
      self.canOpen = canOpen
      self.canClose = canClose
      self.mark = mark
    }
  }

  private var runs: [Delimiter] = []
  /// The index of the last unprocessed run, or -1 if there is none.
  private(set) var last = -1

  mutating func append(_ run: Delimiter) {
    var run = run
    run.previous = last
    if last >= 0 { runs[last].next = runs.count }
    last = runs.count
    runs.append(run)
  }

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    last = -1
  }

  /// Pairs all runs that follow the run at the index `floor`; if `floor` is -1, pairs all runs.
  /// Records in `marks` how many bytes of each run are markup.
  mutating func match(above floor: Int, _ marks: inout [QuickInlines.Mark]) throws(Hurdle) {
    var bottoms = SIMD16<Int32>(repeating: Int32(floor))
    var closer = last
    while closer > floor, runs[closer].previous > floor { closer = runs[closer].previous }
    while closer > floor {
      let run = runs[closer]
      guard run.canClose else {
        closer = run.next
        continue
      }
      let kind = run.length % 3 + (run.byte == .underscore ? 0 : run.byte == .tilde ? 3 : 6)
      if let opener = opener(for: closer, above: floor, and: Int(bottoms[kind])) {
        closer = try pair(opener, closer, &marks)
      } else {
        bottoms[kind] = Int32(run.previous)
        closer = run.next
        if !run.canOpen { remove(run) }
      }
    }
    last = floor
    if floor >= 0 { runs[floor].next = -1 }
  }

  /// Returns the nearest run that comes before the run `closer` and can be paired with it, or nil
  /// if there is none.
  ///
  /// The search stops at the run `bottom`, because an earlier search of the same kind found that
  /// neither `bottom` nor any run before it fits. If `bottom` was removed after that search,
  /// searches all runs after `floor`, as cmark does.
  private func opener(for closer: Int, above floor: Int, and bottom: Int) -> Int? {
    let run = runs[closer]
    var index = run.previous
    while index > floor, index != bottom {
      let other = runs[index]
      // If one of the two runs may both open and close, the runs fit in only two cases: the sum of
      // their lengths is not a multiple of 3, or both lengths are multiples of 3 (§6.4, rules 9 and
      // 10).
      let fits =
        !(run.canOpen || other.canClose) || run.length % 3 == 0
        || (run.length + other.length) % 3 != 0
      if other.canOpen, other.byte == run.byte, fits { return index }
      index = other.previous
    }
    return nil
  }

  /// Pairs two runs and records one or two bytes of each as markup. Returns the run to continue
  /// with: `closer` if some of its bytes are left, otherwise the run after it.
  private mutating func pair(
    _ opener: Int, _ closer: Int, _ marks: inout [QuickInlines.Mark]
  ) throws(Hurdle) -> Int {
    let (first, second) = (runs[opener], runs[closer])
    let firstLeft = first.length - marks[first.mark].size
    let secondLeft = second.length - marks[second.mark].size
    if first.byte == .tilde, firstLeft != secondLeft { throw .tilde }
    let used = firstLeft >= 2 && secondLeft >= 2 ? 2 : 1
    marks[first.mark].size += used
    marks[second.mark].size += used
    runs[opener].next = closer
    runs[closer].previous = opener
    if firstLeft == used { remove(runs[opener]) }
    guard secondLeft == used else { return closer }
    remove(runs[closer])
    return second.next
  }

  /// Removes a run from the list of unprocessed runs.
  private mutating func remove(_ run: Delimiter) {
    if run.previous >= 0 { runs[run.previous].next = run.next }
    if run.next >= 0 {
      runs[run.next].previous = run.previous
    } else {
      last = run.previous
    }
  }
}
