import CairnCapture
import CairnText
import Testing

@testable import CairnNotebook

/// What `rename` does to whole notebooks; rows as in ``MoveTests``.
@Suite struct RenameTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let before: [String: String]
    let path: String
    let title: String
    var fileName: String?
    let after: [String: String?]
    var testDescription: String { name }
  }

  @Test(arguments: titles + names + links + labels + headings + fieldLinks)
  func renames(_ row: Row) throws {
    let test = try TestNotebook(row.before)
    let catalog = test.catalog()
    let capture = try #require(catalog.captures.first { $0.path == note(row.path) })
    let planned = try test.notebook.rename(
      capture, title: row.title, fileName: row.fileName, .dryRun, in: catalog)
    #expect(test.files() == row.before, "a dry run writes nothing")

    let report = try test.notebook.rename(
      capture, title: row.title, fileName: row.fileName, in: catalog)
    var expected = row.before
    for (path, text) in row.after { expected[path] = text }
    let files = test.files()
    for path in Set(expected.keys).union(files.keys).sorted() {
      #expect(files[path] == expected[path], "\(path)")
    }
    #expect(report.changed == planned.changed, "a dry run says what is done")
    #expect(report.refused.isEmpty)
    let renamed = try test.notebook.capture(
      at: report.changed.first?.path ?? report.unchanged.first ?? .root)
    #expect(renamed.title == row.title)
  }

  static let titles = [
    Row(
      name: "the field, in its quotes",
      before: ["a.md": "---\r\ntitle: \"Old\" # why\r\n---\r\n# Old\r\n"], path: "a.md",
      title: "New: 1",
      after: [
        "a.md": nil, "new-1.md": "---\r\ntitle: \"New: 1\" # why\r\n---\r\n# Old\r\n",
      ]),
    Row(
      name: "the first heading", before: ["a.md": "Intro\n\n## Old ##\n\n# Second\n"],
      path: "a.md", title: "New",
      after: ["a.md": nil, "new.md": "Intro\n\n## New ##\n\n# Second\n"]),
    Row(
      name: "a heading with an underline and CRLF", before: ["a.md": "Old *title*\r\n===\r\nText"],
      path: "a.md", title: "New", after: ["a.md": nil, "new.md": "New\r\n===\r\nText"]),
    Row(
      name: "a heading that wants backslashes", before: ["a.md": "# Old"], path: "a.md",
      title: "2 * 3 * [4] `x` <b>",
      after: ["a.md": nil, "2-3-4-x-b.md": "# 2 \\* 3 \\* \\[4\\] \\`x\\` \\<b\\>"]),
    Row(
      name: "a heading that stays as plain as it can", before: ["a.md": "# Old"], path: "a.md",
      title: "R&D #1: it's 5 > 3!",
      after: ["a.md": nil, "r-d-1-its-5-3.md": "# R&D #1: it's 5 > 3!"]),
    Row(
      name: "neither: a field is added", before: ["a.md": "First line\nsecond"], path: "a.md",
      title: "New", after: ["a.md": nil, "new.md": "---\ntitle: New\n---\nFirst line\nsecond"]),
    Row(
      name: "a name that a person chose: only the file",
      before: [
        "My Notes.md": "Intro\n\n## Part one\n",
        "b.md": "[[My Notes]] [[My Notes#Part one]] [n](My%20Notes.md)\n",
      ], path: "My Notes.md", title: "All Notes",
      after: [
        "My Notes.md": nil, "All Notes.md": "Intro\n\n## Part one\n",
        "b.md": "[[All Notes]] [[All Notes#Part one]] [n](All%20Notes.md)\n",
      ]),
    Row(
      name: "a chosen name and a heading that repeats it",
      before: ["My Notes.md": "# My Notes\n\n## Part one\n"], path: "My Notes.md",
      title: "All Notes",
      after: ["My Notes.md": nil, "All Notes.md": "# All Notes\n\n## Part one\n"]),
    Row(
      name: "a chosen name and a heading of level 2: only the file",
      before: ["Shelf.md": "## Books\n\nOld\n---\n", "b.md": "[[Shelf]] [[Shelf#Books]]\n"],
      path: "Shelf.md", title: "Library",
      after: [
        "Shelf.md": nil, "Library.md": "## Books\n\nOld\n---\n",
        "b.md": "[[Library]] [[Library#Books]]\n",
      ]),
    Row(
      name: "a generated name and a heading of level 2",
      before: ["2026-11-21-books-k7x2.md": "---\nid: k7x2m9q4ab\n---\n## Books\n"],
      path: "2026-11-21-books-k7x2.md", title: "Library",
      after: [
        "2026-11-21-books-k7x2.md": nil,
        "2026-11-21-library-k7x2.md": "---\nid: k7x2m9q4ab\n---\n## Library\n",
      ]),
    Row(
      name: "a chosen name, and a title that looks generated",
      before: ["My Notes.md": "Intro\n\n## Part one\n"], path: "My Notes.md", title: "plan",
      after: ["My Notes.md": nil, "plan.md": "---\ntitle: plan\n---\nIntro\n\n## Part one\n"]),
    Row(
      name: "a chosen name, and a title with signs that no file name can have",
      before: ["My Notes.md": "Intro\n"], path: "My Notes.md", title: "Notes: a/b [#1]",
      after: [
        "My Notes.md": nil, "Notes a-b 1.md": "---\ntitle: \"Notes: a/b [#1]\"\n---\nIntro\n",
      ]),
    Row(
      name: "a day as the name", before: ["2026-11-06.md": "Rain\n"], path: "2026-11-06.md",
      title: "Trip to Graz", after: ["2026-11-06.md": nil, "Trip to Graz.md": "Rain\n"]),
    Row(
      name: "a name that begins with a day is not a day",
      before: ["20261106-a.md": "Rain\n\n## Sun\n"], path: "20261106-a.md",
      title: "Snow", after: ["20261106-a.md": nil, "snow.md": "Rain\n\n## Snow\n"]),
    Row(
      name: "the field at its place", before: ["a.md": "---\nid: x\ntags: [b]\n---\ntext\n"],
      path: "a.md", title: "no",
      after: ["a.md": nil, "no.md": "---\nid: x\ntitle: \"no\"\ntags: [b]\n---\ntext\n"]),
    Row(
      name: "the title that is there", before: ["new.md": "# New\n"], path: "new.md", title: "New",
      after: [:]),
  ]

  static let names = [
    Row(
      name: "date and id stay",
      before: ["w/2026-11-21-pay-acme-k7x2.md": "---\nid: k7x2m9q4ab\n---\n# Pay\n"],
      path: "w/2026-11-21-pay-acme-k7x2.md", title: "Acme is paid",
      after: [
        "w/2026-11-21-pay-acme-k7x2.md": nil,
        "w/2026-11-21-acme-is-paid-k7x2.md": "---\nid: k7x2m9q4ab\n---\n# Acme is paid\n",
      ]),
    Row(
      name: "the whole id stays",
      before: ["2026-11-21-pay-k7x2m9q4ab.md": "---\nid: k7x2m9q4ab\ntitle: Pay\n---\n"],
      path: "2026-11-21-pay-k7x2m9q4ab.md", title: "東京 2026",
      after: [
        "2026-11-21-pay-k7x2m9q4ab.md": nil,
        "2026-11-21-東京-2026-k7x2m9q4ab.md": "---\nid: k7x2m9q4ab\ntitle: 東京 2026\n---\n",
      ]),
    Row(
      name: "another id is no id", before: ["2026-11-21-pay-zzzz.md": "# Pay"],
      path: "2026-11-21-pay-zzzz.md", title: "Paid",
      after: ["2026-11-21-pay-zzzz.md": nil, "paid.md": "# Paid"]),
    Row(
      name: "a name that is given", before: ["a.md": "# A"], path: "a.md", title: "B",
      fileName: "My B (1)", after: ["a.md": nil, "My B (1).md": "# B"]),
    Row(
      name: "the ending stays", before: ["a.markdown": "# A"], path: "a.markdown", title: "B",
      after: ["a.markdown": nil, "b.markdown": "# B"]),
    Row(
      name: "the same name", before: ["a.md": "# X", "r.md": "[[x]] [[a]]"], path: "a.md",
      title: "Y", fileName: "a.md", after: ["a.md": "# Y", "r.md": "[[Y]] [[a]]"]),
  ]

  static let links = [
    Row(
      name: "the link that is the title of its own note",
      before: ["people/k.md": "---\ntitle: Sarah\n---\n", "a.md": "[[Sarah]]\n"],
      path: "people/k.md", title: "Sara", fileName: "k.md",
      after: ["people/k.md": "---\ntitle: Sara\n---\n", "a.md": "[[Sara]]\n"]),
    Row(
      name: "but not a dead link that is the title of the renamed note",
      before: ["a.md": "[[b]]\n", "c.md": "[[a]] [[b]]\n"], path: "a.md", title: "New",
      after: [
        "a.md": nil, "new.md": "---\ntitle: New\n---\n[[b]]\n", "c.md": "[[new]] [[New]]\n",
      ]),
    Row(
      name: "but a link to the title in a field of its own note",
      before: ["a.md": "---\ntitle: b\n---\n[[b]]\n"], path: "a.md", title: "New",
      after: ["a.md": nil, "new.md": "---\ntitle: New\n---\n[[New]]\n"]),
    Row(
      name: "but not a link to the title of its own note, which another note shares",
      before: ["people/k.md": "---\ntitle: Sarah\n---\n", "a.md": "# Sarah\n[[Sarah]]\n"],
      path: "people/k.md", title: "Sara", fileName: "k.md",
      after: ["people/k.md": "---\ntitle: Sara\n---\n"]),
    Row(
      name: "by file name, by title, by path, relative",
      before: [
        "w/old.md": "# The Old\n[[old]] [[the old]] [self](old.md)",
        "r.md": "[[old]] [[The Old]] [[the old|x]] [[w/old#the-old]] [t](w/old.md) ![[old]]",
      ],
      path: "w/old.md", title: "The New",
      after: [
        "w/old.md": nil,
        "w/the-new.md": "# The New\n[[the-new]] [[The New]] [self](the-new.md)",
        "r.md":
          "[[the-new]] [[The New]] [[The New|x]] [[w/the-new#the-new]] [t](w/the-new.md) "
          + "![[the-new]]",
      ]),
    Row(
      name: "written like the title, though the file's name would do",
      before: ["sarah.md": "# Sarah", "r.md": "[[Sarah]] [[sarah]] [[SARAH]]"], path: "sarah.md",
      title: "Sarah Lee",
      after: [
        "sarah.md": nil, "sarah-lee.md": "# Sarah Lee",
        "r.md": "[[Sarah Lee]] [[sarah-lee]] [[sarah-lee]]",
      ]),
    Row(
      name: "a title that cannot stand in a link",
      before: ["a.md": "# Old", "r.md": "# R\n[[Old]]"],
      path: "a.md", title: "C# [new]",
      after: ["a.md": nil, "c-new.md": "# C# [new]", "r.md": "# R\n[[c-new]]"]),
    Row(
      name: "a title that another has",
      before: [
        "w/a.md": "# Old", "b.md": "# New", "r.md": "# R\n[[Old]]", "w/s.md": "# S\n[[a]]",
      ],
      path: "w/a.md", title: "New",
      fileName: "a2",
      after: ["w/a.md": nil, "w/a2.md": "# New", "r.md": "# R\n[[a2]]", "w/s.md": "# S\n[[a2]]"]),
    Row(
      name: "an alias stays",
      before: ["a.md": "---\ntitle: Old\naliases: [Old]\n---\n", "r.md": "# R\n[[Old]]"],
      path: "a.md", title: "New",
      after: ["a.md": nil, "new.md": "---\ntitle: New\naliases: [Old]\n---\n"]),
    Row(
      name: "a name that another comes to have",
      before: [
        "a.md": "# X", "w/old.md": "# Y", "r.md": "[[x]]",
      ],
      path: "w/old.md", title: "X",
      after: ["w/old.md": nil, "w/x.md": "# X", "r.md": "[[a]]"]
    ),
  ]

  static let labels = [
    Row(
      name: "link texts that are exactly the old title",
      before: [
        "old.md": "# The Old\n[The Old](#the-old) [[#The Old|The Old]]",
        "r.md": "[The Old](old.md) [the old](old.md) [see The Old](old.md#the-old) "
          + "[[old|The Old]] [[old|the old]] [[old|The Old ]] ![[old#The Old|The Old]] "
          + "[[s|The Old]] [The Old](s.md) [The Old](https://example.org/old.md)\n\n"
          + "| a |\n|-|\n| [[old\\|The Old]] [The Old](old.md 'x') |\n\n[The Old][r] `[[old|The Old]]`\n\n"
          + "[r]: old.md\n",
        "s.md": "# S\n",
      ],
      path: "old.md", title: "The New",
      after: [
        "old.md": nil, "the-new.md": "# The New\n[The New](#the-new) [[#The New|The New]]",
        "r.md": "[The New](the-new.md) [the old](the-new.md) [see The Old](the-new.md#the-new) "
          + "[[the-new|The New]] [[the-new|the old]] [[the-new|The Old ]] "
          + "![[the-new#The New|The New]] [[s|The Old]] [The Old](s.md) "
          + "[The Old](https://example.org/old.md)\n\n"
          + "| a |\n|-|\n| [[the-new\\|The New]] [The New](the-new.md 'x') |\n\n"
          + "[The Old][r] `[[old|The Old]]`\n\n[r]: the-new.md\n",
      ]),
    Row(
      name: "link texts with syntax",
      before: ["a.md": "---\ntitle: A *b* [c]\n---\n", "r.md": "[A \\*b\\* \\[c\\]](a.md) [[a]]"],
      path: "a.md", title: "D_e_ `f`",
      after: [
        "a.md": nil, "d-e-f.md": "---\ntitle: D_e_ `f`\n---\n",
        "r.md": "[D\\_e\\_ \\`f\\`](d-e-f.md) [[d-e-f]]",
      ]),
    Row(
      name: "a title that cannot be the text of a wikilink",
      before: ["a.md": "# Old", "r.md": "[[a|Old]] [Old](a.md)"], path: "a.md",
      title: "New [2] | x",
      after: [
        "a.md": nil, "new-2-x.md": "# New [2] | x",
        "r.md": "[[new-2-x|Old]] [New \\[2\\] | x](new-2-x.md)",
      ]),
    Row(
      name: "the file name stays, the text changes",
      before: ["a.md": "# Old", "r.md": "[[a|Old]] [Old](a.md)"], path: "a.md", title: "New",
      fileName: "a", after: ["a.md": "# New", "r.md": "[[a|New]] [New](a.md)"]),
    Row(
      name: "the title is the file name",
      before: ["My Notes.md": "x\n", "r.md": "[My Notes](My%20Notes.md) [[My Notes|My Notes]]"],
      path: "My Notes.md", title: "All Notes",
      after: [
        "My Notes.md": nil, "All Notes.md": "x\n",
        "r.md": "[All Notes](All%20Notes.md) [[All Notes|All Notes]]",
      ]),
    Row(
      name: "link texts in fields",
      before: [
        "a.md": "# O'Brien",
        "r.md": "---\nperson: \"[[a|O'Brien]]\" # c\nothers: ['[[a|O''Brien]]', x]\n"
          + "plain: see [[a|O'Brien]], [[a|him]]\n---\n",
      ],
      path: "a.md", title: "It's: Ann",
      after: [
        "a.md": nil, "its-ann.md": "# It's: Ann",
        "r.md": "---\nperson: \"[[its-ann|It's: Ann]]\" # c\n"
          + "others: ['[[its-ann|It''s: Ann]]', x]\n"
          + "plain: \"see [[its-ann|It's: Ann]], [[its-ann|him]]\"\n---\n",
      ]),
  ]

  static let headings = [
    Row(
      name: "links to the heading that is the title",
      before: [
        "old.md": "# The Old\n[[#The Old]] [up](#the-old) [[#Rest]]\n## Rest\n",
        "r.md": "[[old#The Old]] [[old # the old | x]] [[The Old#the-old]] [t](old.md#the-old) "
          + "[[old#Rest]] [[old#The Old#Rest]] [[s#The Old]] [t](old.md#the%2Dold)",
        "s.md": "# S\n## The Old\n[[#The Old]]",
      ],
      path: "old.md", title: "The New",
      after: [
        "old.md": nil,
        "the-new.md": "# The New\n[[#The New]] [up](#the-new) [[#Rest]]\n## Rest\n",
        "r.md":
          "[[the-new#The New]] [[the-new # The New | x]] [[The New#the-new]] "
          + "[t](the-new.md#the-new) [[the-new#Rest]] [[the-new#The Old#Rest]] [[s#The Old]] "
          + "[t](the-new.md#the%2Dold)",
      ]),
    Row(
      name: "a heading that is one word, or cannot stand in a link",
      before: ["p.md": "# Plan", "r.md": "[[p#Plan]] [[p#plan]] [t](p.md#plan)"],
      path: "p.md", title: "Plan [2]", fileName: "p",
      after: ["p.md": "# Plan [2]", "r.md": "[[p#plan-2]] [[p#plan-2]] [t](p.md#plan-2)"]),
    Row(
      name: "a field is the title: headings stay",
      before: ["a.md": "---\ntitle: Old\n---\n# Old", "r.md": "# R\n[[a#Old]]"],
      path: "a.md", title: "New", fileName: "a",
      after: ["a.md": "---\ntitle: New\n---\n# Old"]),
  ]

  static let fieldLinks = [
    Row(
      name: "in values of every form, with what stands around them",
      before: [
        "sarah.md": "# Sarah",
        "r.md": """
        ---
        person: "[[Sarah]]" # [[Sarah]]
        also:   '[[sarah#Phone|her]]'
        plain: ask [[Sarah]] and [[gone]] "now"
        flow: [ "[[Sarah]]",  x, '![[sarah]]' ]  # c
        block:
          - "[[Sarah]]"   # one
          # between
          - other
        text: |
          First [[Sarah]],
          then [[sarah]].
        nested: [[Sarah]]
        map: {a: "[[Sarah]]"}
        ---
        [[Sarah]]
        """,
      ],
      path: "sarah.md", title: "Sarah Lee",
      after: [
        "sarah.md": nil, "sarah-lee.md": "# Sarah Lee",
        "r.md": """
        ---
        person: "[[Sarah Lee]]" # [[Sarah]]
        also:   '[[sarah-lee#Phone|her]]'
        plain: ask [[Sarah Lee]] and [[gone]] "now"
        flow: [ "[[Sarah Lee]]",  x, '![[sarah-lee]]' ]  # c
        block:
          - "[[Sarah Lee]]"   # one
          # between
          - other
        text: |
          First [[Sarah Lee]],
          then [[sarah-lee]].
        nested: [[Sarah]]
        map: {a: "[[Sarah]]"}
        ---
        [[Sarah Lee]]
        """,
      ]),
    Row(
      name: "a chosen name, and a heading with signs that no file name can have",
      before: ["Old name.md": "# Old name", "r.md": "[[Old name]]"],
      path: "Old name.md", title: "AC/DC: [live]?",
      after: ["Old name.md": nil, "AC-DC live.md": "# AC/DC: [live]?", "r.md": "[[AC-DC live]]"]),
    Row(
      name: "a chosen name, and a title of nothing but such signs",
      before: ["Old name.md": "# Old name"], path: "Old name.md", title: "???",
      after: ["Old name.md": nil, "untitled.md": "# ???"]),
    Row(
      name: "a name that wants other quotes",
      before: ["o.md": "# Old", "r.md": "---\r\na: see [[Old]]\r\nb: 'x [[Old]]'\r\n---\r\n"],
      path: "o.md", title: "It's: new",
      after: [
        "o.md": nil, "its-new.md": "# It's: new",
        "r.md": "---\r\na: \"see [[It's: new]]\"\r\nb: 'x [[It''s: new]]'\r\n---\r\n",
      ]),
    Row(
      name: "a value that spells a link otherwise than it reads",
      before: [
        "o.md": "# O'Brien", "r.md": "---\na: ['[[O''Brien]]', b]\nc: '[[O''Brien]]' # c\n---\n",
      ],
      path: "o.md", title: "Ann",
      after: [
        "o.md": nil, "ann.md": "# Ann", "r.md": "---\na: ['[[Ann]]', b]\nc: '[[Ann]]' # c\n---\n",
      ]),
  ]
}

