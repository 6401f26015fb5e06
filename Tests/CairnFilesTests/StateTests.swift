import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnFiles

@Suite struct StateTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func transaction<Result>(
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

  // MARK: Trash

  /// The same file system, and two that are not: by a fault, and as they are on this machine.
  enum Disk: CaseIterable { case same, fault, other }

  private func state(_ disk: Disk) throws -> (StateFolder, Sandbox?) {
    switch disk {
    case .same: return (try sandbox.state(), nil)
    case .fault:
      // The first such call makes the entry's record, the second moves the file.
      return (
        StateFolder(
          in: sandbox.states,
          of: try sandbox.store(CrossDevice.plan())), nil
      )
    case .other:
      guard access("/dev/shm", W_OK) == 0 else { return (try sandbox.state(), nil) }
      let other = try Sandbox(in: "/dev/shm")
      return (StateFolder(in: other.states, of: try sandbox.store()), other)
    }
  }

  private enum CrossDevice {
    static func plan() -> FaultPlan { FaultPlan(.fail(.improperLink), at: 3, of: .renameNew) }
  }

  @Test("What is trashed comes back as it was", arguments: Disk.allCases)
  func trash(disk: Disk) throws {
    sandbox.write("work/a.md", "text", mode: 0o640)
    sandbox.write("work/.hidden", "hidden")
    sandbox.write("work/deep/er/image.png", "image")
    sandbox.link("work/link.md", to: "a.md")
    let before = sandbox.status("work/a.md")
    let (state, other) = try state(disk)
    defer { _ = other }
    let entry = try state.transaction(at: noon) { try $0.trash(note("work")) }
    #expect(sandbox.names() == [])
    #expect(entry.isFolder)
    #expect(try state.trash().entries == [entry])
    #expect(try state.trash().problems == [])
    try state.transaction(at: noon) { _ = try $0.restore(entry) }
    let after = sandbox.status("work/a.md")
    #expect(sandbox.names("work") == [".hidden", "a.md", "deep", "link.md"])
    #expect(sandbox.text("work/a.md") == "text")
    #expect(sandbox.text("work/deep/er/image.png") == "image")
    #expect(sandbox.status("work/link.md").map { $0.st_mode & S_IFMT } == S_IFLNK)
    #expect(before?.st_mode == after?.st_mode)
    #expect(before?.st_mtim.tv_sec == after?.st_mtim.tv_sec)
    #expect(before?.st_mtim.tv_nsec == after?.st_mtim.tv_nsec)
    #expect(try state.trash().entries == [])
    #expect(sandbox.names() == ["work"])
  }

  @Test("Entries of one command share its name; any path survives")
  func entries() throws {
    let path = try #require(NotePath(bytes: [0xFF, 0x25, 0x0A, 0x20, 0x2E, 0x6D, 0x64]))
    sandbox.write(path.bytes, "bytes")
    sandbox.write("b.md", "b")
    let state = try sandbox.state()
    let entries = try state.transaction(at: noon) {
      [try $0.trash(path), try $0.trash(note("b.md"))]
    }
    #expect(Set(entries.map(\.operation)).count == 1)
    let listed = try state.trash().entries
    #expect(Set(listed) == Set(entries))
    #expect(try state.contents(of: entries[0]).bytes == Array("bytes".utf8))
    sandbox.write("b.md", "another")
    try state.transaction(at: noon) { transaction in
      let error = #expect(throws: FileError.self) { try transaction.restore(entries[1]) }
      #expect(error?.code == .exists)
      let place = try transaction.restore(entries[1], to: note("c/b.md"))
      #expect(place == note("c/b.md"))
      try transaction.restore(entries[0])
    }
    #expect(sandbox.text("c/b.md") == "b")
    #expect(sandbox.text("b.md") == "another")
    #expect(try sandbox.store().read(path).bytes == Array("bytes".utf8))
  }

  @Test("What was removed last comes first, also where the clock stands still")
  func sequence() throws {
    let state = try sandbox.state()
    let names = ["c", "a", "d", "b", "f", "e"]
    for name in names {
      sandbox.write("\(name).md")
      sandbox.write("\(name)2.md")
      try state.transaction(at: noon) {
        _ = try $0.trash(note("\(name)2.md"))
        _ = try $0.trash(note("\(name).md"))
      }
    }
    let listed = try state.trash().entries.map(\.path)
    #expect(listed == names.reversed().flatMap { [note("\($0).md"), note("\($0)2.md")] })
  }

  @Test("An entry that was tampered with comes back into no hidden folder")
  func tampered() throws {
    sandbox.write("a.md")
    sandbox.write(".git/config")
    sandbox.link("folder", to: ".git")
    let state = try sandbox.state()
    let entry = try state.transaction(at: noon) { try $0.trash(note("a.md")) }
    try state.transaction(at: noon) { transaction in
      for path in [".git/hooks/pre-commit", ".x/y/z", "folder/hooks", "node_modules/a"] {
        let error = #expect(throws: FileError.self) {
          try transaction.restore(entry, to: note(path))
        }
        #expect(error?.code == .hidden, "\(path)")
      }
    }
    #expect(sandbox.names(".git") == ["config"])
    #expect(sandbox.names() == [".git", "folder"])
    #expect(try state.trash().entries == [entry])
  }

  @Test("What is discarded is gone for good, and nothing else is")
  func discard() throws {
    let state = try sandbox.state()
    for path in ["a.md", "b.md"] {
      sandbox.write(path)
      try state.transaction(at: noon) { _ = try $0.trash(note(path)) }
    }
    let entries = try state.trash().entries
    let doomed = try #require(entries.first { $0.path == note("a.md") })
    try state.transaction(at: noon) { try $0.discard(doomed) }
    #expect(try state.trash().entries == entries.filter { $0.path == note("b.md") })
  }

  @Test("Whichever call of trash fails: it is in one place, whole", arguments: [false, true])
  func trashFaults(isOtherDisk: Bool) throws {
    let other = isOtherDisk ? try Sandbox(in: "/dev/shm") : sandbox
    let state = { (plan: FaultPlan?) throws in
      StateFolder(in: other.states, of: try sandbox.store(plan))
    }
    sandbox.write("x/a.md", "text")
    _ = try state(nil).transaction(at: noon) { try $0.trash(note("x")) }
    sandbox.write("x/a.md", "text")
    let total = try FaultPlan.count { plan in
      _ = try state(plan).transaction(at: noon) { try $0.trash(note("x")) }
    }
    for number in 1...total {
      // A transaction begins with taking back what failed, which may be one of the entries.
      try state(nil).transaction(at: noon) { transaction in
        for entry in try state(nil).trash().entries { try transaction.discard(entry) }
      }
      sandbox.write("x/a.md", "text")
      let plan = FaultPlan(.fail(.ioError), at: number)
      let isDone = (try? state(plan).transaction(at: noon) { try $0.trash(note("x")) }) != nil
      let entries = try state(nil).trash().entries
      let isHere = sandbox.text("x/a.md") == "text"
      let call = plan.calls.count >= number ? plan.calls[number - 1] : .open
      #expect(isHere || entries.count == 1, "call \(number), \(call)")
      if isDone { #expect(!isHere && entries.count == 1) }
      for name in sandbox.names() {
        try sandbox.store().removeTree(note(name))
      }
    }
  }

  @Test("An entry that does not read is a problem, and hides no other")
  func damaged() throws {
    sandbox.write("a.md")
    let state = try sandbox.state()
    let entry = try state.transaction(at: noon) { try $0.trash(note("a.md")) }
    let name = StateFolder.hash(state.root.bytes)
    sandbox.write("../state/cairn/\(name)/trash/bad/contents", "text")
    sandbox.write("../state/cairn/\(name)/trash/bad/entry", "nonsense")
    let (entries, problems) = try state.trash()
    #expect(entries == [entry])
    #expect(problems.count == 1)
  }

  // MARK: Drafts

  @Test("A draft is kept with its notes, even while the lock is held")
  func drafts() throws {
    let state = try sandbox.state()
    let notes = ["title": "Zürich: 100 %", "field": "a=b\nc"]
    let draft = try state.transaction(at: noon) { _ in
      try state.saveDraft(Array("text".utf8), notes: notes, at: noon)
    }
    #expect(try state.drafts() == [draft])
    #expect(try state.text(of: draft) == Array("text".utf8))
    #expect(draft.notes == notes)
    #expect(draft.file.description.hasSuffix(".md"))
    try state.removeDraft(draft)
    #expect(try state.drafts() == [])
  }

  @Test("Where nothing can be written, keeping a draft says so and where")
  func draftFailure() throws {
    let plan = FaultPlan(.fail(.noSpace), at: 1, of: .write, lasting: true)
    let error = #expect(throws: FileError.self) {
      try sandbox.state(plan).saveDraft([1], at: noon)
    }
    #expect(error?.code == .noSpace)
    #expect(error?.path.isAbsolute == true)
  }
}
