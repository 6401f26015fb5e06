public import CairnFiles
public import CairnText

/// Where a text is that was to be added and was not, so that it is not lost.
public enum RescuedText: Sendable {
  /// In a draft of the notebook.
  case draft(Draft)
  /// In a draft of no notebook, because there is none, or its drafts cannot be written.
  case looseDraft(Draft)
  /// Nowhere, because no draft can be written: the caller has to show it.
  case unsaved([UInt8], FileError)

  /// Saves a text as a draft of no notebook; nil if it is blank.
  public init?(saving text: [UInt8], in folders: UserFolders, at time: Instant) {
    guard !text.allSatisfy({ " \t\r\n".utf8.contains($0) }) else { return nil }
    do throws(FileError) {
      self = .looseDraft(try StateFolder.saveDraft(text, in: folders.state, at: time))
    } catch {
      self = .unsaved(text, error)
    }
  }
}
