import CairnJSON

/// The description of all routes as an OpenAPI 3.1 document.
enum OpenAPI {
  /// Returns the document for the routes of a table.
  static func document(_ table: RouteTable) -> JSONValue {
    var paths: [(path: String, operations: [JSONValue.Member])] = []
    for route in table.routes {
      let operation = JSONValue.Member(route.method.rawValue.lowercased(), operation(route))
      if let place = paths.firstIndex(where: { $0.path == route.pattern.text }) {
        paths[place].operations.append(operation)
      } else {
        paths.append((route.pattern.text, [operation]))
      }
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Cairn", "version": "1",
        "description": "The API of the notebook that this server serves. See docs/api.md.",
      ],
      "servers": [["url": "/"]],
      "security": [["token": []]],
      "paths": .object(paths.map { .init($0.path, .object($0.operations)) }),
      "components": [
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "schemas": .object(Schemas.all.map { .init($0.name, $0.schema.json) }),
      ],
    ]
  }

  private static func operation(_ route: Route) -> JSONValue {
    let inPath = route.pattern.names.map { name -> JSONValue in
      ["name": .string(name), "in": "path", "required": true, "schema": Schema.text.json]
    }
    let others = route.parameters.map { parameter -> JSONValue in
      [
        "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
        "required": .boolean(parameter.isRequired), "schema": parameter.schema.json,
        "description": .string(parameter.summary),
      ]
    }
    var members: [JSONValue.Member] = [
      .init("summary", .string(route.summary)),
      .init("parameters", .array(inPath + others)),
    ]
    if let body = route.body { members.append(.init("requestBody", requestBody(body))) }
    if case .nothing = route.need { members.append(.init("security", [])) }
    members.append(.init("responses", .object(responses(route))))
    return .object(members)
  }

  private static func requestBody(_ body: Route.Body) -> JSONValue {
    switch body {
    case .json(let schema, let isOptional):
      [
        "required": .boolean(!isOptional), "content": ["application/json": ["schema": schema.json]],
      ]
    case .jsonOrForm(let schema):
      [
        "required": true,
        "content": [
          "application/json": ["schema": schema.json],
          "multipart/form-data": ["schema": ["type": "object"]],
        ],
      ]
    case .message:
      ["required": true, "content": ["application/json": ["schema": Schema.any.json]]]
    case .form:
      [
        "required": true,
        "content": [
          "application/x-www-form-urlencoded": ["schema": ["type": "object"]],
          "multipart/form-data": ["schema": ["type": "object"]],
        ],
      ]
    case .file:
      [
        "required": true,
        "content": [
          "application/octet-stream": ["schema": ["type": "string", "format": "binary"]],
          "multipart/form-data": [
            "schema": [
              "type": "object", "required": ["file"],
              "properties": ["file": ["type": "string", "format": "binary"]],
            ]
          ],
        ],
      ]
    }
  }

  private static func responses(_ route: Route) -> [JSONValue.Member] {
    var good: [(status: Int, content: [JSONValue.Member])] = []
    for answer in route.answers {
      if good.last?.status != answer.status { good.append((answer.status, [])) }
      good[good.count - 1].content += content(answer.form)
    }
    let known = Set(good.map(\.status))
    // The routes of pages report errors as pages to clients that accept HTML.
    let isPage = route.answers.contains { answer in
      if case .bytes("text/html") = answer.form { true } else { false }
    }
    let problem =
      [JSONValue.Member("application/json", ["schema": Schema.named("Error").json])]
      + (isPage ? content(.bytes("text/html")) : [])
    let bad = route.errors.filter { !known.contains($0) }.map { status in
      JSONValue.Member(
        "\(status)",
        [
          "description": .string(ErrorAnswer.reason(status)),
          "content": .object(problem),
        ])
    }
    return good.map { status, content in
      let all: [JSONValue.Member] =
        [.init("description", .string(status < 400 ? "Success" : ErrorAnswer.reason(status)))]
        + (content.isEmpty ? [] : [.init("content", .object(content))])
      return JSONValue.Member("\(status)", .object(all))
    } + bad
  }

  private static func content(_ form: Route.Form) -> [JSONValue.Member] {
    switch form {
    case .empty: []
    case .json(let schema): [.init("application/json", ["schema": schema.json])]
    // Bytes have no schema (OpenAPI 3.1, §4.8.14.3).
    case .bytes(let type): [.init(type, [:])]
    }
  }
}
