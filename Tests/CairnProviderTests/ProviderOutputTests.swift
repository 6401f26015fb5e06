import CairnInsight
import CairnText
import Testing

@testable import CairnProvider

/// What is found in the output of a program that a model speaks through.
@Suite struct ProviderOutputTests {
  /// The answer to a question in an output; nil if there is none.
  private static func read<Answer>(_ output: String, _ question: ProviderQuestion<Answer>)
    -> Answer?
  {
    try? ProviderOutput.last(in: Array(output.utf8), question.read)
  }

  /// An output without an answer to `classify`, `split` and `ask`, and why it is none.
  @Test(
    arguments: [
      (
        "classify", #"{"type": "errand", "confidence": 1}"#,
        "field `type` is `errand`, expected action, idea, fact or person"
      ),
      (
        "classify", #"{"confidence": 1}"#,
        "field `type` is missing, expected action, idea, fact or person"
      ),
      (
        "classify", #"Sure: {"type": "idea", "confidence": "high"} Bye {"a": {"type": 3}}"#,
        "field `type` is missing, expected action, idea, fact or person"
      ),
      (
        "classify", #"{"type": "idea", "confidence": 3}"#,
        "field `confidence` is `3`, expected a number from 0 to 1"
      ),
      (
        "classify", #"{"type": "idea", "confidence": "0.9"}"#,
        #"field `confidence` is `"0.9"`, expected a number from 0 to 1"#
      ),
      (
        "classify", #"{"type": "idea", "confidence": 1, "person": 5}"#,
        "field `person` is `5`, expected a string or null"
      ),
      (
        "classify", #"{"type": "idea", "confidence": 1, "due": {}}"#,
        "field `due` is an object, expected a string or null"
      ),
      (
        "classify", #"{"type": "idea", "confidence": 1, "meaning": []}"#,
        "field `meaning` is an empty list, expected a string or null"
      ),
      ("split", #"{"pieces": {}}"#, "field `pieces` is an object, expected a list"),
      (
        "split", #"{"pieces": ["Buy milk", "Sing"]}"#,
        "field `pieces[1]` is `Sing`, expected the next words of the text, unchanged"
      ),
      ("ask", #"{"answer": null}"#, "field `answer` is `null`, expected a list"),
      (
        "ask", #"{"answer": [{"text": "Yes.", "sources": [4]}]}"#,
        "field `answer` has no sentence with a `text` and with numbers from 1 to 1 in `sources`"
      ),
      ("ask", "{\"answer\": [", "the answer contains no complete JSON object"),
      ("ask", " \n", "the answer is empty"),
    ])
  func reasons(_ task: String, _ output: String, _ reason: String) {
    let found = #expect(throws: WrongShape.self) {
      let bytes = Array(output.utf8)
      switch task {
      case "classify":
        _ = try ProviderOutput.last(in: bytes, ProviderQuestion.classify("Buy milk").read)
      case "split":
        _ = try ProviderOutput.last(in: bytes, ProviderQuestion.split("Buy milk. Run.").read)
      default:
        _ = try ProviderOutput.last(
          in: bytes, ProviderQuestion.ask("Who?", passages: [("A", "a")]).read)
      }
    }
    #expect(found?.reason == reason)
  }

  /// An output, and the meaning in it; `-` for null.
  @Test(
    arguments: [
      (#"{"meaning": "Pay."}"#, "Pay."),
      (#"{"meaning": null}"#, "-"),
      ("```json\n{\"meaning\": \"Pay.\"}\n```\n", "Pay."),
      ("Sure! Here it is:\n\n{\"meaning\": \"Pay.\"}\n\nAnything else?", "Pay."),
      ("<think>maybe {\"meaning\": \"No.\"}</think>\n{\"meaning\": \"Yes.\"}", "Yes."),
      ("{a {b {\"meaning\": \"Pay.\"}", "Pay."),
      (#"{"meaning": "a } b { c \" }"}"#, #"a } b { c " }"#),
      ("{\"meaning\": \" two\\n lines\\u001b[31m \"}", "two lines [31m"),
      (#"{"other": {"meaning": "inner"}}"#, "inner"),
      (#"{"meaning": "cut o"#, nil), (#"{"meaning": 3}"#, nil), (#"{"meaning": " "}"#, nil),
      (#"{"Meaning": "x"}"#, nil), ("", nil), ("no", nil), ("{", nil), ("}{", nil),
      (String(repeating: "{", count: 1 << 15), nil),
      (String(repeating: #"{"a":"#, count: 1 << 12), nil),
      (String(repeating: "{ ", count: 10_000) + #"{"meaning": "Pay."}"#, "Pay."),
      (String(repeating: #"{"meaning": "No."} "#, count: 300) + #"{"meaning": "Yes."}"#, "Yes."),
    ] as [(String, String?)])
  func meaning(_ output: String, _ meaning: String?) {
    let found = Self.read(output, .meaning(title: "", body: "x"))
    #expect(found.map { $0.text ?? "-" } == meaning)
  }

  /// What a provider makes of `1. Ring Ann, by Friday. 2. and the wifi password is lichen44; buy milk`, with
  /// `|` between the pieces.
  @Test(
    arguments: [
      (
        #"["Ring Ann, by Friday.", "the wifi password is lichen44", "buy milk"]"#,
        "Ring Ann, by Friday.|the wifi password is lichen44|buy milk"
      ),
      // What is left out is a piece of its own; signs and capital letters make no difference.
      (
        #"["ring ann by friday"]"#,
        "Ring Ann, by Friday.|and the wifi password is lichen44; buy milk"
      ),
      (
        #"["the wifi", "password is lichen44"]"#,
        "Ring Ann, by Friday. 2. and|the wifi|password is lichen44|buy milk"
      ),
      (#"["buy milk", "Ring Ann"]"#, nil), (#"["buy bread"]"#, nil), (#"["Ring Ann", 3]"#, nil),
      ("[]", nil), (#"["", "–"]"#, nil), ("3", nil),
    ] as [(String, String?)])
  func pieces(_ list: String, _ expected: String?) {
    let text = "1. Ring Ann, by Friday. 2. and the wifi password is lichen44; buy milk"
    let found = Self.read(#"{"pieces": \#(list)}"#, .split(text))
    #expect(found?.ranges.map { String(text[$0]) }.joined(separator: "|") == expected)
  }

  /// A text that no sentence is as long as is no meaning.
  @Test func tooLong() {
    let output = #"{"meaning": "\#(String(repeating: "a", count: 501))"}"#
    #expect(Self.read(output, .meaning(title: "", body: "x")) == nil)
  }

  /// An answer about `Call Sarah by Friday`, and what is taken of it: type, person, time, meaning.
  @Test(
    arguments: [
      (#"{"type": "action", "confidence": 0.9}"#, "action 0.90 Sarah by Friday -"),
      (
        #"{"type": "Action", "confidence": 1, "person": "sarah", "due": "by Friday", "meaning": "x"}"#,
        "action 0.99 sarah by Friday x"
      ),
      // What the text does not say is not taken; what is left open is read in it.
      (
        #"{"type": "person", "confidence": 0.5, "person": "Priya", "due": "Monday"}"#,
        "person 0.50 Sarah by Friday -"
      ),
      (#"{"type": "chore", "confidence": 0.9}"#, nil), (#"{"type": "idea"}"#, nil),
      (#"{"type": "idea", "confidence": 1.5}"#, nil), (#"{"type": null, "confidence": 1}"#, nil),
      (#"[{"type": "idea", "confidence": "high"}]"#, nil),
    ] as [(String, String?)])
  func classification(_ output: String, _ expected: String?) {
    let text = "Call Sarah by Friday"
    let found = Self.read(output, .classify(text))
    let shown = found.map { found in
      let said = found.classification
      return [
        said.kind?.rawValue ?? "-", said.shownConfidence, said.person ?? "-", said.due ?? "-",
        found.meaning ?? "-",
      ].joined(separator: " ")
    }
    #expect(shown == expected)
    let shares = found?.classification.candidates.reduce(0) { $0 + $1.share }
    #expect(shares.map { abs($0 - 1) < 1e-9 } != false)
  }

  /// An answer from three passages: its sentences with their sources, and how many were left out.
  @Test(
    arguments: [
      (#"{"answer": [{"text": "A.", "sources": [1, 3, 1]}]}"#, "A. 0,2 / 0"),
      (
        #"{"answer": [{"text": "A.", "sources": [2]}, {"text": "B.", "sources": []}, {"text": "C."}]}"#,
        "A. 1 / 2"
      ),
      (#"{"answer": [{"text": "A.", "sources": [4, 0, 2, -1]}]}"#, "A. 1 / 0"),
      (#"{"answer": []}"#, " / 0"),
      (#"{"answer": [{"text": "A.", "sources": [9]}]}"#, nil), (#"{"answer": "A."}"#, nil),
      (#"{"answer": [3]}"#, nil),
    ] as [(String, String?)])
  func answer(_ output: String, _ expected: String?) {
    let found = Self.read(
      output, .ask("Who?", passages: [("A", "a"), ("B", "b"), ("C", "c")]))
    let shown = found.map { found in
      found.sentences.map { "\($0.text) \($0.sources.map(String.init).joined(separator: ","))" }
        .joined(separator: "|") + " / \(found.unsourced)"
    }
    #expect(shown == expected)
  }

  /// How a program ended, and of which kind that is.
  @Test(arguments: [
    (68, "", ProviderFailure.Kind.network), (69, "401", .server), (75, "", .server),
    (77, "", .authorization), (76, "", .output), (1, "", .processing),
    (1, "Error: No key found - set one", .authorization),
    (1, "HTTP 401 Unauthorized", .authorization), (1, "Error: connection refused", .network),
    (6, "curl: (6) Could not resolve host: x", .network), (22, "error: 503", .server),
    (1, "Rate limit reached", .server), (127, "sh: nothing: not found", .processing),
    (1, "division by zero", .processing),
  ])
  func kinds(_ code: Int, _ words: String, _ kind: ProviderFailure.Kind) {
    #expect(ProviderFailure(code: code, words: words).kind == kind)
  }

  /// Nothing in a text ends it: the lines around it are longer than any like them in it.
  @Test func fences() {
    let request = ProviderRequest.classify("a\n===\nb ===== c")
    let lines = request.text.split(separator: "\n").filter { $0.allSatisfy { $0 == "=" } }
    #expect(lines.map(\.count) == [6, 3, 6])
    let long = ProviderRequest.meaning(title: "t", body: String(repeating: "x", count: 1 << 20))
    #expect(long.text.count < ProviderRequest.mostCharacters + 2000)
  }
}
