import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// A compiled ``Condition``: its patterns are compiled, its dates resolved, its links looked up.
indirect enum Check: Sendable {
  case all
  case and([Check])
  case or([Check])
  case not(Check)
  case text(Needle)
  case value(Attribute, ValueTest)
  case paths(Set<NotePath>)
  case has(Attribute)
  case flag(Quality)

  init(_ condition: Condition, in context: QueryContext) {
    switch condition {
    case .all: self = .all
    case .and(let parts):
      // Novelty takes the longest to compute, so it is tested last: only for captures that satisfy
      // the other conditions.
      let sorted = parts.filter { !$0.findsNovelty } + parts.filter(\.findsNovelty)
      self = .and(sorted.map { Check($0, in: context) })
    case .or(let parts): self = .or(parts.map { Check($0, in: context) })
    case .not(let part): self = .not(Check(part, in: context))
    case .text(let term): self = .text(Needle(term))
    case .has(let attribute): self = .has(attribute)
    case .flag(let flag): self = .flag(flag)
    case .like(let likened): self = .paths(Set(context.similar[likened, default: [:]].keys))
    case .test(.link, let test):
      self = .paths(test.name.map(context.links.captures(linkingTo:)) ?? [])
    case .test(.linkedBy, let test):
      self = .paths(test.name.map(context.links.captures(linkedBy:)) ?? [])
    case .test(.collection, .matches(let term)):
      let named = context.collectionsNamed(term.text)
      let path = named.count == 1 ? Term(term.kind, named[0].description) : term
      self = .value(.collection, ValueTest(.matches(path), of: .collection, in: context))
    case .test(.status, let test):
      let named = ValueTest(test, of: .status, in: context)
      let verdict = IndexedCheck.verdict {
        named.accepts(name: SearchText(ActionOutcome.open.rawValue), $0)
      }
      let written = Check.value(.status, named)
      self =
        verdict == .yes
        ? .or([written, Check(Query.actionsWithoutStatus.condition, in: context)]) : written
    case .test(let attribute, let test):
      self = .value(attribute, ValueTest(test, of: attribute, in: context))
    }
  }
}

extension Query {
  /// The query for actions that have no status and therefore count as open.
  public static let actionsWithoutStatus = Query(.and([.flag(.open), .not(.has(.status))]))
}

extension Test {
  /// The name that a link test looks for, or nil if the test is a range or a path pattern.
  fileprivate var name: String? {
    switch self {
    case .matches(let term): term.text
    case .equals(let text): text
    case .range, .glob: nil
    }
  }
}

// MARK: - Testing

extension Check {
  /// Returns whether a capture satisfies the condition. Returns nil if a pattern exceeded its
  /// limits and the other parts do not decide the result (Kleene's three-valued logic).
  func accepts(_ reading: CaptureReading, in context: QueryContext) -> Bool? {
    switch self {
    case .and(let parts): return Self.every(parts, yields: true, reading, context)
    case .or(let parts): return Self.every(parts, yields: false, reading, context).map { !$0 }
    case .not(let part): return part.accepts(reading, in: context).map { !$0 }
    default:
      let before = reading.timesGivenUp
      if finds(reading, in: context) { return true }
      return reading.timesGivenUp == before ? false : nil
    }
  }

  /// Returns whether every condition yields `expected`. Returns nil if this is unknown because a
  /// pattern exceeded its limits.
  private static func every(
    _ parts: [Check], yields expected: Bool, _ reading: CaptureReading, _ context: QueryContext
  ) -> Bool? {
    var isKnown = true
    for part in parts {
      switch part.accepts(reading, in: context) {
      case nil: isKnown = false
      case .some(let found): if found != expected { return false }
      }
    }
    return isKnown ? true : nil
  }

  /// Returns whether a capture satisfies a condition that has no nested conditions. A text in which
  /// a pattern exceeds its limits counts as not matching.
  private func finds(_ reading: CaptureReading, in context: QueryContext) -> Bool {
    switch self {
    case .all: true
    case .and, .or, .not: false
    case .text(let needle):
      Zone.allCases.contains { zone in
        reading.texts(zone).contains { reading.holds(needle, $0) }
      }
    case .paths(let paths): paths.contains(reading.capture.path)
    case .value(.novelty, let test):
      context.novelty?.shownNovelty(of: reading.capture).map { test.accepts(number: $0) } ?? false
    case .value(let attribute, let test): test.accepts(attribute, of: reading)
    case .has(let attribute): reading.has(attribute, in: context)
    case .flag(let flag): reading.isTrue(flag, in: context)
    }
  }
}

