import CairnCapture
import CairnDocument
import CairnNotebook
import CairnText

extension Workspace {
  /// Changes one capture for a client that read a version of it earlier.
  ///
  /// If the file has changed since, changes to fields are applied to the newer bytes, and the texts
  /// are merged line by line. If the client changed a field or lines that have also changed in the
  /// file, nothing is saved, and the result is a conflict. If the title, an alias or the id
  /// changes, the links that use it are updated.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid, or `FileError` if nothing
  /// could be written.
  public func save(_ request: SaveRequest) throws -> SaveResult {
    let capture = try captureToSave(request)
    guard request.body == nil || request.version != nil else {
      throw Refusal(
        "version-missing", "to change the text, pass the version of the capture that you read",
        .invalid)
    }
    for edit in request.edits { try check(edit, capture, creates: request.creates) }
    var merged = MergedRequest(of: request)
    if let renamed = try saveNames(&merged, capture) { return renamed }
    var conflict: SaveConflict?
    var isMerged = false
    let report = try notebook.change([capture]) { current throws(Diagnostic) in
      isMerged = request.version.map { $0 != current.version } ?? false
      do throws(SaveFailure) {
        conflict = nil
        return try document(&merged, in: current)
      } catch {
        switch error {
        case .refused(let diagnostic): throw diagnostic
        case .conflict(let found):
          conflict = found
          return current.document
        }
      }
    }
    if let conflict { return .conflict(conflict) }
    return try saved(request, capture.path, report, isMerged: isMerged)
  }

  /// Returns the capture that a request names. If nothing has this name, for example because the
  /// capture was moved, finds the capture by the id in the version that the client read.
  private func captureToSave(_ request: SaveRequest) throws -> Capture {
    do {
      return try capture(named: request.capture).capture
    } catch let refusal as Refusal where refusal.kind == .nothingFound {
      guard let id = request.base.flatMap({ Document($0)["id"]?.text }),
        let moved = try? capture(named: id).capture, moved.id == id
      else { throw refusal }
      return moved
    }
  }

  /// Returns the result of a request that was carried out.
  private func saved(
    _ request: SaveRequest, _ path: NotePath, _ report: ChangeReport, isMerged: Bool
  ) throws -> SaveResult {
    try report.checkSuccess()
    if !request.edits.flatMap(\.types).isEmpty, !report.changed.isEmpty { learn() }
    let path = report.changed.first?.path ?? report.unchanged.first ?? path
    if let saved = try? notebook.capture(at: path) {
      return .saved(saved, report, isMerged: isMerged)
    }
    // Another command may have moved the capture since it was saved.
    return .saved(
      try capture(named: request.capture).capture, report, isMerged: isMerged)
  }

  /// Carries out a request that changes the title, an alias or the id of a capture, and updates the
  /// links that use it. Returns nil, without any change, if the request changes none of these or
  /// ends in a conflict.
  private func saveNames(_ merged: inout MergedRequest, _ capture: Capture) throws -> SaveResult? {
    let request = merged.request
    // Another program may change the file after it was read, but is unlikely to do so three times
    // in a row.
    for attempt in 1...3 {
      let current = attempt == 1 ? capture : try captureToSave(request)
      guard let document = try? document(&merged, in: current),
        notebook.renames(current, by: document)
      else { return nil }
      do {
        let report = try notebook.replace(
          current, by: document, in: catalog(attachments: true))
        let isMerged = request.version.map { $0 != current.version } ?? false
        return try saved(request, current.path, report, isMerged: isMerged)
      } catch let error as Diagnostic where error.code == Notebook.staleCode && attempt < 3 {
        continue
      }
    }
    return nil
  }

  /// Throws an error if an edit contains the id of another capture, or an invalid tag that the
  /// capture does not have yet. If `creates` is false, also throws an error if the edit contains an
  /// unknown type.
  private func check(_ edit: ChangeRequest.Edit, _ capture: Capture, creates: Bool) throws {
    let tags = Set(capture.fieldTags)
    for tag in edit.addedTags where !tags.contains(tag) { try TagName.check(tag) }
    for type in edit.types { try checkType(type, creates: creates) }
    if case .fields(let changes, _) = edit {
      try checkIDs(changes, [capture])
      try checkCollection(changes, [capture])
    }
  }

  /// Applies the request to a capture, and returns the resulting document. If the capture has the
  /// same bytes as in the previous call, returns the previous result.
  private func document(
    _ merged: inout MergedRequest, in current: Capture
  ) throws(SaveFailure) -> Document {
    if merged.last?.bytes != current.document.bytes {
      var schemas = SchemaReader(notebook: notebook)
      let schema = schemas.schema(for: current)
      let request = merged.request
      let result = Result { () throws(SaveFailure) in try saved(request, in: current, schema) }
      merged.last = (current.document.bytes, result)
    }
    guard let result = merged.last?.result else { return current.document }
    return try result.get()
  }

