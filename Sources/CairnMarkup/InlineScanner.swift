/// Finds links and tags in stretches of inlines, with the exact bytes they are written in.
///
/// It reads code spans, raw HTML, autolinks and brackets as CommonMark 0.29 §6 and GFM 0.29 §6.9
/// say, in one pass; emphasis does not matter to it. That it agrees with cmark on what is a link is
/// a law in the tests.
struct InlineScanner {
  /// The file's bytes, see ``Outline``; offsets are those of the file.
  let text: [UInt8]
  /// What reference links may refer to.
  let references: LinkReferences
  /// The links so far; a link comes before those in its text once ``finish()`` has sorted them.
  var links: [Markup.Link] = []
  /// The tags so far.
  var tags: [Markup.Tag] = []
  /// What may refer to a footnote.
  var footnotes: [Markup.FootnoteMark] = []
  /// Addresses written without `<` `>` that links around them may still swallow.
  var bareEmails: [Markup.Link] = []

  /// The end of the stretch that is scanned.
  private(set) var end = 0
  /// The beginning of the stretch that is scanned.
  private(set) var start = 0
  /// Behind the last construct that is no text.
  private(set) var textStart = 0
  var brackets: [Bracket] = []
  /// How many of them begin no image.
  var openLinks = 0
  /// Brackets below this depth begin no link, because one was found within them.
  var linkFloor = 0
  /// For each length of a run of backticks the last one that was seen, once one was.
  private var backticks: [Int] = []
  /// Whether the end of a code span was searched for in vain in this stretch.
  private var hasMissedBackticks = false
  var memo = Memo()
  /// How many more bytes of links' texts are read.
  var textBudget: Int

  /// An opening bracket whose end was not seen yet.
  struct Bracket {
    /// The offset of `[` or `![`.
    let start: Int
    /// The offset of what stands in it.
    let content: Int
    /// Whether it is `![`.
    let isImage: Bool
    /// Whether another bracket opened in it.
    var hasInner = false
    /// Whether it is the beginning of an image in which a link was found since.
    var hasLink = false
    /// How many tags and bare addresses were known before it.
    let tags: Int
    let emails: Int
  }

  /// What was searched for in vain in this stretch, so that it is not searched for again.
  struct Memo {
    var noInstructionEnd = false
    var noCDATAEnd = false
    var noDeclarationEnd = false
    var failedDomainEnd = 0
  }

  init(text: [UInt8], references: LinkReferences) {
    self.text = text
    self.references = references
    textBudget = 2 * text.count
  }

  /// Scans one stretch.
  mutating func scan(_ range: Range<Int>) {
    begin(range)
    var index = start
    while index < end {
      index = step(index)
    }
    endStretch()
  }

  /// Makes ready to scan a stretch; blanks at its end are no part of it.
  mutating func begin(_ range: Range<Int>) {
    start = range.lowerBound
    end = range.upperBound
    while end > start, text[end - 1].isWhitespace { end -= 1 }
    textStart = start
    brackets.removeAll(keepingCapacity: true)
    openLinks = 0
    linkFloor = 0
    hasMissedBackticks = false
    memo = Memo()
  }

  /// Keeps what the stretch has, once all of it was scanned.
  mutating func endStretch() {
    links += bareEmails
    bareEmails.removeAll(keepingCapacity: true)
  }

  /// Puts what was found in the order in which it stands in the file.
  mutating func finish() {
    links.sort { $0.range.lowerBound < $1.range.lowerBound }
    tags.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Reads what stands at `index`; returns the offset behind it.
  private mutating func step(_ index: Int) -> Int {
    switch text[index] {
    case .backslash:
      let next = index + 1
      return next < end && text[next].isPunctuation ? index + 2 : next
    case .backtick: return behindCode(at: index)
    case .less: return behindAngle(at: index)
    case .bang:
      guard index + 1 < end, text[index + 1] == .openBracket else { return index + 1 }
      return wikilink(at: index) ?? open(at: index, isImage: true)
    case .openBracket: return wikilink(at: index) ?? open(at: index, isImage: false)
    case .closeBracket: return close(at: index)
    case .hash: return tag(at: index) ?? index + 1
    case .colon: return bareAddress(atColon: index) ?? index + 1
    case UInt8(ascii: "w"): return bareAddress(atW: index) ?? index + 1
    case .at: return bareEmail(at: index) ?? index + 1
    default: return index + 1
    }
  }

  /// Says that the text before `index` belongs to something else.
  mutating func consumed(upTo index: Int) -> Int {
    textStart = index
    return index
  }
}

// MARK: - Code

extension InlineScanner {
  /// Runs longer than this open no code span in cmark.
  private static let longestBackticks = 80

