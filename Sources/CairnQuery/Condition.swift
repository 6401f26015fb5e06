/// A condition that captures must satisfy: the syntax tree of a query.
public indirect enum Condition: Hashable, Sendable {
  /// A condition that every capture satisfies.
  case all
  /// A condition that is satisfied if all of its parts are satisfied. There are at least two parts.
  case and([Condition])
  /// A condition that is satisfied if any of its parts is satisfied. There are at least two parts.
  case or([Condition])
  /// A condition that is satisfied if the inner condition is not satisfied.
  case not(Condition)
  /// Text that occurs anywhere in a capture: in the title, the meaning, a tag, an alias, a custom
  /// field or the body.
  case text(Term)
  /// A test of one attribute.
  case test(Attribute, Test)
  /// The presence of an attribute, such as a field with a value, a tag, or a link.
  case has(Attribute)
  /// A boolean property.
  case flag(Quality)
  /// The capture is similar to the given text or to the given other capture, according to
  /// ``QueryContext/similar``.
  case like(Likened)

  /// Returns the conjunction of conditions, with nested conjunctions flattened.
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

  /// Returns the disjunction of conditions, with nested disjunctions flattened. `parts` must not be
  /// empty.
  static func disjunction(_ parts: [Condition]) -> Condition {
    let flat = parts.flatMap { part -> [Condition] in
      if case .or(let inner) = part { inner } else { [part] }
    }
    return flat.count > 1 ? .or(flat) : flat.first ?? .all
  }
}

// MARK: - Properties

extension Condition {
  /// The result of the condition if it is the same for all captures, or nil if it depends on the
  /// capture.
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
    case .test, .has, .flag, .like: return nil
    }
  }

  /// Returns whether the condition contains a term that may match text anywhere in a capture.
  /// Excluded terms do not count. `isNegated` says whether an odd number of negations encloses the
  /// condition.
  func findsText(isNegated: Bool) -> Bool {
    switch self {
    case .text: !isNegated
    case .and(let parts), .or(let parts): parts.contains { $0.findsText(isNegated: isNegated) }
    case .not(let inner): inner.findsText(isNegated: !isNegated)
    case .all, .test, .has, .flag, .like: false
    }
  }

  /// Whether the result depends on the novelty of captures.
  var findsNovelty: Bool {
    switch self {
    case .test(.novelty, _), .has(.novelty): true
    case .and(let parts), .or(let parts): parts.contains(where: \.findsNovelty)
    case .not(let inner): inner.findsNovelty
    case .all, .text, .test, .has, .flag, .like: false
    }
  }
}

extension Term {
  /// Whether the term is a regular expression that presumably matches any text, because it matches
  /// both the empty string and a control character.
  fileprivate var isFoundAnywhere: Bool {
    guard case .regex(let ignoresCase) = kind,
      let pattern = try? RegularExpression(text, ignoresCase: ignoresCase)
    else { return false }
    return ["", "\u{1}"].allSatisfy { probe in
      Array(probe.utf8).withUnsafeBufferPointer { (try? pattern.isFound(in: $0).get()) == true }
    }
  }
}

/// Text to search for, and the way in which it must match.
public struct Term: Hashable, Sendable {
  /// The way in which the text must match.
  public enum Kind: Hashable, Sendable {
    /// Adjacent words. The last word may be the beginning of a longer one: `art` finds *art* and
    /// *artist*. In fields other than `title`, `meaning`, `body` and `path`, the beginning of a
    /// word is written `art*`.
    case wordStart
    /// Adjacent whole words: `"art"`. In fields other than `title`, `meaning`, `body` and `path`,
    /// this can also be written `art`.
    case phrase
    /// Characters anywhere, even inside words: `*art*` finds *party*.
    case inside
    /// A whole word that may contain typing errors (``CairnText/MistypedWord``): `~custrad` finds
    /// *custard*.
    case similar
    /// A Perl-compatible regular expression: `/art/`. With the flag `i`, case is ignored.
    case regex(ignoresCase: Bool)
  }

  /// The way in which the text must match.
  public let kind: Kind
  /// The text or the regular expression, as written.
  public let text: String

  /// Creates a term.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// A test of an attribute's value.
public enum Test: Hashable, Sendable {
  /// `field:value`: a number, type or status equals the term; a time is within the term's period
  /// (`2026-11` is the whole month); a text contains the term; an id equals the term or begins with
  /// it; a tag or collection equals the term or is nested in it.
  case matches(Term)
  /// `field:=value`: the value equals this text, ignoring case and accents.
  case equals(String)
  /// `field:a..b`: the value is between two bounds. At least one of the bounds is given.
  case range(from: Bound?, to: Bound?)
  /// `path:work/*.md`: the whole value matches a pattern, in which `*` stands for any text without
  /// a slash, `**` for any text, and `?` for one character except a slash.
  case glob(String)

  /// A bound of a range.
  public struct Bound: Hashable, Sendable {
    /// The value as written.
    public let text: String
    /// Whether the range includes the bound itself. If the bound is a period such as `2026-11`, the
    /// range includes or excludes the whole period.
    public let isIncluded: Bool

    /// Creates a bound. `isIncluded` states whether the range includes the bound itself.
    public init(_ text: String, isIncluded: Bool = true) {
      self.text = text
      self.isIncluded = isIncluded
    }
  }
}

/// A boolean property of a capture, as in `is:orphan`.
public enum Quality: String, CaseIterable, Hashable, Sendable {
  /// No other capture links to the capture.
  case orphan
  /// The capture has no type.
  case untyped
  /// The capture is not in a collection.
  case inbox
  /// The capture is an action that is neither done nor cancelled, or a capture of any type whose
  /// status is `open`.
  case open
  /// The capture's status is done.
  case done
  /// The capture's status is cancelled.
  case cancelled
  /// The capture was due before today, and is neither done nor cancelled.
  case overdue
  /// The body has a task list item that is not ticked.
  case task
  /// The front matter cannot be fully read.
  case malformed
}
