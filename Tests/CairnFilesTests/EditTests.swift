import CLinux
import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnFiles

/// DESIGN: a write is whole or not at all, and a save by another program is never lost.
@Suite struct EditTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func append(_ text: String) -> ([UInt8]) -> [UInt8]? { { $0 + Array(text.utf8) } }

  /// Checks that nothing but `a.md` is there.
  private func expectNoRest(_ note: String = "") {
    #expect(sandbox.names() == ["a.md"], "\(note)")
  }

  @Test("An edit replaces the bytes and keeps the mode")
  func edit() throws {
    sandbox.write("a.md", "old", mode: 0o640)
    let edit = try sandbox.store().editFile(note("a.md"), append(" new"))
    #expect(edit == Edit(before: Array("old".utf8), after: Array("old new".utf8)))
    #expect(sandbox.text("a.md") == "old new")
    #expect(sandbox.status("a.md").map { $0.st_mode & 0o7777 } == 0o640)
    expectNoRest()
  }

  @Test("The same bytes, or none, write nothing", arguments: [true, false])
  func unchanged(isNil: Bool) throws {
    sandbox.write("a.md", "old")
    let before = sandbox.status("a.md")
    let edit = try sandbox.store().editFile(note("a.md")) { isNil ? nil : $0 }
    let after = sandbox.status("a.md")
    #expect(!edit.isChange)
    #expect(before?.st_ino == after?.st_ino)
    #expect(before?.st_mtim.tv_nsec == after?.st_mtim.tv_nsec)
    #expect(before?.st_ctim.tv_nsec == after?.st_ctim.tv_nsec)
    expectNoRest()
  }

  @Test("A refusal leaves everything as it was")
  func refusal() throws {
    struct Refusal: Error, Equatable {}
    sandbox.write("a.md", "old")
    #expect(throws: Refusal()) {
      try sandbox.store().editFile(note("a.md")) { _ in throw Refusal() }
    }
    #expect(sandbox.text("a.md") == "old")
    expectNoRest()
  }

  @Test(
    "Whichever call fails: the old bytes or the new ones, and no rest",
    arguments: [
      Errno.ioError, .noSpace, .interrupted, .permissionDenied, .readOnlyFileSystem,
    ])
  func faults(errno: Errno) throws {
    sandbox.write("a.md", "old")
    let total = try FaultPlan.count {
      _ = try sandbox.store($0).editFile(note("a.md"), append("+"))
    }
    for number in 1...total {
      sandbox.write("a.md", "old")
      let plan = FaultPlan(.fail(errno), at: number)
      let outcome = Result { try sandbox.store(plan).editFile(note("a.md"), append(" new")) }
      let call = plan.calls.count >= number ? plan.calls[number - 1] : .open
      let text = sandbox.text("a.md")
      switch outcome {
      case .success: #expect(text == "old new", "call \(number), \(call)")
      case .failure(let error):
        #expect(errno != .interrupted, "call \(number), \(call)")
        #expect(error is FileError)
        #expect(text == "old" || text == "old new", "call \(number), \(call)")
      }
      if call != .unlinkat { expectNoRest("call \(number), \(call)") }
      for name in sandbox.names() where name != "a.md" {
        unlink(sandbox.absolute(name.utf8))
      }
    }
  }

  @Test("Short writes end up whole")
  func shortWrites() throws {
    sandbox.write("a.md", "old")
    let plan = FaultPlan(.short(2), at: 1, of: .write, lasting: true)
    _ = try sandbox.store(plan).editFile(note("a.md"), append(" and new"))
    #expect(sandbox.text("a.md") == "old and new")
  }

  /// When an editor saves: before the exchange, before the comparison, before it is put back.
  static let moments: [(SystemCall, Int)] = [
    (.openat, 2), (.fchmod, 1), (.fsync, 1), (.exchange, 1),
  ]

  @Test("A save in between is kept, and the edit applied to it", arguments: moments, [true, false])
  func save(moment: (SystemCall, Int), isInPlace: Bool) throws {
    sandbox.write("a.md", "old")
    let sandbox = self.sandbox
    let plan = FaultPlan(
      .run { [path = sandbox.absolute("a.md".utf8), other = sandbox.absolute("b".utf8)] in
        let file = open(isInPlace ? path : other, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        write(file, "saved", 5)
        close(file)
        if !isInPlace { rename(other, path) }
      }, at: moment.1, of: moment.0)
    let edit = try sandbox.store(plan).editFile(note("a.md"), append(" new"))
    #expect(sandbox.text("a.md") == "saved new")
    #expect(edit.before == Array("saved".utf8))
    expectNoRest()
  }

  @Test("A second save while the first is put back is kept too", arguments: [true, false])
  func secondSave(isInPlace: Bool) throws {
    sandbox.write("a.md", "old")
    let path = sandbox.absolute("a.md".utf8)
    let other = sandbox.absolute("b".utf8)
    let saves = Counter()
    // Before each of the first two exchanges, somebody saves.
    let plan = FaultPlan(
      .run {
        let number = saves.next()
        guard number <= 2 else { return }
        let file = open(isInPlace ? path : other, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        write(file, "save\(number)", 5)
        close(file)
        if !isInPlace { rename(other, path) }
      }, at: 1, of: .exchange, lasting: true)
    _ = try sandbox.store(plan).editFile(note("a.md"), append(" new"))
    #expect(sandbox.text("a.md") == "save2 new")
    expectNoRest()
  }

  @Test("A program that never stops saving is given way to")
  func contended() throws {
    sandbox.write("a.md", "old")
    let path = sandbox.absolute("a.md".utf8)
    let saves = Counter()
    let plan = FaultPlan(
      .run {
        let text = "save \(saves.next())"
        let file = open(path, O_WRONLY | O_TRUNC)
        write(file, text, text.utf8.count)
        close(file)
      }, at: 1, of: .fchmod, lasting: true)
    let error = #expect(throws: FileError.self) {
      try sandbox.store(plan).editFile(note("a.md"), append(" new"))
    }
    #expect(error?.code == .contended(kept: nil))
    #expect(sandbox.text("a.md") == "save 8")
    expectNoRest()
  }

  @Test("A file removed in between is not made again")
  func removed() throws {
    sandbox.write("a.md", "old")
    let path = sandbox.absolute("a.md".utf8)
    let plan = FaultPlan(.run { unlink(path) }, at: 1, of: .exchange)
    let error = #expect(throws: FileError.self) {
      try sandbox.store(plan).editFile(note("a.md"), append(" new"))
    }
    #expect(error?.code == .notFound)
    #expect(sandbox.names() == [])
  }

  @Test(
    "Where files cannot change places, the stamp is compared",
    arguments: [
      Errno.invalidArgument, .noFunction,
    ])
  func withoutExchange(errno: Errno) throws {
    sandbox.write("a.md", "old", mode: 0o600)
    let plan = FaultPlan(.fail(errno), at: 1, of: .exchange, lasting: true)
    _ = try sandbox.store(plan).editFile(note("a.md"), append(" new"))
    #expect(sandbox.text("a.md") == "old new")
    #expect(sandbox.status("a.md").map { $0.st_mode & 0o7777 } == 0o600)
    expectNoRest()
  }

  @Test("A link stays a link, and its target gets the bytes")
  func links() throws {
    sandbox.write("real/b.md", "old")
    sandbox.link("a.md", to: "real/b.md")
    _ = try sandbox.store().editFile(note("a.md"), append(" new"))
    #expect(sandbox.text("real/b.md") == "old new")
    #expect(sandbox.status("a.md").map { $0.st_mode & S_IFMT } == S_IFLNK)
    sandbox.link("out.md", to: "/etc/hostname")
    let error = #expect(throws: FileError.self) {
      try sandbox.store().editFile(note("out.md"), append(" new"))
    }
    #expect(error?.code == .outsideRoot)
  }

  @Test("The other names of a file keep the old bytes")
  func hardLinks() throws {
    sandbox.write("a.md", "old")
    Glibc.link(sandbox.absolute("a.md".utf8), sandbox.absolute("b.md".utf8))
    _ = try sandbox.store().editFile(note("a.md"), append(" new"))
    #expect(sandbox.text("a.md") == "old new")
    #expect(sandbox.text("b.md") == "old")
  }

  @Test("Extended attributes stay, where the file system has them")
  func attributes() throws {
    sandbox.write("a.md", "old")
    let path = sandbox.absolute("a.md".utf8)
    guard setxattr(path, "user.colour", "blue", 4, 0) == 0 else { return }
    _ = try sandbox.store().editFile(note("a.md"), append(" new"))
    var value = [UInt8](repeating: 0, count: 8)
    #expect(getxattr(path, "user.colour", &value, 8) == 4)
    #expect(value.starts(with: "blue".utf8))
  }

  @Test("As root the owner stays", .enabled(if: geteuid() == 0))
  func owner() throws {
    sandbox.write("a.md", "old")
    chown(sandbox.absolute("a.md".utf8), 12, 34)
    _ = try sandbox.store().editFile(note("a.md"), append(" new"))
    #expect(sandbox.status("a.md").map { [$0.st_uid, $0.st_gid] } == [12, 34])
  }

  @Test("Who may not give a file away becomes its owner")
  func foreignOwner() throws {
    sandbox.write("a.md", "old", mode: 0o644)
    if geteuid() == 0 { chown(sandbox.absolute("a.md".utf8), 12, 34) }
    let plan = FaultPlan(.fail(.notPermitted), at: 1, of: .fchown)
    _ = try sandbox.store(plan).editFile(note("a.md"), append(" new"))
    #expect(sandbox.text("a.md") == "old new")
  }

  @Test("A pipe is not waited for")
  func pipe() throws {
    mkfifo(sandbox.absolute("a.md".utf8), 0o644)
    let error = #expect(throws: FileError.self) {
      try sandbox.store().editFile(note("a.md"), append(" new"))
    }
    #expect(error?.code == .notRegular)
  }
}
