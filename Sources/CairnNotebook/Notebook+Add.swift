import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
public import CairnText

extension Notebook {
  /// Writes a new capture. Reads only the page of its collection and, if the capture has an id, the
  /// index.
  ///
  /// Fields in `new` override the template, which overrides the defaults of the collection's page.
  /// The body is trimmed. The id is drawn from `generator`. Files are copied first, and removed
  /// again if the capture cannot be written. The report lists the capture first.
  ///
  /// - Throws: ``CaptureRefusal`` if the text is refused, ``MediaRefusal`` if a file is refused,
  ///   `Diagnostic` if a field is refused, `FileError` if writing fails. In each case nothing is
  ///   written.
  public func add(
    _ new: NewCapture, _ mode: Mode = .write, using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport {
    var draft = try CheckedCapture(new, in: self)
    // About one time in a million, another file has the same day, title and first four characters
    // of the id. In that case, a new id is drawn.
    while true {
      let added = try draft.file(using: &generator)
      var report = ChangeReport(changed: added)
      report.changed += try draft.shelf.copies(of: new.media)
      guard mode == .write else { return report }
      do {
        try state.transaction(at: clock.now) { transaction in
          try draft.shelf.storing(new.media, transaction) {
            try transaction.create(added.path, added.after, makingFolders: true, isLast: true)
          }
          report.operation = transaction.operation
        }
        return report
      } catch let error as FileError where error.code == .exists {
        draft.attempts += 1
        guard draft.attempts < 16 else { throw error }
      }
    }
  }
}

/// A new capture, checked against the notebook.
struct CheckedCapture {
  let new: NewCapture
  let notebook: Notebook
  let base: Document
  /// Whether the text is a whole file, with its own front matter.
  let isWhole: Bool
  /// The visibilities that apply besides the capture's own fields: of the text from which the
  /// capture was cut, and of front matter that cannot be read and therefore becomes body.
  private let privacies: [Privacy]
  let body: String
  let collection: NotePath
  let page: CollectionPage?
  let shelf: MediaShelf
  /// The id given with the capture or contained in its text or template; nil if there is none.
  let ownID: String?
  var attempts = 0

  init(_ new: NewCapture, in notebook: Notebook) throws {
    self.new = new
    self.notebook = notebook
    let given = Document(Array(new.text.utf8))
    // A template that was opened in an editor can have JSON front matter too.
    let isFront =
      new.mayBeginWithJSON || new.wasOffered
      ? given.frontMatter.isReadable : given.frontMatter.isFenced
    isWhole = isFront && given.editRefusal == nil
    privacies = [new.inherited, isWhole ? nil : Privacy(of: given)].compactMap(\.self)
    let template = new.template.map { Self.filled($0, with: new, notebook) }
    base = isWhole ? given : template ?? Document([])
    ownID = try GivenID(new.field("id"), in: base)?.text
    var text = isWhole ? String(decoding: given.bytes[given.body], as: UTF8.self) : new.text
    if !new.keepsBody { text = text.trimmedAsCapture }
    let title = new.field("title") ?? base["title"]?.text
    if !new.keepsBody, text.isBlank, title?.isBlank ?? true, new.standIn == nil {
      throw CaptureRefusal.empty
    }
    let limit =
      new.mayBeLong ? Int.max : notebook.settings.count("capture.max_characters") ?? Int.max
    if text.utf8.count > limit, text.count > limit {
      throw CaptureRefusal.tooLong(count: text.count, limit: limit)
    }
    collection = try new.collection ?? Self.collection(of: base)
    try notebook.check(collection: collection, mayBeNew: new.createsCollection)
    page = try notebook.nearestPage(of: collection)
    shelf = MediaShelf(collection: collection, store: notebook.store)
    body =
      template == nil || isWhole
      ? text : String(String(decoding: base.bytes[base.body], as: UTF8.self).trimmingBlanks)
  }

  /// Returns the filled-in template. Leaves out the template's hints: they are meant for an editor,
  /// and the user has not seen them.
  private static func filled(
    _ source: String, with new: NewCapture, _ notebook: Notebook
  ) -> Document {
    let template = CaptureTemplate(CaptureTemplate(source).withoutHints(source))
    var new = new
    new.text = new.text.trimmedAsCapture
    return Document(Array(template.filled(with: new, at: notebook.clock).utf8))
  }

