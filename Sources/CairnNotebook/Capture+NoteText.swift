public import CairnCapture
public import CairnInsight
import CairnMarkup

extension Capture {
  /// What the capture says in sentences: its paragraphs, lists and quotations, without its headings,
  /// code, tables, footnotes and HTML. Costs parsing the body.
  public var noteText: NoteText {
    let markup = markup
    let isOwnTitle = titleIsFirstLine(of: markup)
    var reader = NoteTextReader()
    markup.walk { reader.take($0) }
    return NoteText(
      title: isOwnTitle ? "" : title(in: markup), paragraphs: reader.paragraphs,
      asides: reader.asides)
  }
}

/// Puts paragraphs together from what a body consists of.
private struct NoteTextReader {
  var paragraphs: [String] = []
  var asides: [String] = []
  /// How many lists and quotations, and how many tables and footnotes, are open.
  private var depth = (aside: 0, unread: 0)
  /// The text of the paragraph that is open.
  private var text: String?
  /// The characters of its last line so far.
  private var lineLength = 0
  /// Whether a line has ended, and what follows is not known yet.
  private var isBroken = false

  /// A line of at least so many characters was broken for its length, and its sentence goes on; also
  /// where the next one begins with a small letter.
  private static let fullLine = 45

  mutating func take(_ event: MarkupEvent) {
    switch event {
    case .begin(let element): begin(element)
    case .end(let element): end(element)
    case .text(let piece), .code(let piece): append(piece)
    case .wikilink(let link): append(link.text)
    case .softBreak, .lineBreak: isBroken = true
    case .html, .codeBlock, .htmlBlock, .rule, .image, .footnoteReference: break
    }
  }

  private mutating func begin(_ element: MarkupElement) {
    switch element {
    case .paragraph where depth.unread == 0:
      text = ""
      lineLength = 0
      isBroken = false
    case .item, .quote: depth.aside += 1
    case .table, .footnote: depth.unread += 1
    default: break
    }
  }

  private mutating func end(_ element: MarkupElement) {
    switch element {
    case .paragraph:
      if let text, text.contains(where: { !$0.isWhitespace }) {
        if depth.aside > 0 { asides.append(text) } else { paragraphs.append(text) }
      }
      text = nil
    case .item, .quote: depth.aside -= 1
    case .table, .footnote: depth.unread -= 1
    default: break
    }
  }

  private mutating func append(_ piece: String) {
    guard text != nil, let first = piece.first else { return }
    if isBroken {
      text? += lineLength >= Self.fullLine || first.isLowercase ? " " : "\n"
      lineLength = 0
      isBroken = false
    }
    text? += piece
    lineLength += piece.count
  }
}