  /// The offset behind the code span at `index`, or behind its backticks where it never ends.
  ///
  /// Once a search was in vain, cmark remembers for each length where the last run that it saw
  /// stands, and sees no run behind one that it passed since. So do we.
  mutating func behindCode(at index: Int) -> Int {
    var open = index
    while open < end, text[open] == .backtick { open += 1 }
    let length = open - index
    guard length <= Self.longestBackticks else { return open }
    if hasMissedBackticks, backticks[length] <= open { return open }
    if backticks.isEmpty { backticks = [Int](repeating: 0, count: Self.longestBackticks + 1) }
    var close = open
    while true {
      while close < end, text[close] != .backtick { close += 1 }
      guard close < end else { break }
      let run = close
      while close < end, text[close] == .backtick { close += 1 }
      if close - run <= Self.longestBackticks { backticks[close - run] = run }
      if close - run == length { return consumed(upTo: close) }
    }
    hasMissedBackticks = true
    return open
  }
}

// MARK: - Angle brackets

extension InlineScanner {
  /// The offset behind the autolink or the HTML at `index`, or behind `<` where it is neither.
  mutating func behindAngle(at index: Int) -> Int {
    if let close = autolinkEnd(from: index + 1) {
      let inner = index + 1..<close
      let isEmail = !text[inner].contains(.colon)
      let address = (isEmail ? "mailto:" : "") + string(inner)
      links.append(
        Markup.Link(
          kind: .autolink, target: CommonMark.unescaped(address, backslashes: false),
          text: string(inner), range: index..<close + 1, targetRange: inner, isExternal: true))
      return consumed(upTo: close + 1)
    }
    if let close = htmlEnd(from: index + 1) { return consumed(upTo: close) }
    return index + 1
  }

  /// The offset of the `>` that ends the autolink whose address begins at `from` (§6.8).
  private func autolinkEnd(from: Int) -> Int? {
    guard from < end, text[from].isAlphanumeric || text[from].isPunctuation else { return nil }
    var index = from
    while index < end, index - from <= 32, text[index].isSchemeByte { index += 1 }
    if text[from].isLetter, (2...32).contains(index - from), index < end, text[index] == .colon {
      while index < end, text[index] > 0x20, text[index] != .less, text[index] != .greater {
        index += 1
      }
      return index < end && text[index] == .greater ? index : nil
    }
    return emailEnd(from: from)
  }

  /// The offset of the `>` behind an e-mail address (§6.8, as HTML's living standard has it).
  private func emailEnd(from: Int) -> Int? {
    var index = from
    while index < end, text[index].isEmailByte { index += 1 }
    guard index > from, index < end, text[index] == .at else { return nil }
    repeat {
      index += 1
      let label = index
      while index < end, text[index].isAlphanumeric || text[index] == .hyphen { index += 1 }
      guard index > label, index - label <= 63, text[label].isAlphanumeric,
        text[index - 1].isAlphanumeric
      else { return nil }
    } while index < end && text[index] == .dot
    return index < end && text[index] == .greater ? index : nil
  }

  /// The bytes of a range as text.
  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
}

extension UInt8 {
  /// A letter, a digit, `+`, `.` or `-` (RFC 3986 §3.1).
  var isSchemeByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "+") || self == .dot || self == .hyphen
  }

  /// A byte that may stand before the `@` of an e-mail autolink.
  fileprivate var isEmailByte: Bool {
    isAlphanumeric || isOne(of: ".!#$%&'*+/=?^_`{|}~-")
  }
}
