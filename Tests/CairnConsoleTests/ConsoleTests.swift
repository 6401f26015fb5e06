import Foundation
import Testing

import CairnConsole

@Suite struct ConsoleTests {
  /// A pipe that says "try again" while nothing is in it is no pipe at its end.
  @Test func readsAPipeThatDoesNotWait() throws {
    let pipe = Pipe()
    let file = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    // A thread of its own: a task might wait behind all other tests for the one that reads here.
    let writer = Thread {
      let file = pipe.fileHandleForWriting
      try? file.write(contentsOf: Data("first half, ".utf8))
      Thread.sleep(forTimeInterval: 0.05)
      try? file.write(contentsOf: Data("second half".utf8))
      try? file.close()
    }
    writer.start()
    #expect(try String(decoding: Console.readAll(file), as: UTF8.self) == "first half, second half")
  }

  @Test func saysWhatCannotBeRead() throws {
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    let failure = #expect(throws: InputFailure.self) { try Console.readAll(folder) }
    #expect(failure?.reason == EISDIR)
  }
}
