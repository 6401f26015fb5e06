public import CairnCapture
public import CairnInsight
import CairnMarkup

extension Capture {
  /// The prose of the capture: its paragraphs, lists and quotations, without headings, code,
  /// tables, footnotes and HTML. Each access parses the body.
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

/// A reader that collects the paragraphs of a body from markup events.
private struct NoteTextReader {
  var paragraphs: [String] = []
  var asides: [String] = []
  /// The nesting depth: `aside` counts open list items and quotations; `unread` counts open tables
  /// and footnotes, whose text is skipped.
  private var depth = (aside: 0, unread: 0)
  /// The text read so far of the current paragraph; nil outside paragraphs.
  private var text: String?
  /// The number of characters that the last line of ``text`` has so far.
  private var lineLength = 0
  /// Whether a line break has been read, but no text after it yet.
  private var isBroken = false

  /// The minimum length, in characters, of a line that counts as wrapped. A sentence continues on
  /// the next line if its line is wrapped, or if the next line begins with a lowercase letter.
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
