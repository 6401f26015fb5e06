import CairnFixtures
import CairnProvider
import FoundationEssentials
import SystemPackage
import Testing

/// Programs of the user, and their time limits.
@Suite("Programs") struct ProgramTests {
  private static func run(_ command: String, _ limit: Duration) async throws -> String {
    let folder = FilePath(FileManager.default.temporaryDirectory.path)
    let program = Program(.shell(command), temporaryFolder: folder, isStopped: { false })
    return String(
      decoding: try await program.run(until: Deadline(in: limit)).bytes, as: UTF8.self)
  }

  @Test("An answer in time is used, even if Cairn is too busy to read it in time")
  func busy() async throws {
    BusyThreads.start(12, of: .milliseconds(300))
    #expect(try await Self.run("echo milk", .milliseconds(500)) == "milk\n")
  }

  @Test("A program that does not answer in time is ended")
  func late() async throws {
    let failure = await #expect(throws: ProviderFailure.self) {
      try await Self.run("echo milk; sleep 60", .seconds(1))
    }
    #expect(failure == ProviderFailure(.timeout, "no answer within 1 s"))
  }

  @Test("A process that keeps the output open does not keep Cairn waiting")
  func leftBehind() async throws {
    let start = ContinuousClock.now
    let text = try? await Self.run("sleep 3000 & echo milk", .seconds(1))
    #expect(text == nil || text == "milk\n")
    #expect(ContinuousClock.now - start < .seconds(1500))
  }
}
