@testable import CairnWeb
import CairnWork
import Testing

extension WebTests {
  @Suite("Tokens, and addresses that send wrong ones") struct TokenTests {
    @Test("A token works in the header and in the path until it is revoked")
    func tokens() async throws {
      try await TestServer.run { server in
        let (token, secret) = try await server.work { try $0.createToken(.read, name: "phone") }
        let target = "/k/\(secret)/api/v1/tags"
        #expect(try await server.client.send("GET", target).status == 200)
        let header = [("authorization", "Bearer \(secret)")]
        #expect(try await server.client.send("GET", "/api/v1/tags", header).status == 200)
        _ = try await server.work { try $0.revokeToken(token.id) }
        #expect(try await server.client.send("GET", target).status == 401)
      }
    }

    @Test("A token that adds captures learns nothing about addresses")
    func addresses() async throws {
      let saved = "---\ntitle: Lamps\nurl: https://example.org/lamps\n---\n"
      let rows: [(json: String, statuses: [AccessToken.Scope: Int])] = [
        (#"{"text":"A","url":"https://example.org/lamps"}"#, [.capture: 201, .all: 201]),
        (#"{"text":"B","fetch":true}"#, [.capture: 403, .all: 201]),
        (
          #"{"text":"C","url":"https://example.org/lamps","new_url":true}"#,
          [.capture: 403, .all: 409]
        ),
        (#"{"url":"https://example.org/alone"}"#, [.capture: 201, .all: 201]),
        (
          #"{"text":"https://example.org/lamps","new_url":true}"#, [.capture: 403, .all: 409]
        ),
        (
          #"{"text":"D","url":"https://example.org/d","new_url":true}"#, [.capture: 403, .all: 201]
        ),
      ]
      try await TestServer.run([("lamps.md", saved)]) { server in
        for (json, statuses) in rows {
          for (scope, status) in statuses {
            let reply = try await server.send("POST", "/api/v1/captures", json, as: scope)
            #expect(reply.status == status, "\(json) \(scope): \(reply.text)")
            #expect(status == 409 || !reply.text.contains("Lamps"), "\(reply.text)")
          }
        }
      }
    }

    @Test("A calendar subscribes with a token that opens only feeds")
    func feeds() async throws {
      let action = "---\ntype: action\ndue: 2026-11-30\n---\n# Pay\n"
      let hidden = "---\nprivate: true\ntype: action\ndue: 2026-11-30\n---\n# Secret\n"
      try await TestServer.run([("a.md", action), ("b.md", hidden)]) { server in
        let target = "/k/\(server.tokens[.feed] ?? "")/feed/actions.ics"
        let events = try await server.client.send("GET", target)
        #expect(events.status == 200)
        #expect(events.header("content-type") == "text/calendar; charset=utf-8")
        #expect(events.text.contains("BEGIN:VEVENT\r\n") && events.text.contains("SUMMARY:Pay\r\n"))
        #expect(!events.text.contains("Secret"))
        let todos = try await server.client.send("GET", target + "?as=todos")
        #expect(todos.text.contains("BEGIN:VTODO\r\n"))
        #expect(try await server.client.send("GET", target + "?as=x").status == 400)
        #expect(try await server.send("GET", "/feed/actions.ics", as: .capture).status == 403)
        #expect(try await server.client.send("GET", "/feed/actions.ics").status == 401)
      }
    }

    @Test("An address that sends wrong tokens must wait")
    func lockout() async throws {
      try await TestServer.run { server in
        var statuses: [Int] = []
        for _ in 0..<7 {
          let reply = try await server.client.send(
            "GET", "/api/v1/tags", [("authorization", "Bearer wrong")])
          statuses.append(reply.status)
          if reply.status == 429 { #expect(reply.header("retry-after") != nil) }
        }
        #expect(statuses.prefix(5) == [401, 401, 401, 401, 401])
        #expect(statuses.last == 429)
      }
    }

    @Test("Pages of other sites cannot lock a client out")
    func foreignPages() async throws {
      try await TestServer.run { server in
        let pages: [[(String, String)]] = [
          [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")],
          [("sec-fetch-site", "same-site"), ("sec-fetch-mode", "no-cors")],
          [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
        ]
        let start = server.tokens[.start] ?? ""
        let valid = "/k/\(server.tokens[.all] ?? "")/api/v1/tags"
        for headers in pages {
          for _ in 0..<3 {
            for target in [
              "/k/wrong/api/v1/tags", "/start?token=wrong", "/feed/actions.ics?token=wrong", valid,
              "/start?token=\(start)",
            ] {
              let reply = try await server.client.send("GET", target, headers)
              #expect(reply.status == 403, "\(target) \(headers): \(reply.text)")
            }
          }
        }
        #expect(try await server.client.send("GET", valid).status == 200)
        // A person who followed a link can go on.
        let link = try await server.client.send(
          "GET", "/start?token=\(start)", pages[2] + [("accept", "text/html")])
        let target = "<a href=\"/start?token=\(start)\">Continue</a>"
        #expect(link.text.contains(target), "\(link.text)")
        let away = try await server.client.send(
          "GET", "//evil.example/", pages[2] + [("accept", "text/html")])
        #expect(away.status == 401 && !away.text.contains("evil.example"), "\(away.text)")
        let own = [("sec-fetch-site", "same-origin")]
        #expect(try await server.client.send("GET", "/start?token=\(start)", own).status == 303)
      }
    }

    @Test("While an address waits, only the tokens that it used before work")
    func knownTokens() async throws {
      let lockout = Lockout()
      #expect(lockout.note("known", from: "a") == nil)
      for _ in 0..<5 { #expect(lockout.note(nil, from: "a") == nil) }
      // Each wrong token doubles the wait, here to five minutes.
      for _ in 0..<9 { lockout.noteFailure(of: "a") }
      for _ in 0..<2 {
        #expect(lockout.note("known", from: "a") == nil)
        #expect(lockout.note("new", from: "a") != nil && lockout.note(nil, from: "a") != nil)
        #expect(lockout.wait(of: "a") != nil)
      }
      #expect(lockout.note("known", from: "b") == nil && lockout.note("new", from: "b") == nil)
      // Wrong tokens from very many addresses do not make the server forget a valid one.
      for number in 0..<3000 { lockout.noteFailure(of: "address \(number)") }
      #expect(lockout.note("known", from: "a") == nil && lockout.note("new", from: "a") != nil)
      try await TestServer.run { server in
        #expect(try await server.send("GET", "/api/v1/tags", as: .all).status == 200)
        let wrong = [("authorization", "Bearer wrong")]
        for _ in 0..<6 { _ = try await server.client.send("GET", "/api/v1/tags", wrong) }
        #expect(try await server.send("GET", "/api/v1/tags", as: .all).status == 200)
      }
    }

    @Test("The token of a feed also works in the query of an address of a feed, and nowhere else")
    func feedTokens() async throws {
      try await TestServer.run { server in
        let rows: [(target: String, scope: AccessToken.Scope?, status: Int)] = [
          ("/feed/actions.ics?token=", .feed, 200), ("/feed/lost.ics?token=", .feed, 404),
          ("/feed/lost.ics?token=", .read, 404),
          ("/feed/lost.ics?token=wrong", nil, 401), ("/feed/lost.ics", nil, 401),
          ("/api/v1/tags?token=", .all, 401),
        ]
        for (target, scope, status) in rows {
          let token = scope.flatMap { server.tokens[$0] } ?? ""
          let reply = try await server.client.send("GET", target + token)
          #expect(reply.status == status, "\(target)")
        }
      }
    }

    @Test("A token that only adds captures is limited to 120 requests a minute")
    func rate() async throws {
      try await TestServer.run { server in
        for _ in 0..<120 {
          #expect(try await server.send("GET", "/api/v1/tags", as: .capture).status == 403)
        }
        let reply = try await server.send("POST", "/api/v1/captures", "{}", as: .capture)
        #expect(reply.status == 429)
        #expect(Int(reply.header("retry-after") ?? "").map { (1...60).contains($0) } == true)
        #expect(try await server.send("GET", "/api/v1/tags", as: .read).status == 200)
      }
    }
  }
}
