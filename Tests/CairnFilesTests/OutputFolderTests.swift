import CairnText
import SystemPackage
import Testing

@testable import CairnFiles

@Suite("Folders that are made again") struct OutputFolderTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func folder(_ faults: FaultPlan? = nil) throws -> OutputFolder {
    try OutputFolder(sandbox.root.appending("a/b"), faults: faults)
  }

  @Test("The folder and those above it are made")
  func making() throws {
    let folder = try folder()
    #expect(try folder.isEmpty())
    try folder.write(note("c/d/e.html"), Array("x".utf8))
    #expect(try folder.read(note("c/d/e.html")) == Array("x".utf8))
    #expect(folder.size(of: note("c/d/e.html")) == 1)
    #expect(try !self.folder().isEmpty())
  }

  @Test("What is there is replaced, and nothing is left over")
  func replacing() throws {
    let folder = try folder()
    for text in ["one", "", "three"] {
      try folder.write(note("x"), Array(text.utf8))
      #expect(try folder.read(note("x")) == Array(text.utf8))
    }
    let names = try Store(root: folder.path).names(in: .root, for: .list)
    #expect(names == [Array("x".utf8)])
  }

  @Test("Drafts of a run that was killed are removed, and nothing else")
  func drafts() throws {
    let folder = try folder()
    let ours = [".cairn-1.tmp", ".cairn-0123456789abcdef.tmp"]
    for name in ours { sandbox.write("a/b/\(name)", "half") }
    #expect(try folder.isEmpty())
    let others = [".cairn-.tmp", ".cairn-site.tmp", ".cairn-0123456789abcdef0.tmp", "x.tmp"]
    for name in others { sandbox.write("a/b/c/\(name)", "theirs") }
    for name in ours { sandbox.write("a/b/c/\(name)", "half") }
    sandbox.write("outside/.cairn-1.tmp", "theirs")
    sandbox.link("a/b/out", to: "../../outside")
    for path in ["", "c", "out", "none"] { folder.removeDrafts(in: note(path)) }
    let store = try Store(root: folder.path)
    let left = [NotePath.root, note("c")].map { folder in
      ((try? store.names(in: folder, for: .list)) ?? []).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(left == [["c", "out"], others.sorted()])
    #expect(sandbox.text("outside/.cairn-1.tmp") == "theirs")
  }

  @Test("Nothing is there")
  func nothing() throws {
    let folder = try folder()
    #expect(try folder.read(note("x/y")) == nil)
    #expect(folder.size(of: note("x/y")) == nil)
    #expect(throws: FileError.self) { try folder.remove(note("x/y")) }
  }

  @Test("No link is followed, not even to a place within")
  func links() throws {
    let folder = try folder()
    sandbox.write("outside/x", "theirs")
    sandbox.link("a/b/out", to: "../../outside")
    sandbox.link("a/b/file", to: "../../outside/x")
    #expect(throws: FileError.self) { try folder.write(note("out/x"), [1]) }
    #expect(throws: FileError.self) { try folder.write(note("out/new/y"), [1]) }
    #expect(throws: FileError.self) { try folder.remove(note("out/x")) }
    #expect(throws: FileError.self) { try folder.read(note("file")) }
    #expect(folder.size(of: note("file")) == nil)
    // The name itself is replaced, not what it leads to.
    try folder.write(note("file"), [1])
    #expect(sandbox.text("outside/x") == "theirs")
    #expect(try folder.read(note("file")) == [1])
  }

  @Test("Folders that are empty go with the last file")
  func removing() throws {
    let folder = try folder()
    try folder.write(note("c/d/e"), [1])
    try folder.write(note("c/f"), [1])
    try folder.remove(note("c/d/e"))
    #expect(sandbox.status("a/b/c/d") == nil)
    try folder.remove(note("c/f"))
    #expect(sandbox.status("a/b/c") == nil)
    #expect(sandbox.status("a/b") != nil)
  }

  @Test("A write that fails leaves what was there, and no draft")
  func failing() throws {
    try folder().write(note("x"), [1])
    for call in [SystemCall.write, .renameat] {
      let folder = try folder(FaultPlan(.fail(.noSpace), at: 1, of: call))
      #expect(throws: FileError.self) { try folder.write(note("x"), [2]) }
      #expect(try folder.read(note("x")) == [1])
      #expect(try Store(root: folder.path).names(in: .root, for: .list).count == 1)
    }
  }
}
