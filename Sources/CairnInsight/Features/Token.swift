/// A word, a number or another character in text.
struct Token: Sendable {
  enum Kind: Sendable {
    /// A run of letters, in which single apostrophes and hyphens may join letters: `Mum's`,
    /// `sister-in-law`.
    case word
    /// A run of digits, in which single punctuation marks may join digits: `9`, `17:30`,
    /// `2026-11-21`.
    case number
    /// Any other single character that is not white space.
    case sign
  }

  let kind: Kind
  /// The token as written.
  let text: Substring
  /// The token in lower case, with straight apostrophes.
  let word: String
  /// The classes of the word; empty for numbers and other characters.
  let classes: WordClasses
  /// Whether the token begins with a capital letter.
  let isCapitalised: Bool
  /// Whether the token directly follows the previous token, without white space between them.
  let isJoined: Bool
  /// Whether the first letter belongs to an alphabet other than Latin.
  let isOtherScript: Bool
  /// The hash of ``word``, for features.
  let hash: UInt64

  /// The number of characters at the end that make the token a possessive: 2 for `'s`, 1 for the
  /// `s` of `ellas bday`, 3 for the `'ll` of `Dave'll`, otherwise 0. Grammatical words such as
  /// `it's` are not possessives.
  let possessiveEnding: Int

  /// Whether the token is a word but not a known name. Names are the same in all languages.
  var isWordButNoName: Bool { kind == .word && classes.isDisjoint(with: [.name, .rareName]) }
  /// Whether the word is in no list of ``WordLists``.
  var isUnlisted: Bool { classes.isSubset(of: .rareName) }
  var isPossessive: Bool { possessiveEnding > 0 }
  /// The word without a possessive ending.
  var owner: Substring { word.dropLast(possessiveEnding) }
  /// The end of the token in the text, before any possessive ending.
  var ownerEnd: String.Index { text.index(text.endIndex, offsetBy: -possessiveEnding) }
}

/// Segmentation of text into ``Token`` values.
enum Tokens {
  /// The maximum number of tokens read. The first words are enough to determine the type of a
  /// capture.
  static let limit = 400

  /// Returns the tokens of `text`, up to ``limit``. Reads the text once.
  static func read(_ text: String, _ lexicon: Lexicon) -> [Token] { read(text[...], lexicon) }

  /// Returns the tokens of part of a string, up to ``limit``. The tokens share the indices of the
  /// whole string.
  static func read(_ characters: Substring, _ lexicon: Lexicon) -> [Token] {
    var tokens: [Token] = []
    var index = characters.startIndex
    var lastEnd: String.Index?
    while index < characters.endIndex, tokens.count < limit {
      let first = characters[index]
      guard !first.isWhitespace else {
        characters.formIndex(after: &index)
        continue
      }
      var start = index
      let kind: Token.Kind = first.isLetter ? .word : isDigit(first) ? .number : .sign
      characters.formIndex(after: &index)
      switch kind {
      case .word:
        index = end(characters, index, \.isLetter) { "'’-".contains($0) }
        // `sister in law`
        if tokens.count > 1, tokens[tokens.count - 1].word == "in",
          case let first = tokens[tokens.count - 2].text.startIndex,
          lexicon.classes(of: hyphenated(characters[first..<index]), isCapitalised: false)
            .contains(.relative)
        {
          tokens.removeLast(2)
          start = first
        }
      case .number: index = end(characters, index, isDigit) { ".,:/-".contains($0) }
      case .sign: break
      }
      tokens.append(
        token(kind, characters[start..<index], isJoined: lastEnd == start, lexicon))
      lastEnd = index
    }
    return tokens
  }

  /// Returns words in lower case, with straight apostrophes, and with a hyphen for each space.
  private static func hyphenated(_ text: Substring) -> String {
    var word = text.lowercased()
    if word.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: " ") }) {
      word = String(word.map { $0 == "’" ? "'" : $0 == " " ? "-" : $0 })
    }
    return word
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// Returns the end of the run of characters that begins at an index. `belongs` is true for the
  /// characters of the run. Between two of them, there may be a single character for which `joint`
  /// is true.
  private static func end(
    _ text: Substring, _ start: String.Index, _ belongs: (Character) -> Bool,
    joint: (Character) -> Bool
  ) -> String.Index {
    var index = start
    while index < text.endIndex {
      if belongs(text[index]) {
        text.formIndex(after: &index)
      } else if joint(text[index]) {
        let next = text.index(after: index)
        guard next < text.endIndex, belongs(text[next]) else { return index }
        index = text.index(after: next)
      } else {
        return index
      }
    }
    return index
  }

  private static func token(
    _ kind: Token.Kind, _ text: Substring, isJoined: Bool, _ lexicon: Lexicon
  ) -> Token {
    let word = kind == .word ? hyphenated(text) : text.lowercased()
    let isCapitalised = kind == .word && text.first?.isUppercase == true
    var classes =
      kind == .word ? lexicon.classes(of: word, isCapitalised: isCapitalised) : []
    // `May's new number`
    let isName = isCapitalised && PersonWords.ambiguous.contains(word.dropLast(2))
    var ending = word.hasSuffix("'s") && (isName || !classes.contains(.grammar)) ? 2 : 0
    if let bare = bareOwner(of: word, isCapitalised, classes, lexicon) {
      classes.formUnion(bare)
      ending = 1
    }
    if kind == .word, classes.isEmpty {
      let (name, isFuture) = (word.dropLast(ending), word.hasSuffix("'ll"))
      let owner = isFuture ? word.dropLast(3) : name
      if isCapitalised, GivenNames.contains(name), !CommonWords.contains(name) {
        classes = .rareName
      } else if isFuture || owner.utf8.contains(UInt8(ascii: "-")),
        owner.split(separator: "-").allSatisfy({
          lexicon.classes(of: String($0), isCapitalised: isCapitalised).contains(.name)
        })
      {
        // `mary-ann`, `Dave'll`
        classes = .name
        ending = word.count - owner.count
      }
    }
    let scalar = text.unicodeScalars.first?.value ?? 0
    return Token(
      kind: kind, text: text, word: word, classes: classes, isCapitalised: isCapitalised,
      isJoined: isJoined, isOtherScript: kind == .word && scalar >= 0x370,
      hash: FeatureHash.of(word), possessiveEnding: ending)
  }

  /// Returns the class of the owner in a possessive without an apostrophe, as people type it: `ella`
  /// in `ellas bday`, `mum` in `mums pills`. Nil if the word is not such a possessive.
  private static func bareOwner(
    of word: String, _ isCapitalised: Bool, _ classes: WordClasses, _ lexicon: Lexicon
  ) -> WordClasses? {
    guard !isCapitalised, word.utf8.count > 3, word.hasSuffix("s"), !word.hasSuffix("'s") else {
      return nil
    }
    let owner = String(word.dropLast())
    if classes == .relative { return singleRelatives.contains(owner) ? .relative : nil }
    guard classes.isEmpty, !CommonWords.contains(word), !GivenNames.contains(word) else {
      return nil
    }
    let isName =
      lexicon.classes(of: owner, isCapitalised: false) == .name || GivenNames.contains(owner)
    return isName ? .name : nil
  }

  /// Relatives of whom people have one or two, so that the form with `s` is seldom a plural.
  private static let singleRelatives: Set<String> = [
    "mum", "mom", "mam", "dad", "gran", "nan", "nana", "granny", "grandma", "grandpa", "grandad",
  ]
}
