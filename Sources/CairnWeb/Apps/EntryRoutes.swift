import CairnCapture
import CairnDocument
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  private static let nameAndIcon = Schema.object([
    .optional("name", .text), .optional("icon", .text), .optional("id", .any),
    .optional("createdAt", .any), .optional("updatedAt", .any),
  ])

  private static let entryFields = Schema.object([
    .optional("id", .any), .optional("collectionID", .nullable(.text)), .optional("title", .text),
    .optional("description", .text), .optional("score", .integer(0...3)),
    .optional("date", .string(format: "date-time")),
    .optional("additionalFields", .map(.text)), .optional("images", .any),
  ])

  static let entryRoutes: [Route] = [
    Route(
      .get, "/collections", "List collections", .read,
      [(200, .json(.array(.named("CollectionModel"))))]
    ) { call in
      try await call.work { work in
        let shapes = AppShapes(work)
        let all = work.collectionTree().filter { !$0.path.isRoot }
        return .json(.array(all.map(shapes.collection)))
      }
    },
    Route(
      .post, "/collections", "Create a collection", .write, body: .json(nameAndIcon),
      [(201, .json(.named("CollectionModel")))], errors: [409],
      repetition: .capture { call, work, page in
        let made = try work.collection(named: "\(page.collection)", in: work.catalog())
        return .json(AppShapes(work).collection(made), 201)
      }
    ) { call in
      let details = try CollectionDetails(model: call.json)
      guard let name = details.name, !name.allSatisfy(\.isWhitespace) else {
        throw ErrorAnswer(422, "request-field-missing", "`name`: the name is empty")
      }
      return try await call.work { work in
        let path = FileName.slug(name)
        let report = try work.createCollection(path, details, withPage: true, .write)
        if report.changed.isEmpty {
          throw ErrorAnswer(409, "collection-exists", "there is already a collection `\(path)`")
        }
        let made = try work.collection(named: path, in: work.catalog())
        return .json(AppShapes(work).collection(made), 201)
      }
    },
    Route(
      .post, "/collections/default", "Create a set of common collections", .write,
      body: .json(.object([]), isOptional: true), [(200, .json(.array(.named("CollectionModel"))))]
    ) { call in
      try RequestReader.read(call.json) { _ in }
      return try await call.work { work in
        _ = try work.notebook.createDefaultCollections(.write)
        let shapes = AppShapes(work)
        let all = work.collectionTree().filter { !$0.path.isRoot }
        return .json(.array(all.map(shapes.collection)))
      }
    },
    Route(
      .get, "/collections/{id}", "Read a collection", .read,
      [(200, .json(.named("CollectionModel")))]
    ) { call in
      try await call.work { work in
        .json(
          AppShapes(work).collection(
            try work.collection(named: call.name("id"), in: work.catalog())))
      }
    },
    Route(
      .patch, "/collections/{id}", "Change the name or icon of a collection", .write,
      body: .json(nameAndIcon), [(200, .json(.named("CollectionModel")))]
    ) { call in
      let details = try CollectionDetails(model: call.json)
      return try await call.work { work in
        let name = call.name("id")
        _ = try work.describeCollection(name, details, .write)
        return .json(
          AppShapes(work).collection(try work.collection(named: name, in: work.catalog())))
      }
    },
    Route(
      .delete, "/collections/{id}", "Move a collection to the trash", .write, [(204, .empty)]
    ) { call in
      try await call.work { work in
        _ = try work.removeCollection(try work.planToRemoveCollection(call.name("id")))
        return Answer(204)
      }
    },
    Route(
      .get, "/entries", "List entries, 50 on a page", .read,
      [
        .query("collectionID", "Only the entries of this collection."),
        .query("query", "A query (docs/query.md)."),
        .query("page", .integer(1...100_000), "The number of the page, counted from 1."),
      ], [(200, .json(.array(.named("EntryModel"))))], errors: [404]
    ) { call in
      let query = call.queryWords
      let page = try call.number("page", 1...100_000) ?? 1
      return try await call.work { work in
        try call.entries(query, in: call.query["collectionID"], page: page, work)
      }
    },
    Route(
      .get, "/entries/search", "Search entries by their text", .read,
      [
        Route.Parameter(
          name: "q", place: .query, schema: .text, isRequired: true,
          summary: "The words to search for."),
        .query("page", .integer(1...100_000), "The number of the page, counted from 1."),
      ], [(200, .json(.array(.named("EntryModel"))))]
    ) { call in
      let words = try call.required("q")
      let page = try call.number("page", 1...100_000) ?? 1
      return try await call.work { work in
        try call.entries(Call.words(words), in: nil, page: page, work)
      }
    },
    Route(
      .post, "/entries", "Add an entry", .capture, body: .json(entryFields),
      [(201, .json(.named("EntryModel")))], errors: [404],
      repetition: .shape { $0.entry($1) }
    ) { call in
      let model = try EntryModel(call.json)
      return try await call.work { work in
        .json(AppShapes(work).entry(try await call.add(try model.request(), work)), 201)
      }
    },
    Route(
      .get, "/entries/{id}", "Read an entry", .read, [(200, .json(.named("EntryModel")))]
    ) { call in
      try await call.work { work in
        .json(AppShapes(work).entry(try work.capture(named: call.name("id")).capture))
      }
    },
    Route(
      .patch, "/entries/{id}", "Change an entry", .write, body: .json(entryFields),
      [(200, .json(.named("EntryModel")))], errors: [409]
    ) { call in
      let model = try EntryModel(call.json)
      return try await call.work { work in
        let old = try work.capture(named: call.name("id")).capture
        var capture = old
        let collection = model.collection.flatMap {
          $0 == (old.collection.isRoot ? EntryModel.inbox : "\(old.collection)") ? nil : $0
        }
        // Nothing is saved if the collection does not exist, or if the pictures are not those of
        // the entry.
        if let collection { try work.checkMove(of: old, to: collection) }
        let order = try model.pictures(of: old)
        if let request = try model.changes(of: old) { capture = try call.change(request, work) }
        if let order { capture = try work.arrange(order, of: capture) }
        if let collection { capture = try work.move(capture, to: collection) }
        return .json(AppShapes(work).entry(capture))
      }
    },
    Route(
      .delete, "/entries/{id}", "Move an entry to the trash", .write, [(204, .empty)]
    ) { call in
      try await call.work { work in
        _ = try work.remove(try work.capture(named: call.name("id")).capture)
        return Answer(204)
      }
    },
    Route(
      .post, "/entries/{id}/images", "Add a picture to an entry", .write, body: .file,
      [(201, .json(.named("EntryModel")))]
    ) { call in
      let file = try call.file()
      return try await call.work { work in
        _ = try work.addPicture(
          file.bytes, called: file.name, to: call.name("id"), asCover: false)
        return .json(AppShapes(work).entry(try work.capture(named: call.name("id")).capture), 201)
      }
    },
    Route(
      .get, "/images/{id}", "Download a picture", .read, [(200, .bytes("*/*"))]
    ) { call in
      try await call.work { work in
        let id = call.name("id")
        guard let number = call.uuid(in: "id") else {
          throw ErrorAnswer(404, "file-unknown", "no file has the id `\(id)`")
        }
        let path = try work.attachment(numbered: number, writtenAs: id)
        return .file(try work.attachment(at: path))
      }
    },
    Route(
      .post, "/search", "Look up a movie, book or game", .read,
      body: .json(.object([.required("query", .text), .optional("entryType", .text)])),
      [(200, .json(.array(.named("EntryOption"))))], errors: [501, 502]
    ) { call in
      let (query, kind) = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        var type: String?
        let query = try reader.text("query")
        try reader.read("entryType", into: &type)
        return (query, type)
      }
      let wanted = try kind.map { try LookupOption.Kind(word: $0, in: "entryType") }
      return try await call.work { work in
        .json(.array(try await work.lookUp(query, wanted).map(AppShapes.option)))
      }
    },
  ]
}

