/// What a capture must fulfil to be chosen: the syntax tree of a query.
public indirect enum Condition: Hashable, Sendable {
  /// Fulfilled by every capture.
  case all
  /// Fulfilled where each of these is; two or more.
  case and([Condition])
  /// Fulfilled where any of these is; two or more.
  case or([Condition])
  /// Fulfilled where this is not.
  case not(Condition)
  /// Text found anywhere: title, meaning, tags, aliases, text of own fields, body.
  case text(Term)
  /// A value found in one place.
  case test(Attribute, Test)
  /// Something is there at all: a field with a value, a tag, a link.
  case has(Attribute)
  /// A yes-or-no property.
  case flag(Quality)

  /// The condition that all of these hold, with nested conjunctions flattened.
  static func conjunction(_ parts: [Condition]) -> Condition {
    let flat = parts.flatMap { part -> [Condition] in
      switch part {
      case .all: []
      case .and(let inner): inner
      default: [part]
      }
    }
    return flat.count > 1 ? .and(flat) : flat.first ?? .all
  }

  /// The condition that any of these holds, with nested disjunctions flattened; `parts` is not empty.
  static func disjunction(_ parts: [Condition]) -> Condition {
    let flat = parts.flatMap { part -> [Condition] in
      if case .or(let inner) = part { inner } else { [part] }
    }
    return flat.count > 1 ? .or(flat) : flat.first ?? .all
  }
}

// MARK: - What it comes to

extension Condition {
  /// Whether all captures fulfil this or none does; nil where it depends on the capture.
  var constant: Bool? {
    switch self {
    case .all: return true
    case .and(let parts):
      let values = parts.map(\.constant)
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    case .or(let parts):
      let values = parts.map(\.constant)
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    case .not(let inner): return inner.constant.map { !$0 }
    case .text(let term), .test(.title, .matches(let term)), .test(.path, .matches(let term)),
      .test(.body, .matches(let term)):
      return term.isFoundAnywhere ? true : nil
    case .test, .has, .flag: return nil
    }
  }

  /// Whether text anywhere in a capture is what makes it fulfil this.
  func findsText(isNegated: Bool) -> Bool {
    switch self {
    case .text: !isNegated
    case .and(let parts), .or(let parts): parts.contains { $0.findsText(isNegated: isNegated) }
    case .not(let inner): inner.findsText(isNegated: !isNegated)
    case .all, .test, .has, .flag: false
    }
  }

  /// This, with text that is wanted anywhere wanted in the title.
  func inTitles(isNegated: Bool) -> Condition {
    switch self {
    case .text(let term): isNegated ? self : .test(.title, .matches(term))
    case .and(let parts): .and(parts.map { $0.inTitles(isNegated: isNegated) })
    case .or(let parts): .or(parts.map { $0.inTitles(isNegated: isNegated) })
    case .not(let inner): .not(inner.inTitles(isNegated: !isNegated))
    case .all, .test, .has, .flag: self
    }
  }
}

extension Term {
  /// Whether this is a regular expression that finds something in every text, also in one of which it
  /// cannot know anything.
  fileprivate var isFoundAnywhere: Bool {
    guard case .regex(let ignoresCase) = kind,
      let pattern = try? RegularExpression(text, ignoresCase: ignoresCase)
    else { return false }
    return ["", "\u{1}"].allSatisfy { probe in
      Array(probe.utf8).withUnsafeBufferPointer { (try? pattern.isFound(in: $0).get()) == true }
    }
  }
}

/// A piece of text to look for.
public struct Term: Hashable, Sendable {
  /// How the text must be met.
  public enum Kind: Hashable, Sendable {
    /// `art`, and in a field `art*`: its words side by side, the last one possibly going on: *art*,
    /// *artist*.
    case wordStart
    /// `"art"`, and in a field `art`: its words side by side and whole.
    case phrase
    /// `*art*`: its letters anywhere, inside words too: *party*.
    case inside
    /// `/art/`: a Perl-compatible regular expression, with `i` for any case.
    case regex(ignoresCase: Bool)
  }

  /// How the text must be met.
  public let kind: Kind
  /// The text or the regular expression, as written.
  public let text: String

  /// Text to be met in this way.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// What a value is tested for.
public enum Test: Hashable, Sendable {
  /// `field:value`: numbers and dates are compared as such, at the precision written; text is
  /// searched for the term; an id, a type, a status, a tag or a collection is the term.
  case matches(Term)
  /// `field:=value`: the value is just this, but for case and accents.
  case equals(String)
  /// `field:a..b`: the value lies between two ends; at least one is there.
  case range(from: Bound?, to: Bound?)
  /// `path:work/*.md`: the whole value fits a pattern of `*` (no slash), `**` and `?`.
  case glob(String)

  /// One end of a range.
  public struct Bound: Hashable, Sendable {
    /// The value at the end, as written.
    public let text: String
    /// Whether the value itself, at the precision written, is in the range.
    public let isIncluded: Bool

    /// An end that is in the range, or with `isIncluded` false just outside it.
    public init(_ text: String, isIncluded: Bool = true) {
      self.text = text
      self.isIncluded = isIncluded
    }
  }
}

/// A yes-or-no property of a capture: what stands behind `is:`.
public enum Quality: String, CaseIterable, Hashable, Sendable {
  /// No other capture links to it.
  case orphan
  /// It has no type.
  case untyped
  /// It lies in no collection.
  case inbox
  /// It is an action that is neither done nor cancelled, or its status says open.
  case open
  /// Its status is done.
  case done
  /// Its status is cancelled.
  case cancelled
  /// It was due before today, and is neither done nor cancelled.
  case overdue
  /// Its body has a task list item that is not ticked.
  case task
  /// Its front matter cannot be read in full.
  case malformed
}
