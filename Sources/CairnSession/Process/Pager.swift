package import CairnConsole
package import CairnNotebook
import CairnWork

/// The user's pager, for output longer than the terminal.
package enum Pager {
  /// Returns whether a command sends output that is longer than the terminal to the pager.
  static func isWanted(
    _ options: some SessionOptions, _ surroundings: Surroundings, _ settings: Settings
  ) -> Bool {
    surroundings.outputIsTerminal && surroundings.inputIsTerminal && !options.noPager
      && !options.json && command(settings) != nil
  }

  /// Returns the command line of the pager; nil if the user wants no pager.
  private static func command(_ settings: Settings) -> String? {
    settings["pager"].flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// Writes a help page. Uses the user's pager if `mayPage` is true and the page is longer than the
  /// terminal.
  package static func show(
    _ text: String, _ console: Console, _ surroundings: Surroundings, mayPage: Bool
  ) async {
    console.isHeld = mayPage && surroundings.outputIsTerminal && surroundings.inputIsTerminal
    console.write(text.utf8)
    try? await show(console, surroundings, SettingsFiles(surroundings).settings(of: nil))
  }

  /// Writes the output that the console has held back. Uses the pager if the output is longer than
  /// the terminal.
  package static func show(
    _ console: Console, _ surroundings: Surroundings, _ settings: Settings
  ) async throws {
    defer { console.flush() }
    guard console.isHeld, let command = command(settings) else { return }
    let output = console.takeBuffer()
    guard output.count(where: { $0 == UInt8(ascii: "\n") }) >= surroundings.rows else {
      return console.write(output)
    }
    if let transcript = surroundings.transcript { return transcript.decline() }
    do {
      if try await !Programs.page(command, output, in: surroundings.temporaryFolder) {
        console.write(output)
      }
    } catch {
      console.write(output)
    }
  }
}
