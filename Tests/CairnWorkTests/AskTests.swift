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

    init(_ question: String, _ capture: String, _ words: String) {
      (self.question, self.capture, self.words) = (question, capture, words)
    }
  }

  static let rows: [Row] = [
    Row("how much starch goes into the paste", "r26a", "50 g"),
    Row("when do I feed the sourdough", "Sourdough", "Mondays and Thursdays"),
    Row("what is the sourdough jar called", "Sourdough", "called"),
    Row("how long does the bread bake", "Sourdough", "45 min"),
    Row("how heavy was the biggest pumpkin", "etxp", "11.8 kg"),
    Row("where are the garlic cloves", "my8r", "brown bag"),
    Row("how far apart do I plant garlic", "my8r", "15 cm"),
    Row("when should I prune the vine", "yge1", "February"),
    Row("how many slugs got past the copper tape", "p7gp", "copper tape"),
    Row("what did I offer for the ducks", "gbhd", "jar of honey"),
    Row("until when do the broad beans need the net", "f27w", "hand high"),
    Row("how deep do I sow parsnips", "qynk", "1.5 cm"),
    Row("how many kilos does the level weigh", "wbfj", "1.9 kg"),
    Row("what breaks when a box is dropped", "wbfj", "corner"),
    Row("which paste is right for the dyed cloth", "wbfj", "starch paste"),
    Row("how wide is the cloth turned in", "mdwe", "15 mm"),
    Row("how many long walls do I have to cut", "mdwe", "80"),
    Row("what is the number of the red cloth's colour", "hmgj", "4412"),
    Row("how much do I owe the board supplier", "yakj", "1,184.20"),
    Row("what goes into the October report", "ae97", "six photographs"),
    Row("why is the sewing late", "ae97", "three days"),
    Row("how many leaves does the logbook have", "zsj3", "188"),
    Row("what is pressed in the logbook", "zsj3", "forget-me-not"),
    Row("at which sections is the sewing broken", "zsj3", "3, 9 and 14"),
    Row("how many words for fog does the captain have", "p4wd", "eleven words"),
    Row("how many folds did I guard", "fenk", "Forty-one"),
    Row("what colour are the endbands", "Endbands", "red and white"),
    Row("how often are the endbands tied down", "Endbands", "every fourth"),
    Row("which extension does Sarah have", "sarah.md", "114"),
    Row("what does Sarah collect", "sarah.md", "stamps"),
    Row("when can I reach Sarah", "sarah.md", "before ten"),
    Row("who teaches in the pump house", "amina", "Tuesdays"),
    Row("who cuts her own pens", "amina", "reed pens"),
    Row("where did I meet Eleni", "eleni", "harbour"),
    Row("who has my copy of The Leopard", "jonas.md", "copy"),
    Row("what is Jonas's trade", "jonas.md", "Carpenter"),
    Row("where did Yuki study", "yuki.md", "Lyon"),
    Row("when does Yuki ship paper", "yuki.md", "first of the month"),
    Row("what does Priya do for work", "priya.md", "engineer"),
    Row("who waters the seedlings", "priya.md", "waters"),
    Row("who chooses the films", "minjun", "Chooses"),
    Row("what is my blood group", "wfgq", "0"),
    Row("where is my blood group card", "wfgq", "passport"),
    Row("where did I leave the scarf", "ex8z", "112"),
    Row("when does the lost property office open", "ex8z", "Tuesday"),
    Row("what is wrong with the workshop stove", "x10e", "flap"),
    Row("how often should I change the blade", "qby2", "hundred"),
    Row("how long is the audio of Moby-Dick", "ts1f", "Twenty-four hours"),
    Row("on which page did I abandon How to Be Idle", "mfe0", "60"),
    Row("what had I forgotten about The Leopard", "sdwm", "funny"),
    Row("how long is the ball in Il gattopardo", "psva", "forty-five minutes"),
    Row("how much did we see of The Third Man", "cxdc", "eleven minutes"),
    Row("what should the marking gauge be made of", "qma8", "Brass"),
    Row("what wood is the pen rest made from", "m7wy", "pear wood"),
    Row("what does everybody pay for the projector lamp", "smpz", "eight euros"),
    Row("which cloth do I bind Priya's book in", "dhm6", "sea-green"),
    Row("what point size do the spine labels have", "gwv6", "14 point"),
    Row("what did the readers wear in my dream", "dxwz", "coats"),
    Row("what does the sewing machine in Leipzig do", "vzvw", "in a minute"),
    Row("why was the quote for more boxes cancelled", "rmv7", "January"),
  ]

  /// Questions that no capture of the notebook answers.
  static let unanswered = [
    "what is the password of the router", "when is the dentist appointment",
    "how tall is the church tower", "which bus goes to the airport",
    "who repaired the washing machine", "where are the winter tyres",
    "what did the plumber charge", "when does my passport expire",
  ]

  private static func notebook() throws -> Desk {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../examples/notebook").standardizedFileURL
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
      for row in Self.rows {
        let found = try await work.ask(AskRequest(row.question, limit: 1)).found.found.first
        let path = found?.capture.path.description ?? "nothing"
        let text = found?.answer.passage.text ?? ""
        if !path.contains(row.capture) || !text.contains(row.words) {
          wrong.append("\(row.question)\n    \(path): \(text)")
        }
      }
      let share = Double(Self.rows.count - wrong.count) / Double(Self.rows.count)
      print("right passage first: \(share) of \(Self.rows.count)\n\(wrong.joined(separator: "\n"))")
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
