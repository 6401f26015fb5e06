import CairnQuery
import CairnText
import Testing

@testable import CairnNotebook

/// Views in their files.
@Suite struct SavedViewTests {
  static let rows: [(arguments: [String], sort: String?, query: String)] = [
    (["type:action", "status:open"], nil, "type:action status:open"),
    (["a OR b"], nil, "a OR b"),
    (["a OR b", "in:work"], "due", "(a OR b) in:work sort:due"),
    (["a OR b sort:x", "c"], nil, "(a OR b) sort:x c"),
    (["@either", "x"], nil, "@either x"),
    (["\"big deal\""], "-score", "\"big deal\" sort:-score"),
  ]

  /// A view asks for what the arguments it was saved with ask for.
  @Test func aViewIsItsArguments() throws {
    var known = SavedViews()
    known.add(SavedView(name: "either", query: "y OR z", origin: .user))
    for row in Self.rows {
      let view = try SavedView(
        name: "v", arguments: row.arguments, sort: row.sort, origin: .notebook, among: known)
      #expect(view.query == row.query)
      known.add(view)
      let sort = row.sort.map { ["sort:\($0)"] } ?? []
      #expect(
        try Query(arguments: [view.query], views: known.texts)
          == Query(arguments: row.arguments + sort, views: known.texts), "\(row.query)")
    }
  }

  static let files: [(before: String, name: String, query: String?, after: String)] = [
    ("", "open", "type:action", "open: type:action\n"),
    (
      "# ours\r\nopen: a\r\n", "soon", "@open due:..+7d",
      "# ours\r\nopen: a\r\nsoon: \"@open due:..+7d\"\r\n"
    ),
    ("open: 'a'  # why\nx: b\n", "open", "c d", "open: 'c d'  # why\nx: b\n"),
    ("open: a\n# x\nx: b\n", "open", nil, "# x\nx: b\n"),
  ]

  @Test func aFileKeepsAllElse() throws {
    for row in Self.files {
      let file = try SettingsFile(Array(row.before.utf8)).settingView(row.name, to: row.query)
      #expect(String(decoding: file.bytes, as: UTF8.self) == row.after)
      var views = SavedViews()
      views.add(file.bytes, as: .notebook, path: "views.yml")
      #expect(views.texts[row.name] == row.query)
      #expect(views.diagnostics.isEmpty)
    }
  }

  @Test(arguments: [
    ("- a\n", 1, 1), ("# one\n\n- a\n", 3, 1), ("# é\n'ü': [\n", 3, 1), ("a: [x]\n", 1, 1),
    ("# why\n  'a b': x\n", 2, 3), ("text\n", 1, 1), ("{é: [x]}\n", 1, 2),
  ])
  func whatIsNoViewIsSaidToBeSo(_ text: String, _ line: Int, _ column: Int) {
    var views = SavedViews()
    views.add(Array(text.utf8), as: .notebook, path: ".cairn/views.yml")
    #expect(views.all.isEmpty && views.diagnostics.map(\.code) == ["views-malformed"])
    #expect(views.diagnostics.map(\.path) == [SavedViews.path])
    #expect(views.diagnostics.map(\.location) == [SourceLocation(line: line, column: column)])
    var own = SavedViews()
    own.add(Array(text.utf8), as: .user, path: "/x/views.yml")
    #expect(own.diagnostics.map(\.path) == [nil])
    let start = "/x/views.yml:\(line):\(column): warning: "
    #expect(own.diagnostics.first?.description.hasPrefix(start) == true)
  }
}
