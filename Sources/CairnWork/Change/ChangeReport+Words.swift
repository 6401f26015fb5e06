import CairnCapture
import CairnFiles
public import CairnNotebook
import CairnText

extension ChangeReport.Changed {
  /// A verb that says what happened to the file: `Added` or `Removed` for a media file that was
  /// added or removed, otherwise `Changed`.
  public var verb: String {
    let isMedia = path.parent.nameBytes.elementsEqual(Capture.mediaFolder.utf8)
    guard isMedia, !path.isMarkdown, before.isEmpty != after.isEmpty else { return "Changed" }
    return before.isEmpty ? "Added" : "Removed"
  }

  /// The heading lines of a diff, which name the file. They are not escaped for a terminal.
  public var headings: [String] {
    let isNew = from == nil && before.isEmpty
    let isGone = after.isEmpty && !before.isEmpty
    return [
      "--- \(isNew ? "/dev/null" : "\(from ?? path)")", "+++ \(isGone ? "/dev/null" : "\(path)")",
    ]
  }

  /// The size in bytes of a binary file, for which no diff can be shown; nil for a text file.
  public var sizeOfBinary: Int? {
    let bytes = after.isEmpty ? before : after
    let isText = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    return isText || path.isMarkdown ? nil : bytes.count
  }
}

extension ChangeReport {
  /// An infinitive that says what would happen to the files: `be created` if all files are new,
  /// `be removed` if all files would be removed, otherwise `change`.
  public var plannedVerb: String {
    if changed.isEmpty || changed.contains(where: { $0.from != nil }) { return "change" }
    if changed.allSatisfy(\.before.isEmpty) { return "be created" }
    return changed.allSatisfy(\.after.isEmpty) ? "be removed" : "change"
  }
}