  /// Returns the folder that the field `collection` of a document names; the root if there is no
  /// such field. Throws ``CaptureRefusal/unknownCollection(_:nearest:)`` if the name is not a valid
  /// path.
  private static func collection(of document: Document) throws -> NotePath {
    guard let name = document["collection"]?.text else { return .root }
    guard let path = NotePath(name) else {
      throw CaptureRefusal.unknownCollection(.root, nearest: nil)
    }
    return path
  }

  /// The type of the capture. If no type was given, the default from the template, the collection's
  /// page or the settings, in this order; nil if there is none.
  var type: String? {
    new.field("type") ?? base["type"]?.names.first
      ?? (new.takesDefaultType
        ? page?.defaultType ?? notebook.settings["capture.type"]?.text : nil)
  }

  /// The schema of the collection's page or, if the page has none, of the type; nil if neither has
  /// one.
  var schema: Schema? {
    notebook.schema(of: page, orType: type ?? new.filing?.type)
  }

  /// Returns the complete document of the capture. Uses `id` unless the capture has an id of its
  /// own.
  func document(_ id: CaptureID) throws -> Document {
    var document = base
    document = try document.applying([.set("id", .text(ownID ?? id.text))])
    // A list of types, or a link as the type, stays as it is.
    if let type, document["type"]?.names.first != type {
      document = try document.applying([.set("type", .text(type))])
    }
    for (key, value) in new.fields where key != "type" && key != "id" {
      let typed = try value.value(for: key, existing: document[key], schema: schema)
      document = try document.applying([.set(key, typed)])
    }
    document = try withPrivacy(document)
    let tags = new.tags.map(NewValue.text)
    if !tags.isEmpty { document = try document.applying([.add("tags", tags)]) }
    document = try withMedia(document)
    if !collection.isRoot {
      document = try document.applying([.set("collection", .text(collection.description))])
    }
    if document["created"]?.text == nil {
      document = try document.applying([.set("created", .literal(notebook.clock.timestamp))])
    }
    // A file from another tool already has a title: its name.
    let isTitled = type == "entry" && document["title"]?.text == nil && !new.keepsBody
    if isTitled { document = try titled(document) }
    if let missing = schema?.missing(in: document), !missing.isEmpty {
      let place = collection.isRoot ? "the inbox" : "`\(collection.shown)`"
      let whose =
        page?.schema == nil ? "of the type `\(type ?? new.filing?.type ?? "")`" : "in \(place)"
      throw CaptureRefusal.fieldsMissing(missing, whose: whose)
    }
    if type == nil, let filing = new.filing {
      document = try document.filed(filing)
    }
    if let meaning = new.meaning, document["meaning"]?.text == nil {
      document = try document.applying(meaning.changes)
    }
    document = try document.filled(
      new.found.filter { schema?.field($0.key)?.breach(by: .string($0.text)) == nil })
    if let time = new.time { document = try document.timed(time) }
    document = try withoutEmptyFields(document)
    let capture = Capture(
      path: collection.appending(listed: "x.md".utf8), document: document,
      modified: notebook.clock.now)
    if let breach = schema?.breaches(by: capture).first {
      throw Diagnostic(.error, breach.code, breach.message)
    }
    return withBody(document, isTitled ? "" : body)
  }

  /// Returns the document with `private` or `publish` set if one of ``privacies`` hides the capture
  /// and the document's own fields do not.
  private func withPrivacy(_ document: Document) throws -> Document {
    let isPrivate = privacies.contains(where: \.isPrivate) && new.field("private") == nil
    let isUnpublished = privacies.contains(where: \.isUnpublished) && new.field("publish") == nil
    return try document.hidden(
      like: Privacy(isPrivate: isPrivate, isUnpublished: isPrivate || isUnpublished))
  }

  /// Returns the document with fields for its pictures and files. If there is neither a body nor a
  /// title, sets the title to ``NewCapture/standIn``.
  private func withMedia(_ document: Document) throws -> Document {
    var document = document
    if body.isEmpty, document["title"]?.text == nil, let title = new.standIn {
      document = try document.applying([.set("title", .text(title))])
    }
    let capture = Capture(
      path: collection.appending(listed: "x.md".utf8), document: document,
      modified: notebook.clock.now)
    return try document.applying(
      shelf.changes(
        of: capture, adding: new.media,
        limit: new.mayHaveManyImages ? nil : notebook.settings.count("capture.max_images")))
  }

  /// Returns the document of a capture of the type `entry`, with its body as the title. Throws
  /// ``CaptureRefusal/untitledEntry`` if the body is not a single line of at most 200 characters.
  private func titled(_ document: Document) throws -> Document {
    guard !body.isEmpty, !body.contains(where: \.isNewline), body.count <= 200 else {
      throw CaptureRefusal.untitledEntry
    }
    return try document.applying([.set("title", .text(body))])
  }