extension Call {
  /// Returns the answer with one page of 50 entries that match `words`; the first page is number 1.
  /// If `collection` is nil, the entries of all collections are included.
  fileprivate func entries(
    _ words: [String], in collection: String?, page: Int, _ work: Workspace
  ) throws -> Answer {
    let size = Page.usualLimit
    var request = SelectRequest(words)
    request.limit = page * size
    var narrowing = "type:entry"
    if let collection {
      let path = try work.collection(named: collection, in: work.catalog()).path
      narrowing += path.isRoot ? " in:/" : " in:\"\(path)\""
    }
    request.narrowing = try Query(arguments: [narrowing])
    let chosen = try work.select(request)
    let shapes = AppShapes(work)
    let shown = chosen.entries.dropFirst((page - 1) * size)
    return .json(.array(chosen.catalog.captures(shown).map(shapes.entry)))
  }
}

extension Workspace {
  /// Puts the pictures of a capture into this order, and returns the changed capture.
  fileprivate func arrange(_ pictures: [MediaReference], of capture: Capture) throws -> Capture {
    let order = pictures.map(\.written)
    _ = try notebook.arrangeImages(of: capture) { images in
      let first = order.filter(images.contains)
      return first + images.filter { !first.contains($0) }
    }
    return try notebook.capture(at: capture.path)
  }
}

