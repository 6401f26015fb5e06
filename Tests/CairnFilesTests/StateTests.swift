import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnFiles

@Suite struct StateTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  func transaction<Result>(
    _ faults: FaultPlan? = nil, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    var caller = Caller()
    caller.patience = .milliseconds(50)
    return try sandbox.state(faults, caller).transaction(at: noon, body)
  }

  // MARK: The folder

  @Test("Looking makes nothing on the disk")
  func nothing() throws {
    let state = try sandbox.state()
    #expect(try state.trash().entries == [])
    #expect(try state.drafts() == [])
    #expect(sandbox.names("..") == ["root"])
  }

  @Test("A caller that may only read is told so, and nothing is made on the disk")
  func reader() throws {
    var caller = Caller()
    caller.mayWrite = false
    let error = #expect(throws: FileError.self) {
      try sandbox.state(nil, caller).transaction(at: noon) { _ in }
    }
    let root = try sandbox.store().root
    #expect(error?.description == "cannot write \(root): this session can only read the notebook")
    #expect(sandbox.names("..") == ["root"])
  }

  @Test("The state folder is private and says whose it is")
  func folder() throws {
    try transaction { _ in }
    let root = try sandbox.store().root
    let name = StateFolder.hash(root.bytes)
    #expect(sandbox.names("../state/cairn") == [name])
    #expect(sandbox.text("../state/cairn/\(name)/root") == root.description)
    for folder in ["../state", "../state/cairn", "../state/cairn/\(name)"] {
      #expect(sandbox.status(folder).map { $0.st_mode & 0o777 } == 0o700)
    }
    #expect(try StateFolder.all(in: sandbox.states).map(\.root) == [root])
  }

  @Test("A state folder that is a link is not followed")
  func link() throws {
    let name = StateFolder.hash(try sandbox.store().root.bytes)
    sandbox.write("../elsewhere/mine", "mine")
    sandbox.write("../state/cairn/other", "")
    sandbox.link("../state/cairn/\(name)", to: "../../elsewhere")
    let error = #expect(throws: FileError.self) { try transaction { _ in } }
    #expect(error?.path == sandbox.states.appending(name))
    #expect(throws: FileError.self) { try sandbox.state().draftCached("captures") }
    #expect(sandbox.names("../elsewhere") == ["mine"])
  }

  @Test(
    "FNV-1a, with the values its authors publish",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
  func hash(text: String, hash: String) { #expect(StateFolder.hash(Array(text.utf8)) == hash) }

  @Test("A root whose name another has gets the next one")
  func collision() throws {
    let name = StateFolder.hash(try sandbox.store().root.bytes)
    sandbox.write("../state/cairn/\(name)/root", "/another")
    try transaction { _ in }
    #expect(sandbox.names("../state/cairn") == [name, "\(name)-2"])
    #expect(sandbox.text("../state/cairn/\(name)/root") == "/another")
    try transaction { _ in }
    #expect(sandbox.names("../state/cairn").count == 2)
  }

  // MARK: The lock

  @Test("Only one transaction at a time; the lock is free when it ends")
  func lock() throws {
    try transaction { _ in
      let error = #expect(throws: FileError.self) { try transaction { _ in } }
      guard case .locked(let holder)? = error?.code else {
        Issue.record("\(error.debugDescription)")
        return
      }
      #expect(holder.process == Int(getpid()))
    }
    struct Stop: Error {}
    #expect(throws: Stop.self) { try transaction { _ in throw Stop() } }
    try transaction { _ in }
  }

  @Test("A lock that is held lets nobody write, until it is let go")
  func hold() throws {
    let lock = try sandbox.state().hold()
    #expect(throws: FileError.self) { try transaction { _ in } }
    #expect(try sandbox.state().operations().operations.isEmpty)
    withExtendedLifetime(lock) {}
  }

  // MARK: Files

  @Test("Create never replaces, and keeps the rules for names")
  func create() throws {
    try transaction { transaction in
      try transaction.create(note("a/b.md"), Array("new".utf8), makingFolders: true)
      let code = { (path: String) -> FileError.Code? in
        let error = #expect(throws: FileError.self) {
          try transaction.create(note(path), [], makingFolders: true)
        }
        return error?.code
      }
      #expect(code("a/b.md") == .exists)
      #expect(code("a") == .exists)
      #expect(code(".hidden.md") == .badName(.leadingDot(".hidden.md")))
      #expect(code("node_modules/x.md") == .badName(.reserved("node_modules")))
      #expect(code("a/b.md/c.md") == .notFolder)
      let long = String(repeating: "n", count: 300)
      #expect(code("p/q/\(long).md") == .badName(.tooLong("\(long).md", bytes: 303)))
      #expect(code("p/\(long)/q.md") == .badName(.tooLong(long, bytes: 300)))
      #expect(code(".cairn/p/\(long)/q.md") != nil)
      #expect(throws: FileError.self) {
        try transaction.move(note("gone.md"), to: note("p/q/gone.md"), makingFolders: true)
      }
      #expect(try transaction.store.kind(note("p")) == nil)
      #expect(try transaction.store.kind(note(".cairn")) == nil)
      try transaction.create(note(".cairn/config.yml"), [], makingFolders: true)
      try transaction.create(note("a/.cairnignore"), [])
    }
    #expect(sandbox.text("a/b.md") == "new")
    #expect(sandbox.names("a") == [".cairnignore", "b.md"])
  }

  @Test(
    "Whichever call of create fails: no file, no rest",
    arguments: [
      Errno.ioError, .noSpace, .readOnlyFileSystem, .interrupted,
    ])
  func createFaults(errno: Errno) throws {
    let create = { (store: Store) in try store.createFile(note("a.md"), Array("new".utf8)) }
    let total = try FaultPlan.count { try create(sandbox.store($0)) }
    for number in 1...total {
      unlink(sandbox.absolute("a.md".utf8))
      let plan = FaultPlan(.fail(errno), at: number)
      do {
        try create(sandbox.store(plan))
        #expect(sandbox.text("a.md") == "new")
        #expect(sandbox.names() == ["a.md"], "call \(number)")
      } catch {
        #expect(sandbox.names() == [], "call \(number)")
      }
    }
  }

  @Test("Planned files never replace anything, and are created together", arguments: [1, 20])
  func planned(count: Int) throws {
    sandbox.folder("real")
    sandbox.link("link", to: "real")
    try transaction { transaction in
      try transaction.wholly {
        for number in 1...count { try transaction.plan(note("a/\(number).md"), [65]) }
        for (path, code) in [
          ("a/1.md", .exists), ("a", .exists), ("a/1.md/x.md", .notFolder),
          ("a/1.md/x/y.md", .notFolder),
        ] as [(String, FileError.Code)] {
          let error = #expect(throws: FileError.self) { try transaction.plan(note(path), []) }
          #expect(error?.code == code, "\(path)")
        }
        try transaction.createPlanned(like: note("b/1.md"))
        #expect(sandbox.names("a") == [])
        // These could be other paths of planned files, so the planned files are created first.
        try transaction.createPlanned(like: note("A/1.md"))
        #expect(sandbox.names("a").count == count)
        try transaction.plan(note("link/x.md"), [66])
        try transaction.createPlanned(like: note("real/x.md"))
        #expect(sandbox.text("real/x.md") == "B")
      }
    }
    #expect(sandbox.text("a/1.md") == "A")
  }

  @Test(
    "If a planned file cannot be created, only files that had their names go to the trash",
    arguments: [SystemCall.write, .renameNew])
  func plannedFaults(call: SystemCall) throws {
    for count in [15, 40] {
      let plan = FaultPlan(.fail(.noSpace), at: 9, of: call)
      #expect(throws: FileError.self) {
        try transaction(plan) { transaction in
          try transaction.wholly {
            for number in 1...count { try transaction.plan(note("a/\(number).md"), [65]) }
          }
        }
      }
      #expect(sandbox.names() == [], "\(count)")
      let entries = try sandbox.state().trash().entries
      #expect(entries.count <= (call == .renameNew ? 8 : 0), "\(count)")
      for entry in entries { try transaction { try $0.discard(entry) } }
    }
  }

  @Test("A file that another program creates at the place of a planned one stays")
  func plannedTwice() throws {
    try transaction { _ in }
    let place = sandbox.root
    let plan = FaultPlan(
      .run {
        let file = Glibc.open(cString(place.appending("a.md").bytes), O_WRONLY | O_CREAT, 0o644)
        _ = Glibc.write(file, "A", 1)
        close(file)
      }, at: 2, of: .renameNew)
    #expect(throws: FileError.self) {
      try transaction(plan) { transaction in
        try transaction.wholly {
          try transaction.plan(note("b.md"), [66])
          try transaction.plan(note("a.md"), [65])
          // The error ends the transaction although it is ignored here.
          try? transaction.createPlanned()
        }
      }
    }
    #expect(sandbox.names() == ["a.md"] && sandbox.text("a.md") == "A")
  }

  @Test("Moving never replaces", arguments: [nil, Errno.invalidArgument, .noFunction])
  func move(errno: Errno?) throws {
    for path in ["a.md", "b.md", "x/c.md", "y/c.md"] { sandbox.write(path, path) }
    let plan = errno.map { FaultPlan(.fail($0), at: 1, of: .renameNew, lasting: true) }
    let store = try sandbox.store(plan)
    let code = { (from: String, to: String) -> FileError.Code? in
      let error = #expect(throws: FileError.self) {
        try store.moveEntry(note(from), to: store, note(to))
      }
      return error?.code
    }
    #expect(code("a.md", "b.md") == .exists)
    #expect(code("x", "y") == .exists)
    #expect(code("x", "x/y") == .intoItself)
    #expect(code("none.md", "z.md") == .notFound)
    #expect(code("", "z") == .intoItself)
    #expect(code("y", "") == .isFolder)
    try store.moveEntry(note("a.md"), to: store, note("x/a.md"))
    try store.moveEntry(note("x"), to: store, note("y/x"))
    #expect(sandbox.text("y/x/a.md") == "a.md")
    #expect(sandbox.text("b.md") == "b.md")
    #expect(sandbox.names() == ["b.md", "y"])
  }

  @Test("A name that breaks the rules may stay, and not be given")
  func moveNames() throws {
    sandbox.write("we\nird.md")
    try transaction { transaction in
      try transaction.move(note("we\nird.md"), to: note("x/we\nird.md"), makingFolders: true)
      let error = #expect(throws: FileError.self) {
        try transaction.move(note("x/we\nird.md"), to: note("x/.hidden"))
      }
      #expect(error?.code == .badName(.leadingDot(".hidden")))
      _ = try transaction.trash(note("x/we\nird.md"))
      try transaction.removeFolder(note("x"))
    }
    #expect(sandbox.names() == [])
  }

  @Test("What scans skip is not changed, by its name or through a link")
  func hidden() throws {
    for path in [".git/config", "node_modules/a.md", "a.md"] { sandbox.write(path, "text") }
    sandbox.link("folder", to: ".git")
    sandbox.link("link.md", to: ".git/config")
    try transaction { transaction in
      let code = { (change: () throws -> Void) -> FileError.Code? in
        let error = #expect(throws: FileError.self) { try change() }
        return error?.code
      }
      for path in [".git/x.md", "folder/x.md", "node_modules/x.md"] {
        #expect(code { try transaction.create(note(path), []) } == .hidden, "\(path)")
        #expect(code { try transaction.move(note("a.md"), to: note(path)) } != nil, "\(path)")
      }
      for path in [".git/config", "folder/config", "node_modules/a.md"] {
        #expect(code { _ = try transaction.edit(note(path)) { _ in [] } } == .hidden, "\(path)")
        #expect(code { try transaction.withdraw(note(path), []) } == .hidden, "\(path)")
        #expect(code { _ = try transaction.trash(note(path)) } == .hidden, "\(path)")
      }
      #expect(code { _ = try transaction.edit(note("link.md")) { _ in [] } } == .hidden)
      #expect(code { try transaction.makeFolder(note("folder/x")) } == .hidden)
      #expect(code { _ = try transaction.trash(note(".git")) } == .hidden)
      // A link is no more than a name, and may go.
      _ = try transaction.trash(note("link.md"))
    }
    #expect(sandbox.names(".git") == ["config"])
    #expect(sandbox.text(".git/config") == "text")
  }

  @Test("Folders: the outermost that was missing first, and only empty ones are removed")
  func folders() throws {
    sandbox.folder("a")
    try transaction { transaction in
      let made = try transaction.makeFolder(note("a/b/c"))
      #expect(made == [note("a/b"), note("a/b/c")])
      let madeAgain = try transaction.makeFolder(note("a/b/c"))
      #expect(madeAgain == [])
      let error = #expect(throws: FileError.self) { try transaction.removeFolder(note("a")) }
      #expect(error?.code == .notEmpty)
    }
  }
}
