import CairnWork

/// A browser that is logged in.
struct Browser {
  let server: TestServer
  let cookie: String

  init(_ server: TestServer) async throws {
    self.server = server
    let reply = try await server.client.send(
      "GET", "/start?token=\(server.tokens[.start] ?? "")")
    cookie = String((reply.header("set-cookie") ?? "").prefix { $0 != ";" })
  }

  var origin: String { "http://127.0.0.1:\(server.port)" }

  func get(_ target: String) async throws -> Reply {
    try await server.client.send("GET", target, [("cookie", cookie), ("accept", "text/html")])
  }

  /// Sends a form with the secret of a page.
  func submit(_ page: String, _ fields: [String: String], origin: String?) async throws -> Reply {
    let secret = value(of: "token", in: try await get(page).text) ?? ""
    let all = ["token": secret].merging(fields) { $1 }
    let body = all.sorted { $0.key < $1.key }.map { "\($0.key.encoded)=\($0.value.encoded)" }
      .joined(separator: "&")
    var headers = [
      ("cookie", cookie), ("accept", "text/html"),
      ("content-type", "application/x-www-form-urlencoded"),
    ]
    if let origin { headers.append(("origin", origin)) }
    return try await server.client.send("POST", "/form", headers, Array(body.utf8))
  }

  func submit(_ page: String, _ fields: [String: String]) async throws -> Reply {
    try await submit(page, fields, origin: origin)
  }

  /// Sends a form with files and with the secret of a page.
  func submit(
    _ page: String, _ fields: [String: String], files: [(name: String, bytes: [UInt8])]
  ) async throws -> Reply {
    let secret = value(of: "token", in: try await get(page).text) ?? ""
    let form = Multipart(["token": secret].merging(fields) { $1 }, files)
    return try await server.client.send(
      "POST", "/form",
      [
        ("cookie", cookie), ("accept", "text/html"), ("content-type", Multipart.type),
        ("origin", origin),
      ], form.bytes)
  }

  /// Returns the value of a hidden field in a page.
  func value(of name: String, in page: String) -> String? {
    guard let place = page.firstRange(of: "name=\"\(name)\" value=\"") else { return nil }
    return String(page[place.upperBound...].prefix { $0 != "\"" })
  }
}

extension String {
  /// The text as a part of a form.
  fileprivate var encoded: String {
    utf8.map { byte in "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

/// A form with fields and files as a browser sends it.
struct Multipart {
  static let type = "multipart/form-data; boundary=edge"
  let bytes: [UInt8]

  /// Creates a form; the files have the field name `file`.
  init(_ fields: [String: String], _ files: [(name: String, bytes: [UInt8])]) {
    let named = fields.map { ("name=\"\($0.key)\"", Array($0.value.utf8)) }
    let filed = files.map { ("name=\"file\"; filename=\"\($0.name)\"", $0.bytes) }
    let parts = (named + filed).flatMap { head, body in
      Array("--edge\r\ncontent-disposition: form-data; \(head)\r\n\r\n".utf8) + body
        + Array("\r\n".utf8)
    }
    bytes = parts + Array("--edge--\r\n".utf8)
  }
}
