import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

/// Captures and collections as JSON, in the shapes that five apps expect (docs/api.md).
struct AppShapes {
  let work: Workspace
  /// The user's UUID in all answers: the UUID that the notebook has recorded or, if there is none,
  /// the UUID in the request. If the request has no UUID either, it is the UUID of the number 0.
  let user: String

  init(_ work: Workspace, user: String? = nil) {
    self.work = work
    self.user = work.userID ?? user?.lowercased() ?? CaptureNumber(0)?.uuid ?? ""
  }

  /// Returns a time as a JSON string, in UTC and in whole seconds.
  private func time(_ time: FieldTime) -> JSONValue { Self.time(time.instant(work.clock)) }

  static func time(_ instant: Instant) -> JSONValue {
    .string(DateTime(Instant(seconds: instant.seconds), offset: 0).description)
  }

  private func number(_ capture: Capture) -> CaptureNumber {
    CaptureNumber(id: capture.id, path: capture.path)
  }

  private func text(_ capture: Capture) -> String {
    String(decoding: capture.body, as: UTF8.self).trimmingCharactersAtEnds
  }

  /// Returns the id of a capture as text; the path if the capture has no id.
  private func name(_ capture: Capture) -> String { capture.id ?? capture.path.description }
}

extension String {
  /// The text without white space at either end.
  var trimmingCharactersAtEnds: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

// MARK: - Somethings

extension AppShapes {
  static let something = Schema.object([
    .required("id", .integer()), .required("userId", .text),
    .required("content", .nullable(.text)),
    .required("contentType", .choice(["text", "image", "video", "url"])),
    .required("mediaUrl", .nullable(.text)), .required("meaning", .nullable(.text)),
    .required("isMeaningUserEdited", .boolean),
    .required("noveltyScore", .nullable(.number)),
    .required("createdAt", .string(format: "date-time")),
    .required("updatedAt", .string(format: "date-time")),
  ])

  func something(_ capture: Capture, novelty: Double?) -> JSONValue {
    let text = text(capture)
    let kind = capture.content
    let file = kind == .video ? capture.files.first(where: \.isVideo) : capture.images.first
    let media =
      capture.url ?? file.map { $0.path.map(PageAddresses.ofServer.file) ?? $0.written }
    return [
      "id": .integer(number(capture).value), "userId": .string(user),
      "content": text.isEmpty ? .null : .string(text),
      "contentType": .string(kind.rawValue), "mediaUrl": JSONValue(media),
      "meaning": JSONValue(capture.meaning),
      "isMeaningUserEdited": .boolean(
        capture.meaning != nil && capture.maker(of: "meaning") == nil),
      "noveltyScore": novelty.map { .number(($0 * 1000).rounded() / 1000) } ?? .null,
      "createdAt": time(capture.created), "updatedAt": time(capture.updated),
    ]
  }
}

// MARK: - Collections and entries

extension AppShapes {
  static let collection = Schema.object([
    .required("id", .text), .required("name", .text), .required("icon", .text),
    .required("createdAt", .string(format: "date-time")),
    .required("updatedAt", .string(format: "date-time")),
  ])

  func collection(_ collection: CaptureCollection) -> JSONValue {
    let page = collection.path.appending(CollectionPage.fileName)
    let stamp = page.flatMap { (try? work.notebook.store.stamp($0)) ?? nil }
    let updated = Self.time(stamp?.modified ?? Instant(seconds: 0))
    let created = collection.page?.document["created"].flatMap { FieldTime($0) }
    return [
      "id": .string(collection.path.description), "name": .string(collection.name),
      "icon": .string(collection.page?.icon ?? ""),
      "createdAt": created.map { time($0) } ?? updated, "updatedAt": updated,
    ]
  }

  static let entry = Schema.object([
    .required("id", .text), .required("collectionID", .nullable(.text)),
    .required("title", .text), .required("description", .text),
    .required("score", .integer(0...3)), .required("date", .string(format: "date-time")),
    .required("additionalFields", .map(.text)),
    .required(
      "images",
      .array(
        .object([
          .required("id", .string(format: "uuid")), .required("isCover", .boolean),
          .required("position", .integer()),
        ]))),
  ])

  /// The names of the fields that are not custom fields of an entry. The JSON of an entry has a
  /// separate member for some of these fields, and leaves out the rest.
  static let ownFields: Set<String> = [
    "id", "type", "type_by", "title", "collection", "score", "tags", "created", "updated", "date",
    "images", "files", "originals", "meaning",
  ]

  func entry(_ capture: Capture) -> JSONValue {
    let images = capture.images.enumerated().compactMap { place, image in
      image.path.map { path -> JSONValue in
        [
          "id": .string(CaptureNumber(path: path).uuid), "isCover": .boolean(place == 0),
          "position": .integer(place),
        ]
      }
    }
    return [
      "id": .string(name(capture)),
      "collectionID": capture.collection.isRoot ? .null : .string("\(capture.collection)"),
      "title": .string(capture.title), "description": .string(text(capture)),
      "score": .integer(capture.score?.rawValue ?? 0), "date": time(capture.created),
      "additionalFields": .object(Self.additionalFields(of: capture)),
      "images": .array(images),
    ]
  }
}

extension AppShapes {
  /// Returns the custom fields of an entry as members of an object whose values are strings.
  static func additionalFields(of capture: Capture) -> [JSONValue.Member] {
    let fields = capture.document.fieldsThatCount.filter {
      !ownFields.contains($0.key) && !MachineMark.isMark($0)
    }
    return fields.flatMap { field in
      members(field.key, field.value, written: capture.document.writtenText(field))
    }
  }

