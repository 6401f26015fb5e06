import CairnCapture
package import CairnConsole
package import CairnDigest
import CairnIndex
import CairnTerminal
import CairnText
package import CairnWork

extension Screen {
  /// Shows the parts of an agenda, each below its heading and followed by a blank line. The columns
  /// of all parts are aligned. `styles` contains a style for each detail of an item.
  package func show(_ agenda: Agenda, _ styles: [Style?] = [.dim, .dim]) {
    let items = agenda.parts.flatMap(\.items)
    let isLate = agenda.parts.flatMap { part in part.items.map { _ in part.isLate } }
    let columns =
      [
        Table.Column("id"), .init("title", shrinksTo: titleWidth), .init("time", isOptional: true),
      ] + styles.map { _ in .init("", shrinksTo: 8, isOptional: true) }
    let rows = items.map { item in
      [listed(item.path), item.title, item.time] + item.details
    }
    var lines = tableLines(columns, rows, width: width()) { cell in
      switch cell.column {
      case 0: .dim
      case 1: .bold
      case 2: cell.row.map { isLate[$0] } ?? false ? .red : .cyan
      default: styles[cell.column - 3]
      }
    }[...]
    for part in agenda.parts {
      showHeading(of: part)
      console.lines(lines.prefix(part.items.count))
      lines = lines.dropFirst(part.items.count)
      console.line()
    }
  }

  /// Shows the heading of a part. If the part does not show all of its captures, also shows their
  /// number and, if there is room, the command that lists them.
  private func showHeading(of part: Agenda.Part) {
    let isAll = part.items.count == part.total
    let count = isAll ? "" : "  \(part.items.count) of \(part.listed)"
    let list = isAll ? nil : part.query.map { "\(count); cairn list \($0)" }
    let fits = { (more: String) in
      self.width().map { (part.heading + more).count <= $0 } ?? true
    }
    let more = list.flatMap { fits($0) ? $0 : nil } ?? count
    var lines = Excerpt(part.heading, [], .bold)
      .lines(width: width(), indent: 0, isColored: console.isColored)
    lines.append((lines.popLast() ?? "") + (more.isEmpty ? "" : console.styled(more, .dim)))
    console.lines(lines)
  }

  /// Shows actions by group, then open checkboxes in notes, then the number of actions in each
  /// state.
  package func show(_ list: ActionList) {
    show(list.agenda(clock))
    if !list.tasks.isEmpty {
      console.line(console.styled("Checkboxes in notes", .bold))
      display.isTerminal ? showByNote(list.tasks) : showPlaces(of: list.tasks)
      console.line()
    }
    let counts = list.counts
    console.line(
      "\(counts.open) open, \(counts.done) done, \(counts.cancelled) cancelled; "
        + "\(counts.total.of("action")).")
  }

  /// Shows each task on one line with its place, `FILE:LINE`.
  private func showPlaces(of tasks: [ActionList.Task]) {
    let rows = tasks.map { ["\($0.capture.path):\($0.task.line)", $0.task.text] }
    showTable([.init(""), .init("", shrinksTo: 12)], rows, [.dim, .bold])
  }

  /// Shows the path of each note once, with its tasks below. Each task begins with `ID.NUMBER`,
  /// which can be passed to `done`, or with `:LINE`, which can be passed after the path.
  private func showByNote(_ tasks: [ActionList.Task]) {
    for (index, task) in tasks.enumerated() {
      let path = task.capture.path
      if index == 0 || tasks[index - 1].capture.path != path {
        console.line(console.styled(TerminalText.line(path.description), .dim))
      }
      let handle = work.handle(at: path)
      let isShort = handle.utf8.count <= 10 && !handle.contains { " /".contains($0) }
      let place = isShort ? "\(handle).\(task.task.number)" : ":\(task.task.line)"
      let margin = max(place.count, 7)
      let indent = String(repeating: " ", count: margin - place.count)
      let lines = Excerpt(task.task.text).lines(
        width: width(), indent: margin + 2, isColored: false)
      for (number, line) in lines.enumerated() {
        console.line(
          number == 0 ? indent + console.styled(place, .dim) + line.dropFirst(margin) : line)
      }
    }
  }
}
