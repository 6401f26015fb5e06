import CairnCapture
import CairnFiles
import CairnText
import Synchronization
import Testing

@testable import CairnNotebook

/// What `mv` does to whole notebooks: the files before, what moves where, what is another file
/// afterwards (nil: is gone); all the others have the bytes they had.
@Suite struct MoveTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let before: [String: String]
    let moved: [String]
    let to: String
    let after: [String: String?]
    var refused: [String] = []
    var testDescription: String { name }
  }

  @Test(arguments: fields + wikilinks + relative + scripts + refusals)
  func moves(_ row: Row) throws {
    let test = try TestNotebook(row.before)
    let catalog = test.catalog()
    let captures = try row.moved.map { path in
      try #require(catalog.captures.first { $0.path == note(path) }, "\(path)")
    }
    let planned = try test.notebook.move(
      captures, to: note(row.to), creating: true, .dryRun, in: catalog)
    #expect(test.files() == row.before, "a dry run writes nothing")

    let report = try test.notebook.move(captures, to: note(row.to), creating: true, in: catalog)
    var expected = row.before
    for (path, text) in row.after { expected[path] = text }
    let files = test.files()
    for path in Set(expected.keys).union(files.keys).sorted() {
      #expect(files[path] == expected[path], "\(path)")
    }
    #expect(report.changed == planned.changed, "a dry run says what is done")
    #expect(report.refused == planned.refused)
    #expect(report.refused.map(\.description) == row.refused)
    for change in report.changed {
      #expect(files[change.path.description].map { Array($0.utf8) } == change.after)
      #expect(
        row.before[(change.from ?? change.path).description]?.utf8.elementsEqual(change.before)
          == true)
    }
  }

  static let fields = [
    Row(
      name: "a canvas shows the file at its new place, and keeps all other bytes",
      before: [
        "a \"b\".md": "A\n", "c.md": "C\n",
        "x.canvas":
          #"{"nodes" : [ {"file" :"a \"b\".md", "text":"file"},{"id":"file","a":"a \"b\".md"}, "#
          + #"{"file":"c.md"},{"file":1,"b":"a \"b\".md"}, {"file":"\u0061 \"b\".md"}]}"#,
        "y.canvas": #"{"nodes":[{"file":"c.md"}]}"#, "z.canvas": #"{"file":"a "#,
      ],
      moved: ["a \"b\".md"], to: "work",
      after: [
        "a \"b\".md": nil, "work/a \"b\".md": "A\n",
        "x.canvas":
          #"{"nodes" : [ {"file" :"work/a \"b\".md", "text":"file"},{"id":"file","a":"a \"b\".md"}, "#
          + #"{"file":"c.md"},{"file":1,"b":"a \"b\".md"}, {"file":"work/a \"b\".md"}]}"#,
      ]),
    Row(
      name: "the field follows, other bytes stay",
      before: ["a.md": "---\r\nid: x1  # mine\r\ncollection: 'old'\r\n---\r\nText\r\n"],
      moved: ["a.md"], to: "work/acme",
      after: [
        "a.md": nil,
        "work/acme/a.md": "---\r\nid: x1  # mine\r\ncollection: 'work/acme'\r\n---\r\nText\r\n",
      ]),
    Row(
      name: "a file without the field gets none",
      before: ["a.md": "---\ntitle: A\n---\n", "work/b.md": ""],
      moved: ["a.md"], to: "work", after: ["a.md": nil, "work/a.md": "---\ntitle: A\n---\n"]),
    Row(
      name: "the field goes in the inbox",
      before: ["work/a.md": "---\ntype: idea\ncollection: work\n---\nx"],
      moved: ["work/a.md"], to: "",
      after: ["work/a.md": nil, "work/": "", "a.md": "---\ntype: idea\n---\nx"]),
    Row(
      name: "a stale field is brought in line where the file stays",
      before: ["work/a.md": "---\ncollection: home\n---\n"],
      moved: ["work/a.md"], to: "work", after: ["work/a.md": "---\ncollection: work\n---\n"]),
    Row(
      name: "several at once, with links among them",
      before: [
        "a.md": "[b](b.md) [[b]] [c](c.md)", "b.md": "[a](./a.md#top)",
        "c.md": "[a](a.md) [b](b.md)",
      ],
      moved: ["b.md", "a.md"], to: "x",
      after: [
        "a.md": nil, "b.md": nil, "x/a.md": "[b](b.md) [[b]] [c](../c.md)",
        "x/b.md": "[a](./a.md#top)", "c.md": "[a](x/a.md) [b](x/b.md)",
      ]),
  ]

  static let wikilinks = [
    Row(
      name: "a name that still resolves is not touched",
      before: ["a.md": "", "b.md": "[[a]] [[A|text]] [[a#h]] ![[a]]"],
      moved: ["a.md"], to: "x", after: ["a.md": nil, "x/a.md": ""]),
    Row(
      name: "paths follow, with and without ending",
      before: [
        "w/a.md": "", "w/b.md": "",
        "b.md":
          "[[w/a]] [[w/a.md|x]] [[w/a#h]] [[w/a#h|y]] ![[w/a]] [[ w/a ]]\n\n|[[w/a\\|z]]|\n|-|",
      ],
      moved: ["w/a.md"], to: "x/y",
      after: [
        "w/a.md": nil, "x/y/a.md": "",
        "b.md":
          "[[x/y/a]] [[x/y/a.md|x]] [[x/y/a#h]] [[x/y/a#h|y]] ![[x/y/a]] [[ x/y/a ]]"
          + "\n\n|[[x/y/a\\|z]]|\n|-|",
      ]),
    Row(
      name: "links in code, HTML and text stay",
      before: [
        "w/a.md": "",
        "b.md": "`[[w/a]]` \\[[w/a]]\n\n    [[w/a]]\n\n```\n[x](w/a.md)\n```\n<!-- [[w/a]] -->\n",
      ],
      moved: ["w/a.md"], to: "x", after: ["w/a.md": nil, "w/": "", "x/a.md": ""]),
    Row(
      name: "a name that becomes ambiguous gets a path",
      before: ["a/x.md": "1", "b/x.md": "2", "a/r.md": "[[x]] and [[b/x]]", "a/s.md": "[[x.md]]"],
      moved: ["a/x.md"], to: "c",
      after: [
        "a/x.md": nil, "c/x.md": "1", "a/r.md": "[[c/x]] and [[b/x]]", "a/s.md": "[[c/x.md]]",
      ]),
    Row(
      name: "a name that is ambiguous stays",
      before: ["a/x.md": "1", "b/x.md": "2", "r.md": "[[x]], [[x.md]], ![[X]] and [[b/x]]"],
      moved: ["a/x.md"], to: "c", after: ["a/x.md": nil, "a/": "", "c/x.md": "1"]),
    Row(
      name: "none of several is meant more when one comes near",
      before: ["a/x.md": "1", "b/x.md": "2", "c/r.md": "[[x]]"],
      moved: ["b/x.md"], to: "c", after: ["b/x.md": nil, "b/": "", "c/x.md": "2"]),
    Row(
      name: "the nearest of several changes when the writer goes away",
      before: ["a/x.md": "1", "b/x.md": "2", "b/r.md": "[[x]]"],
      moved: ["b/r.md"], to: "a",
      after: ["b/r.md": nil, "a/r.md": "[[b/x]]"]),
    Row(
      name: "links to itself",
      before: ["w/a.md": "[[a]] [[w/a]] [self](a.md) [top](#top) [[#top]] [abs](/w/a.md)"],
      moved: ["w/a.md"], to: "x",
      after: [
        "w/a.md": nil, "w/": "",
        "x/a.md": "[[a]] [[x/a]] [self](a.md) [top](#top) [[#top]] [abs](/x/a.md)",
      ]),
    Row(
      name: "dead links and addresses stay",
      before: [
        "a.md": "[[gone]] [g](gone.md) <https://a.md> [h](https://x/a.md) [m](mailto:a@b.c)"
      ],
      moved: ["a.md"], to: "x",
      after: [
        "a.md": nil,
        "x/a.md": "[[gone]] [g](gone.md) <https://a.md> [h](https://x/a.md) [m](mailto:a@b.c)",
      ]),
  ]

  static let relative = [
    Row(
      name: "in others: relative, absolute, dotted, without ending, with fragment and title",
      before: [
        "w/a.md": "",
        "w/b.md":
          "[1](a.md) [2](./a.md 'T') [3](/w/a.md) [4](a) [5](a.md#h) [6](<a.md>) [7][r]\n\n[r]: a.md \"T\"\n",
      ],
      moved: ["w/a.md"], to: "x",
      after: [
        "w/a.md": nil, "x/a.md": "",
        "w/b.md":
          "[1](../x/a.md) [2](../x/a.md 'T') [3](/x/a.md) [4](../x/a) [5](../x/a.md#h) "
          + "[6](<../x/a.md>) [7][r]\n\n[r]: ../x/a.md \"T\"\n",
      ]),
    Row(
      name: "its own: captures, images, folders, hidden files, the page of a collection",
      before: [
        "w/a.md":
          "[b](b.md) ![i](img/i.png) [d](img/) [h](.att/h.txt) [p](_collection.md) [u](../r.md)",
        "w/b.md": "", "w/img/i.png": "", "w/.att/h.txt": "", "w/_collection.md": "[[a]] [a](a.md)",
        "r.md": "",
      ],
      moved: ["w/a.md"], to: "x/y",
      after: [
        "w/a.md": nil,
        "x/y/a.md":
          "[b](../../w/b.md) ![i](../../w/img/i.png) [d](../../w/img/) [h](../../w/.att/h.txt) "
          + "[p](../../w/_collection.md) [u](../../r.md)",
        "w/_collection.md": "[[a]] [a](../x/y/a.md)",
      ]),
    Row(
      name: "names that want percent signs or pointed brackets",
      before: [
        "w/a b (1).md": "", "w/50%.md": "", "w/n(.md": "", "w/c#.md": "",
        "r.md":
          "[1](w/a%20b%20(1).md) [2](<w/a b (1).md>) [3](w/50%25.md) [4](w/n%28.md) [5](w/n\\(.md) "
          + "[6](w/c%23.md)",
      ],
      moved: ["w/a b (1).md", "w/50%.md", "w/n(.md", "w/c#.md"], to: "my (x & y",
      after: [
        "w/a b (1).md": nil, "w/50%.md": nil, "w/n(.md": nil, "w/c#.md": nil, "w/": "",
        "my (x & y/a b (1).md": "", "my (x & y/50%.md": "", "my (x & y/n(.md": "",
        "my (x & y/c#.md": "",
        "r.md":
          "[1](my%20%28x%20&%20y/a%20b%20(1).md) [2](<my (x & y/a b (1).md>) "
          + "[3](my%20%28x%20&%20y/50%25.md) [4](my%20%28x%20&%20y/n%28.md) "
          + "[5](my%20%28x%20&%20y/n\\(.md) [6](my%20%28x%20&%20y/c%23.md)",
      ]),
    Row(
      name: "a name that looks like a scheme",
      before: ["w/re: x.md": "", "w/b.md": "[1](<../w/re: x.md>)"],
      moved: ["w/re: x.md", "w/b.md"], to: "",
      after: [
        "w/re: x.md": nil, "w/b.md": nil, "w/": "", "re: x.md": "", "b.md": "[1](<./re: x.md>)",
      ]),
    Row(
      name: "an image within a link",
      before: ["a.md": "[![t](i.png)](b.md)", "b.md": "", "i.png": ""],
      moved: ["a.md"], to: "x", after: ["a.md": nil, "x/a.md": "[![t](../i.png)](../b.md)"]),
  ]

  static let scripts = [
    Row(
      name: "names in six scripts",
      before: [
        "東京.md": "", "Ελλάδα.md": "", "Москва.md": "", "القاهرة.md": "", "हिन्दी.md": "",
        "Ça va.md": "",
        "r.md":
          "[1](東京.md) [2](%CE%95%CE%BB%CE%BB%CE%AC%CE%B4%CE%B1.md) [3](Москва.md) [4](القاهرة.md) "
          + "[5](हिन्दी.md) [6](%C3%87a%20va.md) [[東京]] [[ca va]]",
      ],
      moved: ["東京.md", "Ελλάδα.md", "Москва.md", "القاهرة.md", "हिन्दी.md", "Ça va.md"], to: "città",
      after: [
        "東京.md": nil, "Ελλάδα.md": nil, "Москва.md": nil, "القاهرة.md": nil, "हिन्दी.md": nil,
        "Ça va.md": nil, "città/東京.md": "", "città/Ελλάδα.md": "", "città/Москва.md": "",
        "città/القاهرة.md": "", "città/हिन्दी.md": "", "città/Ça va.md": "",
        "r.md":
          "[1](città/東京.md) [2](citt%C3%A0/%CE%95%CE%BB%CE%BB%CE%AC%CE%B4%CE%B1.md) "
          + "[3](città/Москва.md) [4](città/القاهرة.md) [5](città/हिन्दी.md) "
          + "[6](citt%C3%A0/%C3%87a%20va.md) [[東京]] [[ca va]]",
      ])
  ]

  static let refusals = [
    Row(
      name: "a clash is refused, the others move",
      before: ["a.md": "1", "b.md": "2", "x/a.md": "3", "r.md": "[[a]] [a](a.md) [b](b.md)"],
      moved: ["a.md", "b.md"], to: "x",
      after: ["b.md": nil, "x/b.md": "2", "r.md": "[[a]] [a](a.md) [b](x/b.md)"],
      refused: ["a.md: error: `x/a.md` already exists; rename one of the two first"]),
    Row(
      name: "two of the same name",
      before: ["p/a.md": "1", "q/a.md": "2"], moved: ["p/a.md", "q/a.md"], to: "x",
      after: ["p/a.md": nil, "p/": "", "x/a.md": "1"],
      refused: ["q/a.md: error: `x/a.md` already exists; rename one of the two first"]),
    Row(
      name: "a field that cannot be changed",
      before: ["a.md": "---\ncollection: p\ncollection: q\n---\n", "r.md": "[a](a.md)"],
      moved: ["a.md"], to: "x", after: [:],
      refused: [
        "a.md:3:1: error: the field `collection` occurs twice; remove one of them first"
      ]),
    Row(
      name: "a link that cannot be written is named and left",
      before: ["w/a.md": "", "b.md": "[[w/a]]", "a.md": "", "p|q/x.md": ""],
      moved: ["w/a.md"], to: "p|q", after: ["w/a.md": nil, "w/": "", "p|q/a.md": ""],
      refused: [
        "b.md:1:3: error: Cairn cannot make this link lead to `p|q/a.md`; "
          + "change the link by hand"
      ]),
    Row(
      name: "a link in a field that cannot be edited is named and left",
      before: ["w/a.md": "", "b.md": "---\nx: \"[[w/a]]\"\nx: 1\n---\n"],
      moved: ["w/a.md"], to: "v", after: ["w/a.md": nil, "w/": "", "v/a.md": ""],
      refused: [
        "b.md:2:7: error: Cairn cannot make this link lead to `v/a.md`; "
          + "change the link by hand"
      ]),
  ]
}

