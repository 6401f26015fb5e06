import CairnCapture
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let saveRoutes: [Route] = [
    Route(
      .put, "/api/v1/captures/{id}", "Replace the text of a capture", .write, [.ifMatch],
      body: .json(.object([.required("body", .text)])), [(200, .json(.named("Saved")))],
      errors: [409, 428]
    ) { call in
      guard let version = try call.ifMatch() else {
        throw ErrorAnswer(
          428, "if-match-missing",
          "If-Match: the header is missing; pass the `etag` of the capture that you read")
      }
      var request = try SaveRequest(call.name("id"), json: call.json, takesOnlyBody: true)
      request.version = version
      return try await call.save(request)
    },
    Route(
      .patch, "/api/v1/captures/{id}", "Change fields, tags and text of a capture", .write,
      [.ifMatch], body: .json(.named("Edit")), [(200, .json(.named("Saved")))],
      errors: [409, 428]
    ) { call in
      var request = try SaveRequest(call.name("id"), json: call.json)
      request.version = try call.ifMatch()
      guard request.body == nil || request.version != nil else {
        throw ErrorAnswer(
          428, "if-match-missing",
          "If-Match: the header is required to change `body`; pass the `etag` of the capture")
      }
      return try await call.save(request)
    },
    Route(
      .post, "/api/v1/captures/{id}/type", "Set the type of a capture", .write,
      body: .json(.object([.required("type", .text), .optional("create", .boolean)])),
      [(200, .json(.named("Change")))]
    ) { call in
      let request = try TypeRequest(json: call.json.naming("capture", call.name("id")))
      return try await call.work { work in
        .json(.changes(try work.setType(request, .write), for: .program))
      }
    },
    Route(
      .post, "/api/v1/captures/{id}/move", "Move a capture to a collection", .write,
      body: .json(.object([.required("to", .text), .optional("create", .boolean)])),
      [(200, .json(.named("Change")))]
    ) { call in
      let request = try MoveRequest(json: call.json)
      return try await call.work { work in
        var request = request
        request.selection.paths = [try work.capture(named: call.name("id")).capture.path.bytes]
        return .json(.changes(try work.apply(try work.plan(request), .write), for: .program))
      }
    },
    Route(
      .post, "/api/v1/captures/{id}/rename", "Rename a capture", .write,
      body: .json(.object([.required("title", .text), .optional("file_name", .text)])),
      [(200, .json(.named("Change")))]
    ) { call in
      let request = try RenameRequest(json: call.json.naming("capture", call.name("id")))
      return try await call.work { .json(.changes(try $0.rename(request, .write), for: .program)) }
    },
    Route(
      .post, "/api/v1/captures/{id}/split", "Split a capture into several captures", .write,
      [.ifMatch], body: .json(.named("Split"), isOptional: true), [(201, .json(.named("Added")))],
      errors: [409], repetition: .report
    ) { call in
      let request = try SplitRequest(call.name("id"), json: call.json)
      let version = try call.ifMatch()
      return try await call.work { work in
        if let version, try work.capture(named: request.capture).capture.version != version {
          throw ErrorAnswer(
            409, "changed-meanwhile",
            "the capture changed after you read it; load it again to split its present text")
        }
        return .json(.added(try await work.split(request), for: .program), 201)
      }
    },
  ]
}

extension Call {
  /// Saves a capture, and returns the answer. If somebody else has changed the same parts since the
  /// client read the capture, saves nothing and answers with the conflict.
  func save(_ request: SaveRequest) async throws -> Answer {
    try await work { work in
      var request = request
      request.base = request.version.flatMap { app.versions.bytes(of: $0) }
      switch try work.save(request) {
      case .saved(let capture, let report, let isMerged):
        let version = app.versions.remember(capture)
        return .json(
          .saved(capture, report.worded(for: .program), isMerged: isMerged, work.clock), 200,
          [Answer.etag(version)])
      case .conflict(let conflict):
        return self.conflict(conflict, yours: request.body, work.clock)
      }
    }
  }
}

extension JSONValue {
  /// Returns this object, the body of a request, with the member `name` set to `text`. `text` comes
  /// from the request's path.
  func naming(_ name: String, _ text: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name } + [.init(name, .string(text))])
  }
}
