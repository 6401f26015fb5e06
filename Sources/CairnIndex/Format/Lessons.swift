import CairnCapture
import CairnInsight

/// The word counts from which the classifier learns: for each word, the number of captures of each
/// type that contain it. Covers the captures of one segment, and counts only types that a person
/// chose.
///
/// A segment can build on a base segment. If the type of a capture has changed since the base
/// segment was written, the newer segment subtracts the capture's words from the counts of the old
/// type. Counts can therefore be negative; only the sum over both segments is meaningful.
struct Lessons {
  /// The number of captures of each type, counting only types that a person chose.
  var captures = KindCounts.zero
  /// The number of captures that have one of the four types that the classifier recognizes, or
  /// whose type is marked ``CairnCapture/MachineMark/unsure``.
  var typed = 0
  /// The number of captures.
  var total = 0
  /// For each word, the number of captures of each type that contain the word.
  var words = LessonTable()

  /// Adds a capture. `before` is the type that a person had chosen for the capture in the base
  /// segment. If the type has changed, subtracts the capture and its words from the counts of
  /// `before`.
  mutating func add(_ capture: Capture, before: CaptureKind?) {
    total += 1
    let isWaiting = capture.text(MachineMark.key(for: "type")) == MachineMark.unsure
    let kind = capture.type.flatMap { CaptureKind(rawValue: $0) }
    if kind != nil || isWaiting { typed += 1 }
    let chosen = capture.maker(of: "type") == nil ? kind : nil
    guard chosen != before else { return }
    var change = KindCounts.zero
    if let chosen { change &+= KindCounts(one: chosen) }
    if let before { change &-= KindCounts(one: before) }
    captures &+= change
    for word in capture.taughtWords { words.add(change, to: word) }
  }

  /// Adds the counts of other captures.
  mutating func add(_ other: Lessons) {
    captures &+= other.captures
    typed += other.typed
    total += other.total
    other.words.forEach { words.add($1, to: $0) }
  }
}

extension Capture {
  /// The hashes of the words in the `title` field, if there is one, and at the beginning of the
  /// body.
  fileprivate var taughtWords: [UInt32] {
    guard let title = text("title") else {
      return body.withUnsafeBufferPointer { TaughtWords.hashes(of: $0) }
    }
    let bytes = Array(title.utf8) + [0x0A] + body.prefix(TaughtWords.bytes)
    return bytes.withUnsafeBufferPointer { TaughtWords.hashes(of: $0) }
  }
}

// MARK: - The table

/// A hash table of counts, keyed by the hashes of words. Uses open addressing for speed, because
/// each capture adds dozens of words.
struct LessonTable {
  private var keys: [UInt32] = []
  private var counts: [KindCounts] = []
  /// The number of words in the table.
  private(set) var count = 0

  /// Adds `added` to the counts of a word. The word's hash must not be 0.
  mutating func add(_ added: KindCounts, to word: UInt32) {
    if count * 2 >= keys.count { grow() }
    let place = place(of: word)
    if keys[place] == 0 {
      keys[place] = word
      count += 1
    }
    counts[place] &+= added
  }

  /// Calls `body` with the hash and the counts of each word, in no particular order.
  func forEach(_ body: (UInt32, KindCounts) -> Void) {
    for place in keys.indices where keys[place] != 0 { body(keys[place], counts[place]) }
  }

  /// Returns the slot of a word or, if the word is new, the free slot to insert it in.
  private func place(of word: UInt32) -> Int {
    var place = Int(word) & (keys.count - 1)
    while keys[place] != 0, keys[place] != word { place = (place + 1) & (keys.count - 1) }
    return place
  }

  private mutating func grow() {
    let old = (keys, counts)
    let capacity = max(keys.count * 2, 64)
    keys = [UInt32](repeating: 0, count: capacity)
    counts = [KindCounts](repeating: .zero, count: capacity)
    for (word, count) in zip(old.0, old.1) where word != 0 {
      let place = place(of: word)
      keys[place] = word
      counts[place] = count
    }
  }
}
