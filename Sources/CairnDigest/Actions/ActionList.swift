public import CairnCapture
public import CairnText

/// The numbers of open, done and cancelled actions.
public struct ActionCounts: Hashable, Sendable {
  /// The number of open actions.
  public private(set) var open = 0
  /// The number of done actions.
  public private(set) var done = 0
  /// The number of cancelled actions.
  public private(set) var cancelled = 0
  /// The number of all actions.
  public var total: Int { open + done + cancelled }

  /// Creates counts from numbers that are already known.
  public init(open: Int, done: Int, cancelled: Int) {
    (self.open, self.done, self.cancelled) = (open, done, cancelled)
  }

  /// Counts the actions among the captures that `facts` describes.
  public init(_ facts: some Sequence<CaptureFacts>) {
    for fact in facts {
      switch fact.outcome {
      case .open: open += 1
      case .done: done += 1
      case .cancelled: cancelled += 1
      case nil: break
      }
    }
  }
}

/// The actions in a set of captures, grouped by due date or outcome, and the open tasks in these
/// captures.
public struct ActionList: Sendable {
  /// A group of actions. The cases are in the order in which lists show the groups.
  public enum Group: String, CaseIterable, Sendable {
    /// Open actions that were due before today.
    case overdue
    /// Open actions that are due today.
    case today
    /// Open actions that are due after today.
    case upcoming
    /// Open actions without a due date.
    case someday
    /// Done actions.
    case done
    /// Cancelled actions.
    case cancelled

    /// Whether the actions of the group are done or cancelled.
    public var isSettled: Bool { self == .done || self == .cancelled }
  }

  /// An open task and the capture that contains it.
  public struct Task: Sendable {
    /// The capture that contains the task.
    public let capture: Capture
    /// The open task.
    public let task: BodyTask
  }

  /// The actions, keyed by group.
  ///
  /// Open actions are sorted by due date, earliest first. Done and cancelled actions are sorted by
  /// completion date, latest first; those without a date come last. Actions with equal dates keep
  /// their original order. If `keepsOrder` was passed, all actions of a group keep their original
  /// order.
  public private(set) var groups: [Group: [Capture]] = [:]
  /// The open tasks. Those with a due date come first, sorted by it; the others are sorted by path
  /// and line. Tasks of done and cancelled actions are left out.
  public private(set) var tasks: [Task] = []
  /// The numbers of actions, including actions that are not listed.
  public let counts: ActionCounts

  /// Lists the actions and open tasks in captures. A capture that is not an action contributes only
  /// its tasks. `clock` determines today and the local day of each due date.
  ///
  /// - Parameter keepsOrder: Whether the actions of a group stay in the order of `captures`.
  public init(
    _ captures: [Capture], counts: ActionCounts, _ clock: LocalClock, keepsOrder: Bool = false
  ) {
    self.counts = counts
    for capture in captures {
      let group = Self.group(of: capture, clock)
      if let group { groups[group, default: []].append(capture) }
      if group?.isSettled == true { continue }
      tasks += capture.tasks.filter { !$0.isDone }.map { Task(capture: capture, task: $0) }
    }
    for (group, captures) in groups where !keepsOrder {
      let times = captures.enumerated().map { place, capture in
        let time = group.isSettled ? capture.time("completed") : capture.due
        return (place, (time?.instant(clock).seconds ?? 0) * (group.isSettled ? -1 : 1), capture)
      }
      groups[group] = times.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2)
    }
    tasks = tasks.map { ($0, $0.task.due?.daysSinceEpoch ?? .max) }.sorted { left, right in
      (left.1, left.0.capture.path, left.0.task.line)
        < (right.1, right.0.capture.path, right.0.task.line)
    }.map(\.0)
  }

  /// The actions of all groups, in the order of the groups.
  public var actions: [Capture] { Group.allCases.flatMap { groups[$0] ?? [] } }

  /// Whether the list contains neither actions nor tasks.
  public var isEmpty: Bool { groups.isEmpty && tasks.isEmpty }

  /// The number of actions and tasks in the list.
  public var count: Int { actions.count + tasks.count }

  /// Returns a list of the first `limit` actions and tasks. The ``counts`` stay the same.
  public func prefix(_ limit: Int) -> ActionList {
    var list = self
    var left = limit
    for group in Group.allCases {
      let captures = Array((groups[group] ?? []).prefix(left))
      list.groups[group] = captures.isEmpty ? nil : captures
      left -= captures.count
    }
    list.tasks = Array(tasks.prefix(left))
    return list
  }

  /// Returns the group of a capture; nil if the capture is not an action.
  private static func group(of capture: Capture, _ clock: LocalClock) -> Group? {
    switch CaptureFacts(capture).outcome {
    case nil: return nil
    case .done: return .done
    case .cancelled: return .cancelled
    case .open:
      guard let day = capture.due?.localDay(clock) else { return .someday }
      return day < clock.today ? .overdue : day == clock.today ? .today : .upcoming
    }
  }
}
