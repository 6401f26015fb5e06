import CairnCapture
import CairnDesk
import CairnDocument
import CairnGit
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// What a client without a command line can do with git.
@Suite("Sync without a command line") struct SyncTests {
  /// A client of a notebook with these files, in a repository of its own.
  private func desk(_ files: [(path: String, text: String)]) async throws -> Desk {
    let desk = try Desk(files)
    try await desk.git.initialize()
    for (key, value) in [("user.name", "Ada"), ("user.email", "ada@example.org")] {
      _ = try await desk.git.output(["config", "--local", key, value], .writing)
    }
    return desk
  }

  private func tag(_ name: String, _ work: Workspace) throws {
    let request = ChangeRequest(SelectRequest([name]), .tags(adding: ["new"], removing: []))
    _ = try work.apply(try work.plan(request), .write)
  }

  @Test("Changes are committed after the requests, also if they fail", arguments: [false, true])
  func automatic(fails: Bool) async throws {
    let desk = try await desk([("a.md", "A\n")])
    let settings = [(key: "git.commit", value: "true")]
    let operations = try await desk.work(settings: settings) { $0.writtenOperations }
    #expect(operations.isEmpty)
    #expect(try await desk.git.run(["log", "--format=%s"]).code != 0)
    do {
      try await desk.work(settings: settings) { work in
        try tag("a.md", work)
        #expect(work.writtenOperations.count == 1)
        if fails { throw Refusal("failed", "it fails") }
      }
    } catch is Refusal {}
    #expect(
      try await desk.git.output(["log", "--format=%s"]).line == "Start the notebook with 1 capture")
    try await desk.work { try tag("a.md", $0) }
    #expect(
      try await desk.git.output(["log", "--format=%s"]).line == "Start the notebook with 1 capture")
  }

  @Test("A sync asks once, commits, and the commits are a capture's history")
  func sync() async throws {
    let desk = try await desk([("a.md", "A\n"), ("b.jpg", "B\n")])
    try await desk.work { work in
      let dryRun = try await work.plan(SyncRequest(), .dryRun)
      #expect(
        dryRun.question == nil && dryRun.message == "Start the notebook with 1 capture\n\n+ a.md\n")
      let plan = try await work.plan(SyncRequest(subject: "First"), .write)
      #expect(plan.question?.details == ["+ a.md"])
      #expect(plan.files.left.map(\.reason) == [.notLinked])
      try await work.commit(plan)
      #expect(try await work.exchange(plan).upstream == nil)
      try tag("a.md", work)
      let second = try await work.plan(SyncRequest(), .write)
      #expect(second.question == nil)
      try await work.commit(second)
      let history = try await work.history(HistoryRequest("a.md"))
      #expect(history.entries.map(\.revision.subject) == ["Change a.md", "First"])
      let first = history.entries[1].revision.commit
      #expect(
        try await work.capture(history.capture, at: first).document.bytes == Array("A\n".utf8))
    }
  }

  @Test("A changed submodule and a hidden file are listed with the reason")
  func submodules() async throws {
    let desk = try await desk([("a.md", "A\n"), ("sub/c.md", "C\n"), (".gitmodules", "\n")])
    for arguments in [
      ["init", "--quiet", "sub"], ["-C", "sub", "config", "user.name", "Ada"],
      ["-C", "sub", "config", "user.email", "ada@example.org"], ["-C", "sub", "add", "c.md"],
      ["-C", "sub", "commit", "--quiet", "--message", "First"], ["add", "a.md"],
    ] { _ = try await desk.git.output(arguments, .writing) }
    // A repository that git does not track yet, a new submodule, one whose captures changed, and
    // one with new commits.
    let steps: [(arguments: [String], text: String?)] = [
      (["status"], nil), (["add", "sub"], nil), (["commit", "--quiet", "--message", "Add"], "D\n"),
      (["-C", "sub", "commit", "--quiet", "--all", "--message", "Second"], nil),
    ]
    for (arguments, text) in steps {
      _ = try await desk.git.output(arguments, .writing)
      if let text { try desk.write(text, to: "sub/c.md") }
      try await desk.work { work in
        for mode in [Mode.dryRun, .write] {
          let left = try await work.plan(SyncRequest(), mode).files.left
          let found = left.map { (String(decoding: $0.change.path, as: UTF8.self), $0.reason) }
          #expect(found.contains { $0 == (".gitmodules", .hiddenFile) }, "\(arguments) \(found)")
          #expect(
            found.contains { $0.0.hasPrefix("sub") && $0.1 == .repository },
            "\(arguments) \(found)")
          #expect(found.count == 2, "\(arguments) \(found)")
        }
      }
    }
    try await desk.work { work in
      try await work.commit(try await work.plan(SyncRequest(), .write))
    }
    #expect(try await desk.git.output(["status", "--short", "sub"], .writing).line == " M sub")
  }

  @Test("Conflicts are described, and settled as a person answers")
  func conflicts() async throws {
    let text = """
      ---
      score: 1
      # CONFLICT score: 2
      ---
      One.
      <<<<<<< ours
      Two.
      =======
      Three.
      >>>>>>> theirs

      """
    let desk = try await desk([("a.md", text)])
    try await desk.work { work in
      await #expect(throws: Refusal.self) { try await work.plan(SyncRequest(), .write) }
      let plan = try await work.plan(ResolveRequest("a.md"))
      let conflict = try #require(plan.conflicts.first)
      #expect(conflict.openFields.map(\.key) == ["score"] && conflict.words == nil)
      #expect(conflict.passages.map(\.line) == [6])
      #expect(conflict.passages.map { String(decoding: $0.theirs, as: UTF8.self) } == ["Three.\n"])
      await #expect(throws: Refusal.self) { try await work.apply(plan, .write) }
      let both = ResolveRequest("a.md", side: .both)
      await #expect(throws: Refusal.self) { try await work.plan(both) }
      var answer = ConflictAnswer(conflict)
      answer.fields = ["score": .theirs]
      answer.passages = [Array(conflict.passages[0].bytes): .both]
      let result = try await work.apply(plan, answers: [answer], .write)
      #expect(result.report.changed.count == 1)
      #expect(await work.conflicts().isEmpty)
      #expect(try desk.text("a.md") == "---\nscore: 2\n---\nOne.\nTwo.\nThree.\n")
      await #expect(throws: Refusal.self) { try await work.plan(ResolveRequest(nil)) }
    }
  }
}
