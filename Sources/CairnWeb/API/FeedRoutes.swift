import CairnExport
import CairnWork

extension RouteTable {
  /// The routes of feeds. A token with the scope `feed` opens only these routes.
  static let feedRoutes: [Route] = [
    Route(
      .get, "/feed/actions.ics", "Subscribe to a calendar of the actions with a due date", .feed,
      [
        .query(
          "as", .choice(["events", "todos"]),
          "What the calendar contains (default: events, because many calendars ignore to-dos)."),
        .query("token", "The token, for calendars that cannot send headers."),
      ],
      [(200, .bytes("text/calendar"))]
    ) { call in
      let form = call.query["as"] ?? "events"
      guard form == "events" || form == "todos" else {
        throw ErrorAnswer(400, "parameter-invalid", "`as`: expected events or todos")
      }
      let bytes = try await call.work { try $0.calendar(makesEvents: form == "events") }
      return Answer(
        200,
        [
          (name: "content-type", value: ExportFormat.ics.mediaType),
          (name: "cache-control", value: "private, max-age=300"),
        ], .bytes(bytes))
    }
  ]
}
