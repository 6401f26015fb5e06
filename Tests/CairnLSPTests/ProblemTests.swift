import CairnDesk
import CairnFiles
import CairnHost
import CairnJSON
import CairnNotebook
import CairnText
import SystemPackage
import Testing

/// The problems of captures: when editors learn of them, and where they are explained.
@Suite(.serialized)
struct ProblemTests {
  private typealias Editor = LanguageServerTests.Editor

  // MARK: - Changes outside the editor

  @Test(arguments: [true, false])
  func `An editor that requests problems learns that files have changed`(
    _ canWatch: Bool
  ) async throws {
    let editor = try await Editor(
      LanguageServerTests.files,
      abilities: """
        {"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true}}}
        """, host: Host(canWatch: canWatch))
    let place = editor.open("new.md", "[[later on]] x")
    let isRefresh = { (message: JSONValue) in message["method"] == "workspace/diagnostic/refresh" }
    // The files may have changed before the server began to watch them.
    #expect(await editor.talk.message(isRefresh) != .null)
    var items = await editor.ask("textDocument/diagnostic", [place[0]])["items"]
    #expect(items?.elements?.map { $0["code"] } == ["dead-link"])
    try editor.desk.write("here\n", to: "later on.md")
    var isTold = false
    for _ in 0..<1_000 where !isTold {
      try await Task.sleep(for: .milliseconds(10))
      isTold = editor.talk.messages.count(where: isRefresh) > 1
    }
    #expect(isTold)
    #expect(editor.talk.messages.filter(isRefresh).allSatisfy { $0["params"] == nil })
    items = await editor.ask("textDocument/diagnostic", [place[0]])["items"]
    #expect(items == [])
    await editor.talk.end()
  }

  @Test(arguments: [true, false])
  func `A new picture withdraws the problem of the link to it`(_ canWatch: Bool) async throws {
    let editor = try await Editor(LanguageServerTests.files, host: Host(canWatch: canWatch))
    _ = editor.open("new.md", "![](attachments/new.png) x")
    let sent = await editor.talk.message { $0["method"] == "textDocument/publishDiagnostics" }
    #expect(sent["params"]?["diagnostics"]?.elements?.map { $0["code"] } == ["dead-link"])
    try editor.desk.write("x", to: "attachments/new.png")
    #expect(await editor.talk.message { $0["params"]?["diagnostics"] == [] } != .null)
    await editor.talk.end()
  }

  // MARK: - Explanations

  /// A file for each problem that an editor shows, except ``encodings``.
  private static let texts: [(code: String, path: String, text: String)] =
    [
      ("dead-link", "p/1.md", "x [[gone]]\n"),
      ("dead-heading", "p/2.md", "x [[Sarah#Fax]]\n"),
      ("dead-block", "p/18.md", "x [[Sarah#^fax]]\n"),
      ("ambiguous-link", "p/3.md", "x [[twin]]\n"),
      ("media-lost", "p/4.md", "---\nimages: [media/none.jpg]\n---\nx\n"),
      ("front-matter-malformed", "p/5.md", "---\na: b: c\n---\nx\n"),
      ("front-matter-unclosed", "p/6.md", "---\na: b\nbody\n"),
      (
        "conflict-markers", "p/7.md",
        "---\n<<<<<<< HEAD\ntitle: a\n=======\ntitle: b\n>>>>>>> x\n---\nx\n"
      ),
      ("control-character", "p/8.md", "---\ntitle: a\u{7}b\n---\nx\n"),
      ("duplicate-key", "p/9.md", "---\ntitle: a\ntitle: b\n---\nx\n"),
      ("schema-required", "films/1.md", "---\ntitle: Lola\n---\n"),
      ("schema-breach", "films/2.md", "---\ndirector: a\nformat: vinyl\n---\n"),
      ("schema-malformed", "q/_collection.md", "---\nfields:\n  - {name: a, kind: zebra}\n---\n"),
      ("score-unknown", "p/10.md", "---\nscore: huge\n---\nx\n"),
      ("date-unknown", "p/11.md", "---\ndue: never\n---\nx\n"),
      ("collection-disagrees", "p/12.md", "---\nid: c011000001\ncollection: people\n---\nx\n"),
      ("id-malformed", "p/13.md", "---\nid: [a, b]\n---\nx\n"),
      ("duplicate-id", "p/14.md", "---\nid: k7x2m9q4ab\n---\nx\n"),
      ("body-not-read", "p/15.md", "x\n\n" + String(repeating: ">", count: 20_000) + "x\n"),
    ]

  /// A file for each problem of a file that is not in UTF-8.
  private static let encodings: [(code: String, path: String, bytes: [UInt8])] = [
    ("text-not-utf-8", "p/16.md", [0x78, 0x20, 0xFF, 0x0A]),
    ("not-utf-8", "p/17.md", [0xFF, 0xFE, 0x78, 0, 0x0A, 0]),
  ]

  @Test func `Each problem has a section in docs/diagnostics.md`() async throws {
    var folder = FilePath(#filePath)
    for _ in 0..<3 { folder.removeLastComponent() }
    let page = try #require(NotePath("docs/diagnostics.md"))
    let bytes = try Store(root: folder).read(page).bytes
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let sections = lines.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    let examples = Self.texts.map { ($0.code, $0.path, Array($0.text.utf8)) } + Self.encodings
    #expect(sections.sorted() == examples.map(\.0).sorted())
    #expect(Set(sections).isSubset(of: Finding.codes))
    let editor = try await Editor(
      LanguageServerTests.files + [("a/twin.md", "x\n"), ("b/twin.md", "x\n")])
    for (_, path, bytes) in examples { try editor.desk.write(bytes, to: path) }
    for (code, path, _) in examples {
      let uri: JSONValue = ["uri": .string(editor.address(path))]
      let found = await editor.ask("textDocument/diagnostic", [.init("textDocument", uri)])
      let codes = found["items"]?.elements?.compactMap { $0["code"]?.text } ?? []
      #expect(codes.contains(code), "\(path): \(codes)")
      #expect(Set(codes).isSubset(of: sections), "\(path): \(codes)")
    }
    await editor.talk.end()
  }
}