  /// Applies a request to a capture, and returns the resulting document.
  private func saved(
    _ request: SaveRequest, in current: Capture, _ schema: Schema?
  ) throws(SaveFailure) -> Document {
    var base: Capture?
    if let version = request.version, version != current.version {
      guard let bytes = request.base else {
        throw .conflict(SaveConflict(current: current, fields: [], places: 0, isUnknown: true))
      }
      base = current.with(bytes)
    }
    var changed = current
    if let body = request.body {
      changed = current.with(try self.body(body, replacedIn: current, since: base))
    }
    let fields = try refusing { () throws(Diagnostic) in
      try changes(request.edits, of: changed, schema)
    }
    if let base {
      let contested = fields.filter { $0.contests(base, current) }.map(\.key)
      if !contested.isEmpty {
        throw .conflict(
          SaveConflict(current: current, fields: contested, places: 0, isUnknown: false))
      }
    }
    return try refusing { () throws(Diagnostic) in
      let document = try notebook.applying(fields, to: changed, since: current)
      let new = current.with(document.bytes)
      if request.body?.isBlank == true, !current.hasBlankBody, !new.isMoreThanText {
        throw Diagnostic(
          .error, CaptureRefusal.empty.code, CaptureRefusal.empty.description, path: current.path)
      }
      return document
    }
  }

  /// Returns the bytes of a capture in which `body` replaces the text below the front matter. If
  /// the client read the older version `base`, merges `body` with the current text.
  private func body(
    _ body: String, replacedIn current: Capture, since base: Capture?
  ) throws(SaveFailure) -> [UInt8] {
    guard let base else {
      return try refusing { () throws(Diagnostic) in try current.replacingBody(body) }
    }
    let mine = try refusing { () throws(Diagnostic) in try base.replacingBody(body) }
    let merge = CaptureMerge(
      base: base.document.bytes, ours: mine, theirs: current.document.bytes)
    guard !merge.hasConflicts else {
      throw .conflict(
        SaveConflict(
          current: current, fields: merge.fields, places: merge.hunks, isUnknown: false))
    }
    return merge.bytes
  }

  private func refusing<Result>(
    _ body: () throws(Diagnostic) -> Result
  ) throws(SaveFailure) -> Result {
    do throws(Diagnostic) { return try body() } catch { throw .refused(error) }
  }
}

/// A request, and the result of applying it to the bytes that were last read from the capture's
/// file. The file seldom changes between reading and writing, so the request is usually applied
/// only once.
private struct MergedRequest {
  let request: SaveRequest
  var last: (bytes: [UInt8], result: Result<Document, SaveFailure>)?

  init(of request: SaveRequest) { self.request = request }
}

/// The reason why a request to save is not carried out.
private enum SaveFailure: Error {
  case conflict(SaveConflict)
  case refused(Diagnostic)
}

extension Capture {
  /// Returns a copy of this capture that has the given bytes.
  fileprivate func with(_ bytes: [UInt8]) -> Capture {
    Capture(path: path, document: Document(bytes), modified: modified)
  }

  /// Whether the text below the front matter is empty or blank.
  fileprivate var hasBlankBody: Bool { String(decoding: body, as: UTF8.self).isBlank }

  /// Whether the capture may have no text, because it has a title, an address, a picture or a file.
  fileprivate var isMoreThanText: Bool {
    writtenTitle != nil || text("url") != nil || !(images + files).isEmpty
  }

  /// Returns the bytes of the capture with a new text below the front matter. Uses the line endings
  /// of the old text.
  ///
  /// Throws a `Diagnostic` if a part of the text would become front matter.
  fileprivate func replacingBody(_ text: String) throws(Diagnostic) -> [UInt8] {
    var new = Array(text.utf8)
    if body.hasOnlyWindowsEndings, !new.contains(UInt8(ascii: "\r")) {
      new = new.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
    }
    let start = document.body.lowerBound
    let bytes = Array(document.bytes[..<start]) + new
    guard Document(bytes).body.lowerBound == start else {
      throw Diagnostic(
        .error, "body-front-matter",
        "the text begins with `---`, so it would become front matter; put an empty line first",
        path: path)
    }
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// Whether there are line feeds, and each follows a carriage return.
  fileprivate var hasOnlyWindowsEndings: Bool {
    var previous: UInt8 = 0
    var isFound = false
    for byte in self {
      if byte == UInt8(ascii: "\n") {
        guard previous == UInt8(ascii: "\r") else { return false }
        isFound = true
      }
      previous = byte
    }
    return isFound
  }
}

extension FieldChange {
  /// Returns whether this change would overwrite another person's change. True if the field has
  /// changed since the version `base`, and its current value differs from the new one. Always false
  /// for changes to the elements of a list.
  fileprivate func contests(_ base: Capture, _ current: Capture) -> Bool {
    guard base[key] != current[key] else { return false }
    switch self {
    case .set, .unset:
      let after = try? current.document.applying([self])
      return after.map { $0[key] != current[key] } ?? true
    default: return false
    }
  }
}
