public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// Moves captures to another collection and keeps all links working.
  ///
  ///     let catalog = notebook.catalog(listsAttachments: true)
  ///     try notebook.move(found, to: books, in: catalog)
  ///
  /// An existing `collection` field is updated, or removed in the inbox. Links that would no longer
  /// lead to the same file get a new target in the original style. Pictures and files in the folder
  /// `media` move with their captures, unless a file that does not move mentions them.
  ///
  /// A capture is not moved if its name is taken in the collection or its field cannot be changed;
  /// the others move. If a file cannot be moved or written, for example because the disk is full,
  /// nothing is done.
  ///
  /// Reads all names in the index, and parses each capture whose links may lead to a moved file. If
  /// a moved capture has files in `media`, all captures are parsed.
  ///
  /// - Parameters:
  ///   - creating: Whether to create the collection if it does not exist.
  ///   - catalog: The current catalog, with attachments.
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``; a `Diagnostic` if a folder to
  ///   create has an invalid name; `FileError` if the notebook cannot be locked or a file cannot be
  ///   moved or written. In each case nothing is done. Errors of single files are in the report.
  public func move(
    _ captures: [Capture], to collection: NotePath, creating: Bool = false, _ mode: Mode = .write,
    in catalog: Catalog
  ) throws -> ChangeReport {
    let plan = try planToMove(captures, to: collection, creating: creating, in: catalog)
    return try carryOut(plan, mode, in: catalog)
  }

  /// Returns the plan for moving captures. `creating` states whether to create the collection if it
  /// does not exist.
  func planToMove(
    _ captures: [Capture], to collection: NotePath, creating: Bool, in catalog: Catalog
  ) throws -> Rearrangement {
    let isNew = try needsFolder(collection, creating: creating)
    var plan = Rearrangement { capture throws(Diagnostic) in
      try following(collection, capture)
    }
    var taken: Set<NotePath> = []
    var schemas = SchemaReader(notebook: self)
    for capture in captures {
      let place = collection.appending(Array(capture.path.nameBytes)) ?? capture.path
      do throws(Diagnostic) {
        let moved = Capture(
          path: place, document: try plan.edit(capture), modified: capture.modified)
        try schemas.check(moved, changedFrom: capture)
        if place != capture.path {
          try checkIsListed(place)
          try checkIsFree(place, for: capture.path)
          guard taken.insert(place).inserted else { throw Self.taken(place, for: capture.path) }
          plan.moves.append(Relocation.Move(from: capture.path, to: place))
        }
        plan.edited.append(capture.path)
      } catch {
        plan.refused.append(Self.advising(error).at(capture.path))
      }
    }
    plan.media = mediaMoves(of: captures, with: plan.moves, in: catalog.whole)
    if isNew, !plan.moves.isEmpty { plan.newFolder = collection }
    return plan
  }

  /// Returns the error unchanged, or with advice added if it reports a missing required field.
  private static func advising(_ error: Diagnostic) -> Diagnostic {
    guard error.code == "schema-required" else { return error }
    return Diagnostic(
      .error, error.code,
      "\(error.message); set the field with `cairn set`, then move the capture")
  }

  /// Returns the document of a capture after updating the field `collection`, if it exists. The
  /// field is set to the capture's new folder, or removed for the inbox.
  func following(_ collection: NotePath, _ capture: Capture) throws(Diagnostic) -> Document {
    guard capture["collection"] != nil else { return capture.document }
    let change: FieldChange =
      collection.isRoot
      ? .unset("collection") : .set("collection", .text(collection.description))
    return try applying([change], to: capture)
  }
}

// MARK: - Checks

extension Notebook {
  /// Returns whether a collection does not exist yet and must be created.
  ///
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)`` if the collection must be created
  ///   but `creating` is false, or if the audience does not see the collection; a `Diagnostic` if
  ///   its name is invalid.
  func needsFolder(_ collection: NotePath, creating: Bool) throws -> Bool {
    try checkNames(of: collection)
    if try hasCollection(collection) { return false }
    guard creating, sees(collection: collection) else { throw unknownCollection(collection) }
    return true
  }

  /// The maximum number of nested folders to create together. Each folder costs a flush to disk,
  /// and each path is longer than the one before.
  private static let mostNewLevels = 100

  /// Checks that `folder` can be used: no name in its path is hidden, no `.cairnignore` excludes
  /// it, the folders to create have valid names, and there are at most ``mostNewLevels`` of them.
  package func checkNames(of folder: NotePath) throws {
    for name in folder.components where FileName.isHidden(name) { try Self.checkName(name) }
    // If this ancestor exists, few folders are missing, so the loop below is short.
    let above = folder.components.dropLast(Self.mostNewLevels)
    let known = NotePath(bytes: Array(above.joined(separator: [UInt8(ascii: "/")]))) ?? .root
    guard try known.isRoot || store.kind(known) != nil else {
      throw Diagnostic(
        .error, "path-too-deep",
        "`\(folder)` needs more than \(Self.mostNewLevels) new nested folders; create some of them "
          + "first")
    }
    var missing = folder
    while !missing.isRoot, try store.kind(missing) == nil {
      try Self.checkName(missing.nameBytes)
      missing = missing.parent
    }
    try checkIsListed(folder, isFolder: true)
  }

  /// Checks that no `.cairnignore` hides a file or folder that is about to be created. `isFolder`
  /// is true for a folder.
  func checkIsListed(_ path: NotePath, isFolder: Bool = false) throws(Diagnostic) {
    let match: IgnoreMatch?
    do throws(FileError) {
      match = try store.ignoreRule(hiding: path, isFolder: isFolder)
    } catch {
      throw error.diagnostic(path)
    }
    guard let match else { return }
    throw Diagnostic(
      .error, "path-ignored",
      "`\(path)` would be ignored because of \(match); "
        + "choose another name or folder, or change that line")
  }

  /// Checks that a name is acceptable for a file or folder; see ``nameProblem(_:)``.
  static func checkName(_ name: some Collection<UInt8>) throws(Diagnostic) {
    guard let problem = nameProblem(name) else { return }
    throw Diagnostic(.error, problem.code, "\(problem.text); choose another name")
  }

  /// Returns the code and the text of the reason why a capture or a collection must not have this
  /// name: it is invalid on some system, or reserved for a collection's page. Nil if the name is
  /// acceptable.
  static func nameProblem(_ name: some Collection<UInt8>) -> (code: String, text: String)? {
    if let complaint = FileName.complaint(about: name) { return ("name-invalid", complaint) }
    let text = String(decoding: name, as: UTF8.self)
    let page = CollectionPage.fileName
    guard [page, String(page.dropLast(3))].contains(text.lowercased()) else {
      return nil
    }
    return ("name-reserved", "the name `\(text)` is reserved for the page of a collection")
  }

  /// Checks that nothing exists at `path`, to which `old` is to be moved.
  func checkIsFree(_ path: NotePath, for old: NotePath) throws(Diagnostic) {
    do throws(FileError) {
      guard try store.kind(path) != nil else { return }
    } catch {
      throw error.diagnostic(old)
    }
    throw Self.taken(path, for: old)
  }

  static func taken(_ path: NotePath, for old: NotePath) -> Diagnostic {
    Diagnostic(
      .error, "path-taken", "`\(path)` already exists; rename one of the two first", path: old)
  }
}
