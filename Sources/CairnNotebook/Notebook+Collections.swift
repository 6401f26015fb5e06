import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

/// Changes to the fields of a collection's page. Nil leaves a field unchanged; an empty string
/// removes the field.
public struct CollectionDetails: Hashable, Sendable {
  /// The name of the collection, if it differs from the folder's; nil to leave it unchanged.
  public var name: String?
  /// The icon, which is a single emoji; nil to leave it unchanged.
  public var icon: String?
  /// The description of the collection, in a sentence; nil to leave it unchanged.
  public var description: String?
  /// The default type of captures added to the collection; nil to leave it unchanged.
  public var defaultType: String?
  /// The name of the template for captures added to the collection; nil to leave it unchanged.
  public var template: String?

  /// Creates details that change only the given fields.
  public init(
    name: String? = nil, icon: String? = nil, description: String? = nil,
    defaultType: String? = nil, template: String? = nil
  ) {
    self.name = name
    self.icon = icon
    self.description = description
    self.defaultType = defaultType
    self.template = template
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { self == CollectionDetails() }

  /// The keys of the fields in the front matter of a page, in their order.
  private static let keys = ["name", "icon", "description", "type", "template"]

  /// Checks that the name is not blank, and that the icon is a single emoji.
  ///
  /// - Throws: A `Diagnostic` with the code `collection-invalid` or `icon-invalid`.
  func check() throws(Diagnostic) {
    if let name, name.isBlank {
      throw Diagnostic(.error, "collection-invalid", "the name of a collection must not be empty")
    }
    guard let icon, !icon.isEmpty, !icon.isSingleEmoji else { return }
    throw Diagnostic(
      .error, "icon-invalid",
      "`\(TerminalText.line(icon))` is not a single emoji; pass one such as 📚, or '' for no icon")
  }

  /// Returns a page with these changes. New fields are inserted in the order of `keys`.
  func applied(to page: Document) throws(Diagnostic) -> Document {
    try check()
    var page = page
    for (place, value) in [name, icon, description, defaultType, template].enumerated() {
      guard let value else { continue }
      let key = Self.keys[place]
      page =
        try value.isEmpty
        ? page.unsetting(key)
        : page.setting(key, to: .text(value), after: Self.keys[..<place].reversed())
    }
    return page
  }
}

// MARK: - Creating

extension Notebook {
  /// Creates a collection and missing folders above it, with a page if `details` is not empty or
  /// `withPage` is true.
  ///
  /// - Throws: A `Diagnostic` if the path is taken or a name breaks the rules of `FileName`;
  ///   `FileError` if the collection cannot be created. In both cases nothing is created.
  public func createCollection(
    _ collection: NotePath, _ details: CollectionDetails = .init(), withPage: Bool = false,
    _ mode: Mode = .write
  ) throws -> ChangeReport {
    try Self.checkName(collection.nameBytes)
    guard try store.kind(collection) == nil else {
      throw Diagnostic(
        .error, "collection-exists", "a file or folder with this name already exists",
        path: collection)
    }
    try checkNames(of: collection)
    let page =
      withPage || !details.isEmpty
      ? try details.applied(to: Document(Self.emptyPage)).bytes : nil
    var report = ChangeReport()
    report.changed.append(ChangeReport.Changed(id: nil, path: collection))
    if let page, let path = Self.pagePath(collection) {
      report.changed.append(ChangeReport.Changed(id: nil, path: path, after: page))
    }
    guard mode == .write else { return report }
    report.operation = try state.transaction(at: clock.now) { transaction in
      try make(collection, page, transaction)
      return transaction.operation
    }
    return report
  }

  /// Creates the default collections that do not exist yet: movies, shows, books, games, music,
  /// places, restaurants, people, gifts, recipes. Each has a page with icon, description, default
  /// type and fields.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked. Errors of single collections are in
  ///   the report.
  public func createDefaultCollections(_ mode: Mode = .write) throws -> ChangeReport {
    guard mode == .write else { return try defaultCollections { _, _ in } }
    return try state.transaction(at: clock.now) { transaction in
      var report = try defaultCollections { folder, page in try make(folder, page, transaction) }
      report.operation = report.changed.isEmpty ? nil : transaction.operation
      return report
    }
  }

  private func defaultCollections(
    _ make: (NotePath, [UInt8]) throws -> Void
  ) throws -> ChangeReport {
    var report = ChangeReport()
    for collection in DefaultCollection.all {
      let folder = collection.folder
      let page = Array(collection.page.utf8)
      do {
        switch try store.kind(folder) {
        case .folder?:
          report.unchanged.append(folder)
          continue
        case _?:
          throw Diagnostic(
            .error, "collection-exists", "a file with this name already exists", path: folder)
        case nil: break
        }
        try checkIsListed(folder, isFolder: true)
        try make(folder, page)
      } catch let error as FileError {
        report.refused.append(error.diagnostic(folder))
        continue
      } catch let error as Diagnostic {
        report.refused.append(error.at(folder))
        continue
      }
      report.changed.append(ChangeReport.Changed(id: nil, path: folder))
      if let path = Self.pagePath(folder) {
        report.changed.append(ChangeReport.Changed(id: nil, path: path, after: page))
      }
    }
    return report
  }

  /// Creates a folder and, if `page` is not nil, the collection's page. If one of them cannot be
  /// created, neither remains.
  private func make(
    _ folder: NotePath, _ page: [UInt8]?, _ transaction: Transaction
  ) throws(FileError) {
    let made = try transaction.makeFolder(folder)
    guard let page, let path = Self.pagePath(folder) else { return }
    do throws(FileError) {
      try transaction.create(path, page)
    } catch {
      transaction.remove(made)
      throw error
    }
  }

