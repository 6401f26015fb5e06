import CairnCapture
import CairnJSON
import CairnMarkup
import CairnText

/// A writer of the search files of a site. The files are scripts that pass the words of the site's
/// pages to `search.js`, because browsers can load scripts even if the site is opened from a
/// folder.
///
/// Words are folded and split as in the rest of Cairn. They are sorted by their bytes and divided
/// into files of limited size; the index contains the first word of each file. Other files contain
/// the titles and addresses of the pages, with one block of pages in each file. The remaining files
/// contain the texts of the pages, from which search results show excerpts.
///
///     cairnSearch.words(0,["acme","0! 3","ale","1"])
///
/// After each word come the numbers of the pages that contain it, in base 36, as the difference
/// from the previous number. `!` marks a page that has the word in its title, tags or aliases.
struct SiteSearch {
  /// The facts about a page that a search result shows.
  struct Page: Sendable {
    let title: String
    /// The address, encoded for a link.
    let address: String
    /// The name of the collection that contains the page's capture.
    let around: String
    let day: String
  }

  /// The folder of the search files in the site.
  static let folder = "\(SiteAddresses.assets)search/"
  /// The index file, which contains the first word of each file of words.
  static let index = "\(folder)index.js"
  /// The size in bytes at which a file of words is complete. The file ends with the word that
  /// reaches this size.
  static let most = 100_000
  /// The number of pages whose titles and addresses are in one file.
  static let block = 500

  /// The number of pages whose texts are in one file.
  static let textBlock = 20
  /// The maximum length of a page's text in bytes. Words after this limit are found without an
  /// excerpt.
  private static let longestText = 12_000

  private let pages: [Page]
  private let words: SiteWords
  private let hasTexts: Bool

  /// Creates the search files of pages, except the files of their texts.
  ///
  /// - Parameter hasTexts: Whether there are files of texts, made by ``texts(_:_:)``.
  init(_ pages: [Page], _ words: SiteWords, hasTexts: Bool = false) {
    self.pages = pages
    self.words = words
    self.hasTexts = hasTexts
  }
}

// MARK: - Files

extension SiteSearch {
  /// The files of words and of pages, with their paths in the site, and the content of the index.
  /// Computed on several threads.
  var files: (parts: [(path: String, bytes: [UInt8])], index: [UInt8]) {
    let entries = Parallel.map(words.words.chunked(into: 1024)) { part in
      part.map(Self.entry)
    }.flatMap(\.self)
    let ranges = Self.ranges(of: entries)
    let lists = Parallel.map(Array(ranges.enumerated())) { number, range in
      let list = Self.script("words", "\(number),[", Self.joined(entries[range]), "]")
      return (path: "\(Self.folder)words-\(number).js", bytes: list)
    }
    let blocks = Parallel.map(
      Array(pages.chunked(into: Self.block).enumerated())
    ) { number, pages in
      let list = pages.map { page in
        Self.json(.array([page.title, page.address, page.around, page.day].map { .string($0) }))
      }
      let block = Self.script("block", "\(number),[", Self.joined(list[...]), "]")
      return (path: "\(Self.folder)pages-\(number).js", bytes: block)
    }
    let starts = ranges.map { JSONValue.string(words.words[$0.lowerBound].text) }
    let about: JSONValue = [
      "block": .integer(Self.block), "text": .integer(hasTexts ? Self.textBlock : 0),
      "starts": .array(starts),
    ]
    return (lists + blocks, Self.script("about", "", Self.json(about), ""))
  }

  /// Returns the path of the file that contains the block of texts with this number.
  static func textFile(_ number: Int) -> String { "\(folder)text-\(number).js" }

  /// Returns the contents of the file with a block of captures' texts. An element of `captures` is
  /// nil if the capture no longer exists; its text is then empty.
  static func texts(_ number: Int, _ captures: [Capture?]) -> [UInt8] {
    let list = captures.map { json(.string($0.map(text) ?? "")) }
    return script("texts", "\(number),[", joined(list[...]), "]")
  }

  /// Returns the text of a page for excerpts, on one line.
  private static func text(of capture: Capture) -> String {
    let body = capture.bodyText
    let text = String(decoding: body.plainText.prefix(longestText), as: UTF8.self)
    var lines = text.split(whereSeparator: \.isNewline).map(\.trimmingBlanks)
    if capture.repeatsTitle(in: body) { lines.removeFirst(min(1, lines.count)) }
    return lines.map { String($0).withoutMarks }.joined(separator: " ")
  }

  /// Returns a word and the numbers of its pages, as written in a file of words.
  private static func entry(_ word: SiteWords.Word) -> [UInt8] {
    var bytes = json(.string(word.text))
    bytes += ",\"".utf8
    var last: UInt32 = 0
    for (place, entry) in word.entries.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: " ")) }
      bytes += String((entry >> 1) - last, radix: 36).utf8
      if entry & 1 == 1 { bytes.append(UInt8(ascii: "!")) }
      last = entry >> 1
    }
    bytes.append(UInt8(ascii: "\""))
    return bytes
  }

  /// Divides the words into files, and returns the range of words in each file.
  private static func ranges(of entries: [[UInt8]]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (start, size) = (0, 0)
    for (place, entry) in entries.enumerated() {
      size += entry.count + 1
      guard size >= most || place + 1 == entries.count else { continue }
      ranges.append(start..<place + 1)
      (start, size) = (place + 1, 0)
    }
    return ranges
  }

  private static func joined(_ elements: ArraySlice<[UInt8]>) -> [UInt8] {
    Array(elements.joined(separator: [UInt8(ascii: ",")]))
  }

  /// Returns a script that calls the function `name` of `search.js`. The text of the function's
  /// arguments consists of `start`, `values` and `end`, without separators.
  private static func script(
    _ name: String, _ start: String, _ values: [UInt8], _ end: String
  ) -> [UInt8] {
    var bytes = Array("/* A site made by Cairn. */\ncairnSearch.\(name)(\(start)".utf8)
    bytes += values
    bytes += "\(end))\n".utf8
    return bytes
  }

  /// Returns a value as JSON that is safe in a script: nothing in the JSON can end a `<script>`
  /// element.
  private static func json(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    guard bytes.contains(UInt8(ascii: "<")) else { return bytes }
    return Array(
      bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        .joined(separator: "\\u003c".utf8))
  }
}
