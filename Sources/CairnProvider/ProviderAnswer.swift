public import CairnInsight
import CairnJSON
import CairnText

/// Functions that find the answer in a provider's output.
enum ProviderOutput {
  /// Passes the JSON objects in the output to `read`, and returns the result for the last object
  /// that `read` accepts. A model may print its reasoning before the object, and a code fence
  /// around it.
  ///
  /// Throws the reason why the last object was not accepted, or why the output contains no object.
  /// Reads each byte of the output at most once per nesting level that the JSON parser allows.
  static func last<Answer>(
    in bytes: [UInt8], _ read: (JSONValue) throws(WrongShape) -> Answer
  ) throws(WrongShape) -> Answer {
    var found: Answer?
    var reason = WrongShape(
      bytes.allSatisfy { $0 <= 0x20 }
        ? "the answer is empty" : "the answer contains no complete JSON object")
    var start = bytes.startIndex
    // The end of the last object that was not accepted. The reasons for refusing objects inside it
    // are ignored.
    var end = start
    while let brace = bytes[start...].firstIndex(of: UInt8(ascii: "{")) {
      start = brace + 1
      guard let value = JSONValue.leading(in: bytes, from: brace) else { continue }
      do throws(WrongShape) {
        found = try read(value.value)
        start = value.end
      } catch {
        if brace >= end { (reason, end) = (error, value.end) }
      }
    }
    guard let found else { throw reason }
    return found
  }
}

/// A provider's classification of a capture's text.
public struct ProvidedClassification: Sendable {
  /// The type, person and time, in the form that the built-in classifier returns.
  public let classification: Classification
  /// The meaning in one sentence; nil if the answer contains no valid sentence. A provider may
  /// leave out the meaning, for example because the text is itself one short sentence.
  public let meaning: String?

  /// Creates the classification of `text`; throws if `value` is not a valid answer. If the answer
  /// names no person, or a person whose name does not occur in the text, uses the person that
  /// `Classifier` detects. The same applies to the time. Only actions and persons get a person, and
  /// ideas get no time.
  init(_ value: JSONValue, about text: String) throws(WrongShape) {
    guard let kind = value["type"]?.text.flatMap({ CaptureKind(rawValue: $0.lowercased()) }) else {
      throw WrongShape(
        field: "type", value["type"], expected: "action, idea, fact or person")
    }
    guard let confidence = value["confidence"]?.share else {
      throw WrongShape(
        field: "confidence", value["confidence"], expected: "a number from 0 to 1")
    }
    let lower = text.lowercased()
    let said = (person: try value.optionalString("person"), due: try value.optionalString("due"))
    let written = try value.optionalString("meaning")
    let named = { (words: String?) in
      words.flatMap { $0.isEmpty || !lower.contains($0.lowercased()) ? nil : $0 }
    }
    let read = Classifier().classify(text, as: kind)
    let hasPerson = [CaptureKind.action, .person].contains(kind)
    let others = CaptureKind.allCases.filter { $0 != kind }
    let rest = others.map {
      Classification.Candidate(kind: $0, share: (1 - confidence) / Double(others.count))
    }
    classification = Classification(
      candidates: [Classification.Candidate(kind: kind, share: confidence)] + rest,
      confidence: confidence,
      person: hasPerson ? named(said.person) ?? read.person : nil,
      due: kind == .idea ? nil : named(said.due) ?? read.due)
    meaning = written.flatMap(ProvidedMeaning.line)
  }
}

/// A provider's answer about the meaning of a capture.
public struct ProvidedMeaning: Sendable {
  /// The meaning in one sentence; nil if the capture has no meaning.
  public let text: String?

  /// The maximum number of characters of a sentence.
  private static let longest = 500

  init(_ value: JSONValue) throws(WrongShape) {
    switch value["meaning"] {
    case .null?: text = nil
    case .string(let written)?:
      guard let line = Self.line(written) else {
        throw WrongShape(
          field: "meaning", value["meaning"],
          expected: "a sentence of at most \(Self.longest) characters")
      }
      text = line
    default:
      throw WrongShape(field: "meaning", value["meaning"], expected: "a sentence or null")
    }
  }

  /// Returns `text` on one line and without control characters; nil if the line is empty or longer
  /// than 500 characters.
  static func line(_ text: String) -> String? {
    let line = String(
      text.map { $0.unicodeScalars.contains(where: TerminalText.steers) ? " " : $0 }
    )
    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty || line.count > longest ? nil : line
  }
}

/// A provider's summary of a briefing.
public struct ProvidedSummary: Sendable {
  /// The summary on one line; nil if the briefing contains nothing that matters.
  public let text: String?

  init(_ value: JSONValue) throws(WrongShape) {
    guard value["summary"] != nil, let written = try value.optionalString("summary") else {
      if value["summary"] == .null {
        text = nil
        return
      }
      throw WrongShape(field: "summary", nil, expected: "a string or null")
    }
    text = ProvidedMeaning.line(written)
    if text == nil {
      throw WrongShape(
        field: "summary", value["summary"], expected: "a text of at most 500 characters")
    }
  }
}

/// A provider's answer to a question.
public struct ProvidedAnswer: Sendable {
  /// A sentence and the passages that support it.
  public struct Sentence: Hashable, Sendable {
    /// The sentence, on one line.
    public let text: String
    /// The indices of the passages that support the sentence, from 0, without duplicates.
    public let sources: [Int]
  }

  /// The sentences with at least one source; empty if the passages do not answer the question.
  public let sentences: [Sentence]
  /// The number of sentences that were dropped because they are invalid, or because they do not
  /// refer to an existing passage.
  public let unsourced: Int

  /// Creates the answer from `value`. `passages` is the number of passages. Throws if `value` is
  /// not a valid answer, or if it contains sentences but none with a source.
  init(_ value: JSONValue, passages: Int) throws(WrongShape) {
    let elements = try value.list("answer")
    var sentences: [Sentence] = []
    for element in elements {
      guard let text = element["text"]?.text.flatMap(ProvidedMeaning.line) else { continue }
      var sources: [Int] = []
      for number in (element["sources"]?.elements ?? []).compactMap(\.number)
      where number >= 1 && number <= passages && !sources.contains(number - 1) {
        sources.append(number - 1)
      }
      if !sources.isEmpty { sentences.append(Sentence(text: text, sources: sources)) }
    }
    self.sentences = sentences
    unsourced = elements.count - sentences.count
    if sentences.isEmpty, unsourced > 0 {
      throw WrongShape(
        "field `answer` has no sentence with a `text` and with numbers from 1 to \(passages) in "
          + "`sources`")
    }
  }
}

extension JSONValue {
  /// The value as a number; nil if it is not a number from 0 to 1.
  fileprivate var share: Double? {
    switch self {
    case .integer(let number) where (0...1).contains(number): Double(number)
    case .number(let number) where (0...1).contains(number): number
    default: nil
    }
  }
}
