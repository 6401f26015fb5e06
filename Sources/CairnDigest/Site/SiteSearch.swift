import CairnCapture
import CairnIndex
import CairnMarkup
import CairnText

/// Makes the files that a site is searched with: scripts that hand the words of its pages to
/// `search.js`, so that they can be loaded where the site is opened from a folder, too.
///
/// Words are folded and broken as everywhere in the program. They lie by their beginnings: all in one
/// file while that is not large, else in one for each first letter, and so on. The pages' titles and
/// addresses lie in blocks.
///
///     cairnSearch.words("a",["acme","0! 3","ale","1"])
///
/// Behind a word are the numbers of its pages, in base 36, each as the distance from the one before;
/// those with `!` have it in their titles or tags.
struct SiteSearch {
  /// What is to be found of a page.
  struct Page: Sendable {
    let title: String
    let address: String
    /// The collection and the day.
    let around: String
    let day: String
    /// The words of titles and tags, each once, sorted.
    let titleWords: [String]
    /// All other words, each once, sorted.
    let bodyWords: [String]
  }

  /// The folder in the site.
  static let folder = "\(SiteAddresses.assets)search/"
  /// The file that says what others there are.
  static let index = "\(folder)index.js"
  /// How many bytes of words one file has at most, if they can be told apart.
  static let most = 200_000
  /// How many pages are in one block.
  static let block = 500
  /// Beginnings are told apart by so many letters at most.
  private static let deepest = 3

  private let pages: [Page]
  /// The words with their postings, sorted.
  private let words: [(word: String, postings: String)]

  init(_ pages: [Page]) {
    self.pages = pages
    var postings: [String: [UInt32]] = [:]
    for (number, page) in pages.enumerated() {
      let title = UInt32(number) << 1 | 1
      for word in page.titleWords { postings[word, default: []].append(title) }
      for word in page.bodyWords { postings[word, default: []].append(title & ~1) }
    }
    words = postings.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { ($0.key, Self.text($0.value)) }
  }

  private static func text(_ postings: [UInt32]) -> String {
    var last: UInt32 = 0
    var text = ""
    for posting in postings {
      if !text.isEmpty { text += " " }
      text += String((posting >> 1) - last, radix: 36)
      if posting & 1 == 1 { text += "!" }
      last = posting >> 1
    }
    return text
  }
}

// MARK: - Files

extension SiteSearch {
  /// The files of words and pages by their paths in the site, and the one that names them.
  var files: (parts: [(path: String, bytes: [UInt8])], index: [UInt8]) {
    var parts: [(path: String, bytes: [UInt8])] = []
    var keys: [JSONValue] = []
    for (key, range) in shards(words.indices, "", depth: 0) {
      let list = words[range].flatMap { [JSONValue.string($0.word), .string($0.postings)] }
      keys.append(.string(key))
      parts.append(
        (
          "\(Self.folder)words\(key.isEmpty ? "" : "-")\(key).js",
          Self.script("words", [.string(key), .array(list)])
        ))
    }
    for (number, pages) in pages.chunked(into: Self.block).enumerated() {
      let list = pages.map { page in
        JSONValue.array([page.title, page.address, page.around, page.day].map { .string($0) })
      }
      parts.append(
        (
          "\(Self.folder)pages-\(number).js",
          Self.script("block", [.integer(number), .array(list)])
        ))
    }
    let about: JSONValue = ["block": .integer(Self.block), "keys": .array(keys)]
    return (parts, Self.script("about", [about]))
  }

  /// A call that hands values to the search. Nothing in it ends a `<script>` element.
  private static func script(_ name: String, _ values: [JSONValue]) -> [UInt8] {
    let arguments = values.map(\.description).joined(separator: ",")
    let call = "cairnSearch.\(name)(\(arguments))".split(
      separator: "<", omittingEmptySubsequences: false
    )
    .joined(separator: "\\u003c")
    return Array("/* A site made by Cairn. */\n\(call)\n".utf8)
  }

  /// The words in files that are not too large, by how they begin.
  private func shards(
    _ range: Range<Int>, _ key: String, depth: Int
  ) -> [(key: String, range: Range<Int>)] {
    let size = words[range].reduce(0) { $0 + $1.word.utf8.count + $1.postings.utf8.count + 6 }
    if size <= Self.most || depth == Self.deepest { return range.isEmpty ? [] : [(key, range)] }
    var shards: [(key: String, range: Range<Int>)] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let letter = Self.letter(of: words[start].word, at: depth)
      let end =
        words[start..<range.upperBound].firstIndex {
          Self.letter(of: $0.word, at: depth) != letter
        } ?? range.upperBound
      if let letter {
        shards += self.shards(start..<end, key + Self.name(letter), depth: depth + 1)
      } else {
        shards.append((key, start..<end))
      }
      start = end
    }
    return shards
  }

  private static func letter(of word: String, at depth: Int) -> Unicode.Scalar? {
    word.unicodeScalars.dropFirst(depth).first
  }

  /// A letter as it may stand in a file's name; `search.js` makes the same of what is typed.
  private static func name(_ letter: Unicode.Scalar) -> String {
    ("a"..."z").contains(letter) || ("0"..."9").contains(letter)
      ? String(letter) : "u\(String(letter.value, radix: 16))-"
  }
}

// MARK: - Words

extension SiteSearch.Page {
  /// What is to be found of a capture that has its page at an address.
  init(_ capture: Capture, address: String, around: String, day: String, hasBody: Bool) {
    let body = capture.bodyText
    title = ItemWriter.title(of: capture, body)
    self.address = Address.encoded(address.utf8)
    self.around = around
    self.day = day
    let heads = Self.words(
      of: ([title] + capture.tags(in: body) + capture.aliases).joined(separator: "\n"))
    titleWords = heads.sorted()
    var text = [capture.meaning, capture.type, around].compactMap(\.self).joined(separator: "\n")
    if hasBody { text += "\n" + String(decoding: body.plainText, as: UTF8.self) }
    bodyWords = Self.words(of: text).subtracting(heads).sorted()
  }

  private static func words(of text: String) -> Set<String> {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { FoldedText.fold($0, into: &folded) }
    var words: Set<String> = []
    folded.withUnsafeBufferPointer { folded in
      Words.forEachPiece(in: folded) { piece in
        // Nobody types a longer one; what is not language (a hash, a key) would only take room.
        if piece.count <= 40 { words.insert(String(decoding: folded[piece], as: UTF8.self)) }
      }
    }
    return words
  }
}