  /// Returns the document without the fields of a template that were not filled in.
  private func withoutEmptyFields(_ document: Document) throws -> Document {
    guard isWhole ? new.wasOffered : new.template != nil else { return document }
    let empty = document.fields.filter { $0.value == .null || $0.value == .list([]) }.map(\.key)
    return try document.applying(empty.map(FieldChange.unset))
  }

  private func withBody(_ document: Document, _ text: String) -> Document {
    let line = text.contains("\r\n") || document.bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    let ending = text.isEmpty || new.keepsBody ? "" : line
    return Document(
      Array(document.bytes[..<document.body.lowerBound]) + Array((text + ending).utf8))
  }

  /// Returns the new file. If the capture has an id of its own, checks that no capture in `catalog`
  /// has the same id; if `catalog` is nil, updates the index for this check. Otherwise, draws an id
  /// from `generator`.
  func file(
    using generator: inout some RandomNumberGenerator, in catalog: Catalog? = nil
  ) throws -> ChangeReport.Changed {
    let id = CaptureID(using: &generator)
    let document = try document(id)
    let path = try path(id, document)
    if let ownID { try notebook.checkIsUnused(ownID, for: path, in: catalog) }
    return ChangeReport.Changed(id: ownID ?? id.text, path: path, after: document.bytes)
  }

  /// Returns the path of the file, from the setting `capture.file_name`.
  func path(_ id: CaptureID, _ document: Document) throws -> NotePath {
    try notebook.newPath(
      for: document, ownID ?? id.text, in: collection, attempts: attempts,
      isPerson: type == "person")
  }
}

extension NotePath {
  /// The path of the folder as displayed; `/` for the root.
  fileprivate var shown: String { isRoot ? "/" : description }
}

extension Notebook {
  /// Checks that no capture other than the one at `path` has the id `id`. Hidden captures count,
  /// but the error does not name them.
  ///
  /// Searches `catalog` or, if `catalog` is nil, updates the index and searches it.
  public func checkIsUnused(
    _ id: String, for path: NotePath, in catalog: Catalog? = nil
  ) throws(Diagnostic) {
    let visible = catalog ?? self.catalog()
    let catalog = visible.whole
    let others = catalog.entries(withID: id).map { catalog.snapshot.path($0) }.filter { $0 != path }
    guard !others.isEmpty else { return }
    throw Self.taken(id, by: others.first { visible.shows($0) }, for: path)
  }

  /// Returns the error for a capture at `path` with the id of another capture. `holder` is the path
  /// of the other capture; nil if the audience does not see it.
  static func taken(_ id: String, by holder: NotePath?, for path: NotePath) -> Diagnostic {
    let words = holder.map { "`\($0)` already has the id `\(id)`" }
    return Diagnostic(
      .error, "id-taken",
      "\(words ?? "the id `\(id)` is already used"), so `\(path)` cannot have the same id; leave "
        + "out the id, or use a different one")
  }

  /// Checks that a capture can be added to a collection, which may be new if `mayBeNew` is true.
  ///
  /// - Throws: ``CaptureRefusal/unknownCollection(_:nearest:)``, or a `Diagnostic` for an invalid
  ///   name.
  public func check(collection: NotePath, mayBeNew: Bool) throws {
    try checkNames(of: collection)
    guard sees(collection: collection),
      try collection.isRoot || hasCollection(collection) || mayBeNew
    else { throw unknownCollection(collection) }
  }

  /// Returns the error for a collection that does not exist. The error suggests the most similar
  /// collection that the audience sees.
  func unknownCollection(_ path: NotePath) -> CaptureRefusal {
    let known = audience == nil ? store.scan().folders : catalog().collections.map(\.path)
    return .unknownCollection(
      path,
      nearest: Nearest.name(
        to: path.description, among: known.map(\.description).filter { !$0.isEmpty }))
  }

  /// Returns whether a folder is a collection that the audience sees.
  ///
  /// - Throws: `FileError` if the folder cannot be examined.
  public func hasCollection(_ folder: NotePath) throws -> Bool {
    try store.kind(folder) == .folder && sees(collection: folder)
  }

  /// Returns whether the audience sees a collection, or would see it if it existed.
  func sees(collection: NotePath) -> Bool {
    audience == nil || catalog().shows(collection: collection)
  }
}
