public import CairnCapture
import CairnDocument
import CairnText

extension Notebook {
  /// Ticks the boxes of tasks, or clears them if `isDone` is false. Changes one byte of the file
  /// for each box and, if the settings request it, the field `updated`. The file may have changed
  /// since `capture` was read. If any of the tasks now has another line or text, no box is changed.
  ///
  /// - Parameter lines: The line numbers (``/CairnCapture/BodyTask/line``) of tasks in `capture`.
  /// - Throws: `FileError` if the notebook cannot be locked. If a box is not found, the report
  ///   contains the error.
  public func tick(
    _ lines: [Int], of capture: Capture, isDone: Bool, _ mode: Mode = .write
  ) throws -> ChangeReport {
    let known = capture.tasks
    return try change([capture], mode) { current throws(Diagnostic) in
      let tasks = current.tasks
      var bytes = current.document.bytes
      for line in lines {
        guard let wanted = known.first(where: { $0.line == line }),
          let task = tasks.first(where: { $0.line == line }), task.text == wanted.text
        else { throw Self.noBox(line, bytes, tasks) }
        if task.isDone != isDone { bytes[task.mark] = UInt8(ascii: isDone ? "x" : " ") }
      }
      let document = Document(bytes)
      return bytes == current.document.bytes ? document : try stamped(document)
    }
  }

  private static func noBox(_ line: Int, _ bytes: [UInt8], _ tasks: [BodyTask]) -> Diagnostic {
    let lines =
      tasks.prefix(10).map { String($0.line) }.joined(separator: ", ")
      + (tasks.count > 10 ? " and \(tasks.count - 10) others" : "")
    let advice =
      switch tasks.count {
      case 0: "the file has no checkboxes"
      case 1: "line \(lines) has a checkbox"
      default: "lines \(lines) have a checkbox"
      }
    let text = "line \(line) has no checkbox (`- [ ]`); \(advice)"
    let starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    guard let start = starts.element(numbered: line) else {
      return Diagnostic(.error, "task-unknown", text)
    }
    return Diagnostic(.error, "task-unknown", text, at: start..<start, in: bytes)
  }
}
