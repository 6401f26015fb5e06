/// A time of captures that a list shows.
public enum ShownTime: Sendable {
  /// The time of creation.
  case created
  /// The time of the last change.
  case updated
  /// The time when a capture is due.
  case due
}

extension Query {
  /// The time to show in a list of the captures: the first by which they are sorted. In a list that
  /// is not sorted by a time, the due time if a condition is about due times, and otherwise the
  /// time of creation.
  public var shownTime: ShownTime {
    for key in sort {
      switch key.attribute {
      case .created: return .created
      case .updated: return .updated
      case .due: return .due
      default: continue
      }
    }
    return condition.asksForDue ? .due : .created
  }
}

extension Condition {
  /// Whether a condition that is not negated is about due times.
  fileprivate var asksForDue: Bool {
    switch self {
    case .test(.due, _), .has(.due), .flag(.overdue): true
    case .and(let parts), .or(let parts): parts.contains(where: \.asksForDue)
    case .all, .not, .text, .test, .has, .flag: false
    }
  }
}
