import CairnNotebook
import CairnText

/// Shows long output a screen at a time.
enum Pager {
  /// Hands on what was written: to the user's pager where standard output is a terminal and the
  /// text does not fit it, else as it is.
  static func show(
    _ console: Console, _ options: CommonOptions, _ surroundings: Surroundings,
    _ settings: Settings? = nil
  ) async throws {
    let output = console.takeBuffer()
    defer { console.flush() }
    let command = settings?["pager"]?.text ?? ""
    let isLong = output.count { $0 == UInt8(ascii: "\n") } >= surroundings.rows
    guard surroundings.outputIsTerminal, surroundings.inputIsTerminal, isLong, !options.noPager,
      !options.json, !command.isEmpty
    else { return console.write(output) }
    do {
      try await Programs.page(command, output, in: surroundings.temporaryFolder)
    } catch {
      console.write(output)
    }
  }
}