  /// Returns a field as members of an object whose values are strings. A map becomes one member for
  /// each of its keys. For example, the key `width` of the map `size` becomes the member
  /// `size.width`. `written` is the text of a scalar as it is in the file.
  private static func members(
    _ key: String, _ value: FieldValue, written: String? = nil
  ) -> [JSONValue.Member] {
    guard case .map(let entries) = value else {
      return [.init(key, .string(written ?? value.shown))]
    }
    return entries.flatMap { members("\(key).\($0.key)", $0.value) }
  }
}

// MARK: - Actions and the library

extension AppShapes {
  static let action = Schema.object([
    .required("id", .string(format: "uuid")), .required("user_id", .string(format: "uuid")),
    .required("content", .text), .required("summary", .nullable(.text)),
    .required("status", .choice(["open", "done", "cancelled"])),
    .required("person_id", .nullable(.string(format: "uuid"))),
    .required("source", .choice(["capture", "conversation", "briefing"])),
    .required("created_at", .string(format: "date-time")),
    .required("completed_at", .nullable(.string(format: "date-time"))),
    .required("updated_at", .string(format: "date-time")),
  ])

  func action(_ capture: Capture) -> JSONValue {
    let text = text(capture)
    let source = capture.text("source") ?? ""
    let person = work.notebook.person(namedAnyOf: capture.names(in: "person"))
    return [
      "id": .string(number(capture).uuid), "user_id": .string(user),
      "content": .string(text.isEmpty ? capture.title : text),
      "summary": JSONValue(text.isEmpty ? nil : capture.text("title")),
      "status": .string(capture.outcome.rawValue),
      "person_id": JSONValue(person.map { number($0).uuid }),
      "source": .string(["conversation", "briefing"].contains(source) ? source : "capture"),
      "created_at": time(capture.created),
      "completed_at": capture.time("completed").map { time($0) } ?? .null,
      "updated_at": time(capture.updated),
    ]
  }

  static let actionCounts = Schema.object([
    .required("open", .integer()), .required("done", .integer()),
    .required("cancelled", .integer()), .required("total", .integer()),
  ])

  static func counts(_ list: ActionList) -> JSONValue {
    let counts = list.counts
    return [
      "open": .integer(counts.open), "done": .integer(counts.done),
      "cancelled": .integer(counts.cancelled), "total": .integer(counts.total),
    ]
  }

  static let libraryEntry = Schema.object([
    .required("id", .string(format: "uuid")), .required("user_id", .string(format: "uuid")),
    .required("entry_type", .text), .required("title", .nullable(.text)),
    .required("content", .text), .required("time_of_day", .nullable(.text)),
    .required("created_at", .string(format: "date-time")),
  ])

  func libraryEntry(_ capture: Capture) -> JSONValue {
    [
      "id": .string(number(capture).uuid), "user_id": .string(user),
      "entry_type": .string(capture.type ?? "note"), "title": .string(capture.title),
      "content": .string(text(capture)),
      "time_of_day": capture.isBriefing ? "morning" : .null, "created_at": time(capture.created),
    ]
  }

  /// Returns the UUID that the apps use to identify a capture.
  func uuid(_ capture: Capture) -> String { number(capture).uuid }
}

// MARK: - Gifts

extension AppShapes {
  static let gift = Schema.object([
    .required("id", .string(format: "uuid")), .required("recipient", .text),
    .required("idea", .text), .required("occasion", .text),
    .required("date", .string(format: "date-time")), .required("tags", .array(.text)),
    .required("budget", .number), .required("notes", .nullable(.text)),
  ])

  func gift(_ capture: Capture) -> JSONValue {
    let text = text(capture)
    let budget = capture["budget"].flatMap { Double($0.text ?? "") } ?? 0
    return [
      "id": .string(number(capture).uuid),
      "recipient": .string(capture.names(in: "recipient").joined(separator: ", ")),
      "idea": .string(capture.title), "occasion": .string(capture.text("occasion") ?? "none"),
      "date": time(capture.time("date") ?? capture.created),
      "tags": .array(capture.tags.map { .string($0) }), "budget": .number(budget),
      "notes": text.isEmpty || text == capture.title ? .null : .string(text),
    ]
  }
}

// MARK: - Works that were looked up

extension AppShapes {
  static let entryOption = Schema.object([
    .required("id", .text), .required("title", .text), .required("entryType", .text),
    .required("year", .nullable(.integer(-10_000...10_000))),
    .required("genre", .nullable(.text)), .required("author", .nullable(.text)),
    .required("platform", .nullable(.text)), .required("summaryLine", .text),
    .required("description", .text), .required("imageUrls", .array(.text)),
  ])

  static func option(_ option: LookupOption) -> JSONValue {
    [
      "id": .string("\(option.service):\(option.id)"), "title": .string(option.title),
      "entryType": .string(option.kind.rawValue), "year": JSONValue(option.year),
      "genre": JSONValue(option.genre), "author": JSONValue(option.author),
      "platform": JSONValue(option.platform), "summaryLine": .string(option.summary),
      "description": .string(option.description),
      "imageUrls": .array(option.pictures.map { .string($0) }),
    ]
  }
}
