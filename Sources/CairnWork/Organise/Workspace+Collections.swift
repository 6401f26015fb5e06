import CairnCapture
import CairnFiles
public import CairnNotebook
public import CairnText

extension Workspace {
  /// Returns whether a word names the inbox. `/` always does. `inbox` does, unless there is a
  /// folder with this name.
  func namesInbox(_ word: String) -> Bool {
    guard word != "/" else { return true }
    guard word.folded == "inbox", let path = NotePath(word) else { return false }
    return (try? notebook.store.kind(path)) != .folder
  }

  /// Returns the path of the collection that a word names; `/` and `inbox` are the inbox. The
  /// collection need not exist.
  ///
  /// Throws a ``Refusal`` if the word is not a valid path below the root.
  ///
  /// - Parameter isNew: Whether a collection with this path will be created. If true, `inbox` is
  ///   the name of a folder and not the inbox.
  public func collectionPath(_ word: String, isNew: Bool = false) throws(Refusal) -> NotePath {
    if !isNew, namesInbox(word) { return .root }
    let bare = word.drop { $0 == "/" }
    guard !word.isBlank, bare.isEmpty || bare.count == word.count,
      let path = NotePath(String(bare)), bare.isEmpty || !path.isRoot
    else {
      throw Refusal(
        "collection-invalid",
        "`\(word)` is not the path of a collection; write the path from the notebook's root"
          + (isNew ? "" : ", or `/` for the inbox"),
        .invalid)
    }
    return path
  }

  /// Returns `path` if there is a collection at this path. Otherwise, returns the only path that
  /// differs from it in case or accents or, if there is none, the path of the only collection that
  /// is shown with the name `word`. Returns `path` if there is none.
  ///
  /// Throws a ``Refusal`` if there are several such collections.
  func existingPath(_ path: NotePath, named word: String) throws(Refusal) -> NotePath {
    guard !path.isRoot, (try? notebook.hasCollection(path)) == false else { return path }
    let catalog = catalog()
    let alike = catalog.collections(spelledLike: path)
    let named = alike.isEmpty ? catalog.collections(named: word) : alike
    guard named.count < 2 else {
      throw Self.ambiguous(
        word, "collections; pass the path of one of them", named.map { [$0.description] },
        code: "collection-ambiguous")
    }
    return named.first ?? path
  }

  /// Returns the collection that a word names. The word is the collection's path, or the name with
  /// which the collection is shown.
  ///
  /// Throws a ``Refusal`` if there is no such collection. The error suggests the nearest name.
  public func collection(
    named word: String, in catalog: Catalog
  ) throws(Refusal) -> CaptureCollection {
    let path = try existingPath(try collectionPath(word), named: word)
    if let found = catalog.collection(path) { return found }
    let known = catalog.collections.map(\.path.description).filter { !$0.isEmpty }
    throw Refusal(
      "collection-unknown",
      "there is no collection `\(word)`" + Nearest.advice(to: word, among: known), .nothingFound)
  }

  /// Returns the collections, parents first, without folders that only contain attached files.
  ///
  /// - Parameter isFilled: Whether to omit collections without captures. A collection is kept if
  ///   one of its subcollections contains captures. The inbox is kept only if it contains captures
  ///   itself.
  public func collectionTree(isFilled: Bool = false) -> [CaptureCollection] {
    let shown = catalog(attachments: true).listedCollections.filter { collection in
      !isFilled || (collection.path.isRoot ? collection.count : collection.total) > 0
    }
    // Sorts the slash before every other byte, so that `work/acme` comes before `work-2`.
    let keys = shown.map { $0.path.bytes.map { $0 == UInt8(ascii: "/") ? 0 : $0 } }
    return shown.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }.map { shown[$0] }
  }
}

// MARK: - Creating and changing

extension Workspace {
  /// Creates a collection and its parents.
  ///
  /// - Parameter withPage: Whether to write the collection's page even if the page is empty.
  public func createCollection(
    _ word: String, _ details: CollectionDetails, withPage: Bool = false, _ mode: Mode
  ) throws -> ChangeReport {
    let path = try collectionPath(word, isNew: true)
    try check(details)
    if let other = catalog().collections(spelledLike: path).first, other != path {
      context.tell(
        .hint("there already is a collection `\(other)`; queries do not distinguish the two"))
    }
    return try notebook.createCollection(path, details, withPage: withPage, mode)
  }

  /// Changes the details on a collection's page.
  ///
  /// Throws a ``Refusal`` if there is no such collection.
  public func describeCollection(
    _ word: String, _ details: CollectionDetails, _ mode: Mode
  ) throws -> ChangeReport {
    let found = try collection(named: word, in: catalog())
    try check(details)
    return try notebook.describeCollection(found.path, details, mode)
  }
}

extension Workspace {
  /// Throws a ``Refusal`` if the details name a template that does not exist.
  private func check(_ details: CollectionDetails) throws(Refusal) {
    guard let name = details.template, !name.isEmpty,
      let complaint = templates.complaint(aboutCaptureTemplate: name)
    else { return }
    throw Refusal("template-unknown", complaint, .invalid)
  }
}

// MARK: - Renaming

/// A request to give a collection a new path or a new name.
public struct CollectionRenameRequest: Sendable {
  /// The collection's path.
  public var collection: String
  /// The new path; nil to keep the old one.
  public var path: String?
  /// The new name for the collection's page; nil to keep the old one.
  public var name: String?
  /// Whether to create missing parents of the new path.
  public var creates: Bool

