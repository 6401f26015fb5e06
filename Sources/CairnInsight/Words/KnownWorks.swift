import CairnText

/// A lookup table from the titles of well-known works to their collections.
///
/// Titles are found by their hashes, like words in a ``Lexicon``.
struct KnownWorks: Sendable {
  private var found: [UInt64: [String]] = [:]

  private static let shared = KnownWorks()

  private init() {
    let lists: [(String, StaticString)] = [
      ("books", Self.books), ("movies", Self.movies), ("shows", Self.shows),
      ("games", Self.games), ("music", Self.music),
    ]
    found.reserveCapacity(2048)
    for (collection, list) in lists {
      list.withUTF8Buffer { bytes in
        for title in bytes.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == 0x0A }) {
          let name = title.drop { $0 == 0x20 }
          if !name.isEmpty { found[FeatureHash.of(name), default: []].append(collection) }
        }
      }
    }
  }

  /// Returns the collections that contain a work with this title; empty if the title is unknown.
  /// Ignores case, accents, punctuation and a leading article.
  static func collections(of title: some StringProtocol) -> [String] {
    shared.found[FeatureHash.of(key(title))] ?? []
  }

  /// Returns the tokens of the longest known title of at least two words; nil if there is none.
  static func title(in tokens: [Token]) -> Range<Int>? {
    var longest: Range<Int>?
    for start in tokens.indices.prefix(mostStarts) where tokens[start].kind != .sign {
      var key = ""
      for end in start..<min(start + mostTokens, tokens.count) {
        key += (key.isEmpty || tokens[end].kind == .sign ? "" : " ") + Self.key(tokens[end].text)
        let name = withoutArticle(key)
        guard end - start >= longest?.count ?? 1, tokens[end].kind != .sign, name.contains(" "),
          shared.found[FeatureHash.of(name)] != nil
        else { continue }
        longest = start..<end + 1
      }
    }
    return longest
  }

  private static let mostStarts = 40
  private static let mostTokens = 12

  /// Returns a title in the spelling of the lists: folded, and without punctuation or a leading
  /// article.
  private static func key(_ title: some StringProtocol) -> String {
    var key = ""
    for character in String(title).folded where character != "'" && character != "’" {
      if character.isLetter || character.isNumber {
        key.append(character)
      } else if key.last ?? " " != " " {
        key.append(" ")
      }
    }
    if key.last == " " { key.removeLast() }
    return withoutArticle(key)
  }

  private static func withoutArticle(_ key: String) -> String {
    let article = ["the ", "a ", "an "].first { key.hasPrefix($0) }
    return String(key.dropFirst(article?.count ?? 0))
  }
}
