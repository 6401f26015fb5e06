import CairnCapture
import CairnDocument
import CairnFiles
import CairnText
import Testing

@testable import CairnNotebook

@Suite struct CollectionTests {
  // MARK: - Making

  @Test(arguments: [
    ("movies", CollectionDetails(), false, ["movies/": ""]),
    ("a b/東京", CollectionDetails(), true, ["a b/東京/_collection.md": "---\n---\n"]),
    (
      String(repeating: "d/", count: 99) + "d", CollectionDetails(), false,
      [String(repeating: "d/", count: 100): ""]
    ),
    (
      "movies",
      CollectionDetails(name: "no", icon: "🎬", description: "Seen: all", defaultType: "entry"),
      false,
      [
        "movies/_collection.md":
          "---\nname: \"no\"\nicon: 🎬\ndescription: \"Seen: all\"\ntype: entry\n---\n"
      ]
    ),
  ])
  func creates(
    path: String, details: CollectionDetails, withPage: Bool, after: [String: String]
  ) throws {
    let test = try TestNotebook()
    let planned = try test.notebook.createCollection(
      note(path), details, withPage: withPage, .dryRun)
    #expect(test.files() == [:])
    let report = try test.notebook.createCollection(note(path), details, withPage: withPage)
    #expect(test.files() == after)
    #expect(report.changed == planned.changed)
  }

