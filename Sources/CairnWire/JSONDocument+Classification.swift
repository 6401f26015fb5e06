public import CairnInsight
import CairnJSON
public import CairnWork

// MARK: - Types of text

extension JSONDocument {
  /// Returns a document that describes the type detected in text. For an entry, the document is the
  /// same as that of ``details(_:_:)``. In all other cases, the members `title`, `score`,
  /// `collection` and `fields` are null.
  public static func classification(
    _ classified: ClassifiedText, by classifier: TextClassifier
  ) -> JSONDocument {
    if let entry = classified.entry {
      return details(entry.details, classifier.timeReader)
    }
    return JSONDocument(
      document(
        classified.found, below: classifier.threshold, summary: classified.summary,
        classifier.timeReader
      ).adding(.provider(classified.asked)).adding(.embeddings(classified.opinion?.model)))
  }

  /// Returns a document that describes the fields read from text of a given type.
  public static func details(_ extraction: DetailExtraction, _ reader: TimeReader) -> JSONDocument {
    switch extraction.details {
    case .gift(let gift, let day):
      typed(
        "gift", title: gift.idea, score: .null, collection: GiftDetails.collection,
        fields: fields(of: gift),
        values: ["date": JSONValue(day), "budget": gift.amount.map(number) ?? .null])
    case .entry(let entry):
      typed(
        "entry", title: entry.title,
        score: .string(entry.verdict.map { "\($0)" } ?? "undecided"),
        collection: entry.collection, fields: fields(of: entry),
        values: [
          "score": .integer(entry.verdict?.rawValue ?? 0), "year": JSONValue(entry.year),
        ])
    case .capture(let found, let summary):
      JSONDocument(document(found, below: 0, summary: summary, reader))
    }
  }

  private static func document(
    _ found: Classification, below threshold: Double, summary: String?, _ reader: TimeReader
  ) -> JSONValue {
    let isSure = !found.needsClarification(below: threshold)
    return [
      "type": JSONValue(isSure ? found.kind?.rawValue : nil), "confidence": .confidence(found),
      "summary": JSONValue(summary), "person": JSONValue(found.person),
      "due": .due(found, reader), "due_text": JSONValue(found.due),
      "repeat": JSONValue(found.due.flatMap(reader.due)?.rule.map(\.description)), "title": nil,
      "score": nil,
      "collection": nil, "fields": nil, "needs_clarification": .boolean(!isSure),
      "candidates": .candidates(found),
    ]
  }

  private static func typed(
    _ type: String, title: String?, score: JSONValue, collection: String?, fields: JSONValue,
    values: JSONValue
  ) -> JSONDocument {
    JSONDocument([
      "type": .string(type), "confidence": 1, "summary": nil, "person": nil, "due": nil,
      "due_text": nil, "repeat": nil, "title": JSONValue(title), "score": score,
      "collection": JSONValue(collection), "fields": fields, "values": values,
      "needs_clarification": false, "candidates": [],
    ])
  }

  private static func fields(of gift: GiftDetails) -> JSONValue {
    [
      "recipient": JSONValue(gift.recipient), "idea": JSONValue(gift.idea),
      "occasion": JSONValue(gift.occasion), "date": JSONValue(gift.date),
      "budget": JSONValue(gift.budget), "tags": .texts(gift.tags), "notes": JSONValue(gift.notes),
    ]
  }

  private static func fields(of entry: EntryDetails) -> JSONValue {
    [
      "year": JSONValue(entry.year), "genre": JSONValue(entry.genre),
      "author": JSONValue(entry.author), "platform": JSONValue(entry.platform),
    ]
  }

  /// Returns a JSON number: an integer if the value has no fraction.
  private static func number(_ value: Double) -> JSONValue {
    Int(exactly: value).map { .integer($0) } ?? .number(value)
  }
}

// MARK: - Pieces of text

extension JSONDocument {
  /// Returns a document that lists pieces of text, each with its type.
  public static func pieces(
    _ pieces: [ProposedPiece], _ asked: AskedProvider?, by splitter: TextSplitter,
    _ reader: TimeReader
  ) -> JSONDocument {
    let list = JSONValue.list(pieces) { piece in
      let (found, isSure) = splitter.classify(piece.text)
      return [
        "text": .string(piece.text), "heading": JSONValue(piece.heading),
        "joint": JSONValue(piece.joint.isEmpty ? nil : piece.joint),
        "ticked": piece.isTicked.map { .boolean($0) } ?? .null,
        "type": JSONValue(isSure ? found.kind?.rawValue : nil), "confidence": .confidence(found),
        "person": JSONValue(found.person), "due": .due(found, reader),
        "due_text": JSONValue(found.due),
        "needs_clarification": .boolean(!isSure && found.kind != nil),
      ]
    }
    return JSONDocument((["pieces": list] as JSONValue).adding(.provider(asked)))
  }
}

// MARK: - Parts

extension JSONValue {
  /// Returns a list of the likely types, most likely first. The share of a type is its probability,
  /// from 0 to 1.
  static func candidates(_ found: Classification) -> JSONValue {
    .list(found.candidates) { ["type": .string($0.kind.rawValue), "share": .share($0.share)] }
  }

  /// Returns the confidence of the type; null if there is no type.
  static func confidence(_ found: Classification) -> JSONValue {
    found.kind == nil ? .null : .share(found.confidence)
  }

  /// Returns the due time that was found in text, as a value of the field `due`; null if no due
  /// time was found.
  fileprivate static func due(_ found: Classification, _ reader: TimeReader) -> JSONValue {
    JSONValue(found.due.flatMap(reader.due)?.due)
  }
}
