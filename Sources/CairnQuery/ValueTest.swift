import CairnCapture
import CairnDocument
import CairnText

/// A compiled ``Test``: its values parsed as numbers, moments and folded text.
///
/// Numbers are compared with numbers, times with times, and everything else as text. Text that can
/// be read as a number counts as a number if the test's value is a number. The same applies to
/// times.
struct ValueTest: Sendable {
  private let test: Test
  /// The needle that the test searches for in text; nil if it searches for none.
  let needle: Needle?
  private let lower: End?
  private let upper: End?
  private let choices: [String]
  private let clock: LocalClock

  /// A bound of the test.
  private struct End {
    let number: Quantity?
    let moments: Range<Instant>?
    let text: String
    let isIncluded: Bool

    init(_ bound: Test.Bound, _ moments: Range<Instant>?) {
      number = Quantity(bound.text)
      self.moments = moments
      text = bound.text.folded
      isIncluded = bound.isIncluded
    }
  }

  init(_ test: Test, of attribute: Attribute, in context: QueryContext) {
    let leaning: DateExpression.Leaning =
      attribute == .created || attribute == .updated ? .past : .future
    let (from, to): (Test.Bound?, Test.Bound?) =
      switch test {
      case .matches(let term): (Test.Bound(term.text), Test.Bound(term.text))
      case .equals(let text): (Test.Bound(text), Test.Bound(text))
      case .range(let from, let to): (from, to)
      case .glob: (nil, nil)
      }
    // Words in languages other than English count as dates only if the attribute's values must be
    // dates.
    let expression = { (bound: Test.Bound) in
      attribute.kind == .time
        ? DateExpression(bound.text, context.language) : DateExpression(plain: bound.text)
    }
    let moments = DateExpression.range(
      from: from.flatMap(expression), to: to.flatMap(expression), by: context.clock,
      leaning: leaning)
    let isSingle = if case .range = test { false } else { true }
    self.test = test
    clock = context.clock
    lower = from.map { End($0, moments.from) }
    upper = to.map { End($0, isSingle ? moments.from : moments.to) }
    needle = if case .matches(let term) = test { Needle(term) } else { nil }
    choices =
      if case .field(let name) = attribute { context.choices[name.folded] ?? [] } else { [] }
  }
}

// MARK: - Testing

extension ValueTest {
  /// The text that a value must equal or begin with, as written, or nil if the test has no such
  /// text.
  var wholeText: String? {
    guard case .matches(let term) = test else { return nil }
    return term.kind == .phrase || term.kind == .wordStart ? term.text : nil
  }
}

/// An object that searches texts for needles.
protocol NeedleFinder: AnyObject {
  /// Returns whether `needle` occurs in `text`. Returns false if a pattern exceeds its limits.
  func holds(_ needle: Needle, _ text: SearchText) -> Bool
}

extension ValueTest {
  /// Returns whether a front matter value passes the test; for a list or mapping, whether any
  /// scalar in it does.
  func accepts(_ value: FieldValue, _ finder: any NeedleFinder) -> Bool {
    value.scalars.contains { accepts(scalar: $0, finder) }
  }

  private func accepts(scalar: FieldValue, _ finder: any NeedleFinder) -> Bool {
    if isOrdered {
      if let number = scalar.number, has(\.number) { return accepts(number: number) }
      if let time = FieldTime(scalar), has(\.moments) {
        return accepts(time)
      }
      if case .range = test, !mayLieBetween(scalar) { return false }
    }
    return scalar.text.map { accepts(text: SearchText($0), finder) } ?? false
  }

  /// Returns whether a scalar that is neither a number nor a time can be within the bounds. If the
  /// bounds are numbers, only text that begins with a digit can, such as `1.10.2`. If the bounds
  /// are times, nothing can. If they are choices of the field or other text, anything can.
  private func mayLieBetween(_ scalar: FieldValue) -> Bool {
    let ends = [lower, upper].compactMap(\.self)
    if ends.allSatisfy({ choices.contains($0.text) }) { return true }
    if has(\.moments), !has(\.number) { return false }
    guard ends.contains(where: { $0.number != nil }) else { return true }
    return scalar.text?.utf8.first.map { $0 &- 0x30 < 10 } ?? false
  }