extension CollectionDetails {
  /// Reads the fields of a collection in the app's format, `CollectionModel`; fields that the
  /// server sets are ignored.
  fileprivate init(model: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(model) { reader throws(Diagnostic) in
      var details = CollectionDetails()
      try reader.read("name", into: &details.name)
      try reader.read("icon", into: &details.icon)
      try reader.skip(["id", "createdAt", "updatedAt"])
      return details
    }
  }
}

/// The fields of an entry that a client sends.
private struct EntryModel {
  /// The name of the inbox. The app sends `null` instead of this name.
  static let inbox = "/"

  var collection: String?
  var title: String?
  var description: String?
  var score: Int?
  var date: String?
  var fields: [(key: String, value: String, list: [String]?)] = []
  /// The additional fields to remove: those whose value is `null`.
  var removed: [String] = []
  /// The ids of the pictures, in the order that the client wants; nil if the client sent none.
  var pictures: [CaptureNumber]?

  /// Reads the fields; fields that the server sets are ignored.
  init(_ json: JSONValue) throws(Diagnostic) {
    self = try RequestReader.read(json) { reader throws(Diagnostic) in
      var model = EntryModel()
      try reader.read("collectionID", into: &model.collection)
      if json["collectionID"] == .null { model.collection = Self.inbox }
      try reader.read("title", into: &model.title)
      try reader.read("description", into: &model.description)
      try reader.read("score", into: &model.score)
      try reader.read("date", into: &model.date)
      model.fields = try reader.typedValues("additionalFields")
      if case .object(let members)? = json["additionalFields"] {
        model.removed = members.filter { $0.value == .null }.map(\.name)
      }
      for key in model.fields.map(\.key) + model.removed where AppShapes.ownFields.contains(key) {
        throw Diagnostic(
          .error, "field-reserved", "`additionalFields`: `\(key)` cannot be an additional field")
      }
      try reader.skip(["id", "images"])
      model.pictures = try Self.order(json["images"])
      return model
    }
  }

