import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

/// What a collection's page says about it: nil leaves as it is, an empty text takes away.
public struct CollectionDetails: Hashable, Sendable {
  /// What it is called, where that is not the folder's name.
  public var name: String?
  /// An emoji, or whatever stands for it.
  public var icon: String?
  /// What it holds, in a sentence.
  public var description: String?
  /// The type of captures added to it.
  public var defaultType: String?
  /// The template that captures added to it begin with.
  public var template: String?

  /// Nothing said.
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

  /// Whether nothing is said.
  public var isEmpty: Bool { self == CollectionDetails() }

  /// The fields of a page, in their order.
  private static let keys = ["name", "icon", "description", "type", "template"]

  /// A page that says this too, each new field behind those that come before it.
  func applied(to page: Document) throws(Diagnostic) -> Document {
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

// MARK: - Making

extension Notebook {
  /// Makes a collection, and those above it that are not there; its page only where something is
  /// to stand in it, or `withPage` asks for one.
  ///
  /// - Throws: a `Diagnostic` where it is there already or a name breaks the rules of `FileName`;
  ///   `FileError` where it cannot be made. Then nothing was.
  public func createCollection(
    _ collection: NotePath, _ details: CollectionDetails = .init(), withPage: Bool = false,
    _ mode: Mode = .write
  ) throws -> ChangeReport {
    try Self.checkName(collection.nameBytes)
    guard try store.kind(collection) == nil else {
      throw Diagnostic(
        .error, "collection-exists", "something of that name is there already", path: collection)
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

  /// Makes the collections that most people want, those aside that are there already: movies,
  /// shows, books, games, music, places, restaurants, people, gifts, recipes. Each has a page with
  /// icon, description, default type and fields.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked. What goes wrong with one of them is
  ///   in the report.
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
      guard try store.kind(folder) == nil else {
        report.unchanged.append(folder)
        continue
      }
      let page = Array(collection.page.utf8)
      do {
        try make(folder, page)
      } catch let error as FileError {
        report.refused.append(error.diagnostic(folder))
        continue
      }
      report.changed.append(ChangeReport.Changed(id: nil, path: folder))
      if let path = Self.pagePath(folder) {
        report.changed.append(ChangeReport.Changed(id: nil, path: path, after: page))
      }
    }
    return report
  }

  /// Makes a folder with its page; where that fails, neither is there.
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

  /// Where a collection's page is.
  static func pagePath(_ collection: NotePath) -> NotePath? {
    collection.appending(CollectionPage.fileName)
  }
}

// MARK: - Changing

extension Notebook {
  /// Says something else on a collection's page, and makes one where there is none.
  ///
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``; a `Diagnostic` where the page
  ///   cannot be edited safely; `FileError` where it cannot be written. Then nothing was.
  public func describeCollection(
    _ collection: NotePath, _ details: CollectionDetails, _ mode: Mode = .write
  ) throws -> ChangeReport {
    _ = try needsFolder(collection, creating: false)
    guard let path = Self.pagePath(collection) else { return ChangeReport() }
    let old = try page(of: collection)?.document
    let edit = { (bytes: [UInt8]) throws(Diagnostic) -> [UInt8] in
      do throws(Diagnostic) {
        return try details.applied(to: Document(bytes)).bytes
      } catch {
        throw error.at(path)
      }
    }
    var (before, after) = (old?.bytes ?? [], try edit(old?.bytes ?? Self.emptyPage))
    var report = ChangeReport()
    if mode == .write, before != after {
      report.operation = try state.transaction(at: clock.now) { transaction in
        if old == nil {
          try transaction.create(path, after)
        } else {
          let done = try transaction.edit(path, edit)
          (before, after) = (done.before, done.after)
        }
        return transaction.operation
      }
    }
    if before == after {
      report.unchanged.append(path)
    } else {
      report.changed.append(
        ChangeReport.Changed(id: nil, path: path, before: before, after: after))
    }
    return report
  }

  /// Gives a collection's folder another path, keeping every link as it was meant.
  ///
  /// The whole folder moves, with everything in it. The report names each capture in it first; in
  /// those that have a `collection` field, that follows. One whose field cannot be changed moves
  /// too and is named, since the folder is the truth. Costs a look at all names in the index, and a parse
  /// of each capture in the folder or whose links may lead there.
  ///
  /// - Parameters:
  ///   - details: what its page is to say from then on.
  ///   - creating: whether folders above the new path that are not there are made.
  ///   - catalog: the notebook as it is now, with its attachments.
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``; a `Diagnostic` where the new path is
  ///   taken, lies in the folder itself or breaks the rules of `FileName`, or the page cannot be edited
  ///   safely; `FileError` where the notebook cannot be locked. Then nothing was done.
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

  /// What giving a collection's folder another path is to do; nil if it has that already.
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

  /// Puts a collection's whole folder into the trash, as one entry: captures, collections below,
  /// and all other files. The report names the captures.
  ///
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``, a `Diagnostic` for the inbox,
  ///   `FileError` where it cannot be removed. Then nothing was.
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
      .error, "collection-root", "the inbox is the notebook itself; it stays where it is")
  }
}
