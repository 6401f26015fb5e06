public import CairnFiles
public import CairnText

/// The place where a text was saved that could not be added.
public enum RescuedText: Sendable {
  /// A draft of the notebook.
  case draft(Draft)
  /// A draft outside any notebook: there is no notebook, or its drafts cannot be written.
  case looseDraft(Draft)
  /// Nowhere, because no draft can be written: the caller has to show the text.
  case unsaved([UInt8], FileError)

  /// Saves a text as a draft outside any notebook; nil if the text is blank.
  public init?(saving text: [UInt8], in folders: UserFolders, at time: Instant) {
    guard !text.allSatisfy({ " \t\r\n".utf8.contains($0) }) else { return nil }
    do throws(FileError) {
      self = .looseDraft(try StateFolder.saveDraft(text, in: folders.state, at: time))
    } catch {
      self = .unsaved(text, error)
    }
  }
}