  /// Returns whether a number is within the bounds of the test.
  func accepts(number: Quantity) -> Bool {
    isBetween { end in
      guard let limit = end.number else { return nil }
      return number < limit ? .before : number > limit ? .behind : .within
    }
  }

  /// Returns whether a time is within the bounds of the test. A date without a time of day counts
  /// as the beginning of that day.
  func accepts(_ time: FieldTime) -> Bool {
    accepts(time.instant(clock))
  }

  /// Returns whether an instant is within the bounds of the test.
  func accepts(_ moment: Instant) -> Bool {
    isBetween { end in
      guard let limit = end.moments else { return nil }
      return moment < limit.lowerBound ? .before : moment >= limit.upperBound ? .behind : .within
    }
  }

  /// Returns whether a score is within the bounds of the test.
  func accepts(_ score: Score) -> Bool {
    isBetween { end in
      guard let limit = Score(end.text) else { return nil }
      return score < limit ? .before : score > limit ? .behind : .within
    }
  }

  /// Returns whether `text` passes the test: whether it contains the needle, equals the wanted
  /// text, matches the path pattern, or is within the bounds.
  func accepts(text: SearchText, _ finder: any NeedleFinder) -> Bool {
    switch test {
    case .matches: needle.map { finder.holds($0, text) } ?? false
    case .equals: text.folded.bytes.elementsEqual((lower?.text ?? "").utf8)
    case .glob(let pattern): PathPattern.matches(text.folded.text, pattern: pattern.folded)
    case .range: isBetween { place(of: text.folded.text, at: $0) }
    }
  }

  /// Returns whether a name passes the test: it equals the wanted name or, if `isNested` is true,
  /// is nested in it (`work/acme` in `work`).
  func accepts(name: SearchText, isNested: Bool = false, _ finder: any NeedleFinder) -> Bool {
    guard case .matches(let term) = test, term.kind == .phrase else {
      return accepts(text: name, finder)
    }
    let wanted = (lower?.text ?? "").utf8
    let bytes = name.folded.bytes
    guard bytes.starts(with: wanted) else { return false }
    return bytes.count == wanted.count || (isNested && bytes[wanted.count] == UInt8(ascii: "/"))
  }
}

extension ValueTest {
  /// Returns whether a type or status passes the test; for a list of names, whether any of them
  /// does. A name can be the target of a wikilink, as in `type: "[[Cities]]"`.
  func accepts(names value: FieldValue?, _ finder: any NeedleFinder) -> Bool {
    let names = value?.scalars.compactMap(\.text) ?? []
    return names.contains { name in
      accepts(name: SearchText(name), finder)
        || name.insideWikilink.map { accepts(name: SearchText($0), finder) } ?? false
    }
  }
}

// MARK: - Comparing

extension ValueTest {
  /// The position of a value relative to a bound.
  private enum Place {
    case before, within, behind
  }

  /// Whether the test compares values, rather than searching for parts of text.
  private var isOrdered: Bool {
    switch test {
    case .matches(let term): term.kind == .phrase || term.kind == .wordStart
    case .equals, .range: true
    case .glob: false
    }
  }

  private func has<Value>(_ reading: (End) -> Value?) -> Bool {
    let ends = [lower, upper].compactMap(\.self)
    return !ends.isEmpty && ends.allSatisfy { reading($0) != nil }
  }

  /// Returns whether a value is between the bounds. `place` returns the value's position relative
  /// to a bound; nil if the value cannot be compared with the bound.
  private func isBetween(_ place: (End) -> Place?) -> Bool {
    if let lower {
      guard let place = place(lower) else { return false }
      if place == .before || (place == .within && !lower.isIncluded) { return false }
    }
    if let upper {
      guard let place = place(upper) else { return false }
      if place == .behind || (place == .within && !upper.isIncluded) { return false }
    }
    return true
  }

  /// Returns whether `text` is before, within or after a bound. Two choices of the field are
  /// compared by position. Other texts are compared as strings; a string that begins with the bound
  /// is within it. Never nil; the type is optional only to fit ``isBetween(_:)``.
  private func place(of text: String, at end: End) -> Place? {
    if let place = choices.firstIndex(of: text), let limit = choices.firstIndex(of: end.text) {
      return place < limit ? .before : place > limit ? .behind : .within
    }
    if text.hasPrefix(end.text) { return .within }
    return NaturalOrder.precedes(text, end.text) ? .before : .behind
  }
}
