import CairnCapture
import CairnFiles
public import CairnNotebook
import CairnText

extension ChangeReport.Changed {
  /// What became of it: a file that belongs to a capture may be new, or gone.
  public var verb: String {
    let isMedia = path.parent.nameBytes.elementsEqual(Capture.mediaFolder.utf8)
    guard isMedia, !path.isMarkdown, before.isEmpty != after.isEmpty else { return "Changed" }
    return before.isEmpty ? "Added" : "Removed"
  }

  /// The lines above a difference between both versions, which name the file, not escaped.
  public var headings: [String] {
    let isNew = from == nil && before.isEmpty
    let isGone = after.isEmpty && !before.isEmpty
    return [
      "--- \(isNew ? "/dev/null" : "\(from ?? path)")", "+++ \(isGone ? "/dev/null" : "\(path)")",
    ]
  }

  /// How long a file is that no difference in lines can be shown of.
  public var sizeOfBinary: Int? {
    let bytes = after.isEmpty ? before : after
    let isText = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    return isText || path.isMarkdown ? nil : bytes.count
  }
}
