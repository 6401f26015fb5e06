import CairnCapture
import CairnFiles
import CairnNotebook
import SystemPackage

extension Workspace {
  /// Returns the checkbox that a word such as `x10e.2` names: the second checkbox of the capture
  /// `x10e`. Returns nil if the whole word names a capture, or if the part before the period names
  /// none.
  ///
  /// Throws a ``Refusal`` if the capture has no such box.
  func numberedBox(_ word: String) throws -> BoxName? {
    guard let period = word.lastIndex(of: "."), period > word.startIndex,
      case let digits = word[word.index(after: period)...], (1...6).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
    else { return nil }
    let (handle, catalog) = (String(word[..<period]), lastCatalog)
    let captures = NamedCaptures(self, catalog)
    guard try captures.entries(withHandle: word).isEmpty else { return nil }
    let found = try captures.entries(withHandle: handle)
    guard let entry = found.first else { return nil }
    guard found.count == 1 else { throw ambiguous(handle, found, in: catalog) }
    guard let capture = catalog.capture(entry) else { return nil }
    let tasks = capture.tasks
    guard let task = tasks.first(where: { $0.number == number }) else {
      let count = tasks.count == 1 ? "1 checkbox" : "\(tasks.count) checkboxes"
      throw Refusal(
        "task-unknown", "there is no checkbox \(number); `\(capture.path)` has \(count)",
        .nothingFound)
    }
    return BoxName(path: notebook.store.absolute(capture.path).string, line: task.line)
  }
}
