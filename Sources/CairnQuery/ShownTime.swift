/// The kind of time that a list shows for each capture.
public enum ShownTime: Sendable {
  /// The time of creation.
  case created
  /// The time of the last change.
  case updated
  /// The time when a capture is due.
  case due
}

extension Query {
  /// The kind of time that a list of the query's results shows: the first sort key that is
  /// `created`, `updated` or `due`. Without such a key, the kind is the due time if a condition
  /// tests due times and is not excluded. Otherwise, the kind is the time of creation.
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
  /// Whether this condition or one nested in it tests due times. Negated conditions do not count.
  fileprivate var asksForDue: Bool {
    switch self {
    case .test(.due, _), .has(.due), .flag(.overdue): true
    case .and(let parts), .or(let parts): parts.contains(where: \.asksForDue)
    case .all, .not, .text, .test, .has, .flag, .like: false
    }
  }
}
