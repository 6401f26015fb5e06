import Synchronization
import Testing

/// Many processes write to one notebook at once: every write that was acknowledged is there at the
/// end, no id is there twice, and no process that is killed holds up the others.
///
/// `make soak` plays the same with forty of them, for minutes.
@Suite("Several writers at once")
struct ManyWritersTests {
  /// How many processes write at a time.
  private static let writers = 6
  private static let saves = 20

  /// The operations that commands said they had done.
  private final class Acknowledged: Sendable {
    private let list = Mutex<[String]>([])

    var operations: [String] { list.withLock { $0 } }

    func add(_ operations: [String]) { list.withLock { $0 += operations } }
  }

  @Test("Adding, setting, undoing, moving, killing", .timeLimit(.minutes(15)))
  func writers() async throws {
    var sandbox = try await Sandbox()
    let setup = try await sandbox.run(
      "mkdir work v; echo 0 > place.md; echo 0 > name.md; for n in 1 2 3; do echo v > v/$n.md; done"
    )
    #expect(setup.code == 0)
    let box = sandbox
    let acknowledged = Acknowledged()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<Self.writers {
        group.addTask {
          await Self.log {
            let operations = try await Self.write(number, box)
            acknowledged.add(operations)
          }
        }
      }
      group.addTask { await Self.log { try await Self.edit(box) } }
      group.addTask { await Self.log { try await Self.kill(box) } }
      group.addTask { await Self.log { try await Self.set(box) } }
    }
    let operations = acknowledged.operations
    #expect(operations.count == Self.writers * 5 && Set(operations).count == operations.count)
    let log = try await sandbox.lines("cairn log --json -n 1000 | grep -oE '[0-9]{8}T[0-9a-fZ-]*'")
    let lost = Set(operations).subtracting(log)
    #expect(lost.isEmpty, "acknowledged \(operations.count), lost \(lost)")
    for number in 0..<Self.writers {
      let text = try await sandbox.lines("cat work/*-note-\(number)-*.md")
      #expect(text.contains("step: 1"), "\(number): \(text)")
    }
    #expect(try await sandbox.lines("cairn list --ids | sort | uniq -d").isEmpty)
    #expect(try await sandbox.lines("ls -AR . | grep -F .cairn-").isEmpty)
    let last = ["\(Self.saves)"]
    #expect(try await sandbox.lines("tail -n 1 place.md") == last)
    #expect(try await sandbox.lines("tail -n 1 name.md") == last)
    try await sandbox.remove()
  }

  /// Adds a note, sets a field, sets it again and takes that back, moves it; the names of these
  /// operations, as they were acknowledged.
  private static func write(_ number: Int, _ box: Sandbox) async throws -> [String] {
    var box = box
    return try await box.lines(
      """
      set -e; unset CAIRN_ID_SEED
      operation() { "$@" --json --lock-timeout 600 | grep -oE '"operation":"[^"]*"' | cut -d '"' -f 4; }
      operation cairn add text --title 'note \(number)'
      operation cairn set 'title:"note \(number)"' step=1
      undone=$(operation cairn set 'title:"note \(number)"' step=2); echo $undone
      operation cairn undo $undone
      operation cairn mv 'title:"note \(number)"' --to work
      """)
  }

  /// Saves one file in place and another by renaming, as editors do.
  private static func edit(_ box: Sandbox) async throws {
    var box = box
    _ = try await box.lines(
      """
      for save in $(seq \(saves)); do
        echo $save > place.md; echo $save > .name; mv .name name.md; sleep 0.1
      done
      """)
  }

  /// Changes the files that an editor saves at the same time.
  private static func set(_ box: Sandbox) async throws {
    var box = box
    _ = try await box.run(
      """
      for count in 1 2 3 4; do
        cairn set place.md name.md seen=$count --yes -q --lock-timeout 600; sleep 0.2
      done
      """)
  }

  /// Kills commands that write, at any moment.
  private static func kill(_ box: Sandbox) async throws {
    var box = box
    _ = try await box.run(
      """
      for delay in 02 04 06 08 10 15 20 30; do
        timeout -s KILL 0.$delay cairn set in:v killed=$delay --yes -q --lock-timeout 600
      done
      """)
  }

  private static func log(_ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      Issue.record("\(error)")
    }
  }
}

extension Sandbox {
  /// The lines that a command prints; it has to end well, or to have found nothing.
  fileprivate mutating func lines(_ command: String) async throws -> [String] {
    let outcome = try await run(command)
    #expect(outcome.code <= 1, "\(outcome.lines(.transcript))")
    return String(decoding: outcome.standardOutput, as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }
}
