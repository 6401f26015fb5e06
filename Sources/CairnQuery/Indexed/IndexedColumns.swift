import CairnDocument
import CairnIndex
import CairnText

/// A ``NeedleFinder`` that searches the values of columns.
private final class ValueFinder: NeedleFinder {
  /// Whether a pattern exceeded its limits.
  private(set) var hasGivenUp = false

  func holds(_ needle: Needle, _ text: SearchText) -> Bool {
    do throws(RegularExpression.LimitExceeded) {
      return try needle.isFound(in: text)
    } catch {
      hasGivenUp = true
      return false
    }
  }
}

/// Methods that test the values in columns. Each distinct value is tested only once.
extension IndexedCheck {
  /// A test of a value. The second parameter finds needles in text.
  typealias Test<Value> = (Value, any NeedleFinder) -> Bool

  /// The result of a test for one value.
  enum Verdict: UInt8 {
    case no, yes, maybe
  }

  static func verdict(_ test: (any NeedleFinder) -> Bool) -> Verdict {
    let finder = ValueFinder()
    let passes = test(finder)
    return finder.hasGivenUp ? .maybe : passes ? .yes : .no
  }

  private func answer(
    _ column: Column?, _ verdict: (Column, Int) throws(IndexDamage) -> Verdict
  ) throws(IndexDamage) -> Answer {
    guard let column else { return .none(segment.count) }
    var verdicts: [Verdict] = []
    verdicts.reserveCapacity(column.valueCount)
    for number in 0..<column.valueCount {
      if number % 256 == 255, context.isCancelled() { return .none(segment.count) }
      verdicts.append(try verdict(column, number))
    }
    func documents(_ wanted: Verdict) throws(IndexDamage) -> DocumentSet {
      guard verdicts.contains(wanted) else { return DocumentSet(capacity: segment.count) }
      return try column.documents(with: verdicts.map { $0 == wanted })
    }
    return Answer(yes: try documents(.yes), maybe: try documents(.maybe))
  }

  /// Returns the documents for which a string in this column passes the test.
  func texts(_ column: Column?, _ test: Test<String>) throws(IndexDamage) -> Answer {
    try answer(column) { (column, number) throws(IndexDamage) in
      let text = try column.text(number)
      return Self.verdict { test(text, $0) }
    }
  }

  /// Returns the documents in which the value of a front matter field passes the test. `name` must
  /// be folded. If a document has no field named `a.b`, looks up the key `b` in its mapping `a`.
  func field(_ name: String, _ test: Test<FieldValue>) throws(IndexDamage) -> Answer {
    let column = try segment.field(name)
    let direct = try values(column, test)
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return direct }
    var answer = Answer.none(segment.count)
    // A key can contain dots itself, so the longest field name takes precedence. It comes last in
    // this loop, because each answer replaces the earlier ones.
    for count in 1..<parts.count {
      guard let head = try segment.field(parts[..<count].joined(separator: ".")) else { continue }
      let inner = try values(head) { value, holds in
        value.descendant(parts[count...]).map { test($0, holds) } ?? false
      }
      answer = answer.replaced(in: try head.documents(), by: inner)
    }
    guard let column else { return answer }
    return answer.replaced(in: try column.documents(), by: direct)
  }

  private func values(
    _ column: Column?, _ test: Test<FieldValue>
  ) throws(IndexDamage) -> Answer {
    try answer(column) { (column, number) throws(IndexDamage) in
      guard let value = try column.value(number) else { return .maybe }
      return Self.verdict { test(value, $0) }
    }
  }

  /// Returns the documents in which the value of a built-in field (`type`, `status`, `score`,
  /// `due`) passes the test. Documents without the field are tested with nil.
  func fact(_ name: String, _ test: Test<FieldValue?>) throws(IndexDamage) -> Answer {
    let column = try segment.field(name)
    var answer = try values(column) { test($0, $1) }
    if test(nil, ValueFinder()) {
      let missing = ~(try column?.documents() ?? DocumentSet(capacity: segment.count))
      answer = answer | Answer(yes: missing)
    }
    guard let exceptions = try segment.exceptions(name) else { return answer }
    let others = try values(exceptions) { value, holds in
      test(value == .null ? nil : value, holds)
    }
    return answer.replaced(in: try exceptions.documents(), by: others)
  }

  /// Returns the documents whose folder passes the test.
  func folders(_ test: Test<NotePath>) -> Answer {
    var yes = DocumentSet(capacity: segment.count)
    var maybe = DocumentSet(capacity: segment.count)
    for folder in 0..<segment.folderCount {
      let path = segment.folderPath(folder)
      let verdict = Self.verdict { test(path, $0) }
      if verdict == .no { continue }
      for place in segment.listing(ofFolder: folder) {
        let document = segment.listed(place)
        if verdict == .yes { yes.insert(document) } else { maybe.insert(document) }
      }
    }
    return Answer(yes: yes, maybe: maybe)
  }

  /// Returns the current documents whose path passes the test.
  func paths(_ test: Test<NotePath>) -> Answer {
    var yes = DocumentSet(capacity: segment.count)
    var maybe = DocumentSet(capacity: segment.count)
    forEachLive { document in
      switch Self.verdict({ test(segment.path(document), $0) }) {
      case .no: break
      case .yes: yes.insert(document)
      case .maybe: maybe.insert(document)
      }
    }
    return Answer(yes: yes, maybe: maybe)
  }
}
