/// Why a body is read as plain text: what in it would take cmark-gfm too long.
///
/// cmark-gfm 0.29.0.gfm.6, the one of Debian 12, takes quadratic time or worse for some texts
/// (CVE-2023-22483, 22484, 22486, 24824, 26485, 37463), and a call of C cannot be interrupted. So
/// ``WorkEstimate`` looks at a body before cmark does, and keeps back what would be too much.
/// Nobody writes such notes; what can hold one is something pasted that is no Markdown.
public enum MarkupLimit: String, CaseIterable, Sendable {
  /// More bytes than are read as Markdown.
  case size
  /// Quotes and lists within each other.
  case nesting
  /// Marks of emphasis that go with no other.
  case emphasis
  /// Brackets of images and links that are not closed.
  case brackets
  /// Addresses that stand in each other.
  case addresses
  /// HTML that is begun again and again, and never ends.
  case html
  /// Tables with more cells than are written, or rows that could each begin one.
  case tables
  /// Links to definitions that would be a multiple of the text.
  case references
  /// A footnote's mark written with an entity, which cmark-gfm reads beyond its memory for.
  case footnotes
}

extension MarkupLimit {
  /// What keeps the body at `body` (clamped to the file) of the file `bytes` from being read as
  /// Markdown, or nil where nothing does. Costs one pass, and makes nothing.
  public init?(of bytes: [UInt8], body: Range<Int>) {
    guard let limit = WorkEstimate.limit(of: bytes, body.clamped(to: 0..<bytes.count)) else {
      return nil
    }
    self = limit
  }

  /// What there is too much of, as the end of a sentence: `too many marks of emphasis`.
  public var reason: String {
    switch self {
    case .size: "it is longer than \(WorkEstimate.largest >> 20) MiB"
    case .nesting: "too many quotes and lists within each other"
    case .emphasis: "too many marks of emphasis"
    case .brackets: "too many brackets"
    case .addresses: "too many addresses in one word or line"
    case .html: "too much HTML that does not end"
    case .tables: "too large tables"
    case .references: "too many links to long definitions"
    case .footnotes: "a footnote's mark with an entity"
    }
  }

  /// The note that stands above such a body: `Shown as plain text: too many brackets.`
  public var note: String { "Shown as plain text: \(reason)." }
}

// MARK: - Plain text

extension SyntaxTree {
  /// The tree of a body that is not read as Markdown: one block of code with all of it.
  ///
  /// As in what cmark reads, lines end at a line feed, what is no text is U+FFFD, and a byte order
  /// mark is left out.
  init(plain bytes: ArraySlice<UInt8>) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    let replacement = Array("\u{FFFD}".utf8)
    var last: UInt8 = 0
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    for byte in String(decoding: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self).utf8 {
      switch byte {
      case 0: text += replacement
      case .carriageReturn: text.append(.lineFeed)
      case .lineFeed where last == .carriageReturn: break
      default: text.append(byte)
      }
      last = byte
    }
    pool = text
    let whole = Stretch(start: 0, count: Int32(clamping: text.count))
    nodes = [Node(kind: .document, end: 2), Node(kind: .codeBlock, text: whole, end: 2)]
  }
}
