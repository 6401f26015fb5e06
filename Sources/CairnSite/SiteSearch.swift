import CairnCapture
import CairnIndex
import CairnJSON
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
  /// What a page is shown with where it is found.
  struct Page: Sendable {
    let title: String
    /// As it stands in a link.
    let address: String
    /// The collection and the day.
    let around: String
    let day: String
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
  private let words: SiteWords

  init(_ pages: [Page], _ words: SiteWords) {
    self.pages = pages
    self.words = words
  }
}

// MARK: - Files

extension SiteSearch {
  /// The files of words and pages by their paths in the site, and the one that names them. Made by
  /// several threads.
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
    let about: JSONValue = ["block": .integer(Self.block), "starts": .array(starts)]
    return (lists + blocks, Self.script("about", "", Self.json(about), ""))
  }

  /// A word with its postings, as they stand in a file.
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

  /// The words of each file, by their places.
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

  /// A call that hands values to the search.
  private static func script(
    _ name: String, _ start: String, _ values: [UInt8], _ end: String
  ) -> [UInt8] {
    var bytes = Array("/* A site made by Cairn. */\ncairnSearch.\(name)(\(start)".utf8)
    bytes += values
    bytes += "\(end))\n".utf8
    return bytes
  }

  /// A value as it stands in a script: nothing in it ends a `<script>` element.
  private static func json(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    guard bytes.contains(UInt8(ascii: "<")) else { return bytes }
    return Array(
      bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        .joined(separator: "\\u003c".utf8))
  }
}
