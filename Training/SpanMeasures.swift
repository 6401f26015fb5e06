import CairnInsight
import CairnText

/// The quality of the persons and due times that were found in captures with one type.
///
/// A person is right if it is the labelled one (``PersonName``). A due time is right if it means a
/// day that the label allows, if both are read on the same day. A due time in a capture without one
/// is wrong.
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

  /// The measures of persons.
  var persons: FieldShares {
    let right = answers.count { $0.person != nil && isRight($0) }
    return FieldShares(
      name: "person", precision: Share(right, of: answers.count { $0.person != nil }),
      recall: Share(right, of: answers.count { !$0.capture.person.isEmpty }))
  }

  /// The due times that mean the right day, a wrong day, or were not found, as shares of the
  /// labelled ones.
  var dues: (right: Share, wrong: Share, missing: Share) {
    let outcomes = answers.map(outcome)
    func share(_ wanted: Due) -> Share {
      Share(outcomes.count { $0 == wanted }, of: answers.count { !$0.capture.due.isEmpty })
    }
    return (share(.right), share(.wrong), share(.missing))
  }

  /// The captures whose person or due time is wrong or missing, one on each line.
  var mistakes: [String] {
    answers.flatMap { answer -> [String] in
      let person = "person: \(answer.person ?? "-") for \(answer.capture.person)"
      let due = "due \(outcome(answer)): \(answer.due ?? "-") for \(answer.capture.due)"
      let isDue = [.right, .none].contains(outcome(answer))
      return ((isRight(answer) ? [] : [person]) + (isDue ? [] : [due])).map {
        "\($0): \(answer.capture.text)"
      }
    }
  }

  private func isRight(_ answer: Measures.Answer) -> Bool {
    PersonName(answer.person ?? "") == PersonName(answer.capture.person)
  }

  private func outcome(_ answer: Measures.Answer) -> Due {
    let label = answer.capture.due
    guard let due = answer.due else { return label.isEmpty ? .none : .missing }
    if label.isEmpty { return .wrong }
    guard let day = reader.due(saidAs: due)?.dueDay.description else {
      return due == label ? .right : .wrong
    }
    if let days = answer.capture.days { return days.contains(day) ? .right : .wrong }
    return reader.due(saidAs: label)?.dueDay.description == day ? .right : .wrong
  }
}
