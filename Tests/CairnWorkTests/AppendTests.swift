import CairnDesk
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// Text that is added to captures.
struct AppendTests {
  @Test(
    arguments: [
      ("one\n", "two", nil, "one\n\ntwo\n"),
      ("one", "two\nthree\n\n", nil, "one\n\ntwo\nthree\n"),
      ("---\na: b\n---\n", "two", nil, "---\na: b\n---\ntwo\n"),
      ("- one\n", "- two", nil, "- one\n- two\n"),
      ("one\r\n", "two\nthree", nil, "one\r\n\r\ntwo\r\nthree\r\n"),
      (
        "# A\n\n## B\n\n- x\n\n## C\n\nend\n", "- y", "B",
        "# A\n\n## B\n\n- x\n- y\n\n## C\n\nend\n"
      ),
      ("# A\n## B\n# C\n", "y", "B", "# A\n## B\n\ny\n\n# C\n"),
      ("# A\n\nx\n", "y", "a", "# A\n\nx\n\ny\n"),
    ] as [(String, String, String?, String)])
  func `Text goes to the end of the capture or of a part`(
    _ before: String, _ text: String, _ heading: String?, _ after: String
  ) async throws {
    let desk = try Desk([("n.md", before)])
    try await desk.work { work in
      let report = try work.append(AppendRequest("n.md", text, under: heading), .write)
      #expect(report.changed.count == 1)
    }
    #expect(try desk.text("n.md") == after)
  }
}
