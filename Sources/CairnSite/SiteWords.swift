import CairnCapture
import CairnIndex
import CairnMarkup
import CairnText

/// The words of a site's pages, sorted by their bytes. Each word lists the pages that contain it.
struct SiteWords: Sendable {
  /// A word and its pages.
  struct Word: Sendable {
    let text: String
    /// The pages that contain the word, in order: page number × 2, plus 1 if the word is in the
    /// title, tags or aliases.
    let entries: [UInt32]
  }

  let words: [Word]

  /// Combines the words of several parts, on several threads. Each part covers a run of consecutive
  /// pages, and the parts must be in the order of the pages.
  init(_ parts: [Part]) {
    words = Parallel.map(Array(0..<Part.shardCount)) { shard in
      Self.words(of: parts, in: shard)
    }.flatMap(\.self).sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  private static func words(of parts: [Part], in shard: Int) -> [Word] {
    var table = KeyTable()
    var entries: [[UInt32]] = []
    var page: UInt32 = 0
    for part in parts {
      let shard = part.shards[shard]
      let numbers = shard.numbers(in: &table)
      if table.count > entries.count {
        entries += [[UInt32]](repeating: [], count: table.count - entries.count)
      }
      var next = 0
      for end in shard.ends {
        for entry in shard.entries[next..<end] {
          entries[numbers[Int(entry >> 1)]].append(page << 1 | entry & 1)
        }
        next = end
        page += 1
      }
    }
    return entries.indices.map { number in
      Word(text: String(decoding: table.key(number), as: UTF8.self), entries: entries[number])
    }
  }
}

// MARK: - Finding

extension SiteWords {
  /// The words of some consecutive pages.
  struct Part: Sendable {
    /// The number of shards into which the words are divided, so that several threads can process
    /// them. The bytes of a word determine its shard.
    static let shardCount = 4

    fileprivate(set) var shards = [Shard](repeating: Shard(), count: shardCount)
  }

  /// The words of a part that belong to one shard, and the pages that contain them.
  struct Shard: Sendable {
    /// The distinct words as concatenated UTF-8.
    private var words: [UInt8] = []
    /// The end offset of each word in `words`.
    private var wordEnds: [Int] = []
    /// The words of each page: the word's number in this shard × 2, plus 1 if the word is in the
    /// page's title, tags or aliases.
    fileprivate(set) var entries: [UInt32] = []
    /// For each page, the index in `entries` after the page's last word.
    fileprivate(set) var ends: [Int] = []

    /// Adds a word and returns the word's number in this shard.
    fileprivate mutating func add(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
      words += word
      wordEnds.append(words.count)
      return UInt32(wordEnds.count - 1)
    }

    fileprivate mutating func add(entry: UInt32) { entries.append(entry) }

    fileprivate mutating func endPage() { ends.append(entries.count) }

    /// Returns, for each word, its number in `table`. Adds the words that `table` lacks.
    fileprivate func numbers(in table: inout KeyTable) -> [Int] {
      words.withUnsafeBytes { bytes in
        var start = 0
        return wordEnds.map { end in
          defer { start = end }
          return table.number(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
      }
    }
  }

  /// A collector of the words of pages, one page at a time. Words are folded and split as in the
  /// rest of Cairn.
  struct Finder: ~Copyable {
    /// The maximum length of a word in bytes. Nobody searches for longer words, such as hashes.
    private static let longest = 40

    /// The words collected so far.
    private(set) var part = Part()
    private var table = KeyTable()
    /// For each word, its shard, its number in that shard, and the number of the last page that
    /// contains it. Pages are counted from 1.
    private var known: [(shard: Int, number: UInt32, page: Int)] = []
    private var page = 0
    private var folded: [UInt8] = []

    /// Adds the page of a capture in the collection named `around`.
    mutating func add(
      _ capture: Capture, _ body: BodyText, title: String, around: String, hasBody: Bool
    ) {
      page += 1
      add([title] + capture.tags(in: body) + capture.aliases, isTitle: true)
      add([capture.meaning, capture.type, around].compactMap(\.self), isTitle: false)
      if hasBody { body.plainText.withUnsafeBufferPointer { add($0, isTitle: false) } }
      for shard in part.shards.indices { part.shards[shard].endPage() }
    }

    private mutating func add(_ texts: [String], isTitle: Bool) {
      for var text in texts { text.withUTF8 { add($0, isTitle: isTitle) } }
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, isTitle: Bool) {
      var bytes: [UInt8] = []
      swap(&bytes, &folded)
      FoldedText.fold(text, into: &bytes)
      bytes.withUnsafeBufferPointer { bytes in
        Words.forEachPiece(in: bytes) { piece in
          if piece.count <= Self.longest {
            add(word: UnsafeBufferPointer(rebasing: bytes[piece]), isTitle: isTitle)
          }
        }
      }
      swap(&bytes, &folded)
    }

    private mutating func add(word: UnsafeBufferPointer<UInt8>, isTitle: Bool) {
      let number = table.number(of: UnsafeRawBufferPointer(word))
      if number == known.count {
        let shard = Int(word.reduce(0, &+)) % Part.shardCount
        known.append((shard, part.shards[shard].add(word), 0))
      }
      guard known[number].page < page else { return }
      known[number].page = page
      part.shards[known[number].shard].add(entry: known[number].number << 1 | (isTitle ? 1 : 0))
    }
  }
}
