import CairnCapture
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnText

// Values that are not allowed, and the allowed ones that are nearest to them.

extension Workspace {
  /// The maximum number of values to offer for a field.
  private static let mostValues = 5

  /// Returns editor actions for the fields that touch `range` and have an invalid score, choice or
  /// date. Each action replaces the value by one of the nearest allowed values.
  func corrections(of capture: Capture, at range: Range<Int>) -> [EditorAction] {
    var schemas = SchemaReader(notebook: notebook)
    let schema = schemas.schema(for: capture)
    return capture.document.fields.flatMap { field -> [EditorAction] in
      guard field.range?.touches(range) == true, field.value != .null else { return [] }
      let rule = schema?.field(field.key)
      let (code, values) =
        rule.map { ("schema-breach", allowed(by: $0, near: field.value)) }
        ?? allowed(byBuiltIn: field)
      return values.prefix(Self.mostValues).compactMap { value, name in
        let document = try? capture.document.setting(field.key, to: value)
        guard let document, document.bytes != capture.document.bytes else { return nil }
        return EditorAction(
          "Change `\(field.key)` to \(name)", fixing: code, .text(document.bytes))
      }
    }
  }

  private typealias Named = (value: NewValue, name: String)

  /// Returns the values that a schema allows for a choice or a date, the nearest to `value` first;
  /// empty if `value` is allowed, or if the field is of another kind.
  private func allowed(by rule: Schema.Field, near value: FieldValue) -> [Named] {
    guard rule.breach(by: value) != nil else { return [] }
    switch rule.kind {
    case .choice: return rule.choices.nearest(to: value.text ?? "").map { (.text($0), "`\($0)`") }
    case .date: return dates(near: value.text ?? "")
    case .text, .number, .boolean, .list: return []
    }
  }

  /// Returns the code of the problem in a score or a built-in date, and the allowed values, the
  /// nearest first. If the field has no problem or is of another kind, the code and the array are
  /// empty.
  private func allowed(byBuiltIn field: Document.Field) -> (code: String, values: [Named]) {
    if field.key == "score", Score(field.value) == nil {
      let names = Score.allCases.map(\.name).nearest(to: field.value.text ?? "")
      var scores = names.compactMap { Score($0) }
      if let number = field.value.text.flatMap({ Double($0) }) {
        let distance = { (score: Score) in abs(Double(score.rawValue) - number) }
        scores.sort { distance($0) < distance($1) }
      }
      return (
        "score-unknown",
        scores.map { (.literal("\($0.rawValue)"), "`\($0.rawValue)` (\($0.name))") }
      )
    }
    if FieldKind.ofBuiltIn(field.key) == .date, FieldTime(field.value) == nil {
      return ("date-unknown", dates(near: field.value.text ?? ""))
    }
    return ("", [])
  }

  /// Returns the dates that a text can mean. For a day that does not exist, such as 31 June,
  /// returns the last day before it.
  private func dates(near text: String) -> [Named] {
    var dates = timeReader.readings(of: text).map(\.due)
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    if dates.isEmpty, numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) {
      let month = min(numbers[1], 12)
      let days = (1...min(numbers[2], 31)).reversed()
      dates = days.lazy.compactMap { CalendarDate(year: numbers[0], month: month, day: $0) }
        .prefix(1).map(\.description)
    }
    return dates.map { (.literal($0), "`\($0)`") }
  }
}

extension [String] {
  /// Returns these texts in order of similarity: those that differ from `text` by the fewest typing
  /// errors come first.
  func nearest(to text: String) -> [String] {
    let wanted = Array<Unicode.Scalar>(text.folded.unicodeScalars)
    let places = map { Nearest.distance(wanted, Array<Unicode.Scalar>($0.folded.unicodeScalars)) }
    return indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { self[$0] }
  }
}
