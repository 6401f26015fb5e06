import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnFiles

// MARK: Trash

extension StateTests {
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
