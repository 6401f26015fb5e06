package import CairnConsole
package import CairnNotebook
package import CairnText
package import CairnWork

/// The output of a command for a person: results as text, or as JSON if the person asked for it.
open class Screen {
  /// The properties of the terminal, or of the file that receives the output.
  package struct Display {
    /// Whether the output goes to a terminal.
    package let isTerminal: Bool
    /// The width of the terminal in columns.
    package let columns: Int
    /// The characters for drawing charts and lines.
    package let signs: DrawingSigns
    /// Whether the terminal supports links (OSC 8).
    package let showsLinks: Bool

    package init(isTerminal: Bool, columns: Int, signs: DrawingSigns, showsLinks: Bool) {
      (self.isTerminal, self.columns) = (isTerminal, columns)
      (self.signs, self.showsLinks) = (signs, showsLinks)
    }
  }

  /// The output and the messages of the command.
  package let console: Console
  /// The notebook and its use cases.
  package let work: Workspace
  /// The terminal or file that receives the output.
  package let display: Display
  /// Whether to write JSON documents instead of text.
  package let isJSON: Bool
  /// Whether to write fewer messages.
  package let isQuiet: Bool
  /// The rows of the last list that was shown on a terminal, in order.
  package var shownRows: [ShownRow] = []

  package init(
    _ console: Console, _ work: Workspace, _ display: Display, isJSON: Bool, isQuiet: Bool
  ) {
    (self.console, self.work, self.display) = (console, work, display)
    (self.isJSON, self.isQuiet) = (isJSON, isQuiet)
  }

  /// The notebook.
  package var notebook: Notebook { work.notebook }

  /// The user's clock.
  package var clock: LocalClock { work.context.clock }

  /// Writes a human-readable message, except with `--quiet`. Breaks a message of one line between
  /// words if it is too long for the terminal.
  package func say(_ text: String) {
    if !isQuiet { console.say(text.contains("\n") ? text : console.wrapped(text)) }
  }

  /// Shows a warning on one line.
  package func warn(_ diagnostic: Diagnostic) { console.say(diagnostic, isShort: true) }
}

extension String {
  /// Returns the text with blanks at its end, so that it has at least `width` characters.
  package func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
