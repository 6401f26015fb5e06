import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnFiles

@Suite struct ScanTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("Markdown files that are not hidden, ordered by path")
  func files() throws {
    for path in [
      "b.md", "a.MD", "a/z.Markdown", "a/b/c.md", "a-b.md", "a b.md", "日本.md", "_collection.md",
      ".hidden.md", ".git/x.md", ".cairn/x.md", ".obsidian/x.md", "node_modules/x.md", "x.mdx",
      "image.png", ".md", "md", "xmd", "a/.markdown", "x.mdxx",
    ] { sandbox.write(path) }
    let scan = try sandbox.store().scan()
    let expected = [
      "_collection.md", "a b.md", "a-b.md", "a.MD", "a/b/c.md", "a/z.Markdown", "b.md", "x.mdx",
      "日本.md",
    ].map(note).sorted()
    #expect(scan.files.map(\.path) == expected)
    #expect(scan.folders == [note("a"), note("a/b")])
    #expect(scan.isComplete)
    #expect(scan.attachments.isEmpty)
    let all = try sandbox.store().scan(including: .allFiles)
    #expect(all.files == scan.files)
    #expect(all.attachments == ["image.png", "md", "x.mdxx", "xmd"].map(note))
  }

  @Test("A stamp tells a change")
  func stamps() throws {
    sandbox.write("a.md", "one")
    let first = try sandbox.store().scan()
    #expect(try sandbox.store().scan().files == first.files)
    sandbox.save("a.md", "two")
    #expect(try sandbox.store().scan().files != first.files)
  }

  @Test("Links, pipes and sockets are named and left alone")
  func specials() throws {
    sandbox.write("real/a.md")
    sandbox.link("again.md", to: "real/a.md")
    sandbox.link("real/up", to: "..")
    sandbox.link("out", to: "/")
    sandbox.link("loop.md", to: "loop.md")
    mkfifo(sandbox.absolute("pipe.md".utf8), 0o644)
    mknod(sandbox.absolute("socket.md".utf8), S_IFSOCK | 0o644, 0)
    let scan = try sandbox.store().scan()
    #expect(scan.files.map(\.path) == [note("real/a.md")])
    #expect(
      scan.specials.map { "\($0.path) \($0.kind.rawValue)" } == [
        "again.md link", "loop.md link", "out link", "pipe.md pipe", "real/up link",
        "socket.md socket",
      ])
    #expect(scan.isComplete)
  }

  @Test("What an interrupted write left is named")
  func leftovers() throws {
    sandbox.write("a/.cairn-12ab.tmp")
    #expect(try sandbox.store().scan().leftovers == [note("a/.cairn-12ab.tmp")])
  }

  @Test("Names that are no text are files")
  func bytes() throws {
    let name: [UInt8] = [0xFF, 0x2E, 0x6D, 0x64]
    sandbox.write(name)
    #expect(try sandbox.store().scan().files.map(\.path.bytes) == [name])
  }

  @Test("A folder that cannot be read makes the scan incomplete, and hides nothing else")
  func unreadable() throws {
    sandbox.write("a/x.md")
    sandbox.write("b/x.md")
    // The root is listed by two calls.
    let store = try sandbox.store(FaultPlan(.fail(.permissionDenied), at: 3, of: .getdents))
    let scan = store.scan()
    let unread = try #require(scan.problems.first?.notePath)
    let read = note(unread == note("a") ? "b" : "a")
    #expect(scan.files.map(\.path.parent) == [read])
    #expect(scan.folders == [note("a"), note("b")])
    #expect(!scan.isComplete)
    #expect(
      scan.problems.map(\.description) == ["cannot list \(unread): permission denied"])
  }

  @Test("Whichever call fails: every file is listed, or the scan is incomplete")
  func faults() throws {
    for path in ["a/x.md", "a/b/x.md", "c.md"] { sandbox.write(path) }
    sandbox.write("a/.cairnignore", "# nothing\n")
    let whole = try sandbox.store().scan()
    let total = try FaultPlan.count { _ = try sandbox.store($0).scan() }
    for number in 1...total {
      let plan = FaultPlan(.fail(.ioError), at: number)
      guard let scan = try? sandbox.store(plan).scan() else { continue }
      #expect(!scan.isComplete, "call \(number)")
      #expect(Set(scan.files).isSubset(of: whole.files))
      let interrupted = try sandbox.store(FaultPlan(.fail(.interrupted), at: number)).scan()
      #expect(interrupted.files == whole.files)
      #expect(interrupted.isComplete)
    }
  }

  @Test("A file that vanishes while it is listed is no problem")
  func vanishing() throws {
    for path in ["a/x.md", "b/x.md"] { sandbox.write(path) }
    let files = ["a/x.md", "b/x.md"].map { sandbox.absolute($0.utf8) }
    let plan = FaultPlan(.run { files.forEach { unlink($0) } }, at: 2, of: .fstatat)
    let scan = try sandbox.store(plan).scan()
    // The other one may be looked at before, or behind it on another thread.
    #expect(scan.files.count <= 1)
    #expect(scan.isComplete)
  }

  @Test("Ten thousand folders deep", .timeLimit(.minutes(15)))
  func deep() throws {
    // In memory where that can be: a disk takes long to make so many folders.
    let hasMemory = access("/dev/shm", W_OK) == 0
    let sandbox = hasMemory ? try Sandbox(in: "/dev/shm") : sandbox
    let depth = 10_000
    var folder = open(sandbox.absolute("".utf8), O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      mkdirat(folder, "d", 0o755)
      let next = openat(folder, "d", O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    close(openat(folder, "x.md", O_WRONLY | O_CREAT, 0o644))
    let scan = try sandbox.store().scan()
    #expect(scan.folders.count == depth)
    #expect(scan.files.map(\.path.components.count) == [depth + 1])
    #expect(scan.isComplete)
    // Taken away from the bottom, since removing a tree by its path is slow that far down.
    unlinkat(folder, "x.md", 0)
    for _ in 0..<depth {
      let parent = openat(folder, "..", O_RDONLY | O_DIRECTORY)
      close(folder)
      unlinkat(parent, "d", AT_REMOVEDIR)
      folder = parent
    }
    close(folder)
  }
}