// MARK: - What rows do not show

extension MoveTests {
  @Test func unknownCollection() throws {
    let test = try TestNotebook(["books/a.md": "", "b.md": ""])
    let catalog = test.catalog()
    let capture = try #require(catalog.captures.first)
    #expect(throws: CaptureRefusal.unknownCollection(note("boks"), nearest: "books")) {
      try test.notebook.move([capture], to: note("boks"), in: catalog)
    }
    #expect(throws: Diagnostic.self) {
      try test.notebook.move([capture], to: note("x/.y"), creating: true, in: catalog)
    }
    #expect(test.files() == ["books/a.md": "", "b.md": ""])
  }

  /// What an editor saves just before the moved file is written to is kept, and its links too.
  @Test func anEditorSavesInBetween() throws {
    let root = Mutex("")
    let plan = FaultPlan(
      .run {
        let root = root.withLock(\.self)
        TestNotebook.append(" [b](b.md) [[b]]", to: "\(root)/x/a.md")
        TestNotebook.append(" [x](a.md)", to: "\(root)/b.md")
      }, at: 1, of: .exchange)
    let before = ["a.md": "---\ncollection: p\n---\n[b](b.md)", "b.md": "[a](a.md)"]
    let test = try TestNotebook(before, faults: plan)
    root.withLock { $0 = "\(test.base)/root" }
    let catalog = test.catalog()
    let capture = try #require(catalog.captures.first)
    let report = try test.notebook.move([capture], to: note("x"), creating: true, in: catalog)
    let after = [
      "x/a.md": "---\ncollection: x\n---\n[b](../b.md) [b](../b.md) [[b]]",
      "b.md": "[a](x/a.md) [x](x/a.md)",
    ]
    #expect(test.files() == after)
    #expect(report.changed.map(\.path) == [note("x/a.md"), note("b.md")])
    #expect(
      report.changed.map { String(decoding: $0.after, as: UTF8.self) } == [
        after["x/a.md"], after["b.md"],
      ])
  }
}
