import CairnNotebook

/// Shows long output a screen at a time.
enum Pager {
  /// Whether what a command writes goes to the user's pager where it does not fit the terminal.
  static func isWanted(
    _ options: CommonOptions, _ surroundings: Surroundings, _ settings: Settings
  ) -> Bool {
    surroundings.outputIsTerminal && surroundings.inputIsTerminal && !options.noPager
      && !options.json && command(settings) != nil
  }

  /// The command line of the user's pager.
  private static func command(_ settings: Settings) -> String? {
    settings["pager"].flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// Hands on what was written: to the user's pager where it was held for that and does not fit the
  /// terminal, else as it is.
  static func show(
    _ console: Console, _ surroundings: Surroundings, _ settings: Settings
  ) async throws {
    defer { console.flush() }
    guard console.isHeld, let command = command(settings) else { return }
    let output = console.takeBuffer()
    guard output.count(where: { $0 == UInt8(ascii: "\n") }) >= surroundings.rows else {
      return console.write(output)
    }
    do {
      try await Programs.page(command, output, in: surroundings.temporaryFolder)
    } catch {
      console.write(output)
    }
  }
}
