import CairnInsight
import CairnText

/// The quality of the persons and due times that were found in captures with one type.
///
/// A person is right if it is exactly the labelled one. A due time is right if it means the day that
/// the label means, if both are read on the same day.
struct SpanMeasures {
  /// What happened to the due time of one capture.
  private enum Due { case right, wrong, missing, none }

  private let answers: [Measures.Answer]
  private let reader: TimeReader

  /// Tuesday, 24 November 2026, on which the labels of days are based.
  private static let clock = LocalClock(now: Instant(seconds: 1_795_514_400)) { _ in 0 }

  init(_ answers: [Measures.Answer]) {
    self.answers = answers.filter { $0.capture.kind != nil }
    reader = TimeReader(clock: Self.clock)
  }

  /// The precision and recall of persons, and the shares of due times that are right, wrong and
  /// missing. A due time in a capture without one counts as wrong.
  var report: String {
    let found = answers.filter { $0.person != nil }
    let labelled = answers.filter { !$0.capture.person.isEmpty }
    let right = found.count { $0.person == $0.capture.person }
    let dues = answers.map { ($0, outcome($0)) }
    func share(_ outcome: Due) -> String {
      let count = dues.count { $0.1 == outcome }
      let all = answers.count { !$0.capture.due.isEmpty }
      return "\(Measures.percent(Double(count) / Double(max(all, 1)))) (\(count))"
    }
    return """
      persons: precision \(Self.percent(right, found.count)), recall \
      \(Self.percent(right, labelled.count)) of \(labelled.count)
      due: right \(share(.right)), wrong \(share(.wrong)), missing \(share(.missing)) of \
      \(answers.count { !$0.capture.due.isEmpty })
      """
  }

  /// The captures whose person or due time is wrong or missing, one on each line.
  var mistakes: String {
    answers.flatMap { answer -> [String] in
      let person = answer.person ?? "-"
      let due = outcome(answer)
      let isRight = answer.person ?? "" == answer.capture.person
      return
        (isRight
        ? [] : ["  person: \(person) for \(answer.capture.person): \(answer.capture.text)"])
        + ([.right, .none].contains(due)
          ? []
          : ["  due \(due): \(answer.due ?? "-") for \(answer.capture.due): \(answer.capture.text)"])
    }.joined(separator: "\n")
  }

  private static func percent(_ part: Int, _ whole: Int) -> String {
    Measures.percent(Double(part) / Double(max(whole, 1)))
  }

  private func outcome(_ answer: Measures.Answer) -> Due {
    let label = answer.capture.due
    guard let due = answer.due else { return label.isEmpty ? .none : .missing }
    if label.isEmpty { return .wrong }
    let day = answer.capture.day ?? reader.due(saidAs: label)?.dueDay.description
    if due == label, answer.capture.day == nil { return .right }
    return reader.due(saidAs: due)?.dueDay.description == day ? .right : .wrong
  }
}
