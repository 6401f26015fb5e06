import CairnFixtures
import Testing

@testable import CairnMarkup

/// Comments as Obsidian writes them: what is left of a body without them.
@Suite struct CommentTests {
  private static let rows: [(body: String, left: String)] = [
    ("", ""), ("a", "a"), ("100 %", "100 %"), ("a %%b%% c\n", "a  c\n"), ("%%a%%", ""),
    ("%%%%", ""), ("a %%b", "a %%b"), ("a %%b %%c%% d", "a c%% d"),
    ("x\n%%\nsecret\n\n- more\n%%\ny\n", "x\ny\n"), ("%% a %%\nb\n", "b\n"), ("%%a%% b\n", "b\n"),
    ("a\n\n  %%b%%  \nc\n", "a\n\nc\n"), ("a %%b\nc%% d\n", "a  d\n"),
    ("a %%b\n\n\nc%% d\n", "a  d\n"), ("%%\nto the end\n", ""),
    ("a\r\n%%b%%\r\nc\r\n", "a\r\nc\r\n"),
    ("a\r%%b%%\rc", "a\rc"), ("# %%b%%Title\n", "# Title\n"), ("> %%a%%\n> b\n", "> \n> b\n"),
    ("- %%a%% b\n", "-  b\n"), ("\\%%a%%", "\\%%a%%"), ("%%[[x]] #tag%%y", "y"),
    // In code there are none; what begins before it takes it along.
    ("`%%a%%` %%b%%", "`%%a%%` "), ("``%%`a`%%`` b", "``%%`a`%%`` b"), ("`a %%b%%", "`a "),
    ("`a\n\n`%%b%%", "`a\n\n`"), ("```\n%%a%%\n```\n%%b%%\nc", "```\n%%a%%\n```\nc"),
    ("~~~ x\n%%a%%\n```\n~~~\n%%b%%\n", "~~~ x\n%%a%%\n```\n~~~\n"),
    ("> ```\n> %%a%%\n> ```\n", "> ```\n> %%a%%\n> ```\n"),
    ("- ```\n  %%a%%\n  ```\n", "- ```\n  %%a%%\n  ```\n"),
    ("> ```\n%%a%%\n", "> ```\n"), ("- ```\n%%a%%\n", "- ```\n"),
    ("```\n> ```\n%%a%%", "```\n> ```\n%%a%%"),
    ("```a```\n%%b%%\n", "```a```\n"), ("a\n\n    %%b%%\n", "a\n\n    %%b%%\n"),
    ("- a\n\n    %%b%%\n", "- a\n\n"), ("%%\n```\na\n%%\nb `%%` c\n", "b `%%` c\n"),
    ("%% kanban:settings\n```\n{}\n```\n%%\n", ""),
  ]

  @Test(arguments: rows.indices)
  func leaves(number: Int) {
    let (body, left) = Self.rows[number]
    let bytes = Array("x\(body)".utf8)
    let comments = Markup.comments(in: bytes, 1..<bytes.count)
    var rest: [UInt8] = []
    var place = 1
    for range in comments {
      #expect(range.lowerBound >= place && range.upperBound <= bytes.count)
      rest += bytes[place..<range.lowerBound]
      place = range.upperBound
    }
    #expect(String(decoding: rest + bytes[place...], as: UTF8.self) == left)
  }

  @Test(arguments: [
    "%%a%% ", "%% ", "`a``%%", "`%%", "%%\n", "```\n%%\n", "> %%", "- ", "1. ", "%",
  ])
  func growsAsItsLength(part: String) {
    let times = [4000, 32_000].map { count in
      let bytes = Array(String(repeating: part, count: count).utf8)
      return (0..<3).map { _ in
        ThreadTime.measure { _ = Markup.comments(in: bytes, 0..<bytes.count) }
      }.min() ?? .zero
    }
    #expect(times[1] < times[0] * 24 + .milliseconds(50), "\(times)")
  }
}
