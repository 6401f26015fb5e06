import CairnDesk
import CairnJSON
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// What an assistant can learn about captures and collections that it does not see: nothing. Every
/// answer is the same in a notebook that does not have them.
struct MCPPrivacyTests {
  private typealias Assistant = MCPServerTests.Assistant

  private static let seen = [
    ("h1.md", "---\ntitle: Tern\n---\nPlain.\n"),
    (
      "mention.md",
      "---\ntitle: Mention\nsee: '[[Results]]'\n---\n"
        + "see [[Results]] soon, [x](people/2026-biopsy-result.md), [[Tryst]] and [[Tern]]\n"
    ),
    ("people/sarah.md", "---\ntitle: Sarah\n---\n[[Tern]]\n"),
    (
      ".cairn/views.yml",
      "trysts: in:affair\nlove: has:lover\nbiopsy: 'link:\"2026-biopsy-result\"'\npeople: in:people\n"
    ),
  ]
  private static let hidden = [
    (
      "people/2026-biopsy-result.md",
      "---\nid: v4xt7q2abc\ntitle: Results\nprivate: true\n---\n[[Tern]] biopsy\n"
    ),
    ("affair/_collection.md", "---\nname: Liaisons\nprivate: true\nfields: [{name: lover}]\n---\n"),
    (
      "people/robin.md",
      "---\ntitle: Robin Featherstone\naliases: [Robin]\ntype: person\nprivate: true\n---\n"
    ),
    ("affair/x.md", "---\ntitle: Tryst\ntags: [lovers]\n---\nclandestine biopsy\n"),
  ]

