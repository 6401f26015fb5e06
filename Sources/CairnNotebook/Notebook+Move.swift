public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// Moves captures into another collection, keeping every link as it was meant.
  ///
  ///     let catalog = notebook.catalog(listsAttachments: true)
  ///     try notebook.move(found, to: books, in: catalog)
  ///
  /// The `collection` field follows in files that have one (and goes, for the inbox). Links in any
  /// file that would no longer resolve to the same one are rewritten, only their targets, in the
  /// style in which they were written. A capture whose name is taken in the collection, or whose
  /// field cannot be changed, is refused and stays; the others move. Their pictures and files in the
  /// folder `media` go with them, as far as nothing that stays mentions them. If a file cannot be
  /// moved or written, as on a full disk, nothing is done.
  ///
  /// Costs a look at all names in the index, and a parse of each capture whose links may lead to what
  /// moves; of all captures where one that moves has files in `media`.
  ///
  /// - Parameters:
  ///   - creating: whether a collection that is not there is made.
  ///   - catalog: the notebook as it is now, with its attachments.
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``; a `Diagnostic` where a folder to
  ///   make has a name that breaks the rules; `FileError` where the notebook cannot be locked, or a
  ///   file not be moved or written. Then nothing was done. What goes wrong with one file is in the report.
  public func move(
    _ captures: [Capture], to collection: NotePath, creating: Bool = false, _ mode: Mode = .write,
    in catalog: Catalog
  ) throws -> ChangeReport {
    let plan = try planToMove(captures, to: collection, creating: creating, in: catalog)
    return try carryOut(plan, mode, in: catalog)
  }

  /// What moving captures is to do.
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
    plan.media = mediaMoves(of: captures, with: plan.moves, in: catalog)
    if isNew, !plan.moves.isEmpty { plan.newFolder = collection }
    return plan
  }

  /// Why a capture cannot be moved, with what to do first if the collection wants a field of it.
  private static func advising(_ error: Diagnostic) -> Diagnostic {
    guard error.code == "schema-required" else { return error }
    return Diagnostic(
      .error, error.code,
      "\(error.message); add it with `cairn set` first, then move the capture")
  }

  /// A capture's document with its `collection` field, where it has one, naming the folder that it
  /// comes to lie in.
  func following(_ collection: NotePath, _ capture: Capture) throws(Diagnostic) -> Document {
    guard capture["collection"] != nil else { return capture.document }
    let change: FieldChange =
      collection.isRoot
      ? .unset("collection") : .set("collection", .text(collection.description))
    return try applying([change], to: capture)
  }
}

// MARK: - Places

extension Notebook {
  /// Whether a collection has to be made.
  ///
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)`` where it has and must not be, a
  ///   `Diagnostic` where its name is none.
  func needsFolder(_ collection: NotePath, creating: Bool) throws -> Bool {
    try checkNames(of: collection)
    if try store.kind(collection) == .folder { return false }
    guard creating else {
      throw CaptureRefusal.unknownCollection(
        collection, nearest: nearestCollection(to: collection))
    }
    return true
  }

  /// The most folders, each in the one before it, that are made at once: each costs a sync, and the
  /// way to it is longer than to the one before.
  private static let mostNewLevels = 100

  /// Makes sure that listings see what lies in a folder, and that it and those above it may be
  /// called so, as far as they are not there; nor may these be more than ``mostNewLevels``.
  func checkNames(of folder: NotePath) throws {
    for name in folder.components where FileName.isHidden(name) { try Self.checkName(name) }
    // Without all that would be too many, the way is short enough to be looked at step by step.
    let above = folder.components.dropLast(Self.mostNewLevels)
    let known = NotePath(bytes: Array(above.joined(separator: [UInt8(ascii: "/")]))) ?? .root
    guard try known.isRoot || store.kind(known) != nil else {
      throw Diagnostic(
        .error, "path-too-deep",
        "`\(folder)` needs more than \(Self.mostNewLevels) new folders, each in the one before it; "
          + "make some of them first")
    }
    var missing = folder
    while !missing.isRoot, try store.kind(missing) == nil {
      try Self.checkName(missing.nameBytes)
      missing = missing.parent
    }
    try checkIsListed(folder, isFolder: true)
  }

  /// Makes sure that no `.cairnignore` hides a file or folder that is about to be there.
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
      "`\(path)` would be hidden by \(match); "
        + "choose another name or folder, or change that line")
  }

  /// Makes sure that a file or folder may be given a name, as ``nameProblem(_:)`` has it.
  static func checkName(_ name: some Collection<UInt8>) throws(Diagnostic) {
    guard let problem = nameProblem(name) else { return }
    throw Diagnostic(.error, problem.code, "\(problem.text); choose another")
  }

  /// Why a capture or a collection should not have a name: it is none, also on other systems, or it is that
  /// of a collection's page. Nil if nothing is wrong.
  static func nameProblem(_ name: some Collection<UInt8>) -> (code: String, text: String)? {
    if let complaint = FileName.complaint(about: name) { return ("name-invalid", complaint) }
    let text = String(decoding: name, as: UTF8.self)
    let page = CollectionPage.fileName
    guard [page, String(page.dropLast(3))].contains(text.lowercased()) else {
      return nil
    }
    return ("name-reserved", "`\(text)` is the name of a collection's page")
  }

  /// Makes sure that nothing is at `path`, where `old` is to go.
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
      .error, "path-taken", "`\(path)` is there already; rename one of the two first", path: old)
  }
}
