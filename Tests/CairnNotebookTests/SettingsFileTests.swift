import CairnCapture
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
    // Below another key.
    ("capture: {type: idea}\n", "capture.type", "note", "capture: {type: note}\n"),
    (
      "capture:\n  # mine\n  type: 'idea' # or so\r\n  max_images: 3", "capture.type", "a b",
      "capture:\n  # mine\n  type: 'a b' # or so\r\n  max_images: 3"
    ),
    (
      "providers:\n  é:\n    x: 1\n  own: {command: \"say {}\", timeout: 5}\n",
      "providers.own.command", "say it's, {}",
      "providers:\n  é:\n    x: 1\n  own: {command: 'say it''s, {}', timeout: 5}\n"
    ),
    ("trash: {days: 5, x: 1}\n", "trash.days", "70", "trash: {days: 70, x: 1}\n"),
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
    ("", "fields.gift", "", "settings-value"),
    ("", "fields.gift", "recipient!,", "settings-value"),
    ("", "fields.gift", "recipient! !", "settings-value"),
    ("", "fields.gift", "!", "settings-value"),
    ("", "fields.gift", "budget money", "settings-value"),
    ("", "fields.gift", "budget number 5", "settings-value"),
    ("", "fields.gift", "wrap choice", "settings-value"),
    ("capture:\n  type: |\n    idea\n", "capture.type", "note", "settings-nested"),
    ("capture: {type: 'i''d'}\n", "capture.type", "note", "settings-nested"),
    ("capture: {type: idea}\n", "capture.type", "a\nb", "settings-nested"),
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

  @Test func fieldsOfATypeAreOneLine() {
    var settings = Settings()
    let file = "fields: {gift: 'recipient!, budget number, wrap! paper|cloth ', entry: seen date}"
    settings.add(Array(file.utf8), as: .notebook, path: "c.yml")
    let gift = settings.schema(ofType: "gift")
    #expect(gift?.fields.map(\.name) == ["recipient", "budget", "wrap"])
    #expect(gift?.fields.map(\.kind) == [.text, .number, .choice])
    #expect(gift?.fields.map(\.isRequired) == [true, false, true])
    #expect(gift?.field("wrap")?.choices == ["paper", "cloth"])
    #expect(settings.schema(ofType: "entry")?.field("seen")?.kind == .date)
    #expect(settings.schema(ofType: "idea") == nil)
    #expect(settings.diagnostics == [])
    let builtIn = Settings().schema(ofType: "gift")
    #expect(builtIn?.field("budget")?.kind == .number)
    #expect(builtIn?.field("date")?.kind == .date)
    #expect(builtIn?.fields.contains(where: \.isRequired) == false)
  }

  @Test func ignoresValuesThatDoNotFit() {
    var settings = Settings()
    let text = "trash.days: soon\nlist.limit: 3\ncapture.file_name: ''\n"
    settings.add(Array(text.utf8), as: .notebook, path: "c.yml")
    #expect(settings["trash.days"]?.text == "30")
    #expect(settings.count("list.limit") == 3)
    #expect(settings["capture.file_name"]?.text == "{{date}}-{{slug}}-{{id}}")
    #expect(settings.diagnostics.map(\.code) == ["settings-value", "settings-value"])
  }
}

/// The limits in a notebook's settings, the user's own settings, and the number of days that counts.
struct LimitTests {
  static let rows: [(notebook: String, user: String, days: Int)] = [
    ("journal.days: 0\n", "", 30),
    ("journal.days: 40\n", "", 40),
    ("journal.days: 5\n", "journal.days: 3\n", 5),
    ("journal.days: 2\n", "journal.days: 3\n", 3),
    ("", "journal.days: 0\n", 0),
  ]

