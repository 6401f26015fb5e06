public import CairnInsight

/// The fields that the built-in rules read from a text whose type a person passed.
public struct DetailExtraction: Sendable {
  /// The types whose fields are read.
  public enum Kind: String, CaseIterable, Sendable {
    case action, idea, fact, person, gift, entry
  }

  /// What was read.
  public enum Details: Sendable {
    /// Of a gift; with its day, if the text names one to come.
    case gift(GiftDetails, day: String?)
    /// Of an entry.
    case entry(EntryDetails)
    /// Of any other type; with the sentence that sums the text up, if it has several.
    case capture(Classification, summary: String?)
  }

  /// The type that was passed.
  public let kind: Kind
  /// What was read.
  public let details: Details
  /// The same by field, in the order in which it is shown.
  public let fields: [(key: String, value: String)]

  /// Reads a text.
  public init(_ text: String, as kind: Kind, _ reader: TimeReader) {
    self.kind = kind
    let classifier = Classifier()
    let found = classifier.classify(text, as: CaptureKind(rawValue: kind.rawValue) ?? .action)
    switch kind {
    case .gift:
      let gift = GiftDetails(text)
      details = .gift(gift, day: gift.date.flatMap(reader.day))
    case .entry: details = .entry(EntryDetails(text))
    case .action, .idea, .fact, .person:
      details = .capture(found, summary: classifier.summary(of: text, found))
    }
    fields =
      NewDetails(text, kind.rawValue, reader)?.fields.map { ($0.key, $0.value) }
      ?? [("person", found.person), ("due", found.due)]
      .compactMap { key, value in value.map { (key, $0) } }
  }
}
