import CairnCapture
import CairnText

/// How a selection is put in order.
enum Sorting {
  /// A capture with what its order goes by.
  struct Item {
    let capture: Capture
    /// How well it fits, where that matters.
    var relevance = 0.0
    /// A value for each sort key.
    let values: [Value]
    let created: Instant

    init(_ reading: CaptureReading, _ keys: [SortKey], _ context: QueryContext) {
      capture = reading.capture
      values = keys.map { Value($0.attribute, of: reading, in: context) }
      created = capture.created.instant(context.clock)
    }
  }

  /// A value to be ordered: numbers come before times, times before text.
  enum Value: Equatable {
    case number(Double)
    case moment(Instant)
    case text(String)
    case missing
  }

  static func precedes(_ left: Item, _ right: Item, _ keys: [SortKey]) -> Bool {
    for (key, (one, other)) in zip(keys, zip(left.values, right.values)) where one != other {
      if one == .missing || other == .missing { return other == .missing }
      return key.isDescending ? other.precedes(one) : one.precedes(other)
    }
    if left.relevance != right.relevance { return left.relevance > right.relevance }
    if left.created != right.created { return left.created > right.created }
    return left.capture.path < right.capture.path
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

  fileprivate init(_ attribute: Attribute, of reading: CaptureReading, in context: QueryContext) {
    let capture = reading.capture
    switch attribute {
    case .title: self.init(reading.title)
    case .meaning: self.init(reading.meaning)
    case .body: self.init(reading.body)
    case .path: self.init(reading.path)
    case .id, .type, .status: self.init(capture.text(attribute.description).map(SearchText.init))
    case .collection: self.init(SearchText(capture.collection.description))
    case .tag: self.init(reading.tags.first)
    case .alias: self.init(reading.aliases.first)
    case .score: self = reading.score.map { .number(Double($0.rawValue)) } ?? .missing
    case .created: self = .moment(capture.created.instant(context.clock))
    case .updated: self = .moment(capture.updated.instant(context.clock))
    case .due: self = capture.due.map { .moment($0.instant(context.clock)) } ?? .missing
    // The parser lets no one ask for these.
    case .link, .linkedBy: self = .missing
    case .field(let name): self.init(field: name.folded, of: reading, in: context)
    }
  }

  private init(_ text: SearchText?) {
    self = text.map { .text($0.folded.text) } ?? .missing
  }

  /// The first value of a field: a choice by its place, a number, a time, or text.
  private init(field name: String, of reading: CaptureReading, in context: QueryContext) {
    guard let value = reading.value(ofField: name)?.scalars.first else {
      self = .missing
      return
    }
    if let text = value.text?.folded, let place = context.choices[name]?.firstIndex(of: text) {
      self = .number(Double(place))
    } else if let number = value.number {
      self = number.isNaN ? .missing : .number(number)
    } else if let time = FieldTime(value) {
      self = .moment(time.instant(context.clock))
    } else {
      self = value.text.map { .text($0.folded) } ?? .missing
    }
  }
}
