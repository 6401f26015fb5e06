import CairnDigest
import CairnJSON
import CairnText

/// A stream of texts, each in a JSON object of a line.
enum JSONLines {
  /// Answers each line of standard input that is an object with a `text` by a line of output. A line
  /// that is no such object gets a line with the error, so that the lines of input and output stay
  /// together; one of blanks gets none.
  ///
  /// Throws the exit code of a failure at the end, where there was such a line.
  ///
  /// - Parameter command: Whose codes the errors have.
  static func answer(
    _ console: Console, to command: String, _ document: (String) async throws -> JSONValue
  ) async throws {
    var number = 0
    var hasFailed = false
    while let line = readLine() {
      number += 1
      if line.allSatisfy(\.isWhitespace) { continue }
      // A byte order mark is no part of the first line.
      let isMarked = number == 1 && line.unicodeScalars.first == "\u{FEFF}"
      let object = isMarked ? line.unicodeScalars.dropFirst() : line.unicodeScalars[...]
      let text = JSONValue(reading: Array(String(object).utf8))?["text"]?.text
      if let text, text.contains(where: { !$0.isWhitespace }) {
        console.line(try await document(text).description)
      } else {
        let problem = Diagnostic(
          .error, "\(command)-line",
          "line \(number) of standard input is no JSON object with a text in `text`",
          line: number)
        console.line(JSONDocument.error(problem).description)
        console.say("cairn: error: \(problem.message)")
        hasFailed = true
      }
      console.flush()
    }
    if hasFailed { throw ExitStatus.failure.code }
  }
}
