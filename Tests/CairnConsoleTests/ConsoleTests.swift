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

  /// A path that is longer than the line stands on a line of its own, for the terminal to break.
  @Test(
    arguments: [
      ("one two three", 8, 0, ["one two", "three"]),
      (
        "saved in /a/long/path.md; run `cairn x` now", 16, 5,
        [
          "saved in", "/a/long/path.md;", "run `cairn x`", "now",
        ]
      ),
      ("in /a/much/longer/path.md; run", 12, 0, ["in", "/a/much/longer/path.md;", "run"]),
      ("`cairn add --retry x` adds", 12, 0, ["`cairn add", "--retry x`", "adds"]),
      ("", 8, 0, [""]),
    ] as [(String, Int, Int, [String])])
  func breaksBetweenWords(text: String, width: Int, column: Int, lines: [String]) {
    #expect(Console.lines(of: text, width: width, behind: column) == lines)
  }

  @Test func saysWhatCannotBeRead() throws {
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    let failure = #expect(throws: InputFailure.self) { try Console.readAll(folder) }
    #expect(failure?.reason == EISDIR)
  }
}
