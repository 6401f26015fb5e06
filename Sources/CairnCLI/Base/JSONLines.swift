import CairnText
import CairnWire

/// A stream of texts on standard input, each in a JSON object of a line.
enum JSONLines {
  /// Answers each line by a line of output. A line that cannot be read is answered by its error, and a
  /// blank one is not answered.
  ///
  /// Throws the exit code of a failure at the end, if a line could not be read.
  ///
  /// - Parameter command: Whose codes the errors have.
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
        console.say("cairn: error: \(error.message)")
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
