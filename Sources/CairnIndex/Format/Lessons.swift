import CairnCapture
import CairnInsight

/// What the captures of a segment teach the classifier: how many captures of each type have a word,
/// of those whose type a person chose.
///
/// A segment of changes takes back what it knows to have been said otherwise before, so its numbers
/// may be below 0: those of both segments together say how it is.
struct Lessons {
  /// How many captures there are of each type that a person chose.
  var captures = KindCounts.zero
  /// How many captures have one of the four types, or wait for one, whoever chose it.
  var typed = 0
  /// How many captures there are.
  var total = 0
  /// The words.
  var words = LessonTable()

  /// Adds a capture, and takes back that it was of another type before.
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

  /// Adds all that other captures teach.
  mutating func add(_ other: Lessons) {
    captures &+= other.captures
    typed += other.typed
    total += other.total
    other.words.forEach { words.add($1, to: $0) }
  }
}

extension Capture {
  /// The words of its title, where a field says one, and of its body's beginning.
  fileprivate var taughtWords: [UInt32] {
    guard let title = text("title") else {
      return body.withUnsafeBufferPointer { TaughtWords.hashes(of: $0) }
    }
    let bytes = Array(title.utf8) + [0x0A] + body.prefix(TaughtWords.bytes)
    return bytes.withUnsafeBufferPointer { TaughtWords.hashes(of: $0) }
  }
}

// MARK: - The table

/// Counts by the hash of a word: a table with open addressing, since each capture adds dozens.
struct LessonTable {
  private var keys: [UInt32] = []
  private var counts: [KindCounts] = []
  /// How many words there are.
  private(set) var count = 0

  /// Adds to the counts of a word, whose hash is not 0.
  mutating func add(_ added: KindCounts, to word: UInt32) {
    if count * 2 >= keys.count { grow() }
    let place = place(of: word)
    if keys[place] == 0 {
      keys[place] = word
      count += 1
    }
    counts[place] &+= added
  }

  /// Calls `body` with each word and its counts, in no order.
  func forEach(_ body: (UInt32, KindCounts) -> Void) {
    for place in keys.indices where keys[place] != 0 { body(keys[place], counts[place]) }
  }

  /// Where a word is, or where it goes.
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
