import CairnFiles
import CairnNotebook
import CairnText
@testable import CairnWeb
import CairnWork
import FoundationEssentials
import Glibc
import SystemPackage
import Testing

extension WebTests {
  @Suite("A server that strangers cannot use") struct SafetyTests {
    /// A request of a stranger, and the status of the answer; 0 if the server may also close the
    /// connection without one. PORT, ALL and READ stand for the port and for tokens.
    private static let hostile: [(name: String, request: String, status: Int)] = [
      ("another host", "GET /api/v1/tags HTTP/1.1\nhost: evil.example\nALL", 403),
      ("a host that starts like ours", "GET / HTTP/1.1\nhost: 127.0.0.1.evil.example:PORT", 403),
      ("another port", "GET / HTTP/1.1\nhost: 127.0.0.1:1", 403),
      ("our port with a name", "GET / HTTP/1.1\nhost: rebind.example:PORT", 403),
      ("another address", "GET / HTTP/1.1\nhost: 10.0.0.1:PORT", 403),
      ("no host", "GET / HTTP/1.1", 403),
      ("an empty host", "GET / HTTP/1.1\nhost:", 403),
      ("two hosts", "GET / HTTP/1.1\nhost: 127.0.0.1:PORT\nhost: evil.example", 403),
      ("a host with a user", "GET / HTTP/1.1\nhost: x@127.0.0.1:PORT", 403),
      ("localhost", "GET / HTTP/1.1\nhost: LOCALHOST:PORT", 200),
      (
        "a whole address, whose host is not used",
        "GET http://evil.example/ HTTP/1.1\nhost: 127.0.0.1:PORT", 200
      ),
      ("a proxy's tunnel", "CONNECT evil.example:443 HTTP/1.1\nhost: 127.0.0.1:PORT", 400),
      ("no token", "GET /api/v1/tags HTTP/1.1\nHOST", 401),
      ("another kind of token", "GET /api/v1/tags HTTP/1.1\nHOST\nauthorization: Basic eDp5", 401),
      ("a wrong cookie", "GET /api/v1/tags HTTP/1.1\nHOST\ncookie: cairn-PORT=wrong", 401),
      ("no path without a token", "GET /nowhere HTTP/1.1\nHOST", 401),
      ("a page that sends a form", post("application/x-www-form-urlencoded"), 415),
      ("a page that sends text", post("text/plain"), 415),
      ("a form that is none", post("multipart/form-data; boundary=x"), 400),
      (
        "a form of another origin",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\norigin: https://evil.example\n"
          + "content-type: multipart/form-data; boundary=x\ncontent-length: 7\n\n--x--\n\n", 403
      ),
      (
        "a page of another origin",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\norigin: https://evil.example\n"
          + "content-type: application/json\ncontent-length: 12\n\n{\"text\":\"a\"}", 403
      ),
      (
        "a page without an origin",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\norigin: null\n"
          + "content-type: application/json\ncontent-length: 12\n\n{\"text\":\"a\"}", 403
      ),
      ("a question before a request", "OPTIONS /api/v1/captures HTTP/1.1\nHOST\nALL", 405),
      ("a token that only adds", "GET /api/v1/captures HTTP/1.1\nHOST\nCAPTURE", 403),
      ("a token for feeds", "GET /api/v1/captures HTTP/1.1\nHOST\nFEED", 403),
      ("a token for logging in", "GET /api/v1/captures HTTP/1.1\nHOST\nSTART", 401),
      ("a token that only reads", "DELETE /api/v1/captures/a.md HTTP/1.1\nHOST\nREAD", 403),
      ("parents", "GET /api/v1/media/../../../../etc/passwd HTTP/1.1\nHOST\nALL", 404),
      (
        "encoded parents", "GET /api/v1/media/%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1\nHOST\nALL",
        404
      ),
      ("parents encoded twice", "GET /api/v1/media/%252e%252e%252fetc HTTP/1.1\nHOST\nALL", 404),
      ("an absolute path", "GET /api/v1/media/%2Fetc%2Fpasswd HTTP/1.1\nHOST\nALL", 404),
      ("a NUL", "GET /api/v1/media/a.png%00.md HTTP/1.1\nHOST\nALL", 400),
      ("a path that is not UTF-8", "GET /api/v1/media/%ff%fe HTTP/1.1\nHOST\nALL", 400),
      ("half an escape", "GET /api/v1/media/%2 HTTP/1.1\nHOST\nALL", 400),
      ("a link to the outside", "GET /api/v1/media/link.png HTTP/1.1\nHOST\nALL", 404),
      ("a linked folder", "GET /api/v1/media/linked%2Fpasswd HTTP/1.1\nHOST\nALL", 404),
      ("settings", "GET /api/v1/media/.cairn%2Fconfig.yml HTTP/1.1\nHOST\nALL", 404),
      ("a capture as a file", "GET /api/v1/media/a.md HTTP/1.1\nHOST\nALL", 404),
      ("a capture outside", "GET /api/v1/captures/..%2Fsecret.md HTTP/1.1\nHOST\nALL", 404),
      ("a long address", "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\nHOST\nALL", 400),
      (
        "two lengths",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
          + "content-length: 5\ncontent-length: 12\n\n{\"text\":\"a\"}", 400
      ),
      (
        "a length and parts",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
          + "content-length: 12\ntransfer-encoding: chunked\n\n0\n\nGET /api/v1/tags HTTP/1.1\n\n",
        400
      ),
      (
        "parts that are not parts",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
          + "transfer-encoding: chunked\n\nzz\n", 400
      ),
      (
        "another encoding",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
          + "transfer-encoding: gzip, chunked\n\n5\nabcde\n0\n\n", 400
      ),
      (
        "a huge length",
        "POST /api/v1/captures HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
          + "content-length: 99999999999\n\n{", 413
      ),
      (
        "a body where none belongs",
        "GET /api/v1/tags HTTP/1.1\nHOST\nALL\ncontent-length: 3\n\nabc", 413
      ),
      ("a negative length", "POST /api/v1/undo HTTP/1.1\nHOST\nALL\ncontent-length: -1\n\n", 400),
      ("no HTTP", "HELO evil.example", 400),
      ("an old version", "GET / HTTP/0.9", 400),
      ("a huge header", "GET / HTTP/1.1\nHOST\nx: \(String(repeating: "a", count: 40_000))", 400),
      (
        "many headers",
        "GET / HTTP/1.1\nHOST\n" + (0..<200).map { "x\($0): a" }.joined(separator: "\n"), 400
      ),
      ("a broken header", "GET / HTTP/1.1\nHOST\nx\u{01}y: a", 400),
      ("a folded header", "GET / HTTP/1.1\nHOST\nx: a\n b", 0),
      ("a host in other digits", "GET / HTTP/1.1\nhost: １２７.0.0.1:PORT", 403),
      ("a host with a last dot", "GET / HTTP/1.1\nhost: localhost.:PORT", 403),
      ("a short host", "GET / HTTP/1.1\nhost: 127.1:PORT", 403),
      ("a list of hosts", "GET / HTTP/1.1\nhost: localhost:PORT,evil.example", 403),
      (
        "another origin with our name",
        "POST /api/v1/classify HTTP/1.1\nHOST\nALL\norigin: http://127.0.0.1:PORT@evil.example\n"
          + "content-type: application/json\ncontent-length: 12\n\n{\"text\":\"a\"}", 403
      ),
      (
        "parents in another spelling", "GET /api/v1/media/..%c0%af..%c0%afetc HTTP/1.1\nHOST\nALL",
        400
      ),
      ("backslashes", "GET /api/v1/media/..%5c..%5cetc%5cpasswd HTTP/1.1\nHOST\nALL", 404),
      ("a draft outside", "GET /api/v1/drafts/..%2f..%2faccess HTTP/1.1\nHOST\nALL", 404),
      ("a style sheet outside", "GET /assets/0/..%2f..%2fetc%2fpasswd HTTP/1.1\nHOST\nALL", 404),
      ("a header in an address", "GET /api/v1/captures/a%0d%0aX:y HTTP/1.1\nHOST\nALL", 404),
      ("a pipe as a capture", "GET /api/v1/captures/pipe.md HTTP/1.1\nHOST\nALL", 404),
      ("a pipe as a file", "GET /api/v1/media/pipe.png HTTP/1.1\nHOST\nALL", 404),
      ("chunks with extensions", chunks("7;a=\"b;c\"\n{\"text\"\n5\n:\"a\"}\n0\n\n"), 200),
      ("headers after the body", chunks("c\n{\"text\":\"a\"}\n0\nhost: evil\ncookie: x\n\n"), 200),
      (
        "many headers after the body",
        chunks("c\n{\"text\":\"a\"}\n0\n\(String(repeating: "x: y\n", count: 500))\n"), 400
      ),
      ("a chunk that is too long for a number", chunks("fffffffffffffffff\na"), 400),
      ("a chunk with a negative length", chunks("-5\nabcde\n0\n\n"), 400),
      ("chunks after a blank", chunks("0\n\n").replacing("encoding:", with: "encoding :"), 400),
      ("a list of lengths", post("application/json").replacing(": 6", with: ": 6, 6"), 400),
      ("a length with a sign", post("application/json").replacing(": 6", with: ": +6"), 400),
      (
        "a body that is too long to wait for",
        post("application/json").replacing(": 6", with: ": 99999999\nexpect: 100-continue"), 413
      ),
      (
        "chunks in HTTP/1.0", chunks("c\n{\"text\":\"a\"}\n0\n\n").replacing("/1.1", with: "/1.0"),
        400
      ),
      ("HTTP/2", "PRI * HTTP/2.0\n\nSM\n\n", 400),
      (
        "deep JSON",
        "POST /api/v1/classify HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
          + "content-length: 200000\n\n\(String(repeating: "[", count: 200_000))", 400
      ),
    ]

    private static func chunks(_ body: String) -> String {
      "POST /api/v1/classify HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
        + "transfer-encoding: chunked\n\n\(body)"
    }

    private static func post(_ type: String) -> String {
      "POST /api/v1/captures HTTP/1.1\nHOST\nALL\ncontent-type: \(type)\ncontent-length: 6\n\ntext=a"
    }

    @Test("Each request has the status of the table, nothing is written, and nothing leaks")
    func table() async throws {
      try await TestServer.run([("a.md", "A\n"), ("sub/pic.png", "x")]) { server in
        try await server.link("link.png", to: "/etc/passwd")
        try await server.link("linked", to: "/etc")
        for name in ["pipe.md", "pipe.png"] {
          #expect(mkfifo(server.root.appending(name).string, 0o600) == 0)
        }
        let before = server.files
        for (name, request, status) in Self.hostile {
          let reply = try await server.client.raw([server.bytes(request)])
          let text = String(decoding: reply, as: UTF8.self)
          if status == 0, reply.isEmpty { continue }
          let found = Reply(reply)
          #expect(status == 0 || found?.status == status, "\(name): \(text.prefix(400))")
          #expect(!text.contains("root:"), "\(name)")
          #expect(!text.contains(server.root.string), "\(name)")
          for token in server.tokens.values { #expect(!text.contains(token), "\(name)") }
        }
        #expect(server.files == before)
        // A connection of HTTP/1.0 ends after one answer.
        let requests = ["0", "1"].map { "GET /api/v1/tags HTTP/1.\($0)\nHOST\nALL\n\n" }.joined()
        let sent = String(decoding: server.bytes(requests), as: UTF8.self)
          .replacing("connection: close\r\n", with: "")
        let answers = try await server.client.raw([Array(sent.utf8)])
        let lines = String(decoding: answers, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.filter { $0.hasPrefix("HTTP/") } == ["HTTP/1.0 200 OK"])
      }
    }

    @Test("A failure of the disk reveals no path and no text")
    func failures() async throws {
      let user = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
      let rows: [(method: String, target: String, json: String?)] = [
        ("POST", "/api/v1/captures", #"{"text":"Zebra"}"#),
        ("DELETE", "/api/v1/captures/a.md", nil),
        ("PATCH", "/api/v1/captures/a.md", #"{"fields":{"x":"Zebra"}}"#),
        ("POST", "/api/v1/collections", #"{"path":"zebra"}"#),
        ("POST", "/collections/default", nil),
        ("PATCH", "/api/v1/settings", #"{"web.theme":"gray"}"#), ("POST", "/api/v1/brief", "{}"),
        ("POST", "/api/somethings", #"{"content":"Zebra"}"#),
        ("POST", "/entries", #"{"title":"Zebra"}"#),
        ("POST", "/v1/capture", #"{"user_id":"\#(user)","content":"Zebra"}"#),
        ("POST", "/v1/actions/\(user)", #"{"content":"Zebra"}"#),
        ("POST", "/capture/text", #"{"text_content":"Zebra"}"#),
        ("POST", "/v1/sync/morning-briefing", #"{"user_id":"\#(user)"}"#),
      ]
      try await TestServer.run([("a.md", "Zebra\n")]) { server in
        try server.set("a: [\n")
        // Nothing can be written, because the journal is a file.
        let states = server.base.appending("state")
        for id in try FileManager.default.contentsOfDirectory(atPath: states.string) {
          let journal = states.appending(id).appending("journal").string
          try? FileManager.default.removeItem(atPath: journal)
          #expect(FileManager.default.createFile(atPath: journal, contents: nil))
        }
        for (method, target, json) in rows {
          let reply = try await server.send(method, target, json)
          #expect(reply.status == 500, "\(target): \(reply.text)")
          #expect(!reply.text.lowercased().contains("zebra"), "\(target): \(reply.text)")
          #expect(!reply.text.contains(server.base.string), "\(target): \(reply.text)")
        }
        #expect(server.text("a.md") == "Zebra\n" && server.files == ["a.md"])
        // A disk that is full only for one of the files of a change is reported as a refused file.
        let path = try #require(NotePath("a.md"))
        let answer = ErrorAnswer(FileError(.write, "a.md", .noSpace).diagnostic(path))
        #expect(
          answer.status == 500
            && answer.diagnostic.message == "cannot write: no space left on the disk")
      }
    }

    @Test("Clients do not learn where the settings of the server's user are")
    func settingsPath() async throws {
      try await TestServer.run { server in
        try server.set("a: [\n")
        let reply = try await server.send(
          "POST", "/api/v1/captures", #"{"text":"A"}"#, as: .capture)
        #expect(reply.status == 201 && !reply.text.contains("config.yml"), "\(reply.text)")
      }
    }

    /// Parts of forms and JSON, and the status and part of the answer.
    static let repeats: [(parts: [String], status: Int, answer: String)] = [
      (["text=first part", "text=second part"], 400, "`text`: the field occurs twice"),
      (["text=a", "tags=x", "tags=y"], 400, "`tags`: the field occurs twice"),
      (["text=a", "fields=x", "fields[due]=fri"], 400, "`fields`: the field occurs twice"),
      (["text=a", "fields[due]=fri", "fields=x"], 400, "`fields`: the field occurs twice"),
      (["text=a", "x\(String(repeating: "[a]", count: 9))=b"], 400, "the form is not valid"),
      (["text=caf\u{7}"], 400, "`text`: the text is not UTF-8"),
      (["te\u{7}xt=a"], 400, "the form is not valid"),
      (["text=a", "tags[]=x", "tags[]=y"], 201, "operation"),
      ([#"{"text":"A","text":"B"}"#], 400, "`text`: the field occurs twice"),
      ([#"{"text":"A","fields":{"x":1,"x":2}}"#], 400, "`fields.x`: the field occurs twice"),
    ]

    @Test("A request that has a field twice, or is not UTF-8, loses nothing")
    func repeatedFields() async throws {
      try await TestServer.run { server in
        for (parts, status, answer) in Self.repeats {
          let isJSON = parts[0].hasPrefix("{")
          let form = parts.map { part in
            let pair = part.split(separator: "=", maxSplits: 1)
            return "--x\r\ncontent-disposition: form-data; name=\"\(pair[0])\"\r\n\r\n"
              + "\(pair.last ?? "")\r\n"
          }
          // A byte that is not UTF-8 stands for the character `\u{7}`.
          let bytes = (isJSON ? parts[0] : form.joined() + "--x--\r\n").utf8.map {
            $0 == 7 ? 0xE9 : $0
          }
          let reply = try await server.client.send(
            "POST", "/api/v1/captures",
            [
              ("authorization", "Bearer \(server.tokens[.all] ?? "")"),
              ("content-type", isJSON ? "application/json" : "multipart/form-data; boundary=x"),
            ], bytes)
          #expect(reply.status == status, "\(parts): \(reply.text)")
          #expect(reply.text.contains(answer), "\(parts): \(reply.text)")
        }
        #expect(server.files.count == 1)
      }
    }

    @Test("A body that is shorter than it says changes nothing")
    func lying() async throws {
      try await TestServer.run { server in
        let request =
          "POST /api/v1/captures HTTP/1.1\nHOST\nALL\ncontent-type: application/json\n"
          + "content-length: 500\n\n{\"text\":\"a\"}"
        _ = try await server.client.raw([server.bytes(request)], isEnded: true)
        #expect(server.files.isEmpty)
      }
    }

    @Test("Files that are not pictures are not accepted as pictures")
    func uploads() async throws {
      let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"
      let rows: [(bytes: [UInt8], type: String, status: Int)] = [
        (Pictures.png, "image/png", 201), (Array(svg.utf8), "image/svg+xml", 422),
        (Array(svg.utf8), "image/png", 422), (Array("PK\u{03}\u{04}zip".utf8), "image/png", 422),
        (Array(Pictures.png.prefix(40)), "image/png", 422), ([], "image/png", 422),
        (Array("<html>".utf8), "image/gif", 422), (Pictures.png, "application/json", 415),
        (Pictures.png, "application/x-www-form-urlencoded", 415),
        (Array("--x\r\nbroken".utf8), "multipart/form-data; boundary=x", 400),
        (form(Pictures.png), "multipart/form-data; boundary=x", 201),
        (
          Array("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + Pictures.png
            + Array("\r\n--x--\r\n".utf8), "multipart/form-data; boundary=x", 400
        ),
      ]
      try await TestServer.run([("a.md", "A\n")]) { server in
        for (bytes, type, status) in rows {
          let reply = try await server.client.send(
            "POST", "/api/v1/captures/a.md/images",
            [
              ("authorization", "Bearer \(server.tokens[.all] ?? "")"), ("content-type", type),
            ], bytes)
          #expect(reply.status == status, "\(type) \(bytes.count): \(reply.text)")
        }
        try server.write(svg, to: "evil.svg")
        let file = try await server.send("GET", "/api/v1/media/evil.svg")
        #expect(file.status == 200)
        #expect(file.header("content-type") == "application/octet-stream")
        #expect(file.header("content-disposition") == "attachment")
      }
    }

    private func form(_ bytes: [UInt8]) -> [UInt8] {
      let head =
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../../evil.png\"\r\n"
        + "Content-Type: image/png\r\n\r\n"
      return Array(head.utf8) + bytes + Array("\r\n--x--\r\n".utf8)
    }

    @Test("A link logs a browser in once; its cookie writes only from pages of the server")
    func browser() async throws {
      try await TestServer.run { server in
        let start = server.tokens[.start] ?? ""
        let first = try await server.client.send("GET", "/start?token=\(start)")
        #expect(first.status == 303)
        let cookie = try #require(first.header("set-cookie"))
        #expect(cookie.hasPrefix("cairn-\(server.port)="))
        #expect(cookie.contains("HttpOnly"))
        #expect(cookie.contains("SameSite=Strict"))
        #expect(try await server.client.send("GET", "/start?token=\(start)").status == 401)
        let pair = ("cookie", String(cookie.prefix { $0 != ";" }))
        let json = ("content-type", "application/json")
        let own = ("origin", "http://127.0.0.1:\(server.port)")
        let body = Array(#"{"text":"From the form"}"#.utf8)
        let rows: [(headers: [(String, String)], method: String, status: Int)] = [
          ([pair], "GET", 200), ([pair, ("sec-fetch-site", "cross-site")], "GET", 403),
          ([pair, ("sec-fetch-site", "same-site")], "GET", 403),
          ([pair, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], "GET", 200),
          ([pair, json], "POST", 403), ([pair, json, own], "POST", 201),
          ([pair, json, ("origin", "http://127.0.0.1:1")], "POST", 403),
          ([pair, json, own, ("sec-fetch-site", "cross-site")], "POST", 403),
        ]
        for (headers, method, status) in rows {
          let reply = try await server.client.send(
            method, "/api/v1/captures", headers, method == "POST" ? body : nil)
          #expect(reply.status == status, "\(headers)")
        }
        #expect(server.files.count == 1)
      }
    }

    @Test("A server that only reads refuses to write")
    func readOnly() async throws {
      try await TestServer.run([("a.md", "A\n")], { $0.isReadOnly = true }) { server in
        let read = try await server.send("GET", "/api/v1/captures")
        let removed = try await server.send("DELETE", "/api/v1/captures/a.md")
        let added = try await server.send("POST", "/api/v1/captures", #"{"text":"a"}"#)
        #expect([read, removed, added].map(\.status) == [200, 403, 403])
        #expect(server.files == ["a.md"])
      }
    }

    @Test("The log has neither tokens nor texts")
    func log() async throws {
      let lines = Lines()
      try await TestServer.run(
        [],
        {
          $0.isVerbose = true
          $0.log = { lines.add($0) }
        }
      ) { server in
        _ = try await server.send("POST", "/api/v1/captures", #"{"text":"Very private"}"#)
        _ = try await server.client.send(
          "GET", "/k/\(server.tokens[.all] ?? "")/api/v1/captures?query=private")
        let text = lines.all.joined(separator: "\n")
        #expect(text.contains("POST /api/v1/captures 201"))
        #expect(!text.lowercased().contains("private"))
        for token in server.tokens.values { #expect(!text.contains(token)) }
      }
    }

  }
}

extension TestServer {
  /// Returns a request of the table as bytes, with this server's port and tokens.
  fileprivate func bytes(_ request: String) -> [UInt8] {
    var text = request.replacing("PORT", with: "\(port)")
    if let end = text.firstIndex(of: "\n") {
      text.insert(contentsOf: "\nconnection: close", at: end)
    } else {
      text += "\nconnection: close"
    }
    text = text.replacing("\nHOST", with: "\nhost: 127.0.0.1:\(port)")
    for (scope, token) in tokens {
      text = text.replacing(
        "\n\(scope.rawValue.uppercased())", with: "\nauthorization: Bearer \(token)")
    }
    let hasBody = text.contains("\n\n")
    return Array((hasBody ? text : text + "\n\n").replacing("\n", with: "\r\n").utf8)
  }
}
