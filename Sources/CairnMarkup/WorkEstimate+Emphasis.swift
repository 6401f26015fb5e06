extension WorkEstimate {
  /// The delimiter runs in lines that may be one paragraph.
  ///
  /// For each closing run, cmark searches the runs before it for an opener that fits. An opener
  /// certainly fits if it has the same byte and the same length modulo 3. Runs that cannot open are
  /// removed, so a search passes only over openers of other kinds. cmark remembers failed searches,
  /// but forgets them when the previous run is processed (`process_emphasis`, `openers_bottom`).
  ///
  /// Most runs are not counted: if all runs in a piece of a line can be paired with each other,
  /// cmark does not compare them with runs outside. A construct such as a code span hides either
  /// the whole piece or nothing of it.
  struct Runs {
    /// The number of runs that may open, indexed by ``Run/kind``. ``closing`` is the number of runs
    /// that may close.
    private var opening = SIMD16<Int>(repeating: 0)
    private var closing = SIMD16<Int>(repeating: 0)
    /// The number of runs in the current piece of a line that may open, indexed by ``Run/kind``.
    /// ``newClosing`` is the number of runs that may close. Both become 0 whenever all runs of the
    /// piece are paired. ``endPiece()`` adds the remaining numbers to ``opening`` and ``closing``.
    private var newOpening = SIMD16<Int>(repeating: 0)
    private var newClosing = SIMD16<Int>(repeating: 0)
    /// The opening runs in the current piece that are not paired with a closing run yet.
    private var open: [Run] = []
    /// Whether the current piece contained a run that cmark may see differently, a run that cannot
    /// be paired, or more than ``mostOpen`` open runs. If so, runs of this piece are no longer
    /// paired.
    private var isOdd = false

    /// The maximum number of open runs in a piece; if there are more, runs are no longer paired.
    private static let mostOpen = 32

    /// An upper bound on the number of runs that cmark examines in vain when it looks for the
    /// opener of a closing run.
    var steps: Int {
      let all = opening.wrappedSum()
      return (closing &* (SIMD16(repeating: all) &- opening)).wrappedSum()
    }
  }

  /// A run of identical delimiter bytes.
  struct Run {
    let byte: UInt8
    let length: Int
    let opens: Bool
    let closes: Bool
    var left: Int

    /// The byte and the length modulo 3, combined into a number below 9.
    var kind: Int { length % 3 + (byte == .underscore ? 0 : byte == .tilde ? 3 : 6) }
  }
}

extension WorkEstimate.Runs {
  private typealias Run = WorkEstimate.Run

  /// Adds a run. `isSure` says whether cmark certainly sees a run of this length that can open and
  /// close as `run` states.
  mutating func append(_ run: WorkEstimate.Run, isSure: Bool) {
    guard run.opens || run.closes else { return }
    if run.opens { newOpening[run.kind] += 1 }
    if run.closes { newClosing[run.kind] += 1 }
    if isSure, !isOdd { pair(run) } else { isOdd = true }
    guard open.isEmpty, !isOdd else { return }
    newOpening = SIMD16(repeating: 0)
    newClosing = SIMD16(repeating: 0)
  }

  /// Ends a piece. If some of its runs are unpaired, counts the piece's runs, because cmark may
  /// compare them with runs of other pieces.
  mutating func endPiece() {
    if open.isEmpty, !isOdd { return }
    opening &+= newOpening
    closing &+= newClosing
    newOpening = SIMD16(repeating: 0)
    newClosing = SIMD16(repeating: 0)
    open.removeAll(keepingCapacity: true)
    isOdd = false
  }

  private mutating func pair(_ run: WorkEstimate.Run) {
    var run = run
    while run.closes, run.left > 0, let index = open.lastIndex(where: { $0.fits(run) }) {
      if run.byte == .tilde, open[index].left != run.left {
        isOdd = true
        return
      }
      open.removeSubrange((index + 1)...)
      let used = min(open[index].left, run.left, 2)
      open[index].left -= used
      run.left -= used
      if open[index].left == 0 { open.removeLast() }
    }
    guard run.left > 0 else { return }
    if run.closes || open.count == Self.mostOpen { isOdd = true }
    open.append(run)
  }
}

extension WorkEstimate.Run {
  /// Returns whether `closer` may close this opener (CommonMark 0.29 §6.4, rules 9 and 10).
  fileprivate func fits(_ closer: WorkEstimate.Run) -> Bool {
    byte == closer.byte
      && (!(closer.opens || closes) || closer.length % 3 == 0
        || (length + closer.length) % 3 != 0)
  }
}

// MARK: - Reading

extension WorkEstimate {
  /// Reads the run of delimiter bytes at `index` in the line from `start` to `end`, and adds it to
  /// the runs of the current piece. Returns the offset after the run. If `isInAddress` is true,
  /// an address contains the run, so cmark possibly skips it.
  mutating func readRun(_ index: Int, _ start: Int, _ end: Int, isInAddress: Bool) -> Int {
    let byte = bytes[index]
    var behind = index + 1
    while behind < end, bytes[behind] == byte { behind += 1 }
    let before = index > start ? neighbour(before: index, start) : .blank
    let after = behind < end ? neighbour(at: behind, end) : .blank
    let isSure = before != .unknown && after != .unknown && !isInAddress
    var opens = after != .blank && !(after == .punctuation && before == .other)
    var closes = before != .blank && !(before == .punctuation && after == .other)
    if byte == .underscore, before != .unknown, after != .unknown, opens, closes {
      (opens, closes) = (before == .punctuation, after == .punctuation)
    }
    let length = behind - index
    let run = Run(byte: byte, length: length, opens: opens, closes: closes, left: length)
    let isEscaped = index > start && bytes[index - 1] == .backslash
    // cmark splits a run of tildes into runs of at most a hundred, and only a run of one or two
    // tildes is a delimiter.
    let isLong = byte == .tilde && length > 2
    inlines.runs.append(run, isSure: isSure && !isEscaped && !isLong)
    if isEscaped || isLong {
      for more in 1...2 {
        inlines.runs.append(
          Run(byte: byte, length: length + more, opens: opens, closes: closes, left: length),
          isSure: false)
      }
    }
    return behind
  }

  /// The kind of character next to a delimiter run.
  private enum Neighbour { case blank, punctuation, other, unknown }

  private func neighbour(before index: Int, _ start: Int) -> Neighbour {
    var first = index - 1
    while first > start, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    return neighbour(at: first, index)
  }

  /// Returns the kind of the scalar at `index`, or `unknown` if the kind is not certain. A tilde or
  /// a bracket is `unknown`, because cmark skips tildes and sees a wikilink as a token.
  private func neighbour(at index: Int, _ end: Int) -> Neighbour {
    let byte = bytes[index]
    if byte < 0x80 {
      if byte.isWhitespace { return .blank }
      if byte.isAlphanumeric { return .other }
      return byte.isPunctuation && !byte.isOne(of: "~[]!") ? .punctuation : .unknown
    }
    var decoder = UTF8()
    var scalars = bytes[index..<min(index + 4, end)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&scalars) else { return .unknown }
    return scalar.properties.isAlphabetic ? .other : .unknown
  }
}
