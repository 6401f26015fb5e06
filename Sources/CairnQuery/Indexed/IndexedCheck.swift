import CairnCapture
import CairnDocument
import CairnIndex
import CairnText

/// An evaluator of ``Check``s on a segment. If the index can decide whether a document matches, the
/// result is the same as for the capture itself; otherwise, the result is that the document may
/// match.
struct IndexedCheck {
  let segment: Segment
  let live: DocumentSet
  let context: QueryContext
  /// The documents that contain a pattern in any zone, keyed by pattern. Contains only patterns
  /// whose documents are already known.
  private let counted: [WordPattern: DocumentSet]

  init(
    _ layer: Snapshot.Layer, in context: QueryContext, counted: [WordPattern: DocumentSet] = [:]
  ) {
    self.counted = counted
    segment = layer.segment
    live = layer.live
    self.context = context
  }

  /// Returns which of the segment's current documents satisfy a condition, and which may satisfy
  /// it.
  func answer(_ check: Check) throws(IndexDamage) -> Answer {
    let answer = try unlimited(check)
    return Answer(yes: answer.yes & live, maybe: answer.maybe & live)
  }

  private func unlimited(_ check: Check) throws(IndexDamage) -> Answer {
    switch check {
    case .all: return .all(segment.count)
    case .and(let parts):
      var answer = Answer.all(segment.count)
      for part in parts { answer = answer & (try unlimited(part)) }
      return answer
    case .or(let parts):
      var answer = Answer.none(segment.count)
      for part in parts { answer = answer | (try unlimited(part)) }
      return answer
    case .not(let part): return !(try unlimited(part))
    case .text(let needle): return try documents(with: needle)
    case .paths(let paths):
      var set = DocumentSet(capacity: segment.count)
      for path in paths { if let document = segment.document(at: path) { set.insert(document) } }
      return Answer(yes: set)
    case .value(let attribute, let test): return try documents(where: attribute, passes: test)
    case .has(let attribute): return try documents(with: attribute)
    case .flag(let flag): return try documents(that: flag)
    }
  }

  /// Calls `body` with each current document, until the query is cancelled.
  func forEachLive(_ body: (Int) -> Void) {
    struct Cancelled: Error {}
    var count = 0
    try? live.forEach { (document) throws(Cancelled) in
      count += 1
      if count % 1024 == 0, context.isCancelled() { throw Cancelled() }
      body(document)
    }
  }

  var full: DocumentSet { DocumentSet(capacity: segment.count, isFull: true) }
}

// MARK: - Words

extension IndexedCheck {
  /// Returns the documents that contain a needle in a zone, or in any zone if `zone` is nil.
  func documents(with needle: Needle, in zone: Zone? = nil) throws(IndexDamage) -> Answer {
    if let pattern = needle.wordPattern {
      return Answer(yes: try documents(with: pattern, in: zone))
    }
    switch needle {
    case .never, .similar: return .none(segment.count)
    case .inside(let bytes):
      if Words.beginsWithMark(bytes) { return .maybe(full) }
      return .maybe(try documents(holding: Words.pieces(of: bytes).map { Array(bytes[$0]) }))
    case .pattern(let pattern):
      return .maybe(try documents(holding: pattern.literals))
    case .pieces(let pieces, let isOpen, _):
      return .maybe(try documents(with: .phrase(pieces, isOpen: isOpen), in: zone))
    }
  }

  private func documents(
    with pattern: WordPattern, in zone: Zone?
  ) throws(IndexDamage) -> DocumentSet {
    if zone == nil, let documents = counted[pattern] { return documents }
    return try segment.documents(with: pattern, in: zone, until: context.isCancelled)
  }

  /// Returns the documents that contain all of these runs of letters, even inside words.
  private func documents(holding runs: [[UInt8]]) throws(IndexDamage) -> DocumentSet {
    var documents = full
    for run in runs { documents = documents & (try self.documents(with: .inside(run), in: nil)) }
    return documents
  }
}

