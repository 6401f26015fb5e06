import CairnConsole
import CairnScreens
import CairnText
import CairnWire

/// Functions that read JSON Lines from standard input. Each line is a JSON object with the member
/// `text`.
enum JSONLines {
  /// Calls `document` with the text on each line of input, and prints the result. Prints an error
  /// for each invalid line; its code begins with `command`. Skips blank lines. At the end, throws
  /// the exit code for failures if a line was invalid.
  static func answer(
    _ console: Console, to command: String, _ document: (String) async throws -> JSONDocument
  ) async throws {
    var number = 0
    var hasFailed = false
    while let line = readLine() {
      number += 1
      let text: String?
      do throws(Diagnostic) {
        text = try TextLine.text(of: line, number: number, for: command)
      } catch {
        console.line(.error(error))
        console.say(.error, error.message)
        console.flush()
        hasFailed = true
        continue
      }
      guard let text else { continue }
      console.line(try await document(text))
      console.flush()
    }
    if hasFailed { throw ExitStatus.failure.code }
  }
}
