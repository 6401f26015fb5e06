import CairnNotebook
import CairnText
import Testing

/// What setting a key does to a file, byte for byte.
struct SettingsFileTests {
  typealias Row = (before: String, key: String, value: String?, after: String)

  static let rows: [Row] = [
    ("", "list.sort", "-score", "list.sort: -score\n"),
    ("# mine\n", "list.limit", "5", "# mine\nlist.limit: 5\n"),
    ("list.limit: 5 # few", "list.limit", "7", "list.limit: 7 # few"),
    ("a: 1\r\nb: 2\r\n", "edit.updated", "true", "a: 1\r\nb: 2\r\nedit.updated: true\r\n"),
    (
      "capture: {type: idea}\n", "capture.max_characters", "9",
      "capture: {type: idea}\ncapture.max_characters: 9\n"
    ),
    ("editor: 'vi'\nx: 1\n", "editor", "nano", "editor: 'nano'\nx: 1\n"),
    ("digest.title: x\n", "digest.title", "no", "digest.title: \"no\"\n"),
    ("list.limit: 5\nx: 1", "list.limit", nil, "x: 1"),
    ("x: 1\n", "list.limit", nil, "x: 1\n"),
  ]

  @Test(arguments: rows)
  func sets(_ row: Row) throws {
    let file = try SettingsFile(Array(row.before.utf8))
      .setting(Settings.key(row.key), to: row.value)
    #expect(String(decoding: file.bytes, as: UTF8.self) == row.after)
  }

  static let refusals: [(before: String, key: String, value: String, code: String)] = [
    ("", "list.limit", "-1", "settings-value"),
    ("", "edit.updated", "yes", "settings-value"),
    ("", "digest.theme", "mauve", "settings-value"),
    ("capture: {type: idea}\n", "capture.type", "note", "settings-nested"),
    ("capture:\n  type: idea\n", "capture.type", "note", "settings-nested"),
    ("---\na: 1\n", "list.limit", "1", "settings-layout"),
    ("a: [\n", "list.limit", "1", "front-matter-malformed"),
  ]

  @Test(arguments: refusals)
  func refuses(before: String, key: String, value: String, code: String) throws {
    let key = try Settings.key(key)
    let error = #expect(throws: Diagnostic.self) {
      try SettingsFile(Array(before.utf8)).setting(key, to: value)
    }
    #expect(error?.code == code)
  }

  @Test func ignoresValuesThatDoNotFit() {
    var settings = Settings()
    settings.add(Array("trash.days: soon\nlist.limit: 3\n".utf8), as: .notebook, path: "c.yml")
    #expect(settings["trash.days"]?.text == "30")
    #expect(settings.count("list.limit") == 3)
    #expect(settings.diagnostics.map(\.code) == ["settings-value"])
  }
}
