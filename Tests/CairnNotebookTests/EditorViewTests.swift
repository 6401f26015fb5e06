import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnQuery
import CairnText
import Testing

@testable import CairnNotebook

/// Notebooks as editors and assistants see them: with unsaved texts, or without what is hidden.
struct EditorViewTests {
  private static let files = [
    ("a.md", "---\ntitle: Alpha\n---\n[[B]] #one\n"), ("b.md", "---\ntitle: B\n---\n[[Alpha]]\n"),
    ("in/c.md", "[[B]] and [[nowhere]]\n"), ("p.md", "---\nprivate: true\n---\n[[B]]\n"),
  ]

  private static func found(_ query: String, _ notebook: Notebook) throws -> [String] {
    let catalog = notebook.catalog()
    let found = try catalog.select(try Query(query), in: catalog.context(notebook.clock))
    return found.entries.map { catalog.snapshot.path($0).description }.sorted()
  }

  @Test func `Unsaved texts stand for their files`() throws {
    let sandbox = try DiskNotebook(Self.files)
    var notebook = try sandbox.notebook()
    let path = try #require(NotePath("a.md"))
    let new = try #require(NotePath("new.md"))
    notebook.unsaved = UnsavedTexts([
      path: Array("---\ntitle: Z\n---\nnothing #two\n".utf8), new: Array("# N\n[[B]]\n".utf8),
    ])
    #expect(try Self.found("tag:one", notebook) == [])
    #expect(try Self.found("tag:two", notebook) == ["a.md"])
    #expect(try Self.found("title:n", notebook).contains("new.md"))
    let catalog = notebook.catalog()
    let target = try #require(NotePath("b.md"))
    #expect(
      catalog.links(to: target).sources.map(\.path.description) == ["in/c.md", "new.md", "p.md"])
    let b = try notebook.capture(at: target)
    #expect(catalog.links(from: b).map(\.resolution) == [.dead])
    #expect(try Self.found("tag:one", try sandbox.notebook()) == ["a.md"])
  }

  @Test func `Unsaved texts of files that scans leave out are in no list`() throws {
    let ignored = [(".cairnignore", "out/\n"), ("out/o.md", "# Out\n")]
    let sandbox = try DiskNotebook(Self.files + ignored)
    var notebook = try sandbox.notebook()
    let names = ["in/new.md", "out/o.md", "out/new.md", ".x/y.md", "node_modules/z.md", "q.txt"]
    let paths = try names.map { try #require(NotePath($0)) }
    notebook.unsaved = UnsavedTexts(
      Dictionary(uniqueKeysWithValues: paths.map { ($0, Array("[[B]] #out\n".utf8)) }))
    #expect(try Self.found("tag:out", notebook) == ["in/new.md"])
    #expect(try notebook.capture(at: paths[1]).tags == ["out"])
  }

  @Test func `An audience sees neither private captures nor others than its scope`() throws {
    let sandbox = try DiskNotebook(Self.files)
    var notebook = try sandbox.notebook()
    notebook.audience = Audience()
    #expect(try Self.found("", notebook) == ["a.md", "b.md", "in/c.md"])
    let target = try #require(NotePath("b.md"))
    #expect(notebook.catalog().links(to: target).edges.count == 2)
    notebook.audience = Audience(scopes: [try #require(NotePath("in"))])
    #expect(try Self.found("", notebook) == ["in/c.md"])
    #expect(notebook.catalog().collections.map(\.path.description) == ["", "in"])
  }

  @Test func `The problems of one capture are those of the whole check`() throws {
    let sandbox = try DiskNotebook(
      Self.files + [
        (
          "x.md",
          "---\nid: dup\nscore: 9\ndue: soon\ncollection: in\n---\n[[a#No]] [[Alpha]] [x](gone.md)\n"
        ),
        ("y.md", "---\nid: dup\ntitle: Alpha\n---\n[[B]]\n"),
        ("z.md", "---\na: b\na: c\n---\n\u{0}\n"),
        (
          "in/_collection.md",
          "---\nfields:\n  - {name: f, kind: odd}\n  - {name: g, required: true}\n---\n"
        ),
      ])
    let notebook = try sandbox.notebook()
    let all = notebook.diagnose().findings.filter { $0.diagnostic.path != nil }
    let catalog = notebook.catalog(listsAttachments: true)
    var codes: Set<String> = []
    for file in notebook.store.scan().files {
      let capture = try notebook.capture(at: file.path)
      let own = notebook.problems(of: capture, in: catalog)
      let expected = all.filter { $0.diagnostic.path == file.path }
      // Of captures with the same id, the whole check reports only the first.
      #expect(
        own.filter { $0.diagnostic.code != "duplicate-id" }.map(\.diagnostic)
          == expected.filter { $0.diagnostic.code != "duplicate-id" }.map(\.diagnostic),
        "\(file.path)")
      codes.formUnion(own.map(\.diagnostic.code))
    }
    #expect(
      codes.isSuperset(of: [
        "dead-link", "dead-heading", "score-unknown", "date-unknown",
        "schema-required", "schema-malformed", "ambiguous-link", "duplicate-id", "duplicate-key",
      ]))
  }
}
