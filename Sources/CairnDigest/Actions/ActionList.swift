public import CairnCapture
public import CairnText

/// The numbers of open, done and cancelled actions.
public struct ActionCounts: Hashable, Sendable {
  /// The number of open actions.
  public private(set) var open = 0
  /// The number of actions done.
  public private(set) var done = 0
  /// The number of actions cancelled.
  public private(set) var cancelled = 0
  /// The number of all actions.
  public var total: Int { open + done + cancelled }

  /// Counts the captures that are actions.
  public init(_ facts: some Sequence<CaptureFacts>) {
    for fact in facts {
      switch fact.action {
      case .open: open += 1
      case .done: done += 1
      case .cancelled: cancelled += 1
      case nil: break
      }
    }
  }
}

/// Actions grouped by due date or outcome, and the open tasks in notes.
public struct ActionList: Sendable {
  /// A group of actions, in the order of the list.
  public enum Group: String, CaseIterable, Sendable {
    /// Due before today.
    case overdue
    /// Due today.
    case today
    /// Due later.
    case upcoming
    /// Open, without a due date.
    case someday
    /// Done.
    case done
    /// Cancelled.
    case cancelled
  }

  /// An open task and the note that contains it.
  public struct Task: Sendable {
    /// The note.
    public let capture: Capture
    /// The task.
    public let task: BodyTask
  }

  /// The actions, keyed by group.
  ///
  /// Open actions are sorted by due date, earliest first; done and cancelled ones by completion
  /// date, latest first. Actions with equal or no dates keep their original order.
  public private(set) var groups: [Group: [Capture]] = [:]
  /// The open tasks, sorted by path and line. Tasks of done and cancelled actions are left out.
  public private(set) var tasks: [Task] = []
  /// The numbers of actions, including actions that are not listed.
  public let counts: ActionCounts

  /// Lists these captures. A capture that is not an action contributes only its tasks. `clock`
  /// determines today and the local day of each due date.
  public init(_ captures: [Capture], counts: ActionCounts, _ clock: LocalClock) {
    self.counts = counts
    for capture in captures {
      let group = Self.group(of: capture, clock)
      if let group { groups[group, default: []].append(capture) }
      if group == .done || group == .cancelled { continue }
      tasks += capture.tasks.filter { !$0.isDone }.map { Task(capture: capture, task: $0) }
    }
    for (group, captures) in groups {
      let isSettled = group == .done || group == .cancelled
      let times = captures.enumerated().map { place, capture in
        let time = isSettled ? capture.time("completed") : capture.due
        return (place, (time?.instant(clock).seconds ?? 0) * (isSettled ? -1 : 1), capture)
      }
      groups[group] = times.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2)
    }
    tasks.sort { ($0.capture.path, $0.task.line) < ($1.capture.path, $1.task.line) }
  }

  /// Whether nothing is listed.
  public var isEmpty: Bool { groups.isEmpty && tasks.isEmpty }

  /// Returns the group of a capture; nil if it is not an action.
  private static func group(of capture: Capture, _ clock: LocalClock) -> Group? {
    switch CaptureFacts(capture).action {
    case nil: return nil
    case .done: return .done
    case .cancelled: return .cancelled
    case .open:
      guard let day = capture.due?.localDay(clock) else { return .someday }
      return day < clock.today ? .overdue : day == clock.today ? .today : .upcoming
    }
  }
}
