import Foundation
import Testing

@testable import CairnCLI

@Suite struct ConsoleTests {
  /// A pipe that says "try again" while nothing is in it is no pipe at its end.
  @Test func readsAPipeThatDoesNotWait() async throws {
    let pipe = Pipe()
    let file = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    let writer = Task.detached {
      try pipe.fileHandleForWriting.write(contentsOf: Data("first half, ".utf8))
      try await Task.sleep(for: .milliseconds(50))
      try pipe.fileHandleForWriting.write(contentsOf: Data("second half".utf8))
      try pipe.fileHandleForWriting.close()
    }
    #expect(try String(decoding: Console.readAll(file), as: UTF8.self) == "first half, second half")
    try await writer.value
  }

  @Test func saysWhatCannotBeRead() throws {
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    let failure = #expect(throws: InputFailure.self) { try Console.readAll(folder) }
    #expect(failure?.reason == EISDIR)
  }
}