  /// Returns the ids of the pictures in an array such as `[{"id": "…", "position": 0}]`. They are
  /// ordered by `position` or, without it, as in the array; a picture with `isCover` is the first.
  /// Returns nil if the array is missing, null or empty.
  private static func order(_ images: JSONValue?) throws(Diagnostic) -> [CaptureNumber]? {
    guard let images, images != .null, images != [] else { return nil }
    guard let elements = images.elements else {
      throw Diagnostic(.error, "request-type", "`images`: expected an array of pictures")
    }
    var found: [(id: CaptureNumber, position: Int, isCover: Bool)] = []
    for (place, image) in elements.enumerated() {
      guard let id = image["id"]?.text.flatMap({ CaptureNumber(uuid: $0) }) else {
        throw Diagnostic(
          .error, "request-type", "`images`: picture \(place + 1) has no valid `id`")
      }
      found.append(
        (id, image["position"]?.number ?? place, image["isCover"] == .boolean(true)))
    }
    let ordered = found.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element.id)
    // `isCover` may still be true for the old cover, so it counts only if one picture has it.
    let covers = found.filter(\.isCover).map(\.id)
    return covers.count == 1 ? covers + ordered.filter { $0 != covers[0] } : ordered
  }

  private init() {}

  private static let emptyTitle = ErrorAnswer(
    422, "request-field-missing", "`title`: the title is empty")

  /// Returns the request to add the entry.
  ///
  /// Throws an ``ErrorAnswer`` if the entry has no title.
  func request() throws(ErrorAnswer) -> AddRequest {
    guard let title, !title.isBlank else { throw Self.emptyTitle }
    let text = description ?? ""
    var request = AddRequest(.plain(text.isEmpty ? title : text))
    request.type = "entry"
    request.title = text.isEmpty ? nil : title
    request.collection = collection
    request.score = score.map { "\($0)" }
    request.date = date
    request.values = fields.map { ($0.key, TypedValue($0.value, list: $0.list)) }
    request.provider = .none
    return request
  }

  /// Returns the request to change the text and the fields of the entry `old`, but not its
  /// collection; nil if the client changed nothing.
  ///
  /// Throws an ``ErrorAnswer`` if the title is empty, or if the client changed a part of a map.
  func changes(of old: Capture) throws(ErrorAnswer) -> SaveRequest? {
    var request = SaveRequest("\(old.path)")
    if let description {
      request.body = description.isEmpty ? "" : description + "\n"
      (request.version, request.base) = (old.version, old.document.bytes)
    }
    var changes = try changedFields(of: old).map {
      Change(field: $0.key, .set, value: $0.value, list: $0.list)
    }
    if let title, title.isBlank { throw Self.emptyTitle }
    if let title { changes.append(Change(field: "title", .set, value: title)) }
    if let score { changes.append(Change(field: "score", .set, value: "\(score)")) }
    if let date { changes.append(Change(field: "created", .set, value: date)) }
    if !changes.isEmpty { request.edits = [.fields(changes, areTexts: false)] }
    let unset = removed.filter { old.document[$0] != nil }
    if !unset.isEmpty { request.edits.append(.unset(unset)) }
    return request.body == nil && request.edits.isEmpty ? nil : request
  }

  /// Returns the entry's pictures in the order that the client wants; nil if the client sent none,
  /// or if the order is unchanged.
  ///
  /// Throws an ``ErrorAnswer`` if the client added or left out a picture.
  func pictures(of old: Capture) throws(ErrorAnswer) -> [MediaReference]? {
    guard let pictures else { return nil }
    let own = old.images.compactMap { image in image.path.map { (CaptureNumber(path: $0), image) } }
    guard Set(pictures) == Set(own.map(\.0)), pictures.count == own.count else {
      throw ErrorAnswer(
        422, "images-mismatch",
        "`images`: the pictures are not those of the entry; to add one, use POST "
          + "/entries/{id}/images, and to remove one, DELETE /api/v1/captures/{id}/images/{file}")
    }
    if pictures == own.map(\.0) { return nil }
    let byNumber = Dictionary(own) { first, _ in first }
    return pictures.compactMap { byNumber[$0] }
  }

  /// Returns the additional fields that the client has changed since it read the entry `old`.
  /// Clients send back all fields as text. Leaves out a field whose text is unchanged, because the
  /// text of a list or a map is not enough to restore its value.
  ///
  /// Throws an ``ErrorAnswer`` if the client changed a part of a map.
  private func changedFields(
    of old: Capture
  ) throws(ErrorAnswer) -> [(key: String, value: String, list: [String]?)] {
    let read = Dictionary(
      AppShapes.additionalFields(of: old).map { ($0.name, $0.value.text ?? "") },
      uniquingKeysWith: { $1 })
    let changed = fields.filter { $0.list != nil || read[$0.key] != $0.value }
    let keys = Set(old.document.fields.map { $0.key })
    if let part = changed.first(where: { read[$0.key] != nil && !keys.contains($0.key) }) {
      throw ErrorAnswer(
        422, "field-reserved",
        "`additionalFields`: `\(part.key)` is part of a map, and cannot be changed separately")
    }
    return changed
  }
}