// MARK: - Refusals

extension RenameTests {
  @Test(arguments: [
    (" ", nil, "title-empty"), ("B", nil, "path-taken"), ("X", "a/b", "name-invalid"),
    ("X", ".x", "name-invalid"), ("X", "_collection", "name-reserved"),
  ])
  func refuses(title: String, fileName: String?, code: String) throws {
    let before = ["a.md": "# A", "b.md": "[[a]]"]
    for mode in [Mode.dryRun, .write] {
      let test = try TestNotebook(before)
      let catalog = test.catalog()
      let capture = try #require(catalog.captures.first)
      let error = #expect(throws: Diagnostic.self) {
        try test.notebook.rename(capture, title: title, fileName: fileName, mode, in: catalog)
      }
      #expect(error?.code == code)
      #expect(test.files() == before)
    }
  }

  @Test(arguments: [
    ("{{slug}}", "anything", nil, "new"),
    ("{{date}}-{{slug}}", "2026-11-21-old", nil, "2026-11-21-new"),
    ("{{date}}-{{slug}}", "20261121-old", nil, "new"),
    ("{{id}}-{{slug}}", "k7x2-old", "k7x2m9q4ab", "k7x2-new"),
    ("{{id}} {{slug}} n", "k7x2m9q4ab old n", "k7x2m9q4ab", "k7x2m9q4ab new n"),
    ("{{date}}-{{slug}}-{{id}}", "2026-11-21-k7x2", "k7x2m9q4ab", "new"),
  ])
  func patterns(pattern: String, stem: String, id: String?, renamed: String) {
    #expect(FileNamePattern(pattern)?.renaming(stem, id: id, slug: "new") == renamed)
  }

  @Test func patternsWithoutASlug() {
    #expect(FileNamePattern("{{id}}") == nil)
    #expect(FileNamePattern("{{slug}}{{slug}}") == nil)
  }
}
