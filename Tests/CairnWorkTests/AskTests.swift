import CairnCapture
import CairnDesk
import CairnQuery
import CairnText
import CairnWork
import Foundation
import Testing

/// Questions to the example notebook, with the answers that a person marked.
@Suite struct AskTests {
  /// The passage that answers a question: a part of the path of its capture, and words of the
  /// passage.
  struct Row {
    let question: String
    let capture: String
    let words: String

    /// Reads the three tab-separated values of a line.
    init?(_ line: Substring) {
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 3 else { return nil }
      (question, capture, words) = (cells[0], cells[1], cells[2])
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The rows of `Training/eval/questions.tsv`, which `scripts/questions` measures too.
  static func rows() throws -> [Row] {
    let file = root.appending(path: "Training/eval/questions.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      try #require(Row(line))
    }
  }

  /// Questions that no capture of the notebook answers.
  static let unanswered = [
    "what is the password of the router", "when is the dentist appointment",
    "how tall is the church tower", "which bus goes to the airport",
    "who repaired the washing machine", "where are the winter tyres",
    "what did the plumber charge", "when does my passport expire",
  ]

  private static func notebook() throws -> Desk {
    let root = Self.root.appending(path: "examples/notebook")
    let desk = try Desk()
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".md") {
      let bytes = try Data(contentsOf: root.appending(path: path))
      try desk.write(Array(bytes), to: path)
    }
    return desk
  }

  @Test("The right passage comes first for four of five questions")
  func rightPassageFirst() async throws {
    try await Self.notebook().work { work in
      var wrong: [String] = []
      let rows = try Self.rows()
      #expect(rows.count == 60)
      for row in rows {
        let found = try await work.ask(AskRequest(row.question, limit: 1)).found.found.first
        let path = found?.capture.path.description ?? "nothing"
        let text = found?.answer.passage.text ?? ""
        if !path.contains(row.capture) || !text.contains(row.words) {
          wrong.append("\(row.question)\n    \(path): \(text)")
        }
      }
      let share = Double(rows.count - wrong.count) / Double(rows.count)
      print("right passage first: \(share) of \(rows.count)\n\(wrong.joined(separator: "\n"))")
      #expect(share >= 0.8)
    }
  }

  @Test("A question without an answer gets few passages")
  func noFillers() async throws {
    try await Self.notebook().work { work in
      var answered: [String] = []
      for question in Self.unanswered {
        let found = try await work.ask(AskRequest(question)).found.found
        for (capture, answer) in found {
          answered.append("\(question)\n    \(capture.path): \(answer.passage.text)")
        }
      }
      print("passages without an answer: \(answered.count)\n\(answered.joined(separator: "\n"))")
      #expect(answered.count <= Self.unanswered.count / 2)
    }
  }

  @Test("A question of stop words says so")
  func stopWords() async throws {
    try await Desk([("a.md", "The Who")]).work { work in
      let error = await #expect(throws: Refusal.self) {
        _ = try await work.ask(AskRequest("who are you"))
      }
      #expect(error?.code == "question-common")
    }
  }
}
