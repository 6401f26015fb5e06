import CairnGit
import CairnText

/// A commit message with the counts of added, changed and removed files, and the names of files.
struct CommitMessage {
  /// All lines of the message; the first is the subject.
  let text: String

  /// The maximum number of files to list by name.
  private static let mostNames = 100

  /// Creates a message for these changes. A `subject` replaces the counts in the first line. With
  /// `captures`, the message is for the first commit, and says that the notebook starts with this
  /// number of captures.
  init(_ changes: [Repository.Change], subject: String?, starting captures: Int? = nil) {
    let count = { (kind: Repository.Change.Kind) in changes.count { $0.kind == kind } }
    let parts = [("add", count(.added)), ("change", count(.changed)), ("remove", count(.removed))]
      .filter { $0.1 > 0 }
    var counted = parts.map { "\($0.0) \($0.1.of("file"))" }.joined(separator: ", ")
    if let only = changes.first, changes.count == 1, let part = parts.first {
      counted = "\(part.0) " + String(decoding: only.path, as: UTF8.self)
    }
    let start = captures.map {
      "Start the notebook" + ($0 > 0 ? " with \($0.of("capture"))" : "")
    }
    let head = subject ?? start ?? counted.capitalizedFirst
    let names = changes.prefix(Self.mostNames).map(\.line)
    let shown = names + (changes.count > Self.mostNames ? ["…"] : [])
    text =
      head + "\n"
      + (changes.count > 1 || subject != nil || start != nil
        ? "\n\(shown.joined(separator: "\n"))\n" : "")
  }
}
