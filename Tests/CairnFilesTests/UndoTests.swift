import CairnText
import Glibc
import Testing

@testable import CairnFiles

/// Whatever a transaction did, undoing it brings back what was there, and undoing that brings back
/// what it did.
@Suite struct UndoTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// What can be done in one transaction, on the files that `prepare` writes.
  static let changes: [(String, @Sendable (Transaction) throws -> Void)] = [
    ("edit", { _ = try $0.edit(note("a.md")) { $0 + Array(" more".utf8) } }),
    ("edit to nothing", { _ = try $0.edit(note("a.md")) { _ in [] } }),
    ("edit of a link", { _ = try $0.edit(note("link.md")) { $0 + [1] } }),
    (
      "edit of all",
      { _ = try $0.editAll(["a.md", "w/b.md", "w/c.md"].map(note)) { $1 + [65] } }
    ),
    ("twice", { for _ in 1...2 { _ = try $0.edit(note("a.md")) { $0 + [65] } } }),
    ("create", { try $0.create(note("x/y/new.md"), [1, 2], makingFolders: true) }),
    ("move", { try $0.move(note("a.md"), to: note("x/a.md"), makingFolders: true) }),
    ("move a folder", { try $0.move(note("w"), to: note("v")) }),
    (
      "move and edit",
      {
        try $0.move(note("w"), to: note("v"))
        _ = try $0.edit(note("v/b.md")) { _ in [65] }
        try $0.move(note("v/c.md"), to: note("c.md"))
      }
    ),
    (
      "move in a circle",
      {
        try $0.move(note("a.md"), to: note("t.md"))
        try $0.move(note("w/b.md"), to: note("a.md"))
        try $0.move(note("t.md"), to: note("w/b.md"))
      }
    ),
    (
      "move into a folder that moves, and out of it",
      {
        try $0.move(note("a.md"), to: note("w/a.md"))
        _ = try $0.edit(note("w/a.md")) { _ in [65] }
        try $0.move(note("w"), to: note("x/y"), makingFolders: true)
        try $0.move(note("x/y/a.md"), to: note("x/a.md"))
        try $0.move(note("x/y/b.md"), to: note("b.md"))
      }
    ),
    (
      "a folder moves to where another was",
      {
        try $0.move(note("w"), to: note("v"))
        try $0.move(note("v/b.md"), to: note("b.md"))
        try $0.move(note("empty"), to: note("w"))
        try $0.move(note("b.md"), to: note("w/b.md"))
        try $0.move(note("w"), to: note("v/w"))
      }
    ),
    (
      "a folder is emptied, goes, and comes again",
      {
        for name in ["b.md", "c.md", "caf\u{E9}.md"] {
          try $0.move(note("w/\(name)"), to: note(name))
        }
        try $0.removeFolder(note("w"))
        try $0.makeFolder(note("w"))
        try $0.move(note("a.md"), to: note("w/b.md"))
      }
    ),
    ("trash", { _ = try $0.trash(note("a.md")) }),
    ("trash a folder", { _ = try $0.trash(note("w")) }),
    (
      "edit, then trash",
      {
        _ = try $0.edit(note("a.md")) { _ in [65] }
        _ = try $0.trash(note("a.md"))
      }
    ),
    (
      "trash, then create",
      {
        _ = try $0.trash(note("a.md"))
        try $0.create(note("a.md"), [66])
      }
    ),
    (
      "create, edit, move",
      {
        try $0.create(note("n.md"), [66])
        _ = try $0.edit(note("n.md")) { $0 + [67] }
        try $0.move(note("n.md"), to: note("w/n.md"))
      }
    ),
    ("folders", { try $0.makeFolder(note("x/y/z")) }),
    (
      "folder goes",
      {
        try $0.removeFolder(note("empty"))
        try $0.create(note("empty"), [65])
      }
    ),
    ("trash and restore", { try $0.restore(try $0.trash(note("a.md")), to: note("b.md")) }),
  ]

  private func prepare() {
    for path in ["a.md", "w/b.md", "w/c.md"] { sandbox.write(path, "text of \(path)") }
    sandbox.write("w/caf\u{E9}.md", "é")
    sandbox.link("link.md", to: "w/b.md")
    mkdir(sandbox.absolute("empty".utf8), 0o755)
  }

  @Test(arguments: changes)
  func thereAndBackAndThere(change: (name: String, body: @Sendable (Transaction) throws -> Void))
    throws
  {
    prepare()
    let before = sandbox.contents()
    let state = try sandbox.state()
    try state.transaction(at: noon, change.body)
    let after = sandbox.contents()
    #expect(before != after)
    for round in 1...3 {
      let last = try #require(try state.operations().operations.first)
      let plan = try state.planToUndo([last])
      #expect(plan.refused == [])
      let (changes, refused) = try state.transaction(at: noon) { try $0.carryOut(plan) }
      #expect(refused == [])
      #expect(changes.isEmpty == (change.name == "folders"))
      #expect(sandbox.contents() == (round % 2 == 1 ? before : after), "round \(round)")
    }
  }

  @Test("Operations are undone in any number at once, the last first")
  func several() throws {
    prepare()
    let before = sandbox.contents()
    let state = try sandbox.state()
    for change in Self.changes where !["twice", "trash a folder"].contains(change.0) {
      try? state.transaction(at: noon, change.1)
    }
    let operations = try state.operations().operations
    #expect(operations.count > 6)
    let plan = try state.planToUndo(operations.shuffled())
    #expect(plan.refused == [])
    _ = try state.transaction(at: noon) { try $0.carryOut(plan) }
    #expect(sandbox.contents() == before)
  }

  @Test("What was changed since is refused by name, and stays")
  func changedSince() throws {
    prepare()
    let state = try sandbox.state()
    try state.transaction(at: noon) {
      _ = try $0.editAll(["a.md", "w/b.md", "w/c.md"].map(note)) { _, _ in [65] }
    }
    sandbox.save("w/b.md", "by hand")
    let last = try state.operations().operations
    let plan = try state.planToUndo(last)
    #expect(plan.refused.map(\.code) == [.changedSince])
    #expect(plan.refused.map(\.notePath) == [note("w/b.md")])
    _ = try state.transaction(at: noon) { try $0.carryOut(plan, isPartial: true) }
    #expect(sandbox.text("a.md") == "text of a.md")
    #expect(sandbox.text("w/b.md") == "by hand")
    #expect(sandbox.text("w/c.md") == "text of w/c.md")
  }

  @Test("A change between plan and deed is seen", arguments: [false, true])
  func changedMeanwhile(isPartial: Bool) throws {
    prepare()
    let state = try sandbox.state()
    try state.transaction(at: noon) {
      _ = try $0.editAll(["a.md", "w/b.md", "w/c.md"].map(note)) { _, _ in [65] }
    }
    let plan = try state.planToUndo(try state.operations().operations)
    sandbox.save("w/b.md", "by hand")
    try state.transaction(at: noon) { transaction in
      if isPartial {
        let (changes, refused) = try transaction.carryOut(plan, isPartial: true)
        #expect(changes.map(\.path) == ["w/c.md", "a.md"].map(note))
        #expect(refused.map(\.code) == [.changedSince])
      } else {
        #expect(throws: FileError.self) { try transaction.carryOut(plan) }
      }
    }
    #expect(sandbox.text("a.md") == (isPartial ? "text of a.md" : "A"))
    #expect(sandbox.text("w/b.md") == "by hand")
    let standing = try state.operations().operations.map(\.isUndone)
    #expect(standing == (isPartial ? [false, true] : [false]))
  }

  @Test("What does nothing leaves no operation")
  func nothing() throws {
    prepare()
    let state = try sandbox.state()
    try state.transaction(at: noon) { transaction in
      _ = try transaction.edit(note("a.md")) { $0 }
      _ = try transaction.editAll([note("a.md")]) { $1 }
      #expect(throws: FileError.self) { try transaction.create(note("a.md"), []) }
      #expect(throws: FileError.self) { try transaction.move(note("a.md"), to: note("w/b.md")) }
      try transaction.create(note("x/n.md"), [65], makingFolders: true)
      try transaction.withdraw(note("x/n.md"), [65])
      try transaction.removeFolder(note("x"))
    }
    #expect(try state.operations().operations == [])
  }

  @Test("Whether an operation is undone")
  func standing() throws {
    prepare()
    let state = try sandbox.state()
    try state.transaction(at: noon) { _ = try $0.edit(note("a.md")) { _ in [65] } }
    let undoLast = {
      let last = try state.operations().operations[0]
      _ = try state.transaction(at: noon) { try $0.carryOut(try state.planToUndo([last])) }
    }
    let standing = { try state.operations().operations.map(\.isUndone) }
    #expect(try standing() == [false])
    try undoLast()
    #expect(try standing() == [false, true])
    try undoLast()
    #expect(try standing() == [false, true, false])
  }

  @Test("Old operations go, and those that are too long together; the last stays")
  func retention() throws {
    prepare()
    let edit = { (time: Int, retention: Retention) in
      var caller = Caller()
      caller.retention = retention
      try sandbox.state(nil, caller).transaction(at: Instant(seconds: time)) {
        _ = try $0.edit(note("a.md")) { _ in Array(String(time).utf8) }
      }
    }
    let times = { try sandbox.state().operations().operations.map(\.time.seconds) }
    let day = 86_400
    // One operation in 16 removes old ones, and so does a large one.
    for number in 1...15 { try edit(number * day, Retention(days: 2, bytes: 1 << 20)) }
    #expect(try times().count == 15)
    try edit(16 * day, Retention(days: 2, bytes: 1 << 20))
    #expect(try times() == [16 * day, 15 * day, 14 * day])
    try edit(17 * day, Retention(days: 99, bytes: 1))
    #expect(try times() == [17 * day])
  }

  @Test("The journal is no longer than what it keeps, and a little")
  func size() throws {
    prepare()
    let text = [UInt8](repeating: 65, count: 1200)
    for number in 1...50 { sandbox.write("n\(number).md", String(decoding: text, as: UTF8.self)) }
    let state = try sandbox.state()
    try state.transaction(at: noon) {
      _ = try $0.editAll((1...50).map { note("n\($0).md") }) { _, bytes in
        Array("score: 3\n".utf8) + bytes
      }
    }
    let file = try #require(try state.operations().operations.first?.file)
    let store = try state.opened()
    let path = JournalFolder.path.appending(listed: file)
    let size = try #require(try store.stamp(path)?.size)
    #expect(size > 50 * 1200)
    #expect(Double(size) < 1.1 * 50 * 1200)
    #expect(try store.status(path)?.mode == 0o600)
    #expect(try store.status(JournalFolder.path)?.mode == 0o700)
  }

  @Test("What an operation did, file by file")
  func changesOf() throws {
    prepare()
    let state = try sandbox.state()
    try state.transaction(at: noon) { transaction in
      try transaction.move(note("a.md"), to: note("w/a.md"))
      _ = try transaction.edit(note("w/a.md")) { _ in [65] }
      try transaction.create(note("n.md"), [66])
      _ = try transaction.trash(note("w/c.md"))
    }
    let last = try #require(try state.operations().operations.first)
    let changes = try state.changes(of: last)
    #expect(changes.map(\.kind) == [.changed, .added, .removed])
    #expect(changes.map(\.path) == [note("w/a.md"), note("n.md"), note("w/c.md")])
    #expect(changes[0].from == note("a.md"))
    #expect(changes[0].before == Array("text of a.md".utf8))
    #expect(changes.map(\.after) == [[65], [66], nil])
    #expect(changes[2].before == Array("text of w/c.md".utf8))
  }

  @Test("A damaged journal is named, and undoes nothing")
  func damage() throws {
    prepare()
    let state = try sandbox.state()
    try state.transaction(at: noon) { _ = try $0.edit(note("a.md")) { _ in [65] } }
    let operation = try #require(try state.operations().operations.first)
    let store = try state.opened()
    let path = JournalFolder.path.appending(listed: operation.file)
    let bytes = try store.read(path).bytes
    for place in bytes.indices {
      for damaged in [Array(bytes[..<place]), bytes.with(place) { $0 ^ 0x10 }] {
        try store.removeFile(path)
        try store.createFile(path, damaged)
        let (operations, problems) = try state.operations()
        if operations.isEmpty {
          #expect(problems.count == 1)
        } else {
          #expect(throws: FileError.self, "\(place)") { try state.planToUndo(operations) }
        }
      }
    }
    #expect(sandbox.text("a.md") == "A")
  }
}

extension [UInt8] {
  /// These bytes with another one at a place.
  fileprivate func with(_ place: Int, _ change: (UInt8) -> UInt8) -> [UInt8] {
    var bytes = self
    bytes[place] = change(bytes[place])
    return bytes
  }
}
