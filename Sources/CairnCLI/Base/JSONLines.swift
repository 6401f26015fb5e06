import CairnConsole
import CairnText
import CairnWire

/// A stream of texts on standard input: one JSON object per line.
enum JSONLines {
  /// Prints a document for each line of input, or an error whose code names `command`. Skips blank
  /// lines. If any line was invalid, throws the exit code of a failure at the end.
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

extension Console {
  /// Writes a JSON document to standard output, on one line.
  func line(_ document: JSONDocument) { line(document.description) }
}