  @Test(arguments: [
    ("books", "collection-exists"), ("a.md", "collection-exists"), ("x/.y", "name-invalid"),
    ("node_modules/x", "name-invalid"), ("x\u{7}y", "name-invalid"),
    (String(repeating: "é", count: 128), "name-invalid"),
    ("books/" + String(repeating: "d/", count: 100) + "d", "path-too-deep"),
    (String(repeating: "d/", count: 5000) + "d", "path-too-deep"),
  ])
  func refusesToCreate(path: String, code: String) throws {
    let before = ["books/": "", "a.md": ""]
    for mode in [Mode.dryRun, .write] {
      let test = try TestNotebook(before)
      let error = #expect(throws: Diagnostic.self) {
        try test.notebook.createCollection(note(path), CollectionDetails(), mode)
      }
      #expect(error?.code == code)
      #expect(test.files() == before)
    }
  }

  @Test("A name must not be blank", arguments: ["", " "])
  func blankName(name: String) throws {
    let test = try TestNotebook(["books/": ""])
    let error = #expect(throws: Diagnostic.self) {
      try test.notebook.createCollection(note("films"), CollectionDetails(name: name))
    }
    #expect(error?.code == "collection-invalid")
    #expect(test.files() == ["books/": ""])
  }

  @Test func defaults() throws {
    let test = try TestNotebook(["books/a.md": "mine"])
    let report = try test.notebook.createDefaultCollections()
    #expect(report.unchanged == [note("books")])
    #expect(report.changed.count == 2 * (DefaultCollection.all.count - 1))
    #expect(test.files()["books/_collection.md"] == nil)
    for collection in test.catalog().collections where collection.path != note("books") {
      guard !collection.path.isRoot else { continue }
      let page = try #require(collection.page)
      #expect(page.diagnostics.isEmpty)
      #expect(page.schema?.fields.isEmpty == false)
      #expect([page.name, page.icon, page.description, page.defaultType].allSatisfy { $0 != nil })
    }
    let again = try test.notebook.createDefaultCollections()
    #expect(again.changed.isEmpty)
    #expect(again.operation == nil)
  }

  // MARK: - Changing

  @Test(arguments: [
    (nil, CollectionDetails(icon: "🐟"), "---\nicon: 🐟\n---\n"),
    (
      "---\r\nname: A\r\nicon: '🎬' # mine\r\nfields: []\r\n---\r\nText\r\n",
      CollectionDetails(name: "B", icon: "🐟"),
      "---\r\nname: B\r\nicon: '🐟' # mine\r\nfields: []\r\n---\r\nText\r\n"
    ),
    (
      "---\nname: A\nicon: x\ntype: entry\n---\n",
      CollectionDetails(icon: "", description: "D"),
      "---\nname: A\ndescription: D\ntype: entry\n---\n"
    ),
    ("Text", CollectionDetails(icon: "📚"), "---\nicon: 📚\n---\nText"),
    ("---\nicon: 📚\n---\n", CollectionDetails(icon: "📚"), "---\nicon: 📚\n---\n"),
  ])
  func describes(before: String?, details: CollectionDetails, after: String) throws {
    let files = ["c/_collection.md": before, "c/": before == nil ? "" : nil]
      .compactMapValues(\.self)
    let test = try TestNotebook(files)
    let planned = try test.notebook.describeCollection(note("c"), details, .dryRun)
    #expect(test.files() == files)
    let report = try test.notebook.describeCollection(note("c"), details)
    #expect(test.files() == ["c/_collection.md": after])
    #expect(report.changed == planned.changed)
    #expect(report.changed.isEmpty == (before == after))
  }

  @Test func renames() throws {
    let before = [
      "w/acme/a.md": "---\ncollection: w/acme\n---\n[[w/acme/b]] [b](b.md) [r](../../r.md) [[r]]",
      "w/acme/b.md": "---\r\ncollection: \"other\"\r\n---\r\n",
      "w/acme/deep/c.md": "[[a]] [a](../a.md) [i](/w/acme/i.png)",
      "w/acme/d.md": "---\ncollection: x\ncollection: y\n---\n",
      "w/acme/_collection.md": "---\nname: Acme\n---\n[r](../../r.md) [a](a.md)",
      "w/acme/i.png": "", "w/acme/.hidden": "",
      "r.md":
        "[[w/acme/a]] [a](w/acme/a.md) ![](w/acme/i.png) [d](w/acme/) [p](w/acme/_collection.md)\n"
        + "[h](w/acme/.hidden) ![[w/acme/i.png]] [[b]]",
    ]
    let after = [
      "apex (1)/a.md":
        "---\ncollection: apex (1)\n---\n[[apex (1)/b]] [b](b.md) [r](../r.md) [[r]]",
      "apex (1)/b.md": "---\r\ncollection: \"apex (1)\"\r\n---\r\n",
      "apex (1)/deep/c.md": "[[a]] [a](../a.md) [i](/apex%20(1)/i.png)",
      "apex (1)/d.md": "---\ncollection: x\ncollection: y\n---\n",
      "apex (1)/_collection.md": "---\nname: Acme\n---\n[r](../r.md) [a](a.md)",
      "apex (1)/i.png": "", "apex (1)/.hidden": "", "w/": "",
      "r.md":
        "[[apex (1)/a]] [a](apex%20(1)/a.md) ![](apex%20(1)/i.png) [d](apex%20(1)/) "
        + "[p](apex%20(1)/_collection.md)\n"
        + "[h](apex%20(1)/.hidden) ![[apex (1)/i.png]] [[b]]",
    ]
    let test = try TestNotebook(before)
    let catalog = test.catalog()
    let planned = try test.notebook.renameCollection(
      note("w/acme"), to: note("apex (1)"), .dryRun, in: catalog)
    #expect(test.files() == before)
    let report = try test.notebook.renameCollection(
      note("w/acme"), to: note("apex (1)"), in: catalog)
    let files = test.files()
    for path in Set(files.keys).union(after.keys) { #expect(files[path] == after[path], "\(path)") }
    #expect(report.changed == planned.changed)
    #expect(report.changed.first?.from == note("w/acme"))
    #expect(report.changed.count { $0.from != nil } == 6)
    #expect(report.refused.map(\.path) == [note("apex (1)/d.md")])
    #expect(planned.refused.map(\.path) == report.refused.map(\.path))
  }

  @Test(arguments: [
    ("w", "w/x", "move-into-itself"), ("w", "x", "path-taken"), ("w", ".x", "name-invalid"),
    ("", "y", "collection-root"),
  ])
  func refusesToRename(from: String, to: String, code: String) throws {
    let before = ["w/a.md": "---\ncollection: w\n---\n", "x/": ""]
    for mode in [Mode.dryRun, .write] {
      let test = try TestNotebook(before)
      let error = #expect(throws: Diagnostic.self) {
        try test.notebook.renameCollection(note(from), to: note(to), mode, in: test.catalog())
      }
      #expect(error?.code == code)
      #expect(test.files() == before)
    }
  }

  @Test func namesUnknownCollections() throws {
    let test = try TestNotebook(["movies/": ""])
    let refusal = CaptureRefusal.unknownCollection(note("movis"), nearest: "movies")
    let catalog = test.catalog()
    #expect(throws: refusal) { try test.notebook.removeCollection(note("movis"), in: catalog) }
    #expect(throws: refusal) {
      try test.notebook.describeCollection(note("movis"), CollectionDetails(icon: "📚"))
    }
    #expect(throws: refusal) {
      try test.notebook.renameCollection(note("movis"), to: note("x"), in: catalog)
    }
    #expect(throws: refusal) {
      try test.notebook.renameCollection(note("movies"), to: note("movis/x"), in: catalog)
    }
  }

  // MARK: - Removing

  @Test func removesAndRestores() throws {
    let before = ["w/a.md": "1", "w/x/b.md": "2", "w/i.png": "3", "c.md": "4"]
    let test = try TestNotebook(before)
    let catalog = test.catalog()
    let planned = try test.notebook.removeCollection(note("w"), .dryRun, in: catalog)
    #expect(test.files() == before)
    let report = try test.notebook.removeCollection(note("w"), in: catalog)
    #expect(test.files() == ["c.md": "4"])
    #expect(report.changed.map(\.path) == [note("w"), note("w/a.md"), note("w/x/b.md")])
    #expect(report.changed == planned.changed)
    let trash = try test.notebook.state.trash().entries
    #expect(trash.map(\.path) == [note("w")])
    _ = try test.notebook.restore(trash)
    #expect(test.files() == before)
  }
}