  /// Creates a request to rename a collection.
  public init(_ collection: String, path: String?, name: String?, creates: Bool = false) {
    self.collection = collection
    self.path = path
    self.name = name
    self.creates = creates
  }
}

/// A plan to rename or remove a collection, with its effect.
public struct CollectionPlan: Sendable {
  /// The collection's path.
  public let path: NotePath
  /// The number of captures in the collection and its subcollections.
  public let total: Int
  /// The new path; the same as ``path`` if only the collection's page changes.
  let place: NotePath
  /// The changes to all files except the collection's page.
  public let preview: ChangeReport
  /// The question to ask first; nil if a rename concerns at most one capture and edits at most one
  /// file.
  public let question: Confirmation?
  /// A sentence to show before the question; nil if there is none.
  public let remark: String?
}

extension Workspace {
  /// Determines the effect of renaming a collection.
  ///
  /// Throws a ``Refusal``, a `Diagnostic` or `FileError` if the collection cannot be renamed.
  public func plan(_ request: CollectionRenameRequest) throws -> CollectionPlan {
    guard request.path != nil || request.name != nil else {
      throw Refusal("change-missing", "no change given; pass a new path, or --name NAME", .invalid)
    }
    let catalog = catalog(attachments: true)
    let found = try collection(named: request.collection, in: catalog)
    let place = try request.path.map { try collectionPath($0, isNew: true) } ?? found.path
    if request.name != nil, place == found.path {
      return CollectionPlan(
        path: place, total: found.total, place: place, preview: ChangeReport(), question: nil,
        remark: nil)
    }
    let preview = try notebook.renameCollection(
      found.path, to: place, details: CollectionDetails(), creating: request.creates, .dryRun,
      in: catalog)
    let edited = preview.changed.count { $0.before != $0.after }
    let isLarge = place != found.path && (found.total > 1 || edited > 1)
    return CollectionPlan(
      path: found.path, total: found.total, place: place, preview: preview,
      question: isLarge
        ? Confirmation(
          TerminalText.escaped("Move \(found.path) to \(place)")) : nil,
      remark: isLarge
        ? "\(found.path) contains \(found.total.of("capture")); links or the field `collection` "
          + "will change in \(edited.of("file"))." : nil)
  }

  /// Renames a collection: moves its folder, updates links and the field `collection`, and writes
  /// the new name on its page. If the request keeps the path, changes only the page.
  public func apply(
    _ plan: CollectionPlan, of request: CollectionRenameRequest, _ mode: Mode
  ) throws -> ChangeReport {
    let details = CollectionDetails(name: request.name)
    if request.name != nil, plan.place == plan.path {
      return try notebook.describeCollection(plan.path, details, mode)
    }
    return try notebook.renameCollection(
      plan.path, to: plan.place, details: details, creating: request.creates, mode,
      in: catalogToApply(attachments: true, hasAsked: plan.question != nil))
  }
}

// MARK: - Removing

extension Workspace {
  /// Determines the effect of removing a collection.
  ///
  /// Throws a ``Refusal`` if there is no such collection.
  public func planToRemoveCollection(_ word: String) throws -> CollectionPlan {
    let catalog = catalog(attachments: true)
    let found = try collection(named: word, in: catalog)
    let users = catalog.users(ofAttachmentsIn: found.path)
    let name = TerminalText.escaped(found.path.description)
    return CollectionPlan(
      path: found.path, total: found.total, place: found.path,
      preview: try notebook.removeCollection(found.path, .dryRun, in: catalog),
      question: Confirmation(
        "Remove \(name) with \(found.total.of("capture")) and everything else in it"),
      remark: users.first.map {
        users.count == 1
          ? "`\($0)` refers to pictures or other files in `\(found.path)`."
          : "\(users.count) files outside `\(found.path)` refer to pictures or other files in it, "
            + "such as `\($0)`."
      })
  }

  /// Moves a collection with all its contents to the trash.
  public func removeCollection(_ plan: CollectionPlan) throws -> ChangeReport {
    try notebook.removeCollection(
      plan.path, in: catalogToApply(attachments: false, hasAsked: plan.question != nil))
  }
}

// MARK: - Showing

extension CaptureCollection {
  /// The name of the collection, after its icon if it has one.
  public var shownName: String { [page?.icon, name].compactMap(\.self).joined(separator: " ") }

  /// Returns human-readable details of the collection besides its name and description.
  public func facts(in catalog: Catalog) -> [(name: String, value: String)] {
    let below = catalog.collections.filter { $0.path != path && $0.path.parent == path }
    let more = total - count
    let facts: [(name: String, value: String?)] = [
      ("path", path.description),
      ("captures", "\(count)" + (more > 0 ? ", and \(more) in subcollections" : "")),
      ("type", page?.defaultType), ("template", page?.template),
      ("fields", page?.schema.map { $0.fields.map(\.shown).joined(separator: "; ") }),
      ("subcollections", below.map(\.shownName).joined(separator: ", ")),
    ]
    return facts.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : (name, $0) }
    }
  }
}

extension Schema.Field {
  /// A phrase with the name and the kind of the field: `author (text, required)`.
  fileprivate var shown: String {
    let kind = choices.isEmpty ? kind.rawValue : "one of \(choices.joined(separator: ", "))"
    return "\(name) (\(kind)\(isRequired ? ", required" : ""))"
  }
}
