import CairnCapture
import CairnDesk
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import Testing

@Suite("Saving for clients that read earlier") struct SaveTests {
  @Test("Without a version, fields change and the text must not")
  func versions() async throws {
    let desk = try Desk([("a.md", "---\nscore: 1\n---\nText\n")])
    try await desk.work { work in
      var request = SaveRequest("a.md")
      request.edits = [.fields([.init(field: "score", .set, value: "great")], areTexts: false)]
      guard case .saved(let capture, let report, isMerged: false) = try work.save(request) else {
        throw Refusal("test", "not saved")
      }
      #expect(capture.score == .great)
      #expect(report.operation != nil)
      request.body = "New\n"
      #expect(throws: Refusal.self) { try work.save(request) }
      request.version = capture.version
      guard case .saved(let saved, _, _) = try work.save(request) else {
        throw Refusal("test", "not saved")
      }
      #expect(saved.body.elementsEqual("New\n".utf8))
      // The file is newer than the version, and the version's bytes are unknown.
      guard case .conflict(let conflict) = try work.save(request) else {
        throw Refusal("test", "no conflict")
      }
      #expect(conflict.isUnknown)
      request.base = capture.document.bytes
      request.body = "New\n"
      guard case .saved(_, let none, isMerged: true) = try work.save(request) else {
        throw Refusal("test", "not merged")
      }
      #expect(none.operation == nil)
    }
    #expect(try desk.text("a.md") == "---\nscore: 3\n---\nNew\n")
  }

  @Test(
    "A text cannot be emptied, unless the capture has a title, an address or a picture",
    arguments: [
      ("", false), ("score: 1", false), ("title: A", true), ("url: https://example.org", true),
      ("images: [a.png]", true),
    ])
  func emptied(field: String, isAllowed: Bool) async throws {
    let front = "---\nid: k7x2m9q4ab\n\(field)\n---\n"
    let desk = try Desk([("a.md", front + "Text\n"), ("b.md", "---\ntype: person\n---\n")])
    try await desk.work { work in
      var request = SaveRequest("a.md")
      (request.body, request.version) = (" \n", try work.capture(named: "a.md").capture.version)
      if isAllowed {
        _ = try work.save(request)
      } else {
        let error = #expect(throws: Diagnostic.self) { try work.save(request) }
        #expect(error?.code == "text-empty")
      }
      // A capture that has no text may stay without one.
      request = SaveRequest("b.md")
      (request.body, request.version) = ("", try work.capture(named: "b.md").capture.version)
      _ = try work.save(request)
    }
    #expect(try desk.text("a.md") == front + (isAllowed ? " \n" : "Text\n"))
  }

  @Test("The field `updated` changes with the text, if the settings say so")
  func updated() async throws {
    let note = "---\nupdated: 2020-01-01\n---\nText\n"
    let desk = try Desk([("a.md", note), (".cairn/config.yml", "edit.updated: true\n")])
    try await desk.work { work in
      var request = SaveRequest("a.md")
      request.body = "New\n"
      request.version = try work.capture(named: "a.md").capture.version
      _ = try work.save(request)
    }
    #expect(try desk.text("a.md") == "---\nupdated: 2026-11-21T12:00:00+01:00\n---\nNew\n")
  }

  @Test("Text that was saved without a type is settled, not added again")
  func settled() async throws {
    let desk = try Desk()
    try await desk.work { work in
      let first = try await work.add(AddRequest(.plain("blue")))
      let capture = try await work.settleOrAdd(" blue\n", as: "idea")
      #expect(capture.path == first.report.changed.first?.path)
      #expect(capture.type == "idea")
      let other = try await work.settleOrAdd("green", as: "fact")
      #expect(other.path != capture.path)
    }
  }
}

@Suite("Numbers for programs with other ids") struct NumberTests {
  @Test("A number and a UUID lead back to the capture, with or without an id")
  func roundTrip() async throws {
    let desk = try Desk([
      ("a.md", "---\nid: k7x2m9q4ab\n---\nA\n"), ("b.md", "B\n"),
      ("c.md", "---\nid: mine\n---\nC\n"),
    ])
    try await desk.work { work in
      for name in ["a.md", "b.md", "c.md"] {
        let capture = try work.capture(named: name).capture
        let number = CaptureNumber(id: capture.id, path: capture.path)
        #expect(number.value < 1 << 53)
        #expect(CaptureNumber(uuid: number.uuid) == number)
        let found = try work.capture(numbered: number, writtenAs: number.uuid)
        #expect(found.path == capture.path)
      }
      let strange = try #require(CaptureNumber(5))
      #expect(throws: Refusal.self) {
        try work.capture(numbered: strange, writtenAs: "5")
      }
    }
  }

  @Test(
    "Other UUIDs have no number",
    arguments: [
      "", "k7x2", "1b4e28ba-2fa1-41d2-883f-0016d3cca427", "ca124e00-6e6f-8000-8000",
      "ca124e00-6e6f-8000-ffff-ffffffffffff", "ca124e00-6e6f-8000-80zz-000000000000",
    ])
  func invalid(uuid: String) { #expect(CaptureNumber(uuid: uuid) == nil) }

  @Test("The first UUID that a client sends belongs to the notebook")
  func user() async throws {
    let desk = try Desk()
    let (one, two) = (
      "1b4e28ba-2fa1-41d2-883f-0016d3cca427", "2b4e28ba-2fa1-41d2-883f-0016d3cca427"
    )
    try await desk.work { work in
      #expect(throws: Refusal.self) { try work.checkUser("x", .write) }
      try work.checkUser(two, .dryRun)
      #expect(work.userID == nil)
      try work.checkUser(one.uppercased(), .write)
    }
    try await desk.work { work in
      #expect(work.userID == one)
      try work.checkUser(one, .write)
      #expect(throws: Refusal.self) { try work.checkUser(two, .write) }
    }
  }
}

@Suite("Tokens") struct TokenTests {
  @Test("A secret opens what its token permits until the token is revoked; only its hash is saved")
  func life() async throws {
    let desk = try Desk()
    let (token, secret) = try await desk.work { try $0.createToken(.read, name: "my\tphone\n") }
    try await desk.work { work in
      let found = try #require(try work.accessList.token(withSecret: secret, at: work.clock.now))
      #expect((found.id, found.scope, found.name) == (token.id, .read, token.name))
      for wrong in [secret + "0", ""] {
        let token = try work.accessList.token(withSecret: wrong, at: work.clock.now)
        #expect(token == nil)
      }
      let file = try #require(try work.notebook.state.mapCached("access"))
      #expect(!String(decoding: file.bytes, as: UTF8.self).contains(secret))
      _ = try work.revokeToken(token.id)
      let revoked = try work.accessList.token(withSecret: secret, at: work.clock.now)
      #expect(revoked == nil)
      #expect(throws: Refusal.self) { try work.revokeToken(token.id) }
    }
  }

  @Test("A link logs in once and for a minute")
  func start() async throws {
    let desk = try Desk()
    let (_, secret) = try await desk.work { try $0.createToken(.start) }
    try await desk.work { work in
      let others = try work.accessTokens()
      #expect(others.isEmpty)
      let token = try work.accessList.token(withSecret: secret, at: work.clock.now)
      #expect(token == nil)
      let answers = try ["wrong", secret, secret].map { try work.useStartToken($0) }
      #expect(answers == [false, true, false])
    }
    let (_, late) = try await desk.work { try $0.createToken(.start) }
    let isUsed = try await desk.work(after: 1) { try $0.useStartToken(late) }
    #expect(!isUsed)
  }
}
