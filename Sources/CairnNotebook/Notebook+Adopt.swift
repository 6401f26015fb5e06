public import CairnCapture
import CairnDocument
import CairnText

extension Notebook {
  /// Gives captures an id and the fields that go with one, where they have none.
  ///
  /// - `id`: a new one, unless the file has any: an id of another tool stays.
  /// - `type`: the default type of the collection's page, where there is one. It is not guessed.
  /// - `collection`: the folder, except in the inbox.
  /// - `created`: what ``Capture/created`` derives from the file's name or its modification time,
  ///   unless a field says it. Renaming would lose the one, and this very write the other.
  ///
  /// A field that has a value keeps it, also where that disagrees with the folder. Nothing else in
  /// the file is changed. `generator` draws the ids.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked. What goes wrong with one file is in
  ///   the report.
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

  /// A day as it is, a moment in the user's zone.
  private func timestamp(of time: FieldTime) -> String {
    switch time {
    case .date(let date): date.description
    case .dateTime: clock.timestamp(time.instant(clock))
    }
  }
}
