/// The signs that charts, tables and lists in text are drawn with. What captures say is shown in the
/// characters that it has.
public enum DrawingSigns: Sendable {
  /// Blocks, lines and boxes of Unicode.
  case blocks
  /// ASCII alone, for terminals that have no others.
  case ascii

  /// Before an item of a list.
  package var bullet: String { self == .blocks ? "•" : "*" }
  /// Before the lines of a quote, and between the cells of a table.
  package var bar: String { self == .blocks ? "│" : "|" }
  /// What rules are made of.
  package var line: String { self == .blocks ? "─" : "-" }
  /// The ends and crossings of a table's rules: above it, in it, below it.
  package var top: (String, String, String) { self == .blocks ? ("┌", "┬", "┐") : ("+", "+", "+") }
  package var middle: (String, String, String) {
    self == .blocks ? ("├", "┼", "┤") : ("+", "+", "+")
  }
  package var bottom: (String, String, String) {
    self == .blocks ? ("└", "┴", "┘") : ("+", "+", "+")
  }

  /// Between what an image shows and its name.
  package var longDash: String { self == .blocks ? "—" : "-" }

  /// A box that is ticked, or not.
  package func box(isDone: Bool) -> String {
    if self == .blocks { return isDone ? "☑" : "☐" }
    return isDone ? "[x]" : "[ ]"
  }
}
