import CairnText

/// SVG while it is written: shapes with colours that the page around it may choose.
///
/// Colours are `currentColor` and the custom properties `--accent` and `--accent-1` … `--accent-6`;
/// where a page sets none, others of which each has a contrast of 3 : 1 both on white and on nearly
/// black (WCAG 2.2 §1.4.11). They stand in attributes: a style sheet that a Content-Security-Policy
/// forbids is not needed. Numbers are written with a tenth at most, the same everywhere.
struct SVGText {
  /// The colour of a shape.
  enum Paint: Hashable {
    /// The page's accent, as strong as this, 0 … 1.
    case accent(Double)
    /// The colour of one of several series, from 0.
    case series(Int)
    /// What is none of the series.
    case others
    /// The colour of text, as strong as this, 0 … 1.
    case ink(Double)
  }

  /// On which side of its place a text stands.
  enum Anchor: String {
    case start, middle, end
  }

  private(set) var markup = ""

  /// Small letters: labels of axes and keys.
  static let small = 10.5
  /// How wide a cell of such text is, about.
  static let cell = 6.0
  /// How strong the ink of labels is: 4.5 : 1 on white at least (WCAG 2.2 §1.4.3).
  static let label = Paint.ink(0.72)

  /// How many series have a colour of their own.
  static let seriesCount = 6
  private static let others = "808590"
  private static let series = ["3f7fd0", "c07a12", "20909c", "b9539a", "7d68d6", "c9544d"]
}

// MARK: - Shapes

extension SVGText {
  /// A rectangle; `title` is shown when something points at it.
  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double = 0, _ paint: Paint,
    title: String? = nil
  ) {
    markup += "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    markup += " width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
    if radius > 0 { markup += " rx=\"\(Self.number(radius))\"" }
    markup += Self.fill(paint)
    if let title {
      markup += "><title>\(Self.escaped(title))</title></rect>\n"
    } else {
      markup += "/>\n"
    }
  }

  /// A quiet line from left to right.
  mutating func rule(from x: Double, to end: Double, y: Double, strength: Double) {
    markup += "<path d=\"M\(Self.number(x)) \(Self.number(y))H\(Self.number(end))\""
    markup += " stroke=\"currentColor\" stroke-opacity=\"\(Self.number(strength, places: 2))\"/>\n"
  }

  /// A closed shape through points.
  mutating func area(_ points: [(x: Double, y: Double)], _ paint: Paint) {
    let path = points.enumerated().map { index, point in
      (index == 0 ? "M" : "L") + Self.number(point.x) + " " + Self.number(point.y)
    }
    markup += "<path d=\"\(path.joined())Z\"\(Self.fill(paint))/>\n"
  }

  /// A text on one line.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, size: Double = Self.small,
    weight: Int? = nil, _ paint: Paint = Self.label
  ) {
    markup += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    if anchor != .start { markup += " text-anchor=\"\(anchor.rawValue)\"" }
    markup += " font-size=\"\(Self.number(size))\""
    if let weight { markup += " font-weight=\"\(weight)\"" }
    markup += "\(Self.fill(paint))>\(Self.escaped(text))</text>\n"
  }

  private static func fill(_ paint: Paint) -> String {
    let (color, strength) =
      switch paint {
      case .accent(let strength): (accent(0), strength)
      case .series(let index): (accent(index % seriesCount), 1)
      case .others: ("#\(others)", 1)
      case .ink(let strength): ("currentColor", strength)
      }
    let opacity = strength < 1 ? " fill-opacity=\"\(number(strength, places: 2))\"" : ""
    return " fill=\"\(color)\"\(opacity)"
  }

  private static func accent(_ index: Int) -> String {
    index == 0
      ? "var(--accent-1,var(--accent,#\(series[0])))"
      : "var(--accent-\(index + 1),#\(series[index]))"
  }
}

// MARK: - Writing

extension SVGText {
  /// A number with so many decimal places at most, rounded, with a point.
  static func number(_ value: Double, places: Int = 1) -> String {
    let scale = places == 1 ? 10 : 100
    let scaled = Int((value * Double(scale)).rounded())
    let whole = abs(scaled) / scale
    var fraction = (abs(scaled) % scale).padded(places)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (scaled < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Text as XML and HTML both read it. What XML cannot hold (XML 1.0 §2.2), or what would reorder the
  /// text around it, becomes visible or a space, as on a terminal.
  static func escaped(_ text: String) -> String {
    let line = TerminalText.line(text).unicodeScalars.map { scalar in
      scalar.value & 0xFFFE == 0xFFFE && scalar.value < 0x10000 ? "\u{FFFD}" : scalar
    }
    return HTMLEscaping.escaped(String(String.UnicodeScalarView(line)))
  }
}
