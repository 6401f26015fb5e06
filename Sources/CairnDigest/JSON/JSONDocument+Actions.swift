import CairnCapture
public import CairnJSON
public import CairnText

extension JSONDocument {
  /// What `cairn actions` lists.
  public static func actions(_ list: ActionList, _ clock: LocalClock) -> JSONValue {
    let counts: JSONValue = [
      "open": .integer(list.counts.open), "done": .integer(list.counts.done),
      "cancelled": .integer(list.counts.cancelled), "total": .integer(list.counts.total),
    ]
    let groups = ActionList.Group.allCases.map { group in
      JSONValue.Member(
        group.rawValue,
        .array((list.groups[group] ?? []).map { CaptureRecord($0, clock: clock).json }))
    }
    let tasks = list.tasks.map { task -> JSONValue in
      [
        "path": JSONValue(bytes: task.capture.path.bytes), "line": .integer(task.task.line),
        "text": .string(task.task.text),
      ]
    }
    return document([.init("counts", counts)] + groups + [.init("tasks", .array(tasks))])
  }
}
