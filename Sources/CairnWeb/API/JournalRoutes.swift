import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let journalRoutes: [Route] = [
    Route(
      .get, "/api/v1/drafts", "List drafts", .read,
      [(200, .json(.document(.required("drafts", .array(.object([], isOpen: true))))))]
    ) { call in
      try await call.work { work in
        .json(
          JSONDocument.drafts(try work.drafts(), of: work).value
            .leavingOut(["file", "command"], of: "drafts"))
      }
    },
    Route(
      .get, "/api/v1/drafts/{id}", "Read the text of a draft", .read,
      [(200, .json(.document(.required("text", .text))))]
    ) { call in
      try await call.work { work in
        .json(["schema": 1, "text": .string(try work.text(of: try work.draft(call.name("id"))))])
      }
    },
    Route(
      .post, "/api/v1/drafts/{id}/add", "Add a draft as a capture", .write,
      [(201, .json(.named("Added")))], repetition: .report
    ) { call in
      try await call.work { work in
        let drafts = try work.captureDrafts(named: [call.name("id")], onlyLast: true)
        guard let draft = drafts.first else { throw ErrorAnswer.internalError }
        return .json(.added(try await work.add(AddRequest(.draft(draft))), for: .program), 201)
      }
    },
    Route(
      .delete, "/api/v1/drafts/{id}", "Delete a draft permanently", .write, [(204, .empty)]
    ) { call in
      try await call.work { work in
        for draft in try work.drafts(named: [call.name("id")]) { try work.removeDraft(draft) }
        return Answer(204)
      }
    },
    Route(
      .delete, "/api/v1/trash", "Empty the trash: delete removed files permanently", .write,
      [
        .query(
          "days", .integer(0...100_000),
          "Delete only what was removed more than this many days ago (default: 0, everything).")
      ], [(200, .json(.named("Change")))]
    ) { call in
      let days = try call.number("days", 0...100_000) ?? 0
      return try await call.work { work in
        .json(
          .changes(
            try work.apply(try work.planToEmptyTrash(olderThan: days), .write), for: .program))
      }
    },
    Route(
      .get, "/api/v1/trash", "List the trash", .read,
      [(200, .json(.document(.required("trash", .array(.object([], isOpen: true))))))]
    ) { call in
      try await call.work { .json(.trash(try $0.removedFiles(), $0.clock)) }
    },
    Route(
      .post, "/api/v1/trash/{id}/restore", "Restore a removed file", .write,
      [(200, .json(.named("Change")))], errors: [409]
    ) { call in
      try await call.work { work in
        .json(.changes(try work.restore(.named([call.name("id")]), .write), for: .program))
      }
    },
    Route(
      .get, "/api/v1/operations", "List operations, the latest first", .read,
      [.query("limit", .integer(1...500), "The maximum number of operations (default: 50).")],
      [(200, .json(.document(.required("operations", .array(.object([], isOpen: true))))))]
    ) { call in
      let limit = try call.number("limit", 1...500) ?? 50
      return try await call.work { work in
        let shown = Array(try work.operations().prefix(limit))
        return .json(
          JSONDocument.operations(shown, of: work).value.leavingOut(["folder"], of: "operations"))
      }
    },
    Route(
      .post, "/api/v1/undo", "Undo an operation", .write, body: undoing,
      [(200, .json(.named("Change")))], errors: [404, 409]
    ) { call in
      try await call.undo { try $0.plan(UndoRequest()) }
    },
    Route(
      .post, "/api/v1/redo", "Undo the last undo", .write, body: undoing,
      [(200, .json(.named("Change")))], errors: [404, 409]
    ) { call in
      try await call.undo { try $0.planToRedo() }
    },
  ]

  private static let undoing = Route.Body.json(
    .object([.optional("operation", .text)]), isOptional: true)
}

extension Call {
  /// Undoes the operation that the body of this call names, and returns the answer. If the body
  /// names none, undoes the operations that `latest` selects.
  fileprivate func undo(
    _ latest: @Sendable (Workspace) throws -> UndoPlan
  ) async throws -> Answer {
    var id: String?
    try RequestReader.read(json) { reader throws(Diagnostic) in
      try reader.read("operation", into: &id)
    }
    return try await work { [id] work in
      let plan = try id.map { try work.plan(UndoRequest([$0])) } ?? latest(work)
      let undoing = try await work.apply(plan, .write)
      guard let refused = undoing.report.refused.first else {
        return .json(.changes(undoing.report, for: .program))
      }
      throw ErrorAnswer(409, refused)
    }
  }
}

extension JSONValue {
  /// Returns a copy of this object in which the members `names` are removed from each element of
  /// the list `list`.
  fileprivate func leavingOut(_ names: [String], of list: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard member.name == list, case .array(let elements) = member.value else { return member }
        return .init(
          list,
          .array(
            elements.map { element in
              guard case .object(let parts) = element else { return element }
              return .object(parts.filter { !names.contains($0.name) })
            }))
      })
  }
}
