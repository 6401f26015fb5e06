public import CairnCapture
public import CairnText

/// How many actions there are, by how far they are.
public struct ActionCounts: Hashable, Sendable {
  /// Those that are to be done.
  public private(set) var open = 0
  /// Those that were done.
  public private(set) var done = 0
  /// Those that were given up.
  public private(set) var cancelled = 0
  /// All of them.
  public var total: Int { open + done + cancelled }

  /// Counts what of these is an action.
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

/// Actions by when they are due, and the tasks in notes.
public struct ActionList: Sendable {
  /// Where an action belongs in the list, in its order.
  public enum Group: String, CaseIterable, Sendable {
    /// Due before today.
    case overdue
    /// Due today.
    case today
    /// Due later.
    case upcoming
    /// Open, and due on no day.
    case someday
    /// Done.
    case done
    /// Given up.
    case cancelled
  }

  /// A task that is not ticked, and the note it stands in.
  public struct Task: Sendable {
    /// The note.
    public let capture: Capture
    /// The task.
    public let task: BodyTask
  }

  /// The actions of each group: by when they are due, else as they came; those that are settled by
  /// when that was, the last first.
  public private(set) var groups: [Group: [Capture]] = [:]
  /// The open tasks in the captures, by path and line; those of what is settled are left out.
  public private(set) var tasks: [Task] = []
  /// How many actions there are, listed or not.
  public let counts: ActionCounts

  /// Lists these captures, of which those that are no actions are there for their tasks. Days are those
  /// of `clock`.
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

  /// Where a capture belongs; nil where it is no action.
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
