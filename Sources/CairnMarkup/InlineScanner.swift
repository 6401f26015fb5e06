/// A scanner that finds links and tags in stretches of inlines, with their exact byte ranges.
///
/// Reads code spans, raw HTML, autolinks and brackets by CommonMark 0.29 §6 and GFM 0.29 §6.9 in
/// one pass, and ignores emphasis. The tests enforce that the scanner finds the same links as
/// cmark.
struct InlineScanner {
  /// The file's bytes, without the markers of enclosing blocks; see ``Outline/text``. All offsets
  /// are offsets in the file.
  let text: [UInt8]
  /// The definitions that reference links may refer to.
  let references: LinkReferences
  /// The links found so far. ``finish()`` sorts them by position, so that a link precedes the links
  /// and images in its text.
  var links: [Markup.Link] = []
  /// The tags found so far.
  var tags: [Markup.Tag] = []
  /// The marks found so far that may be footnote references.
  var footnotes: [Markup.FootnoteMark] = []
  /// The bare e-mail addresses found so far. An address is dropped if a link encloses it.
  var bareEmails: [Markup.Link] = []

  /// The end of the stretch being scanned.
  private(set) var end = 0
  /// The beginning of the stretch being scanned.
  private(set) var start = 0
  /// The end of the last construct that is not text.
  private(set) var textStart = 0
  var brackets: [Bracket] = []
  /// The number of open brackets that do not begin an image.
  var openLinks = 0
  /// The number of outermost open brackets that cannot begin a link, because they contain a link.
  var linkFloor = 0
  /// The runs of backticks that searches have seen: for each length, the offset of the last run of
  /// this length. Empty until the first search for the end of a code span.
  private var backticks: [Int] = []
  /// Whether a search for the end of a code span has failed in this stretch. If so, ``backticks``
  /// has the last run of each length in the stretch.
  private var hasMissedBackticks = false
  var memo = Memo()
  /// The number of bytes that may still be read to determine the text of links.
  var textBudget: Int

  /// An opening bracket that is not yet closed.
  struct Bracket {
    /// The offset of `[` or `![`.
    let start: Int
    /// The offset after the opening bracket.
    let content: Int
    /// Whether the bracket is `![`.
    let isImage: Bool
    /// Whether another bracket was opened inside this one.
    var hasInner = false
    /// Whether the bracket begins an image, and a link has been found inside it.
    var hasLink = false
    /// The number of tags found before this bracket. ``emails`` is the number of bare e-mail
    /// addresses found before this bracket.
    let tags: Int
    let emails: Int
  }

  /// A record of the searches that have failed in this stretch, so that they are not repeated.
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

  /// Scans one stretch, and adds what is found to ``links``, ``tags`` and ``footnotes``.
  mutating func scan(_ range: Range<Int>) {
    begin(range)
    var index = start
    while index < end {
      index = step(index)
    }
    endStretch()
  }

  /// Prepares to scan a stretch, excluding blanks at its end.
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

  /// Adds the bare e-mail addresses to the links. Call this after the whole stretch is scanned.
  mutating func endStretch() {
    links += bareEmails
    bareEmails.removeAll(keepingCapacity: true)
  }

  /// Sorts the links and tags by their position in the file.
  mutating func finish() {
    links.sort { $0.range.lowerBound < $1.range.lowerBound }
    tags.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Reads the construct at `index`. Returns the offset after the construct.
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

  /// Records that a construct other than text ends at `index`. Returns `index`.
  mutating func consumed(upTo index: Int) -> Int {
    textStart = index
    return index
  }
}

// MARK: - Code

extension InlineScanner {
  /// The longest run of backticks that opens a code span in cmark.
  private static let longestBackticks = 80

  /// Returns the offset after the code span at `index`, or after its backticks if it is not closed.
  ///
  /// Like cmark, records the last run of backticks of each length that a search has seen. A failed
  /// search has seen all runs of the stretch. From then on, a span is unclosed if no run of its
  /// length comes after it.
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
  /// Returns the offset after the autolink or HTML at `index`. If the `<` at `index` begins neither
  /// of these, returns the offset after the `<`.
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

  /// Returns the offset of the `>` that ends the autolink beginning at `from` (§6.8), or nil if
  /// there is no autolink.
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

  /// Returns the offset of the `>` after the e-mail address at `from` (§6.8, which follows the HTML
  /// standard), or nil if there is no address.
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

  /// Returns the bytes of a range as text.
  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
}

extension UInt8 {
  /// Whether the byte is a letter, a digit, `+`, `.` or `-` (RFC 3986 §3.1).
  var isSchemeByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "+") || self == .dot || self == .hyphen
  }

  /// Whether the byte is allowed before the `@` of an e-mail autolink.
  fileprivate var isEmailByte: Bool {
    isAlphanumeric || isOne(of: ".!#$%&'*+/=?^_`{|}~-")
  }
}