  private static let calls = [
    ("set", #"{"capture":"h1.md","fields":{"title":"Results"},"dry_run":true}"#),
    ("set", #"{"capture":"h1.md","fields":{"title":"Tryst"},"dry_run":true}"#),
    ("set", #"{"capture":"h1.md","fields":{"title":"2026-biopsy-result"},"dry_run":true}"#),
    ("set", #"{"capture":"h1.md","fields":{"lovr":"x"},"dry_run":true}"#),
    ("move", #"{"capture":"mention.md","to":"people","dry_run":true}"#),
    ("move", #"{"capture":"h1.md","to":"affai"}"#),
    ("move", #"{"capture":"h1.md","to":"affair"}"#),
    ("move", #"{"capture":"h1.md","to":"affair/more"}"#),
    ("add", #"{"text":"x","collection":"affai","dry_run":true}"#),
    ("add", #"{"text":"x","collection":"affair","dry_run":true}"#),
    ("add", #"{"text":"Call Robin about the boat","type":"action","dry_run":true}"#),
    ("append", #"{"capture":"Results","text":"x"}"#),
    ("list", #"{"query":"link:\"Results\""}"#),
    ("list", #"{"query":"link:\"2026-biopsy-result\""}"#),
    ("list", #"{"query":"linked-by:Tryst"}"#),
    ("list", #"{"query":"linked-by:v4xt7q2abc"}"#),
    ("list", #"{"query":"in:affai"}"#), ("list", #"{"query":"in:affair"}"#),
    ("list", #"{"query":"in:liaisons"}"#), ("list", #"{"query":"lover:x"}"#),
    ("list", #"{"query":"lovr:x"}"#), ("list", #"{"query":"tag:lover"}"#),
    ("list", #"{"query":"@trysts"}"#), ("list", #"{"query":"@tryst"}"#),
    ("list", #"{"query":"is:orphan"}"#), ("search", #"{"query":"biopsy"}"#),
    ("search", #"{"query":"~biopsie"}"#), ("search", #"{"query":"clandestime"}"#),
    ("search", #"{"query":"~clandestime"}"#),
    ("read", #"{"capture":"Result"}"#), ("read", #"{"capture":"Results"}"#),
    ("read", #"{"capture":"people/2026-biopsy-result.md"}"#),
    ("read", #"{"capture":"people/2026-biopsy.md"}"#), ("read", #"{"capture":"v4xt"}"#),
    ("read", #"{"capture":"affair/x.md"}"#), ("read", #"{"capture":"affair/_collection.md"}"#),
    ("read", #"{"capture":"mention.md"}"#), ("related", #"{"capture":"h1.md"}"#),
    ("ask", #"{"question":"What did the biopsy say?"}"#), ("schema", "{}"), ("brief", "{}"),
    ("actions", "{}"),
  ]

  private static let outside = [
    ("boats/tern.md", "---\ntitle: Tern\n---\nSailed with [[Sarah]].\n"),
    ("boats/mast.md", "---\ntitle: Mast\n---\nOf the [[Tern]].\n"),
    ("people/sarah.md", "---\ntitle: Sarah\n---\n[[Tern]]\n"),
  ]

  private static let scopedCalls = [
    ("list", #"{"query":"in:peopl"}"#), ("list", #"{"query":"in:people"}"#),
    ("list", #"{"query":"link:Sarah"}"#), ("list", #"{"query":"link:Sara"}"#),
    ("read", #"{"capture":"people/sarah.md"}"#), ("read", #"{"capture":"Sara"}"#),
    ("add", #"{"text":"x","collection":"people","dry_run":true}"#),
    ("add", #"{"text":"x","collection":"peopl","dry_run":true}"#),
    ("move", #"{"capture":"Mast","to":"people"}"#),
    ("move", #"{"capture":"Mast","to":"people","create":true,"dry_run":true}"#),
    ("set", #"{"capture":"Mast","fields":{"title":"Sarah"},"dry_run":true}"#),
    ("append", #"{"capture":"today","text":"x"}"#), ("schema", "{}"),
  ]

  /// Expects the answers in two notebooks to be the same.
  private func compare(
    _ files: [(String, String)], with others: [(String, String)], scopes: [String] = [],
    _ calls: [(String, String)]
  ) async throws {
    var assistants: [Assistant] = []
    for files in [files, others] {
      let desk = try Desk(files)
      for (path, _) in files { desk.setTime(of: path, to: 1_763_000_000) }
      // Writes the index, in which Cairn looks for people.
      try await desk.work { _ = $0.notebook.catalog(keepsAll: true) }
      assistants.append(await Assistant(desk, writes: true, scopes: scopes))
    }
    for (tool, arguments) in calls {
      let answer = await assistants[0].call(tool, arguments)
      let other = await assistants[1].call(tool, arguments)
      if tool == "add", answer["error"] == nil {
        // A new capture has a random id.
        let id = try #require(answer["changed"]?.elements?.first?["id"]?.text)
        let otherID = try #require(other["changed"]?.elements?.first?["id"]?.text)
        #expect(
          answer.description.replacing(id, with: "").replacing(id.prefix(4), with: "")
            == other.description.replacing(otherID, with: "").replacing(otherID.prefix(4), with: ""),
          "\(tool) \(arguments)")
        continue
      }
      #expect(answer == other, "\(tool) \(arguments)")
    }
    for method in ["resources/list", "prompts/list"] {
      let answer = await assistants[0].ask(method)
      #expect(await assistants[1].ask(method)["result"] == answer["result"], "\(method)")
      // A view that names a field of hidden captures only is hidden too.
      #expect(!answer.description.contains("cairn://view/love"))
    }
    for assistant in assistants { await assistant.talk.end() }
  }

  @Test func `Hidden captures and collections are like names that do not exist`() async throws {
    try await compare(Self.seen, with: Self.seen + Self.hidden, Self.calls)
  }

  @Test func `What is outside the scope is like names that do not exist`() async throws {
    try await compare(
      Array(Self.outside.dropLast()), with: Self.outside, scopes: ["boats"], Self.scopedCalls)
  }

  @Test func `Links in hidden captures follow, and links to them stay`() async throws {
    let desk = try Desk(Self.seen + Self.hidden)
    let assistant = await Assistant(desk, writes: true)
    _ = await assistant.call("set", #"{"capture":"h1.md","fields":{"title":"Results"}}"#)
    let hidden = try desk.text("people/2026-biopsy-result.md")
    #expect(hidden?.contains("[[h1]] biopsy") == true)
    let mention = try desk.text("mention.md")
    #expect(mention?.contains("see [[Results]] soon") == true)
    #expect(mention?.contains("[[Results]]\n") == true)
    // A path to a hidden file moves along with the file that contains it.
    _ = await assistant.call("move", #"{"capture":"mention.md","to":"people"}"#)
    #expect(try desk.text("people/mention.md")?.contains("[x](2026-biopsy-result.md)") == true)
    await assistant.talk.end()
  }
}
