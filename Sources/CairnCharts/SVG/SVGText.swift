import CairnText

/// A writer of SVG markup with colors that the enclosing page can set.
///
/// Colors are `currentColor` and the custom properties `--accent` and `--accent-1` … `--accent-6`.
/// The fallback colors each have a contrast of at least 3 : 1 on both white and near-black (WCAG
/// 2.2 §1.4.11). Colors are attributes, so they work under a Content-Security-Policy that forbids
/// style sheets. Lengths have at most one decimal place, and are written in the same way on every
/// system.
struct SVGText {
  /// The color of a shape or of text.
  enum Paint: Hashable {
    /// The page's accent color with this opacity, 0 … 1.
    case accent(Double)
    /// The color of the data series at this index.
    case series(Int)
    /// The color shared by all data without a color of their own.
    case others
    /// The page's text color with this opacity, 0 … 1.
    case ink(Double)
  }

  /// The alignment of text relative to its position.
  enum Anchor: String {
    case start, middle, end
  }

  private(set) var markup = ""

  /// The font size of labels on axes and keys.
  static let small = 10.5
  /// The approximate width of a character at the size ``small``.
  static let cell = 6.0
  /// The color of labels, with a contrast of at least 4.5 : 1 on white (WCAG 2.2 §1.4.3).
  static let label = Paint.ink(0.72)

  /// The number of series that have their own color.
  static let seriesCount = 6
  private static let others = "808590"
  private static let series = ["3f7fd0", "c07a12", "20909c", "b9539a", "7d68d6", "c9544d"]
}

// MARK: - Shapes

extension SVGText {
  /// Adds a rectangle; `title` is its tooltip.
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

  /// Adds a horizontal line from `x` to `end` in the text color. `strength` is its opacity, 0 … 1.
  mutating func rule(from x: Double, to end: Double, y: Double, strength: Double) {
    markup += "<path d=\"M\(Self.number(x)) \(Self.number(y))H\(Self.number(end))\""
    markup += " stroke=\"currentColor\" stroke-opacity=\"\(Self.number(strength, places: 2))\"/>\n"
  }

  /// Adds a filled polygon whose corners are `points`.
  mutating func area(_ points: [(x: Double, y: Double)], _ paint: Paint) {
    let path = points.enumerated().map { index, point in
      (index == 0 ? "M" : "L") + Self.number(point.x) + " " + Self.number(point.y)
    }
    markup += "<path d=\"\(path.joined())Z\"\(Self.fill(paint))/>\n"
  }

  /// Adds a line of text on the baseline `y`. The `anchor` says which point of the line is at `x`.
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
  /// Returns a number rounded to `places` (1 or 2) decimal places, without trailing zeros.
  static func number(_ value: Double, places: Int = 1) -> String {
    let scale = places == 1 ? 10 : 100
    let scaled = Int((value * Double(scale)).rounded())
    let whole = abs(scaled) / scale
    var fraction = (abs(scaled) % scale).padded(places)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (scaled < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// Returns `text` on one line, escaped for both XML and HTML. Characters that XML does not allow
  /// (XML 1.0 §2.2) or that would reorder the surrounding text are replaced with visible
  /// characters, as in ``TerminalText``.
  static func escaped(_ text: String) -> String {
    let line = TerminalText.line(text).unicodeScalars.map { scalar in
      scalar.value & 0xFFFE == 0xFFFE && scalar.value < 0x10000 ? "\u{FFFD}" : scalar
    }
    return HTMLEscaping.escaped(String(String.UnicodeScalarView(line)))
  }
}
