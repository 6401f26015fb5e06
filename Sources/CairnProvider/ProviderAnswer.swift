public import CairnInsight
import CairnJSON
import CairnText

/// Finds the answer in what a provider's program printed.
enum ProviderOutput {
  /// The last JSON object in the text that `read` makes something of: a model may think aloud before
  /// it, and put a fence around it.
  ///
  /// Each byte is read as often as objects can nest, and no more.
  static func last<Answer>(in bytes: [UInt8], _ read: (JSONValue) -> Answer?) -> Answer? {
    var found: Answer?
    var start = bytes.startIndex
    while let brace = bytes[start...].firstIndex(of: UInt8(ascii: "{")) {
      start = brace + 1
      guard let (value, end) = JSONValue.leading(in: bytes, from: brace), let answer = read(value)
      else { continue }
      found = answer
      start = end
    }
    return found
  }
}

/// What a provider says a text is.
public struct ProvidedClassification: Sendable {
  /// The type, the person and the time, as the built-in classifier says them.
  public let classification: Classification
  /// What it means, in one sentence; nil where the text says that itself.
  public let meaning: String?

  /// The answer about `text`; nil where it is none. A person or a time that the text does not name is
  /// left out; what is left open is read as of any text of the type.
  init?(_ value: JSONValue, about text: String) {
    guard let kind = value["type"]?.text.flatMap({ CaptureKind(rawValue: $0.lowercased()) }),
      let confidence = value["confidence"]?.share
    else { return nil }
    let lower = text.lowercased()
    let named = { (key: String) in
      value[key]?.text.flatMap { $0.isEmpty || !lower.contains($0.lowercased()) ? nil : $0 }
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
      person: hasPerson ? named("person") ?? read.person : nil,
      due: kind == .idea ? nil : named("due") ?? read.due)
    meaning = value["meaning"]?.text.flatMap(ProvidedMeaning.line)
  }
}

/// What a provider says a capture means.
public struct ProvidedMeaning: Sendable {
  /// The sentence; nil where the capture says nothing.
  public let text: String?

  /// A longer text is no sentence, in characters.
  private static let longest = 500

  init?(_ value: JSONValue) {
    switch value["meaning"] {
    case .null?: text = nil
    case .string(let written)?:
      guard let line = Self.line(written) else { return nil }
      text = line
    default: return nil
    }
  }

  /// A sentence on one line without what steers a terminal; nil where it is empty or too long.
  static func line(_ text: String) -> String? {
    let line = String(
      text.map { $0.unicodeScalars.contains(where: TerminalText.steers) ? " " : $0 }
    )
    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty || line.count > longest ? nil : line
  }
}

/// What a provider answers to a question.
public struct ProvidedAnswer: Sendable {
  /// A sentence with the passages that say so, by their places from 0, each once.
  public struct Sentence: Hashable, Sendable {
    /// The sentence, on one line.
    public let text: String
    /// The passages.
    public let sources: [Int]
  }

  /// The sentences that name a passage each; none where the passages do not answer the question.
  public let sentences: [Sentence]
  /// How many sentences were left out because they name no passage that there is.
  public let unsourced: Int

  /// The answer from so many passages; nil where it is none, or no sentence of it can be believed.
  init?(_ value: JSONValue, passages: Int) {
    guard let elements = value["answer"]?.elements else { return nil }
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
    if sentences.isEmpty, unsourced > 0 { return nil }
  }
}

extension JSONValue {
  /// A number from 0 to 1.
  fileprivate var share: Double? {
    switch self {
    case .integer(let number) where (0...1).contains(number): Double(number)
    case .number(let number) where (0...1).contains(number): number
    default: nil
    }
  }
}
