import CairnCapture
import CairnDocument
import CairnText

/// The rules by which a selection is sorted.
enum Sorting {
  /// An item to sort: a capture, or a value that stands for one, with its sort values.
  struct Item<Subject> {
    let subject: Subject
    /// The relevance; 0 unless the order depends on it.
    var relevance = 0.0
    /// The value for each sort key.
    let values: [Value]
    var created: Instant

    init(subject: Subject, relevance: Double, values: [Value], created: Instant) {
      self.subject = subject
      self.relevance = relevance
      self.values = values
      self.created = created
    }

    init(
      _ subject: Subject, _ reading: CaptureReading, _ keys: [SortKey], _ context: QueryContext
    ) {
      self.subject = subject
      values = keys.map { Value($0.attribute, of: reading, in: context) }
      created = reading.capture.created.instant(context.clock)
    }
  }

  /// A sort value. All numbers precede all times, and all times precede all text.
  enum Value: Equatable {
    case number(Quantity)
    case moment(Instant)
    case text(String)
    case missing
  }

  /// Returns whether one item precedes another. If the sort values, the relevance and the creation
  /// times of both are equal, `isFirst` decides.
  @inline(__always)
  static func precedes<Subject>(
    _ left: Item<Subject>, _ right: Item<Subject>, _ keys: [SortKey],
    _ isFirst: (Subject, Subject) -> Bool
  ) -> Bool {
    if let isFirst = precedes(left, right, keys) { return isFirst }
    if left.created != right.created { return left.created > right.created }
    return isFirst(left.subject, right.subject)
  }

  /// Returns whether one item precedes another; nil if the sort values and the relevance of both
  /// are equal.
  @inline(__always)
  static func precedes<Subject>(
    _ left: Item<Subject>, _ right: Item<Subject>, _ keys: [SortKey]
  ) -> Bool? {
    for (index, key) in keys.enumerated() where left.values[index] != right.values[index] {
      let (one, other) = (left.values[index], right.values[index])
      if one == .missing || other == .missing { return other == .missing }
      return key.isDescending ? other.precedes(one) : one.precedes(other)
    }
    return left.relevance == right.relevance ? nil : left.relevance > right.relevance
  }
}

extension Sorting.Value {
  fileprivate func precedes(_ other: Sorting.Value) -> Bool {
    switch (self, other) {
    case (.number(let one), .number(let two)): one < two
    case (.moment(let one), .moment(let two)): one < two
    case (.text(let one), .text(let two)): NaturalOrder.precedes(one, two)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .number: 0
    case .moment: 1
    case .text: 2
    case .missing: 3
    }
  }

  init(_ attribute: Attribute, of reading: CaptureReading, in context: QueryContext) {
    let capture = reading.capture
    switch attribute {
    case .title: self.init(reading.title)
    case .meaning: self.init(reading.meaning)
    case .body: self.init(reading.body)
    case .path: self.init(reading.path)
    case .status: self.init(reading.status(in: context))
    case .id: self.init(capture.id.map(SearchText.init))
    case .type: self.init(capture.type.map(SearchText.init))
    case .collection: self.init(SearchText(capture.collection.description))
    case .tag: self.init(reading.tags.first)
    case .alias: self.init(reading.aliases.first)
    case .score: self.init(reading.score)
    case .created: self = .moment(capture.created.instant(context.clock))
    case .updated: self = .moment(capture.updated.instant(context.clock))
    case .due: self.init(capture.due, context)
    case .content: self.init(SearchText(capture.content.rawValue))
    // The parser rejects links; novelty cannot be computed from one capture alone.
    case .link, .linkedBy, .novelty: self = .missing
    case .field(let name): self.init(field: name.folded, of: reading, in: context)
    }
  }

  private init(_ text: SearchText?) {
    self = text.map { .text($0.folded.text) } ?? .missing
  }

  /// Creates the sort value of `text`; nil means that there is no value.
  init(_ text: String?) {
    self = text.map { .text($0.folded) } ?? .missing
  }

  /// Creates the sort value of a time; ``missing`` if there is no time.
  init(_ time: FieldTime?, _ context: QueryContext) {
    self = time.map { .moment($0.instant(context.clock)) } ?? .missing
  }

  /// Creates the sort value of a capture's novelty, which is nil if unknown.
  init(novelty: Double?) {
    self = novelty.flatMap { Quantity($0) }.map { .number($0) } ?? .missing
  }

  /// Creates the sort value of a score; ``missing`` if there is no score.
  init(_ score: Score?) {
    self = score.map { .number(Quantity($0.rawValue)) } ?? .missing
  }

  private init(field name: String, of reading: CaptureReading, in context: QueryContext) {
    self.init(field: name, value: reading.value(ofField: name), in: context)
  }

  /// Creates the sort value of a field from its first scalar: its position among the field's
  /// choices, otherwise a number, a time or text. `name` must be folded.
  init(field name: String, value: FieldValue?, in context: QueryContext) {
    guard let value = value?.scalars.first else {
      self = .missing
      return
    }
    if let text = value.text?.folded, let place = context.choices[name]?.firstIndex(of: text) {
      self = .number(Quantity(place))
    } else if let number = value.number {
      self = .number(number)
    } else if let time = FieldTime(value) {
      self = .moment(time.instant(context.clock))
    } else {
      self = value.text.map { .text($0.folded) } ?? .missing
    }
  }
}
