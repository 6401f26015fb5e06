import CairnCapture
import CairnDigest
import CairnTerminal
import CairnText
import CairnWork

extension Session {
  /// Shows actions by group, then the tasks in notes, then the counts.
  func show(_ list: ActionList, idWidth: Int) {
    for group in ActionList.Group.allCases {
      guard let captures = list.groups[group] else { continue }
      let rows = captures.map { row($0, group, idWidth) }
      show(rows, below: group.heading, [.dim, group == .overdue ? .red : .cyan, .bold, nil, .dim])
    }
    if !list.tasks.isEmpty {
      let rows = list.tasks.map { ["\($0.capture.path):\($0.task.line)", $0.task.text] }
      show(rows, below: "Checkboxes in notes", [.dim, .bold])
    }
    let counts = list.counts
    console.line(
      "\(counts.open) open, \(counts.done) done, \(counts.cancelled) cancelled; "
        + "\(counts.total.of("action")).")
  }

  /// Returns the cells of an action: id or path, time, title, person and collection.
  private func row(_ capture: Capture, _ group: ActionList.Group, _ idWidth: Int) -> [String] {
    let isSettled = group == .done || group == .cancelled
    let time = isSettled ? capture.time("completed") : capture.due
    let repeats = capture.text("repeat").map { " (\($0))" } ?? ""
    return [
      capture.id.map { CaptureID($0) == nil ? $0 : String($0.prefix(idWidth)) }
        ?? capture.path.description,
      time?.listed(clock) ?? "", capture.title + repeats, capture.personShown ?? "",
      capture.collection.description,
    ]
  }

  private func show(_ rows: [[String]], below heading: String, _ styles: [Style?]) {
    let last = rows.first.map { $0.count - 1 } ?? 0
    console.line(console.styled(heading, .bold))
    showTable(
      (0...last).map {
        .init("", shrinksTo: $0 == min(2, last) ? 12 : nil, isOptional: $0 > 2)
      }, rows, styles)
    console.line()
  }
}

extension ActionList.Group {
  fileprivate var heading: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