  private static let emptyPage = Array("---\n---\n".utf8)

  /// Returns the path of a collection's page, whether or not the page exists. Never nil; the type
  /// is optional only because `NotePath.appending` returns an optional.
  static func pagePath(_ collection: NotePath) -> NotePath? {
    collection.appending(CollectionPage.fileName)
  }
}

// MARK: - Changing

extension Notebook {
  /// Changes a collection's page, and creates it if there is none.
  ///
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``; a `Diagnostic` if the page cannot
  ///   be edited safely; `FileError` if it cannot be written. In each case nothing is written.
  public func describeCollection(
    _ collection: NotePath, _ details: CollectionDetails, _ mode: Mode = .write
  ) throws -> ChangeReport {
    try details.check()
    _ = try needsFolder(collection, creating: false)
    guard let path = Self.pagePath(collection) else { return ChangeReport() }
    return try state.rewrite(path, in: store, at: clock.now, mode) { bytes in
      do throws(Diagnostic) {
        let page = try details.applied(to: Document(bytes ?? Self.emptyPage)).bytes
        // A page is not created for details that change nothing.
        return bytes == nil && page == Self.emptyPage ? [] : page
      } catch {
        throw error.at(path)
      }
    }
  }

  /// Moves a collection's folder, with everything in it, to another path and keeps all links
  /// working.
  ///
  /// The `collection` fields of its captures are updated. A capture whose field cannot be changed
  /// still moves, because the folder takes precedence, and the report contains the error. The
  /// report lists the folder first, then its captures. Reads all names in the index, and parses
  /// each capture that is in the folder or has links that may lead there.
  ///
  /// - Parameters:
  ///   - details: Changes to the fields of the collection's page.
  ///   - creating: Whether to create missing folders above the new path.
  ///   - catalog: The current catalog, with attachments.
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``; a `Diagnostic` if the new path is
  ///   taken, is inside the folder itself or breaks the rules of `FileName`, or the page cannot be
  ///   edited safely; `FileError` if the notebook cannot be locked. In each case nothing is done.
  public func renameCollection(
    _ collection: NotePath, to newPath: NotePath, details: CollectionDetails = .init(),
    creating: Bool = false, _ mode: Mode = .write, in catalog: Catalog
  ) throws -> ChangeReport {
    let plan = try planToRenameCollection(
      collection, to: newPath, details: details, creating: creating, in: catalog)
    guard let plan else {
      var report = ChangeReport()
      report.unchanged.append(collection)
      return report
    }
    return try carryOut(plan, mode, in: catalog)
  }

  /// Returns the plan for moving a collection's folder; nil if the folder already has the new path.
  /// `creating` states whether to create missing folders above the new path.
  func planToRenameCollection(
    _ collection: NotePath, to newPath: NotePath, details: CollectionDetails, creating: Bool,
    in catalog: Catalog
  ) throws -> Rearrangement? {
    try checkIsNoRoot(collection)
    _ = try needsFolder(collection, creating: false)
    if collection == newPath { return nil }
    guard !newPath.isInside(collection) else {
      throw Diagnostic(
        .error, "move-into-itself", "`\(collection)` cannot be moved into itself")
    }
    if !newPath.nameBytes.elementsEqual(collection.nameBytes) {
      try Self.checkName(newPath.nameBytes)
    }
    try checkIsListed(newPath, isFolder: true)
    try checkIsFree(newPath, for: collection)
    let isNew = try needsFolder(newPath.parent, creating: creating)
    let move = Relocation.Move(from: collection, to: newPath)
    let relocation = Relocation([move])
    let page = Self.pagePath(collection)
    var plan = Rearrangement { capture throws(Diagnostic) in
      capture.path == page
        ? try details.applied(to: capture.document)
        : try following(relocation(capture.path).parent, capture)
    }
    plan.moves = [move]
    plan.newFolder = isNew ? newPath.parent : nil
    plan.edited = catalog.paths(inside: collection)
    if let page, !details.isEmpty {
      let old = try self.page(of: collection)?.document
      do throws(Diagnostic) {
        let new = try details.applied(to: old ?? Document(Self.emptyPage))
        if old == nil {
          plan.newFile = (relocation(page), new.bytes)
        } else {
          plan.edited += [page]
        }
      } catch {
        throw error.at(page)
      }
    }
    return plan
  }

  /// Moves a collection's whole folder to the trash as one entry: captures, collections below it,
  /// and all other files. The report lists the folder first, then its captures.
  ///
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``; a `Diagnostic` for the inbox;
  ///   `FileError` if the folder cannot be removed. In each case nothing is removed.
  public func removeCollection(
    _ collection: NotePath, _ mode: Mode = .write, in catalog: Catalog
  ) throws -> ChangeReport {
    try checkIsNoRoot(collection)
    _ = try needsFolder(collection, creating: false)
    var report = ChangeReport()
    report.changed.append(ChangeReport.Changed(id: nil, path: collection))
    for capture in captures(at: catalog.paths(inside: collection)).captures {
      report.changed.append(
        ChangeReport.Changed(
          id: capture.id, path: capture.path, before: capture.document.bytes))
    }
    guard mode == .write else { return report }
    report.operation = try state.transaction(at: clock.now) { transaction in
      _ = try transaction.trash(collection)
      return transaction.operation
    }
    return report
  }

  private func checkIsNoRoot(_ collection: NotePath) throws(Diagnostic) {
    guard collection.isRoot else { return }
    throw Diagnostic(
      .error, "collection-root",
      "the inbox is the notebook's own folder; it cannot be renamed or removed")
  }
}
