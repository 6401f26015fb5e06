import CairnCapture
import CairnIndex
import CairnMarkup
import CairnText

/// Makes the files that a site is searched with: scripts that hand the words of its pages to
/// `search.js`, so that they can be loaded where the site is opened from a folder, too.
///
/// Words are folded and broken as everywhere in the program. They lie in the order of their scalars, as
/// many in a file as make it not too large; the index has the first word of each. The pages' titles
/// and addresses lie in blocks.
///
///     cairnSearch.words(0,["acme","0! 3","ale","1"])
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
  /// How many bytes of words one file has, or up to one word more.
  static let most = 100_000
  /// How many pages are in one block.
  static let block = 500

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
    var starts: [JSONValue] = []
    for (number, range) in ranges.enumerated() {
      let list = words[range].flatMap { [JSONValue.string($0.word), .string($0.postings)] }
      starts.append(.string(words[range.lowerBound].word))
      parts.append(
        (
          "\(Self.folder)words-\(number).js",
          Self.script("words", [.integer(number), .array(list)])
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
    let about: JSONValue = ["block": .integer(Self.block), "starts": .array(starts)]
    return (parts, Self.script("about", [about]))
  }

  /// A call that hands values to the search. Nothing in it ends a `<script>` element.
  private static func script(_ name: String, _ values: [JSONValue]) -> [UInt8] {
    let arguments = values.map(\.description).joined(separator: ",")
    let call = "/* A site made by Cairn. */\ncairnSearch.\(name)(\(arguments))\n"
    return Array(
      call.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        .joined(separator: "\\u003c".utf8))
  }

  /// The words of each file, by their places.
  private var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (start, size) = (0, 0)
    for (place, entry) in words.enumerated() {
      size += entry.word.utf8.count + entry.postings.utf8.count + 6
      guard size >= Self.most || place + 1 == words.count else { continue }
      ranges.append(start..<place + 1)
      (start, size) = (place + 1, 0)
    }
    return ranges
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
