import CairnCapture
import Testing

/// How marks are spelled, and which words of a command they are.
@Suite struct ShorthandTests {
  /// Arguments, their marks from the last on, and the text without them.
  struct Row: Sendable {
    let arguments: [String]
    let marks: [Shorthand.Mark]
    let text: String

    init(_ arguments: [String], _ marks: [Shorthand.Mark], _ text: String) {
      self.arguments = arguments
      self.marks = marks
      self.text = text
    }
  }

  @Test(arguments: [
    Row(["Ring", "Tom", "due:fri"], [.field(key: "due", value: "fri")], "Ring Tom"),
    Row(["Ring Tom due:fri +a"], [.tag("a"), .field(key: "due", value: "fri")], "Ring Tom"),
    Row(["Ring", "due:next tue"], [.field(key: "due", value: "next tue")], "Ring"),
    Row(["Ring Tom +a", "#b/c"], [.tag("b/c"), .tag("a")], "Ring Tom"),
    Row(["Ring", "!", "@Tom"], [.person("Tom"), .great], "Ring"),
    Row(["Ring", "@Tom Hale"], [.person("Tom Hale")], "Ring"),
    Row(["Ring\n\n#a  "], [.tag("a")], "Ring"),
    Row(["+a +b"], [.tag("b")], "+a"),
    Row(["+a", "+b"], [.tag("b")], "+a"),
    Row(["+a"], [], "+a"),
    Row(["due:fri"], [], "due:fri"),
    Row(["due:next tue"], [], "due:next tue"),
    Row(["+a", "Ring"], [], "+a Ring"),
    Row(["Ring!"], [], "Ring!"),
    Row(["at", "12:30"], [], "at 12:30"),
    Row(["x", "+1"], [], "x +1"),
    Row(["x", "#fff"], [], "x #fff"),
    Row(["x", "a:"], [], "x a:"),
    Row(["x", "@"], [], "x @"),
    Row(["x", "+"], [], "x +"),
    Row(["x", ""], [], "x "),
    Row([], [], ""),
  ])
  func spelling(_ row: Row) {
    let shorthand = Shorthand(row.arguments)
    #expect(shorthand.marks == row.marks)
    #expect(shorthand.text(without: row.marks.count) == row.text)
    #expect(shorthand.text(without: 0) == row.arguments.joined(separator: " "))
  }

  @Test(arguments: [
    (
      "Tell @Sarah, before due:thu.",
      [Shorthand.Mark.person("Sarah"), .field(key: "due", value: "thu")]
    ),
    ("(@Tom) in:books +a ! a@b.org", [.person("Tom")]),
    ("", []),
  ])
  func inside(_ text: String, _ marks: [Shorthand.Mark]) {
    #expect(Shorthand.marks(inside: text) == marks)
  }

  @Test(arguments: [
    ("+work", true), ("", true), ("+work due:fri @Bob ! score:great type:idea in:books", true),
    ("https://example.org", false), ("+work today", false), ("film:Solaris", false),
    ("- +a", false),
  ])
  func onlyMarks(_ text: String, _ areMarks: Bool) {
    #expect(Shorthand.areMarks(text.split(separator: " ").map(String.init)) == areMarks)
  }

  @Test(
    arguments: [
      ("yesterday 3pm: met Tom", "yesterday 3pm|met Tom"), ("a: b: c", "a|b: c"),
      ("a:b c: d", "a:b c|d"), ("a\nb: c", nil), ("a: ", nil), (": b", nil), ("a", nil),
      ("12:30 at home", nil), ("a:  b\nc", "a|b\nc"),
    ] as [(String, String?)])
  func opening(_ text: String, _ cut: String?) {
    #expect(Shorthand.opening(of: text).map { "\($0.head)|\($0.rest)" } == cut)
  }
}
