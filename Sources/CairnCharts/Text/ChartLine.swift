import CairnText

/// A line of a chart in text: pieces, each with what it is.
public struct ChartLine: Hashable, Sendable {
  /// A piece of text of one kind. It cannot steer a terminal.
  public struct Piece: Hashable, Sendable {
    /// The text.
    public let text: String
    /// What it is.
    public let role: Role
  }

  /// What a piece of a chart is, for its colour.
  public enum Role: Hashable, Sendable {
    /// A name or a number.
    case plain
    /// A heading.
    case title
    /// A label, or the place of something that is not there.
    case label
    /// A part of the drawing.
    case mark
  }

  /// The pieces from left to right.
  public private(set) var pieces: [Piece] = []

  /// An empty line.
  init() {}

  /// A line of one piece.
  init(_ text: String, _ role: Role = .plain) { append(text, role) }

  /// Adds text behind the line.
  mutating func append(_ text: String, _ role: Role = .plain) {
    guard !text.isEmpty else { return }
    if let last = pieces.last, last.role == role {
      pieces[pieces.count - 1] = Piece(text: last.text + text, role: role)
    } else {
      pieces.append(Piece(text: text, role: role))
    }
  }

  /// Adds blanks up to a column.
  mutating func pad(to column: Int) {
    append(String(repeating: " ", count: max(0, column - width)))
  }

  /// How many cells it takes.
  var width: Int { pieces.reduce(0) { $0 + TerminalText.width(of: $1.text) } }

  /// The line without blanks at its end, as `style` shows its pieces.
  public func text(style: (Piece) -> String = { $0.text }) -> String {
    var shown = pieces
    while let last = shown.last {
      let kept = last.text.reversed().drop { $0 == " " }
      shown.removeLast()
      guard !kept.isEmpty else { continue }
      shown.append(Piece(text: String(kept.reversed()), role: last.role))
      break
    }
    return shown.map(style).joined()
  }
}

// MARK: - Signs

extension DrawingSigns {
  /// A day without a capture.
  var nothing: String { self == .blocks ? "·" : "." }
  /// The strengths of days, from 1.
  var shades: [String] {
    self == .blocks ? ["░", "▒", "▓", "█"] : ["-", "+", "*", "#"]
  }
  /// The heights of sparklines; the first is nothing.
  var heights: [String] {
    self == .blocks
      ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [".", ":", "-", "=", "+", "*", "%", "#"]
  }
  /// What stands between two numbers of a range.
  var dash: String { self == .blocks ? "–" : "-" }

  /// A bar of so many eighths of a cell; a whole cell is drawn where there are no eighths.
  func bar(eighths: Int) -> String {
    let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    guard self == .blocks else { return String(repeating: "#", count: (eighths + 7) / 8) }
    return String(repeating: "█", count: eighths / 8) + ends[eighths % 8]
  }

  /// Text on one line, cut to a width.
  func cut(_ text: String, to width: Int) -> String {
    let line = TerminalText.line(text)
    let cut = TerminalText.truncated(line, to: width)
    return self == .ascii && cut != line ? cut.dropLast() + "~" : cut
  }
}
