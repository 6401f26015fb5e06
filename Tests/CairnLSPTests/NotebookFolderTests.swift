import CairnDesk
import CairnFiles
import CairnJSON
import CairnLSP
import CairnRPC
import CairnWork
import SystemPackage
import Testing

/// Which folders count as notebooks, and in which of them captures are added.
struct NotebookFolderTests {
  /// A request to add a capture.
  enum Request: String, CaseIterable { case add, daily, create, createElsewhere }

  struct Row: Sendable, CustomTestStringConvertible {
    /// The folder that is open in the editor: the desk's notebook, `/`, or none.
    let opened: String?
    let isHome: Bool
    let isMarked: Bool
    /// The codes of the errors, in the order of the requests; nil for success.
    let codes: [String?]
    var testDescription: String { "\(opened ?? "none") home: \(isHome) marked: \(isMarked)" }
  }

  @Test(arguments: [
    Row(
      opened: nil, isHome: false, isMarked: false,
      codes: ["notebook-missing", "notebook-missing", "notebook-missing", "notebook-missing"]),
    Row(
      opened: "notes", isHome: true, isMarked: false,
      codes: [
        "notebook-unintended", "notebook-unintended", "notebook-unintended", "notebook-missing",
      ]),
    Row(
      opened: "/", isHome: false, isMarked: false,
      codes: [
        "notebook-unintended", "notebook-unintended", "notebook-unintended", "notebook-unintended",
      ]),
    Row(
      opened: "notes", isHome: true, isMarked: true, codes: [nil, nil, nil, "notebook-missing"]),
    Row(
      opened: "notes", isHome: false, isMarked: false, codes: [nil, nil, nil, "notebook-missing"]),
  ])
  func `Captures are added only in notebooks and open folders`(_ row: Row) async throws {
    let desk = try Desk([("readme.md", "x [[gone]]\n")])
    if row.isMarked { try desk.write("", to: ".cairn/config.yml") }
    let context = desk.context(["lsp"])
    let notes = desk.root.path
    let server = LanguageServer(
      LanguageServer.Setup(root: nil, folder: "/", version: "0") { words in
        var context = context
        context.caller.words = words
        if row.isHome { context.folders.home = notes }
        return context
      })
    let talk = Conversation(.languageServer, server) { server.connect($0) }
    let folder = row.opened.map { $0 == "/" ? "file:///" : "file://\(notes.string)" }
    _ = await talk.ask(
      "initialize", ["rootUri": folder.map { .string($0) } ?? .null, "capabilities": [:]])
    let uri = JSONValue.string("file://\(notes.string)/readme.md")
    for (request, code) in zip(Request.allCases, row.codes) {
      let (name, argument): (String, JSONValue) =
        switch request {
        case .add: ("cairn.add", ["text": "Ring the sweep"])
        case .daily: ("cairn.daily", [:])
        case .create: ("cairn.create", ["uri": uri, "title": "Gone"])
        case .createElsewhere:
          ("cairn.create", ["uri": "file:///etc/cairn-test/x.md", "title": "Gone"])
        }
      let answer = await talk.ask(
        "workspace/executeCommand", ["command": .string(name), "arguments": [argument]])
      #expect(answer["error"]?["data"]?["code"]?.text == code, "\(request): \(answer)")
      #expect((answer["result"] != nil) == (code == nil), "\(request): \(answer)")
    }
    if row.codes.contains(nil) {
      let argument: JSONValue = ["uri": uri, "title": "Gone", "collection": "../x"]
      let answer = await talk.ask(
        "workspace/executeCommand", ["command": "cairn.create", "arguments": [argument]])
      #expect(answer["error"]?["message"]?.text?.contains("`collection` must be") == true)
    }
    if row.opened == nil {
      let answer = await talk.ask(
        "textDocument/diagnostic", ["textDocument": ["uri": uri]])
      #expect(answer["result"]?["items"] == [])
    }
    await talk.end()
  }
}
