import CairnJSON
import CairnNotebook
import CairnProvider
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  private static let works = Schema.document(
    .required(
      "works",
      .array(
        .object([
          .required("work", .text), .required("service", .text), .required("id", .text),
          .required("kind", .choice(LookupOption.Kind.allCases.map(\.rawValue))),
          .required("title", .text), .required("year", .nullable(.integer())),
          .required("genre", .nullable(.text)), .required("author", .nullable(.text)),
          .required("platform", .nullable(.text)), .required("description", .text),
          .required("pictures", .array(.text)),
        ]))))

  static let lookupRoutes: [Route] = [
    Route(
      .get, "/api/v1/lookup", "Look up a movie, book, game, show or album", .read,
      [
        Route.Parameter(
          name: "query", place: .query, schema: .text, isRequired: true,
          summary: "The title to look up."),
        .query(
          "kind", .choice(LookupOption.Kind.allCases.map(\.rawValue)), "The kind of work to find."),
      ], [(200, .json(works))], errors: [501, 502]
    ) { call in
      let query = try call.required("query")
      let kind = try call.query["kind"].map { try LookupOption.Kind(word: $0, in: "kind") }
      return try await call.work { work in
        let options = try await work.lookUp(query, kind)
        return .json(["schema": 1, "works": call.app.works.remember(options)])
      }
    },
    Route(
      .get, "/api/v1/lookup/{work}/cover", "Download the cover of a work that was looked up", .read,
      [(200, .bytes("*/*"))], errors: [501, 502]
    ) { call in
      let option = try call.chosenWork(call.name("work"))
      return try await call.work { .file(try await $0.cover(of: option)) }
    },
    Route(
      .post, "/api/v1/lookup/{work}/add", "Add an entry about a work that was looked up", .write,
      body: .json(.object(Schemas.newCaptureMembers), isOptional: true),
      [(201, .json(.named("Added")))], errors: [501, 502], repetition: .report
    ) { call in
      let option = try call.chosenWork(call.name("work"))
      let request = try AddRequest(json: call.json.orEmptyText)
      return try await call.work { work in
        .json(.added(try await work.add(request, about: option), for: .program), 201)
      }
    },
    Route(
      .post, "/api/v1/captures/{id}/lookup", "Add the details of a work to an entry", .write,
      body: .json(.object([.required("work", .text)])), [(200, .json(.named("Change")))],
      errors: [501, 502]
    ) { call in
      let key = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.text("work")
      }
      let option = try call.chosenWork(key)
      return try await call.work { work in
        let (capture, _, pictures) = try work.captureToFill(call.name("id"))
        let found = try await work.complete(option, pictures: pictures)
        return .json(.changes(try work.fill(capture, with: found, .write), for: .program))
      }
    },
  ]
}

extension Call {
  /// Returns the work, such as a book or a movie, that the server remembers from an earlier lookup
  /// under this key.
  ///
  /// Throws an ``ErrorAnswer`` if the server does not know the key, or has forgotten it.
  fileprivate func chosenWork(_ key: String) throws(ErrorAnswer) -> LookupOption {
    if let work = app.works[key] { return work }
    throw ErrorAnswer(
      404, "work-unknown", "the server no longer knows this work; look the title up again")
  }
}

extension LookupOption.Kind {
  /// Creates the kind that `word` names. `name` is the field or parameter that contains the word,
  /// for the error.
  ///
  /// Throws an ``ErrorAnswer`` if there is no such kind.
  init(word: String, in name: String) throws(ErrorAnswer) {
    guard let kind = Self(rawValue: word) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ErrorAnswer(422, "lookup-kind", "`\(name)` must be one of \(known)")
    }
    self = kind
  }
}

extension JSONValue {
  /// This request to add a capture, with an empty text added if it has no text.
  var orEmptyText: JSONValue { self["text"] == nil ? naming("text", "") : self }
}

/// The latest 500 works (books, movies and so on) that lookups have found. A client chooses a work
/// by its key. So a client cannot make the server load a picture from an address of the client's
/// choice. Thread-safe.
final class FoundWorks: Sendable {
  private let works = LatestMemory<LookupOption>(most: 500)

  /// Remembers works, and returns them as JSON, each with its key in the member `work`.
  func remember(_ options: [LookupOption]) -> JSONValue {
    let listed = JSONDocument.lookup(options).value["works"]?.elements ?? []
    let keys = listed.map { String(SHA256.digits(of: $0.description.utf8).prefix(16)) }
    works.keep(zip(keys, options).map { ($0, $1) })
    return .array(zip(keys, listed).map { $1.with(["work": .string($0)]) })
  }

  /// Returns the work with this key; nil if there is none.
  subscript(key: String) -> LookupOption? { works[key] }
}