  @Test("A notebook raises the user's limits and never lowers them", arguments: rows)
  func limits(notebook: String, user: String, days: Int) {
    var own = Settings()
    own.add(Array(user.utf8), as: .user, path: "config.yml")
    var settings = Settings()
    settings.add(Array(notebook.utf8), as: .notebook, path: ".cairn/config.yml", own: own)
    settings.add(own)
    #expect(settings.count("journal.days") == days)
  }
}

/// What a file of settings may be, whoever wrote it: a notebook's comes with the notebook.
struct HostileSettingsTests {
  /// A text, and the codes of what is said of it, each with its line and column.
  static let rows: [(text: String, said: [String])] = [
    ("", []),
    ("# nothing\n", []),
    ("capture: {}\n", []),
    ("nosuch: 1\n", ["1:1 settings-unknown-key"]),
    ("a:\n  b: 1\n  c: 2\n", ["2:3 settings-unknown-key", "3:3 settings-unknown-key"]),
    ("# é\ntrash.days: soon\n", ["2:13 settings-value"]),
    ("trash: {days: -1}\n", ["1:15 settings-value"]),
    ("list.sort: a\neditor: sh -c 'touch x'\n", ["2:1 settings-user-only"]),
    (
      "pager: x\nnotebook: /\ngit: {commit: true}\n",
      ["1:1 settings-user-only", "2:1 settings-user-only", "3:7 settings-user-only"]
    ),
    (
      "journal: {max_bytes: 0, days: 0}\ntrash.days: 29\n",
      ["1:22 settings-lowered", "1:31 settings-lowered", "2:13 settings-lowered"]
    ),
    ("journal: {max_bytes: 1000000001, days: 30}\ntrash.days: 31\n", []),
    ("[1", ["1:3 settings-malformed"]),
    (String(repeating: "[", count: 5000), ["1:1 settings-malformed"]),
    (String(repeating: "#", count: 256_001), ["1:1 settings-malformed"]),
    (aliases + "? *a19\n: 1\n", ["1:1 settings-malformed"]),
    (aliases + "*a19 : 1\n", ["1:1 settings-malformed"]),
    (aliases + "z: {[*a19]: 1}\n", ["1:1 settings-malformed"]),
    (aliases + "{[*a19]: 1}\n", ["22:1 settings-malformed"]),
  ]

  /// Twenty lines, of which the last stands for a text of 4²⁰ words.
  static let aliases = (1...19).reduce("a0: &a0 [x, x]\n") { text, number in
    let one = "*a\(number - 1)"
    return text + "a\(number): &a\(number) [\(one), \(one), \(one), \(one)]\n"
  }

  @Test(arguments: rows)
  func says(text: String, said: [String]) {
    var settings = Settings()
    settings.add(Array(text.utf8), as: .notebook, path: ".cairn/config.yml")
    let found = settings.diagnostics.map { diagnostic in
      "\(diagnostic.location?.line ?? 0):\(diagnostic.location?.column ?? 0) \(diagnostic.code)"
    }
    #expect(found == said)
    #expect(settings.diagnostics.allSatisfy { $0.path == note(".cairn/config.yml") })
  }

  @Test("Maps of maps of aliases are passed over in the end, in settings and in views")
  func aliases() {
    let maps = (1...25).reduce("a0: &a0 {x: 1}\n") { text, number in
      text + "a\(number): &a\(number) {p: *a\(number - 1), q: *a\(number - 1)}\n"
    }
    var settings = Settings()
    settings.add(Array((maps + "list.limit: 3\n").utf8), as: .notebook, path: "c.yml")
    #expect(settings.diagnostics.count <= 1000)
    var views = SavedViews()
    views.add(Array((maps + "v: x\n").utf8), as: .notebook, path: "v.yml")
    #expect(views.all.map(\.name) == ["v"])
    #expect(views.diagnostics.count == 26)
    views.add(Array((Self.aliases + "? *a19\n: 1\n").utf8), as: .user, path: "v.yml")
    #expect(views.diagnostics.count == 27)
  }
}
