public import CairnInsight

/// The fields that the built-in rules read from text of a given type.
public struct DetailExtraction: Sendable {
  /// A type of text whose fields can be read.
  public enum Kind: String, CaseIterable, Sendable {
    case action, idea, fact, person, gift, entry
  }

  /// The details that were read, in a form that depends on the type.
  public enum Details: Sendable {
    /// The details of a gift, and the gift's day, such as `2026-12-24`. The day is nil if the text
    /// names no day, several days, a repeat rule or a day in the past.
    case gift(GiftDetails, day: String?)
    /// The details of an entry.
    case entry(EntryDetails)
    /// The details and the summary of text that is neither a gift nor an entry. The summary is nil
    /// if the text is a single sentence.
    case capture(Classification, summary: String?)
  }

  /// The type of the text, which the caller chose.
  public let kind: Kind
  /// The details that were read.
  public let details: Details
  /// The details as fields, in the order in which they are shown.
  public let fields: [(key: String, value: String)]

  /// Reads the details of text that has the type `kind`.
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
    let phrase = found.due.flatMap(reader.due)
    fields =
      NewDetails(text, kind.rawValue, reader)?.fields.map { ($0.key, $0.value) }
      ?? [
        ("person", found.person), ("due", phrase == nil ? nil : found.due),
        ("repeat", phrase?.rule.map(\.description)),
      ].compactMap { key, value in value.map { (key, $0) } }
  }
}