extension Needle {
  /// The pattern that matches in the index if and only if the needle occurs in the text, or nil if
  /// there is no such pattern.
  var wordPattern: WordPattern? {
    switch self {
    case .pieces(let pieces, let isOpen, let signs):
      // The index does not contain the punctuation of words.
      return signs.isEmpty ? .phrase(pieces, isOpen: isOpen) : nil
    case .inside(let bytes):
      // A run of letters is never split between pieces.
      if Words.beginsWithMark(bytes) { return nil }
      let pieces = Words.pieces(of: bytes)
      return pieces.count == 1 && pieces[0].count == bytes.count ? .inside(bytes) : nil
    case .similar(let word): return .spelling(word)
    case .pattern, .never: return nil
    }
  }
}

// MARK: - Values

extension IndexedCheck {
  private func documents(
    where attribute: Attribute, passes test: ValueTest
  ) throws(IndexDamage) -> Answer {
    switch attribute {
    case .content: return try contents(test)
    case .novelty: return .maybe(full)
    case .title:
      if let pattern = test.needle?.wordPattern {
        return Answer(yes: try documents(with: pattern, in: .title))
      }
      return try texts(segment.titles()) { test.accepts(text: SearchText($0), $1) }
    case .meaning:
      if let pattern = test.needle?.wordPattern {
        return Answer(yes: try documents(with: pattern, in: .meaning))
      }
      return .maybe(try segment.field("meaning")?.documents() ?? Answer.none(segment.count).yes)
    case .body:
      guard let needle = test.needle else { return .maybe(full) }
      return try documents(with: needle, in: .body)
    case .path: return paths { test.accepts(text: SearchText($0.description), $1) }
    case .collection:
      return folders { path, holds in
        let name = SearchText(path.isRoot ? "/" : path.description)
        return test.accepts(name: name, isNested: true, holds)
      }
    case .id:
      return try texts(segment.ids()) { id, holds in
        if let prefix = test.wholeText { return Capture.isID(id, beginningWith: prefix) }
        return test.accepts(text: SearchText(id), holds)
      }
    case .tag:
      return try texts(segment.tags()) {
        test.accepts(name: SearchText($0), isNested: true, $1)
      }
    case .alias: return try texts(segment.aliases()) { test.accepts(text: SearchText($0), $1) }
    default: return try documents(whereFact: attribute, passes: test)
    }
  }

  private func documents(
    whereFact attribute: Attribute, passes test: ValueTest
  ) throws(IndexDamage) -> Answer {
    switch attribute {
    case .type, .status:
      return try fact(attribute.description) { test.accepts(names: $0, $1) }
    case .score:
      let scores = try fact("score") { value, _ in
        value.flatMap { Score($0) }.map { test.accepts($0) } ?? false
      }
      guard test.accepts(.undecided) else { return scores }
      let unscored = try fact("score") { value, _ in value.flatMap { Score($0) } == nil }
      return scores | (unscored & (try entries()))
    case .created: return try moments(.created, test)
    case .updated: return try moments(.updated, test)
    case .due:
      return try fact("due") { value, _ in
        value.flatMap { FieldTime($0) }.map { test.accepts($0) } ?? false
      }
    case .field(let name):
      return try field(name.folded) { value, holds in test.accepts(value, holds) }
    default: return .none(segment.count)
    }
  }

  private func moments(
    _ kind: Segment.TimeKind, _ test: ValueTest
  ) throws(IndexDamage) -> Answer {
    var set = DocumentSet(capacity: segment.count)
    var last: (moment: Instant, passes: Bool)?
    for (document, moment) in try segment.moments(kind, context.clock).enumerated() {
      let passes = last?.moment == moment ? last?.passes == true : test.accepts(moment)
      last = (moment, passes)
      if passes { set.insert(document) }
    }
    return Answer(yes: set)
  }