extension ValueTest {
  /// Returns whether a capture's value of `attribute` passes the test. If there are several values,
  /// returns whether any of them passes.
  func accepts(_ attribute: Attribute, of reading: CaptureReading) -> Bool {
    let capture = reading.capture
    switch attribute {
    case .title: return accepts(text: reading.title, reading)
    case .meaning: return reading.meaning.map { accepts(text: $0, reading) } ?? false
    case .body: return accepts(text: reading.body, reading)
    case .path: return accepts(text: reading.path, reading)
    case .id:
      if let prefix = wholeText { return capture.hasID(beginningWith: prefix) }
      return capture.id.map { accepts(text: SearchText($0), reading) } ?? false
    case .type, .status:
      return accepts(names: capture[attribute.description], reading)
    case .collection:
      let path = capture.collection
      let name = SearchText(path.isRoot ? "/" : path.description)
      return accepts(name: name, isNested: true, reading)
    case .tag: return reading.tags.contains { accepts(name: $0, isNested: true, reading) }
    case .alias: return reading.aliases.contains { accepts(text: $0, reading) }
    case .score: return reading.score.map { accepts($0) } ?? false
    case .created: return accepts(capture.created)
    case .updated: return accepts(capture.updated)
    case .due: return capture.due.map { accepts($0) } ?? false
    case .field(let name):
      return reading.value(ofField: name.folded).map { accepts($0, reading) } ?? false
    case .content: return accepts(name: SearchText(capture.content.rawValue), reading)
    case .link, .linkedBy, .novelty: return false
    }
  }
}

// MARK: - Presence and flags

extension CaptureReading {
  /// The score of the capture; `undecided` for a capture of type `entry` without a score, nil for
  /// any other capture without one.
  var score: Score? {
    capture.score ?? (capture.hasType("entry") ? .undecided : nil)
  }

  /// The status of the capture; `open` for an action without one, nil for any other capture without
  /// one.
  func status(in context: QueryContext) -> String? {
    capture.status
      ?? (isTrue(.open, in: context) && !has(.status, in: context)
        ? ActionOutcome.open.rawValue : nil)
  }

  fileprivate func has(_ attribute: Attribute, in context: QueryContext) -> Bool {
    switch attribute {
    case .path: true
    case .title, .meaning, .id, .type, .status, .score, .due, .created:
      hasField(attribute.description)
    case .updated: ["updated", "modified", "lastmod"].contains { hasField($0) }
    case .body: body.original.contains { !$0.isWhitespace }
    case .collection: !capture.collection.isRoot
    case .tag: !tags.isEmpty
    case .alias: !aliases.isEmpty
    case .link: capture.links(in: bodyText).contains { !$0.target.isEmpty }
    case .linkedBy: !context.links.isOrphan(capture.path)
    case .content: capture.content != .text
    case .novelty: context.novelty?.novelty(of: capture) != nil
    case .field(let name): hasField(name)
    }
  }

  /// Returns whether a field has a nonempty value.
  private func hasField(_ name: String) -> Bool {
    let scalars = value(ofField: name.folded)?.scalars ?? []
    return scalars.contains { $0 != .string("") }
  }

  fileprivate func isTrue(_ flag: Quality, in context: QueryContext) -> Bool {
    switch flag {
    case .orphan: context.links.isOrphan(capture.path)
    case .untyped: capture.type == nil
    case .inbox: capture.collection.isRoot
    case .open:
      capture.status?.folded == "open"
        || (capture.hasType("action") && !capture.outcome.isFinished)
    case .done: capture.outcome == .done
    case .cancelled: capture.outcome == .cancelled
    case .overdue:
      !capture.outcome.isFinished
        && capture.due.map {
          $0.instant(context.clock) < context.clock.start(of: context.clock.today)
        }
          ?? false
    case .task: bodyText.tasks.contains { !$0.isDone }
    case .malformed: capture.document.diagnostics.contains { $0.severity == .error }
    }
  }
}
