import Synchronization
import Testing

/// Several commands on one notebook at once: each shows what was there before it began, and nothing
/// that was not there before it ended, whatever the others do to the index.
@Suite("Several processes at once")
struct ManyProcessesTests {
  /// How many of the writer's notes were begun, and how many were there for sure.
  private final class Progress: Sendable {
    private let counts = Mutex((begun: 0, done: 0))

    var now: (begun: Int, done: Int) { counts.withLock { $0 } }

    func begin(_ number: Int) { counts.withLock { $0.begun = number } }

    func finish(_ number: Int) { counts.withLock { $0.done = number } }
  }

  @Test("Readers, a writer and a rebuild", .timeLimit(.minutes(15)))
  func readersWriterRebuild() async throws {
    let progress = Progress()
    var sandbox = try await Sandbox()
    let setup = try await sandbox.run(
      "for n in $(seq 40); do printf -- '---\\ntype: action\\n---\\na deal\\n' > old-$n.md; done")
    #expect(setup.code == 0)
    let box = sandbox
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await Self.log {
          var mine = box
          for number in 0..<30 {
            progress.begin(number + 1)
            let outcome = try await mine.run(
              number % 3 == 0
                ? "printf 'a deal\\n' > .new; mv .new new-\(number).md"
                : "cairn add a deal --type note --title new-\(number) -q"
            )
            #expect(outcome.code == 0, "\(outcome.lines(.transcript))")
            progress.finish(number + 1)
          }
        }
      }
      group.addTask {
        await Self.log {
          var mine = box
          while progress.now.done < 30 {
            let outcome = try await mine.run(
              "cairn index --rebuild -q >/dev/null; sleep 0.1; rm -rf \"$XDG_CACHE_HOME\"/cairn/*/captures"
            )
            #expect(outcome.code == 0, "\(outcome.lines(.transcript))")
          }
        }
      }
      for command in ["cairn list deal --paths", "cairn search deal --paths", "cairn list --paths"]
      {
        group.addTask {
          await Self.log {
            var mine = box
            while true {
              let before = progress.now
              let outcome = try await mine.run(command)
              let after = progress.now
              Self.check(outcome, before.done, after.begun)
              if before.done == 30 { return }
            }
          }
        }
      }
    }
    try await sandbox.remove()
  }

  private static func check(_ outcome: Outcome, _ done: Int, _ begun: Int) {
    #expect(outcome.code == 0 && outcome.standardError.isEmpty, "\(outcome.lines(.transcript))")
    let lines = Set(
      String(decoding: outcome.standardOutput, as: UTF8.self).split(separator: "\n").map(
        String.init))
    #expect(lines.filter { $0.hasPrefix("old-") }.count == 40)
    for number in 0..<done {
      // A command adds its own date and id to the name.
      let isThere = lines.contains { $0 == "new-\(number).md" || $0.contains("-new-\(number)-") }
      #expect(isThere, "\(number) of \(done)")
    }
    #expect(lines.filter { $0.contains("new-") }.count <= begun + 1)
  }

  private static func log(_ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      Issue.record("\(error)")
    }
  }
}
