import CairnCapture
import CairnDocument
import CairnFiles
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// A command that is interrupted in tests: the notebook that it is given, what comes before it, and
/// what it does.
struct CrashRow: Sendable, CustomTestStringConvertible {
  /// What the tables call it.
  let name: String
  /// The files of the notebook.
  var files: [String: String] = CrashRow.notes
  /// Whether something that does not come about on the side is no failure.
  var isLenient = false
  /// What is done, and comes to its end, before.
  var before: Body = { _, _ in }
  /// What is interrupted.
  let body: Body

  /// Something done to a notebook, and what was read of it before.
  typealias Body = @Sendable (Notebook, Catalog) throws -> Void

  var testDescription: String { name }

  /// Notes that link to each other, in two collections.
  static let notes: [String: String] = [
    "a.md":
      "---\ntype: action\ncollection: ''\ntags: [x]\n---\n# A\n\nSee [[b]] and [c](work/c.md).\n",
    "b.md": "---\ntype: note\n---\nBack to [[a]].\n",
    "work/_collection.md": "---\nname: Work\n---\n",
    "work/c.md": "---\ncollection: work\n---\n[a](../a.md)\n",
    "home/": "",
  ]
}

extension CrashRow {
  /// Every way in which a notebook is written to.
  static let all: [CrashRow] = [
    CrashRow(name: "add") { notebook, _ in _ = try notebook.addText("A thought") },
    CrashRow(name: "add --image", files: notes.adding(["../dot.gif": MediaTests.dot])) {
      notebook, _ in _ = try notebook.addText("A picture", image: "dot.gif")
    },
    CrashRow(name: "set, 1 file") { notebook, _ in
      try notebook.set("score", "3", at: ["a.md"])
    },
    CrashRow(name: "set, 8 files", files: many(8)) { notebook, _ in
      try notebook.set("score", "3", at: (1...8).map { "n\($0).md" })
    },
    CrashRow(name: "tag, 20 files", files: many(20)) { notebook, _ in
      try notebook.set("tags", "x", at: (1...20).map { "n\($0).md" })
    },
    CrashRow(name: "mv, with links") { notebook, catalog in
      let report = try notebook.move(
        [notebook.capture(at: note("a.md"))], to: note("work"), in: catalog)
      try report.throwRefusal()
    },
    CrashRow(name: "mv --create, with a picture", files: withPicture, isLenient: true) {
      notebook, catalog in
      let report = try notebook.move(
        [notebook.capture(at: note("p.md"))], to: note("new/deep"), creating: true, in: catalog)
      try report.throwRefusal()
    },
    CrashRow(name: "rename, with links") { notebook, catalog in
      let report = try notebook.rename(
        notebook.capture(at: note("a.md")), title: "Another", in: catalog)
      try report.throwRefusal()
    },
    CrashRow(name: "rm, 2 files") { notebook, _ in
      try notebook.remove(["a.md", "work/c.md"])
    },
    CrashRow(
      name: "trash restore", isLenient: true,
      before: { notebook, _ in try notebook.remove(["a.md", "b.md"]) }
    ) { notebook, _ in
      try notebook.restore(notebook.state.trash().entries).throwRefusal()
    },
    CrashRow(name: "collection new") { notebook, _ in
      _ = try notebook.createCollection(note("x/y"), withPage: true)
    },
    CrashRow(name: "collection rename", body: renameCollection),
    CrashRow(name: "collection rm") { notebook, catalog in
      _ = try notebook.removeCollection(note("work"), in: catalog)
    },
    CrashRow(name: "image add", files: notes.adding(["../dot.gif": MediaTests.dot])) {
      notebook, _ in
      let capture = try notebook.capture(at: note("a.md"))
      try notebook.addMedia([notebook.dot], to: capture).throwRefusal()
    },
    CrashRow(name: "image rm", files: withPicture, isLenient: true) { notebook, catalog in
      let capture = try notebook.capture(at: note("p.md"))
      try notebook.removeImages(capture.images, of: capture, in: catalog).throwRefusal()
    },
    CrashRow(name: "adopt", files: many(3, "created: 2026-01-02\n")) { notebook, catalog in
      var chance = SplitMix(seed: 1)
      try notebook.adopt(catalog.captures, using: &chance).throwRefusal()
    },
    CrashRow(
      name: "doctor --fix",
      files: notes.adding([
        "home/d.md": "---\ncollection: x\n---\n", "home/.cairn-1.tmp": "left over",
      ])
    ) { notebook, catalog in
      try notebook.repair(catalog.notebook.diagnose().findings).throwRefusal()
    },
    CrashRow(
      name: "undo of set", files: many(3),
      before: { notebook, _ in try notebook.set("score", "3", at: ["n1.md", "n2.md", "n3.md"]) },
      body: undo),
    CrashRow(
      name: "undo of add", before: { notebook, _ in try notebook.addText("A thought") }, body: undo),
    CrashRow(
      name: "undo of rm", before: { notebook, _ in try notebook.remove(["a.md", "b.md"]) },
      body: undo),
    CrashRow(
      name: "undo of undo of rm",
      before: { notebook, catalog in
        try notebook.remove(["a.md", "b.md"])
        try undo(notebook, catalog)
      }, body: undo),
    CrashRow(name: "undo of collection rename", before: renameCollection, body: undo),
  ]