  /// Returns the documents whose kind of content passes the test. A document is text unless it has
  /// a field that can name a picture, a file or an address.
  private func contents(_ test: ValueTest) throws(IndexDamage) -> Answer {
    let media = try documentsWithMedia()
    let isText = Self.passes(test, .text)
    return Answer(yes: isText ? ~media : none, maybe: media)
  }

  private static func passes(_ test: ValueTest, _ content: ContentKind) -> Bool {
    verdict { test.accepts(name: SearchText(content.rawValue), $0) } != .no
  }

  /// Returns the documents with a field that can name a picture, a file or an address.
  private func documentsWithMedia() throws(IndexDamage) -> DocumentSet {
    var found = none
    for key in Capture.mediaKeys + ["url"] {
      found = found | (try field(key) { _, _ in true }.possible)
    }
    return found
  }

  /// Returns the captures of type `entry`. A capture of this type counts as undecided if it has no
  /// score.
  private func entries() throws(IndexDamage) -> Answer {
    try fact("type") { value, _ in value?.hasName("entry") ?? false }
  }
}

// MARK: - Presence and flags

extension IndexedCheck {
  private func documents(with attribute: Attribute) throws(IndexDamage) -> Answer {
    switch attribute {
    case .path: return Answer(yes: full)
    case .title, .meaning, .id, .type, .status, .score, .due, .created:
      return try hasField(attribute.description)
    case .updated:
      return try hasField("updated") | (try hasField("modified")) | (try hasField("lastmod"))
    case .body: return Answer(yes: segment.documentsWithBody)
    case .collection: return folders { path, _ in !path.isRoot }
    case .tag: return Answer(yes: try segment.tags()?.documents() ?? none)
    case .alias: return Answer(yes: try segment.aliases()?.documents() ?? none)
    case .link: return Answer(yes: segment.documentsWithLinks)
    case .linkedBy: return !orphans
    case .content: return .maybe(try documentsWithMedia())
    case .novelty: return .maybe(full)
    case .field(let name): return try hasField(name.folded)
    }
  }

  private var none: DocumentSet { DocumentSet(capacity: segment.count) }

  private func hasField(_ name: String) throws(IndexDamage) -> Answer {
    let found = try field(name) { value, _ in value.scalars.contains { $0 != .string("") } }
    // A value that the index omits is never empty.
    return name.contains(".") ? found : Answer(yes: found.possible)
  }

  private var orphans: Answer {
    var set = DocumentSet(capacity: segment.count)
    forEachLive { if context.links.isOrphan(segment.path($0)) { set.insert($0) } }
    return Answer(yes: set)
  }

  private func documents(that flag: Quality) throws(IndexDamage) -> Answer {
    switch flag {
    case .orphan: return orphans
    case .untyped: return try fact("type") { value, _ in value?.names.isEmpty ?? true }
    case .inbox: return folders { path, _ in path.isRoot }
    case .open:
      let actions = try fact("type") { value, _ in value?.hasName("action") ?? false }
      let saidOpen = try fact("status") { value, _ in value?.names.first?.folded == "open" }
      return saidOpen | (actions & !(try finished()))
    case .done: return try documents { $0 == .done }
    case .cancelled: return try documents { $0 == .cancelled }
    case .overdue:
      let today = context.clock.start(of: context.clock.today)
      let due = try fact("due") { value, _ in
        value.flatMap { FieldTime($0) }.map { $0.instant(context.clock) < today } ?? false
      }
      return due & !(try finished())
    case .task: return Answer(yes: segment.documentsWithOpenTasks)
    case .malformed: return Answer(yes: segment.malformedDocuments)
    }
  }

  private func documents(
    where isMeant: (ActionOutcome) -> Bool
  ) throws(IndexDamage) -> Answer {
    try fact("status") { value, _ in isMeant(ActionOutcome(status: value?.names.first)) }
  }

  private func finished() throws(IndexDamage) -> Answer { try documents(where: \.isFinished) }
}
