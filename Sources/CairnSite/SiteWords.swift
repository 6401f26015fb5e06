import CairnCapture
import CairnIndex
import CairnMarkup
import CairnText

/// The words of a site's pages, in the order of their bytes, each with the pages that have it.
struct SiteWords: Sendable {
  /// A word.
  struct Word: Sendable {
    let text: String
    /// For each page that has it, in order: twice its number, and one more where the word is in the
    /// page's title, tags or aliases.
    let entries: [UInt32]
  }

  let words: [Word]

  /// The words of pages that were looked at in parts, which are in order. Put together by several
  /// threads.
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
  /// The words of some pages in a row.
  struct Part: Sendable {
    /// Words are kept apart by their bytes, so that threads can share the work on them.
    static let shardCount = 4

    fileprivate(set) var shards = [Shard](repeating: Shard(), count: shardCount)
  }

  /// Some of the words of a part.
  struct Shard: Sendable {
    /// The different words, as UTF-8, one behind the other, and where each ends.
    private var words: [UInt8] = []
    private var wordEnds: [Int] = []
    /// For each word of each page the word's number here, twice; one more where it is in the title,
    /// the tags or the aliases.
    fileprivate(set) var entries: [UInt32] = []
    /// For each page the end of its entries.
    fileprivate(set) var ends: [Int] = []

    /// Adds a word; its number.
    fileprivate mutating func add(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
      words += word
      wordEnds.append(words.count)
      return UInt32(wordEnds.count - 1)
    }

    fileprivate mutating func add(entry: UInt32) { entries.append(entry) }

    fileprivate mutating func endPage() { ends.append(entries.count) }

    /// The numbers that the words have in a table, which gets those that it has not.
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

  /// Finds the words of pages, one after the other. Words are folded and broken as everywhere in the
  /// program.
  struct Finder: ~Copyable {
    /// Nobody types a longer word; what is not language (a hash, a key) would only take room.
    private static let longest = 40

    /// What was found.
    private(set) var part = Part()
    private var table = KeyTable()
    /// For each word its shard, its number there, and the last page that has it, counted from one.
    private var known: [(shard: Int, number: UInt32, page: Int)] = []
    private var page = 0
    private var folded: [UInt8] = []

    /// Adds the page of a capture, in a collection of this name.
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
