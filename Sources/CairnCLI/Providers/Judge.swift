import CairnCapture
import CairnDigest
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

/// Says what texts are: a provider, or where there is none or it fails, the built-in classifier.
///
/// A provider that does not stop failing is asked no more.
struct Judge {
  let classifier: Classifier
  /// How sure it has to be to be believed.
  let threshold: Double
  /// Reads the times that are found.
  let reader: TimeReader
  /// Who is asked; nil for nobody.
  private(set) var provider: Provider?
  let providers: Providers
  private var patience = ProviderPatience()

  init(
    classifier: Classifier, threshold: Double, reader: TimeReader, provider: Provider?,
    providers: Providers
  ) {
    (self.classifier, self.threshold, self.reader) = (classifier, threshold, reader)
    (self.provider, self.providers) = (provider, providers)
  }

  /// What a text was found to be, and by whom.
  struct Judgement {
    let found: Classification
    /// The sentence that says it; nil where it is one sentence.
    let summary: String?
    /// The provider that was asked.
    let asked: AskedProvider?
  }

  /// What a text is. Where a provider fails, that is said.
  ///
  /// Throws the exit code of an interruption.
  mutating func judge(_ text: String) async throws -> Judgement {
    var asked: AskedProvider?
    if let provider, mayBeSent(text) {
      let (outcome, answer) = try await providers.ask(provider, .classify(text))
      note(outcome)
      if let answer {
        return Judgement(found: answer.classification, summary: answer.meaning, asked: outcome)
      }
      asked = outcome
    }
    let found = classifier.classify(text)
    return Judgement(
      found: found, summary: classifier.summary(of: text, found), asked: asked)
  }

  /// Whether a text may be sent: it is no file whose fields say that nobody else may see it. Where it
  /// is one, that is said.
  private func mayBeSent(_ text: String) -> Bool {
    guard Privacy(of: Document(Array(text.utf8))).isPrivate else { return true }
    providers.warn(
      Diagnostic(
        .warning, "provider-withheld",
        "the text says `private: true`, so it was not sent to the provider"))
    return false
  }

  private mutating func note(_ asked: AskedProvider) {
    patience.note(asked)
    if patience.isOver { provider = nil }
  }

  /// What would be sent for a text.
  func unsent(_ text: String) async -> [AskedProvider] {
    guard let provider, mayBeSent(text) else { return [] }
    return [await provider.ask(.classify(text), dryRun: true).asked]
  }
}

// MARK: - Showing

extension Judge {
  /// What a text is found to be, as a document.
  func document(_ judgement: Judgement) -> JSONValue {
    JSONDocument.classification(
      judgement.found, below: threshold, due: judgement.found.due.flatMap(reader.due)?.due,
      summary: judgement.summary,
      others: judgement.asked.map { [$0.member] } ?? [])
  }

  /// What a text is found to be, in lines for a person.
  func lines(_ judgement: Judgement, _ console: Console) -> [String] {
    let found = judgement.found
    guard let kind = found.kind else {
      return ["unknown  This is not in English, or has no words."]
    }
    var lines: [String]
    if found.needsClarification(below: threshold) {
      lines = [console.styled("unsure", .yellow) + "  " + found.likeliest]
    } else {
      lines = [console.styled(kind.rawValue, .bold) + "  \(found.shownConfidence)"]
    }
    if let person = found.person { lines.append("person   \(TerminalText.line(person))") }
    if let due = found.due {
      let time = reader.due(saidAs: due).flatMap { FieldTime($0.due) }?.spelled(reader.clock)
      let words = TerminalText.line(due)
      lines.append("due      " + (time.map { "\($0)  (\(words))" } ?? words))
    }
    if let summary = judgement.summary {
      lines.append("summary  \(TerminalText.line(summary))")
    }
    return lines
  }
}
