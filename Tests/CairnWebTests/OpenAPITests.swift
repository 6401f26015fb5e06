import CairnJSON
@testable import CairnWeb
import CairnWork
import Testing

extension WebTests {
  @Suite("The OpenAPI document") struct OpenAPITests {
    @Test("It describes every route, and nothing else")
    func routes() async throws {
      try await TestServer.run { server in
        let reply = try await server.send("GET", "/api/v1/openapi.json", as: .read)
        let document = try #require(JSONValue(reading: reply.body))
        #expect(document["openapi"]?.text == "3.1.0")
        guard case .object(let paths)? = document["paths"] else {
          throw Unreachable(reason: "no paths")
        }
        var described: Set<String> = []
        for path in paths {
          guard case .object(let operations) = path.value else { continue }
          for operation in operations {
            described.insert("\(operation.name.uppercased()) \(path.name)")
          }
        }
        let routes = RouteTable.all.routes.map { "\($0.method.rawValue) \($0.pattern.text)" }
        #expect(described == Set(routes))
        #expect(routes.count == described.count)
      }
    }

    @Test("Every schema that it refers to exists")
    func references() throws {
      let text = OpenAPI.document(.all).description
      let names = Set(Schemas.all.map(\.name))
      for piece in text.split(separator: "#/components/schemas/").dropFirst() {
        #expect(names.contains(String(piece.prefix { $0 != "\"" })))
      }
    }

    @Test("Each request that adds something can be sent again with the same key")
    func repetitions() {
      for route in RouteTable.all.routes
      where route.need == .capture || route.answers.contains(where: { $0.status == 201 }) {
        // A picture's file has a name made from its bytes, so it is stored once in any case.
        let addsPicture = ["/images", "/embeds"].contains { route.pattern.text.hasSuffix($0) }
        #expect((route.repetition == nil) == addsPicture, "\(route.pattern.text)")
        #expect(addsPicture || route.errors.contains(409), "\(route.pattern.text)")
      }
    }

    @Test("A path belongs to the route with the most fixed parts")
    func paths() {
      let rows: [(Route.Method, [String], String?)] = [
        (.get, ["entries", "search"], "/entries/search"),
        (.get, ["entries", "x"], "/entries/{id}"),
        (.post, ["collections", "default"], "/collections/default"),
        (.get, ["collections", "default"], "/collections/{id}"), (.get, ["entries", ""], nil),
        (.get, [], nil), (.get, [""], "/"),
      ]
      for (method, path, expected) in rows {
        var found: String?
        if case .route(let route, _) = RouteTable.all.route(method, path) {
          found = route.pattern.text
        }
        #expect(found == expected, "\(path)")
      }
    }
  }
}
