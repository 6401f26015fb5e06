public import CairnFiles
public import CairnText

/// The place where the text of a failed request was saved.
public enum RescuedText: Sendable {
  /// A draft of the notebook.
  case draft(Draft)
  /// A draft outside any notebook, because there is no notebook or its drafts cannot be written.
  case looseDraft(Draft)
  /// Not saved, because no draft can be written. The caller must show these bytes to the user.
  case unsaved([UInt8], FileError)

  /// The draft; nil if none could be written.
  public var draft: Draft? {
    switch self {
    case .draft(let draft), .looseDraft(let draft): draft
    case .unsaved: nil
    }
  }

  /// Saves text as a draft outside any notebook, together with `notes`, a dictionary of values
  /// keyed by name. If no draft can be written, the result is ``unsaved(_:_:)``. Returns nil if
  /// the text is blank.
  public init?(
    saving text: [UInt8], notes: [String: String] = [:], in folders: UserFolders, at time: Instant
  ) {
    guard !text.allSatisfy({ " \t\r\n".utf8.contains($0) }) else { return nil }
    do throws(FileError) {
      self = .looseDraft(
        try StateFolder.saveDraft(text, notes: notes, in: folders.state, at: time))
    } catch {
      self = .unsaved(text, error)
    }
  }
}
