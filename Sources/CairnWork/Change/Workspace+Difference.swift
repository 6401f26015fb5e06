public import CairnNotebook
import CairnText

extension Workspace {
  /// The maximum length of a difference, in bytes.
  private static let longestDifference = 32 << 10

  /// Returns the changes in the format of `diff -u`, cut off after 32 KiB.
  public func difference(_ changes: [ChangeReport.Changed]) -> String {
    var text = ""
    for change in changes {
      for line in change.headings { text += line + "\n" }
      for line in UnifiedDiff(from: change.before, to: change.after).text({ line, _ in line }) {
        text += line + "\n"
        if text.utf8.count > Self.longestDifference { return text + "…\n" }
      }
    }
    return text
  }
}
