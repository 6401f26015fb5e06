import CairnCapture
import CairnDigest
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnText

/// Says what texts are: a provider, or where there is none or it fails, the built-in classifier.
struct Judge {
  let classifier: Classifier
  /// How sure it has to be to be believed.
  let threshold: Double
  /// Reads the times that are found.
  let reader: TimeReader
  /// Who is asked; nil for nobody.
  let provider: Provider?
  let providers: Providers

  /// What a text was found to be, and by whom.
  struct Judgement {
    let found: Classification
    /// The sentence that says it; nil where it is one sentence.
    let summary: String?
    /// The provider that was asked.
    let provider: String?
    /// Why it gave no answer.
    let failure: ProviderFailure?
  }

  /// What a text is. Where a provider fails, that is said.
  func judge(_ text: String) async -> Judgement {
    var failure: ProviderFailure?
    if let provider {
      do throws(ProviderFailure) {
        let answer = try await provider.classify(text)
        return Judgement(
          found: answer.classification, summary: answer.meaning, provider: provider.name,
          failure: nil)
      } catch {
        failure = error
        providers.report(error, of: provider.name)
      }
    }
    let found = classifier.classify(text)
    return Judgement(
      found: found, summary: classifier.summary(of: text, found), provider: provider?.name,
      failure: failure)
  }

  /// What is sent for a text.
  func requests(_ text: String) -> [(provider: Provider, request: ProviderRequest)] {
    provider.map { [($0, .classify(text))] } ?? []
  }
}

// MARK: - Showing

extension Judge {
  /// What a text is found to be, as a document.
  func document(_ judgement: Judgement) -> JSONValue {
    JSONDocument.classification(
      judgement.found, below: threshold, due: judgement.found.due.flatMap(reader.due)?.due,
      summary: judgement.summary,
      others: judgement.provider.map { [JSONDocument.provider($0, judgement.failure)] } ?? [])
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
