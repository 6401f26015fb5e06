public import CairnCapture
import CairnDocument
import CairnText

extension Notebook {
  /// Adds an id and the fields that go with it to captures that lack them.
  ///
  /// - `id`: A new id, unless the file already has one, for example from another tool.
  /// - `type`: The default type of the collection's page, if any. It is never guessed.
  /// - `collection`: The path of the folder, except in the inbox.
  /// - `created`: The time in the file's name or its modification time (``Capture/created``), which
  ///   this write or a later renaming would lose. Not added if the field `created` or `date`
  ///   contains it.
  ///
  /// Existing values are kept, even if they disagree with the folder. Nothing else in the file
  /// changes, not even the field `updated`: the content stays the same, and the time of its last
  /// change would be lost. The ids are drawn from `generator`.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked. Errors of single files are in the
  ///   report.
  public func adopt(
    _ captures: [Capture], _ mode: Mode = .write, using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport {
    var ids: [NotePath: CaptureID] = [:]
    var types: [NotePath: String] = [:]
    for capture in captures {
      ids[capture.path] = CaptureID(using: &generator)
      if types[capture.collection] == nil {
        types[capture.collection] = try nearestPage(of: capture.collection)?.defaultType ?? ""
      }
    }
    return try change(captures, mode) { (capture) throws(Diagnostic) in
      var fields: [(key: String, value: NewValue)] = []
      if let id = ids[capture.path], capture.id == nil { fields.append(("id", .text(id.text))) }
      if let type = types[capture.collection], !type.isEmpty {
        fields.append(("type", .text(type)))
      }
      if !capture.collection.isRoot {
        fields.append(("collection", .text(capture.collection.description)))
      }
      if capture.time("created") == nil, capture.time("date") == nil {
        fields.append(("created", .literal(timestamp(of: capture.created))))
      }
      let missing = fields.filter { capture[$0.key] ?? .null == .null }
      return try capture.document.applying(missing.map { .set($0.key, $0.value) })
    }
  }

  /// Returns the text of a time: a date unchanged, a date-time in the user's time zone.
  private func timestamp(of time: FieldTime) -> String {
    switch time {
    case .date(let date): date.description
    case .dateTime: clock.timestamp(time.instant(clock))
    }
  }
}
