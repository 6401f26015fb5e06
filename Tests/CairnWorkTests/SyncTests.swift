import CairnCapture
import CairnDocument
@testable import CairnFiles
import CairnGit
import CairnNotebook
import CairnText
import CairnWork
import Glibc
import SystemPackage
import Testing

/// Requests as a caller without a command line makes them.
@Suite("Sync without a command line")
final class SyncTests {
  private let base: FilePath
  private var root: FilePath { base.appending("notes") }
  private var git: Git { Git("/usr/bin/git", in: root, temporaryFolder: base) }

  init() async throws {
    var template = Array("/tmp/cairn-work-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    base = FilePath(platformString: template)
    root.withPlatformString { _ = mkdir($0, 0o755) }
    try await git.initialize()
    for (key, value) in [("user.name", "Ada"), ("user.email", "ada@example.org")] {
      _ = try await git.output(["config", "--local", key, value], .writing)
    }
  }

  deinit {
    guard let store = try? Store(root: base), let names = try? store.names(in: .root, for: .list)
    else { return }
    for name in names { try? store.removeTree(.root.appending(listed: name)) }
    base.withPlatformString { _ = rmdir($0) }
  }

  /// Makes requests as a caller with these settings.
  private func with<Result>(
    _ settings: [(key: String, value: String)] = [],
    _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    let folders = UserFolders(
      home: base, config: base.appending("config"), state: base.appending("state"),
      cache: base.appending("cache"))
    let clock = LocalClock(now: Instant(seconds: 1_800_000_000)) { _ in 0 }
    var context = RequestContext(clock: clock, caller: Caller(), folders: folders)
    context.findGit = { "/usr/bin/git" }
    context.temporaryFolder = base
    context.environmentSettings = settings
    return try await Workspace.with(NotebookRoot(root), context, body)
  }

  private func write(_ name: String, _ text: String) throws {
    let file = try FileDescriptor.open(
      root.appending(name), .writeOnly, options: [.create, .truncate],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    try file.closeAfter { _ = try file.writeAll(text.utf8) }
  }

  private func tag(_ name: String, _ work: Workspace) throws {
    let request = ChangeRequest(SelectRequest([name]), .tags(adding: ["new"], removing: []))
    _ = try work.apply(try work.plan(request), .write)
  }

  @Test("Changes are committed after the requests, also if they fail", arguments: [false, true])
  func automatic(fails: Bool) async throws {
    try write("a.md", "A\n")
    let settings = [(key: "git.commit", value: "true")]
    let operations = try await with(settings) { $0.operations }
    #expect(operations.isEmpty)
    #expect(try await git.run(["log", "--format=%s"]).code != 0)
    do {
      try await with(settings) { work in
        try tag("a.md", work)
        #expect(work.operations.count == 1)
        if fails { throw Refusal("failed", "it fails") }
      }
    } catch is Refusal {}
    #expect(try await git.output(["log", "--format=%s"]).line == "Add a.md")
    try await with { try tag("a.md", $0) }
    #expect(try await git.output(["log", "--format=%s"]).line == "Add a.md")
  }

  @Test("A sync asks once, commits, and the commits are a capture's history")
  func sync() async throws {
    try write("a.md", "A\n")
    try write("b.jpg", "B\n")
    try await with { work in
      let dryRun = try await work.plan(SyncRequest(), .dryRun)
      #expect(dryRun.question == nil && dryRun.message == "Add a.md\n")
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

  @Test("Conflicts are described, and settled as a person answers")
  func conflicts() async throws {
    try write(
      "a.md",
      "---\nscore: 1\n# CONFLICT score: 2\n---\nOne.\n<<<<<<< ours\nTwo.\n=======\nThree.\n>>>>>>> theirs\n"
    )
    try await with { work in
      await #expect(throws: Refusal.self) { try await work.plan(SyncRequest(), .write) }
      let plan = try await work.plan(ResolveRequest("a.md"))
      let conflict = try #require(plan.conflicts.first)
      #expect(conflict.openFields.map(\.key) == ["score"] && conflict.words == nil)
      #expect(conflict.passages.map(\.line) == [6])
      #expect(conflict.passages.map { String(decoding: $0.theirs, as: UTF8.self) } == ["Three.\n"])
      await #expect(throws: Refusal.self) { try await work.apply(plan, .write) }
      var answer = ConflictAnswer(conflict)
      answer.fields = ["score": .theirs]
      answer.passages = [Array(conflict.passages[0].bytes): .both]
      let result = try await work.apply(plan, answers: [answer], .write)
      #expect(result.report.changed.count == 1)
      #expect(await work.conflicts().isEmpty)
      let text = "---\nscore: 2\n---\nOne.\nTwo.\nThree.\n"
      #expect(
        try work.notebook.store.read(try #require(NotePath("a.md"))).bytes == Array(text.utf8))
      await #expect(throws: Refusal.self) { try await work.plan(ResolveRequest(nil)) }
    }
  }
}
