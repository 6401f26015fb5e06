/// The reason why a body is read as plain text: usually a construct that cmark-gfm would take too
/// long to parse.
///
/// cmark-gfm 0.29.0.gfm.6, the version in Debian 12, takes quadratic time or worse for some input
/// (CVE-2023-22483, 22484, 22486, 24824, 26485, 37463), and a C call cannot be interrupted. So
/// ``WorkEstimate`` examines a body first, and Cairn does not pass expensive bodies to cmark-gfm.
/// An expensive body is usually pasted text that is not Markdown.
public enum MarkupLimit: String, CaseIterable, Sendable {
  /// The body is larger than 16 MiB.
  case size
  /// Too many nested quotes and lists.
  case nesting
  /// Too many unmatched emphasis marks.
  case emphasis
  /// Too many unclosed brackets of images and links.
  case brackets
  /// Too many overlapping addresses.
  case addresses
  /// Too many HTML constructs that begin and never end.
  case html
  /// Tables with far more cells than the text contains, or too many rows that may begin a table.
  case tables
  /// Links to long definitions, which would multiply the length of the text.
  case references
  /// A footnote mark written with an entity, for which cmark-gfm reads out of bounds.
  case footnotes
}

extension MarkupLimit {
  /// Creates the reason why a body is not read as Markdown; nil if it is.
  ///
  /// The body is the part of `bytes` in the range `body`, which is clamped to the file. Costs one
  /// pass, and does not build a tree.
  public init?(of bytes: [UInt8], body: Range<Int>) {
    guard let limit = WorkEstimate.limit(of: bytes, body.clamped(to: 0..<bytes.count)) else {
      return nil
    }
    self = limit
  }

  /// The reason as the end of a sentence: `too many emphasis markers`.
  public var reason: String {
    switch self {
    case .size: "the text is longer than \(WorkEstimate.largest >> 20) MiB"
    case .nesting: "quotes and lists are nested too deeply"
    case .emphasis: "too many emphasis markers"
    case .brackets: "too many brackets"
    case .addresses: "too many addresses in one word or line"
    case .html: "too much unclosed HTML"
    case .tables: "a table is too large"
    case .references: "too many links use long link definitions"
    case .footnotes: "a footnote label contains an HTML entity"
    }
  }

  /// The note shown above a body with this limit: `Shown as plain text: too many brackets.`
  public var note: String { "Shown as plain text: \(reason)." }
}

// MARK: - Plain text

extension SyntaxTree {
  /// Creates the tree of a body that is not read as Markdown: a single code block.
  ///
  /// As with cmark's output, line ends become line feeds, NUL and invalid UTF-8 become U+FFFD, and
  /// a byte order mark is omitted.
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