  /// Imports, which are not in the tables of docs/safety.md.
  static let imports: [CrashRow] = [
    // After an error, a note can get another id, or be skipped.
    CrashRow(name: "import, 3 notes", isLenient: true) { notebook, _ in
      try notebook.importNotes(3)
    },
    CrashRow(name: "import, 20 notes", isLenient: true) { notebook, _ in
      try notebook.importNotes(20)
    },
  ]

  /// One whose every kill would take too long for tests.
  static let large = CrashRow(name: "set, 500 files", files: many(500)) { notebook, _ in
    try notebook.set("score", "3", at: (1...500).map { "n\($0).md" })
  }

  private static let undo: Body = { notebook, _ in
    let (operations, problems) = try notebook.state.operations()
    if let problem = problems.first { throw problem }
    let last = operations.first { !$0.isTakenBack }
    guard let last else { throw CaptureRefusal.empty }
    try notebook.undo([last]).report.throwRefusal()
  }

  private static let renameCollection: Body = { notebook, catalog in
    try notebook.renameCollection(note("work"), to: note("office"), in: catalog).throwRefusal()
  }

  private static let withPicture = notes.adding([
    "p.md": "---\nimages: [\(MediaTests.dotName)]\n---\nSee [[a]].\n",
    MediaTests.dotName: MediaTests.dot,
  ])

  private static func many(_ count: Int, _ field: String = "") -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (1...count).map {
        ("n\($0).md", "---\ntype: note\n\(field)---\nNote \($0)\n")
      })
  }
}

extension Notebook {
  /// The picture that lies beside the notebook.
  fileprivate var dot: NewMedia {
    get throws {
      let path = store.root.removingLastComponent().appending("dot.gif")
      return try newMedia(path, as: .image, called: "dot.gif")
    }
  }

  fileprivate func addText(_ text: String, image: String? = nil) throws {
    var new = NewCapture(text: text)
    if image != nil { new.media = [try dot] }
    var chance = SplitMix(seed: 1)
    _ = try add(new, using: &chance)
  }

  /// Imports notes into a new collection and into the inbox, and a file in a folder of its own.
  fileprivate func importNotes(_ count: Int) throws {
    let captures = (1...count).map { number in
      ImportedCapture(
        text: "---\nimported: x \(number)\n---\n# Imported \(number)\n",
        in: number.isMultiple(of: 2) ? .root : note("new/deep"), label: "\(number)")
    }
    let file = ImportedCapture.Reader(read: { Array("a file".utf8) })
    var chance = SplitMix(seed: 1)
    let (_, skipped, _) = try add(
      captures, files: [(note("files/a.txt"), file)], .write, using: &chance, marks: { [] })
    if let first = skipped.first { throw Diagnostic(.error, "skipped", first.reason) }
  }

  fileprivate func set(_ field: String, _ value: String, at paths: [String]) throws {
    let captures = try paths.map { try capture(at: note($0)) }
    let report = try change(captures) { capture throws(Diagnostic) in
      try applying([.set(field, .literal(value))], to: capture)
    }
    try report.throwRefusal()
  }

  fileprivate func remove(_ paths: [String]) throws {
    let captures = try paths.map { try capture(at: note($0)) }
    try trash(captures, in: catalog(listsAttachments: true)).throwRefusal()
  }
}

extension ChangeReport {
  /// Throws the first refusal, if there is one.
  fileprivate func throwRefusal() throws {
    if let refusal = refused.first { throw refusal }
  }
}

extension [String: String] {
  fileprivate func adding(_ other: [String: String]) -> [String: String] {
    merging(other) { $1 }
  }
}
