import CairnText

/// A line of a text chart: pieces, each with a role.
public struct ChartLine: Hashable, Sendable {
  /// A part of a line: text with one role. The text is safe to print on a terminal.
  public struct Piece: Hashable, Sendable {
    /// The text of the piece.
    public let text: String
    /// The role of the text.
    public let role: Role
  }

  /// The role of a piece, which determines its color.
  public enum Role: Hashable, Sendable {
    /// A name or a number.
    case plain
    /// A heading.
    case title
    /// A label, or a character that represents the number 0.
    case label
    /// A part of the drawing, such as a bar.
    case mark
  }

  /// The pieces from left to right.
  public private(set) var pieces: [Piece] = []

  /// Creates an empty line.
  init() {}

  /// Creates a line of one piece.
  init(_ text: String, _ role: Role = .plain) { append(text, role) }

  /// Appends text to the line.
  mutating func append(_ text: String, _ role: Role = .plain) {
    guard !text.isEmpty else { return }
    if let last = pieces.last, last.role == role {
      pieces[pieces.count - 1] = Piece(text: last.text + text, role: role)
    } else {
      pieces.append(Piece(text: text, role: role))
    }
  }

  /// Appends spaces until the line is `column` cells wide.
  mutating func pad(to column: Int) {
    append(String(repeating: " ", count: max(0, column - width)))
  }

  /// The width of the line in cells.
  var width: Int { pieces.reduce(0) { $0 + TerminalText.width(of: $1.text) } }

  /// Returns the line as text, without trailing spaces. `style` renders each piece.
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
  /// The character for a day without a capture in the calendar.
  var nothing: String { self == .blocks ? "·" : "." }
  /// The characters for days with captures in the calendar, from shade 1 to shade 4.
  var shades: [String] {
    self == .blocks ? ["░", "▒", "▓", "█"] : ["-", "+", "*", "#"]
  }
  /// The characters for the heights in a sparkline, in ascending order of height. The first
  /// character is used only for 0.
  var heights: [String] {
    self == .blocks
      ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [".", ":", "-", "=", "+", "*", "%", "#"]
  }
  /// The dash between two numbers of a range.
  var dash: String { self == .blocks ? "–" : "-" }

  /// Returns a bar whose length is `eighths` eighths of a cell; in ASCII, rounded up to whole
  /// cells.
  func bar(eighths: Int) -> String {
    let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    guard self == .blocks else { return String(repeating: "#", count: (eighths + 7) / 8) }
    return String(repeating: "█", count: eighths / 8) + ends[eighths % 8]
  }

  /// Returns `text` on a single line, cut to `width` cells. Text that was cut ends with `…` or, in
  /// ASCII, with `~`.
  func cut(_ text: String, to width: Int) -> String {
    let line = TerminalText.line(text)
    let cut = TerminalText.truncated(line, to: width)
    return self == .ascii && cut != line ? cut.dropLast() + "~" : cut
  }
}
