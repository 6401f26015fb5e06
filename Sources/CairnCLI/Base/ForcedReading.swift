import ArgumentParser
import CairnDigest
import CairnInsight
import CairnText

/// What is read of a text whose type somebody says: by the rules that are built in, whoever is asked for
/// types.
struct ForcedReading {
  /// A type that is not to be found.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case action, idea, fact, person, gift, entry
  }

  private let kind: Kind
  private let reader: TimeReader

  init(_ kind: Kind, _ reader: TimeReader) {
    (self.kind, self.reader) = (kind, reader)
  }

  /// What is read, as a document.
  func document(_ text: String) -> JSONValue {
    switch kind {
    case .gift:
      let gift = GiftDetails(text)
      return JSONDocument.classification(gift, date: gift.date.flatMap(reader.day))
    case .entry: return JSONDocument.classification(EntryDetails(text))
    case .action, .idea, .fact, .person:
      let found = classify(text)
      return JSONDocument.classification(
        found, below: 0, due: found.due.flatMap(reader.due)?.due,
        summary: Classifier().summary(of: text, found))
    }
  }

  /// What is read, in lines for a person.
  func lines(_ text: String, _ console: Console) -> [String] {
    let fields =
      NewDetails(text, kind.rawValue, reader)?.fields.map { ($0.key, $0.value) }
      ?? [("person", classify(text).person), ("due", classify(text).due)]
      .compactMap { key, value in value.map { (key, $0) } }
    return [console.styled(kind.rawValue, .bold)]
      + fields.map { TerminalText.line("\($0.0.padding(to: 10)) \($0.1)") }
  }

  private func classify(_ text: String) -> Classification {
    Classifier().classify(text, as: CaptureKind(rawValue: kind.rawValue) ?? .action)
  }
}
