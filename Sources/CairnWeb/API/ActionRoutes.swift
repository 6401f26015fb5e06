import CairnCapture
import CairnNotebook
import CairnWire
import CairnWork

extension RouteTable {
  static let actionRoutes: [Route] =
    [
      Route(
        .get, "/api/v1/actions", "List actions and tasks", .read,
        [
          .query("query", "A query (docs/query.md)."),
          .query("all", .boolean, "Whether to include done and cancelled actions."),
        ], [(200, .json(.named("Actions")))]
      ) { call in
        let all = try call.flag("all")
        let request = SelectRequest(call.queryWords)
        return try await call.work { .json(.actions(try $0.actions(request, all: all), $0.clock)) }
      },
      Route(
        .post, "/api/v1/actions/{id}/defer", "Change or remove the due date of an action", .write,
        body: .json(.object([.required("to", .text)])), [(200, .json(.named("Change")))]
      ) { call in
        let request = try DeferRequest(json: call.json.naming("capture", call.name("id")))
        return try await call.work {
          .json(.changes(try $0.postpone(request, .write), for: .program))
        }
      },
    ]
    + [("done", ActionOutcome.done), ("cancel", .cancelled), ("reopen", .open)].map {
      settling($0, as: $1)
    }

  private static func settling(_ verb: String, as outcome: ActionOutcome) -> Route {
    Route(
      .post, PathPattern(stringLiteral: "/api/v1/actions/{id}/\(verb)"),
      "Set an action or a checkbox (PATH:LINE) to \(outcome.rawValue)", .write,
      [(200, .json(.named("Change")))]
    ) { call in
      try await call.work { work in
        .json(.changes(try work.settleAction(call.name("id"), as: outcome).report, for: .program))
      }
    }
  }
}
