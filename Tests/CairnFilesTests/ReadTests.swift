import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnFiles

@Suite struct ReadTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func code(_ path: String, _ faults: FaultPlan? = nil) -> FileError.Code? {
    do throws(FileError) {
      let store = try Store(root: sandbox.root, faults: faults)
      _ = try store.read(note(path))
      return nil
    } catch {
      return error.code
    }
  }

  @Test("Bytes and stamp of a file")
  func read() throws {
    sandbox.write("a/b.md", "text")
    let contents = try sandbox.store().read(note("a/b.md"))
    let status = try #require(sandbox.status("a/b.md"))
    #expect(contents.bytes == Array("text".utf8))
    #expect(contents.stamp.size == 4)
    #expect(contents.stamp.inode == UInt64(status.st_ino))
    #expect(contents.stamp.modified.nanoseconds == status.st_mtim.tv_nsec)
    #expect(try sandbox.store().stamp(note("a/b.md")) == contents.stamp)
  }

  @Test("What is no file is not opened, and never waited for")
  func specials() throws {
    sandbox.folder("folder.md")
    mkfifo(sandbox.absolute("pipe.md".utf8), 0o644)
    mknod(sandbox.absolute("socket.md".utf8), S_IFSOCK | 0o644, 0)
    #expect(code("pipe.md") == .notRegular)
    #expect(code("folder.md") == .isFolder)
    #expect(code("none.md") == .notFound)
    #expect(code("none/none.md") == .notFound)
    #expect(code(String(repeating: "x", count: 300)) == .nameTooLong)
    // A socket cannot be opened at all.
    #expect(code("socket.md") != nil)
  }

  @Test("Of a text no more than the limit is read, of one that is too large nothing")
  func large() throws {
    sandbox.write("large.md", "x")
    truncate(sandbox.absolute("large.md".utf8), 4 << 30)
    sandbox.write("limit.md", "x")
    truncate(sandbox.absolute("limit.md".utf8), off_t(Store.largestText))
    let store = try sandbox.store()
    let error = #expect(throws: FileError.self) { try store.readText(note("large.md")) }
    #expect(error?.code == .tooLarge)
    #expect(try store.readText(note("limit.md")).bytes.count == Store.largestText)
    #expect(store.contents(of: [note("large.md")]).map { try? $0.get() } == [nil])
    // One that grows while it is read: it had three bytes when it was asked.
    sandbox.write("grows.md", String(repeating: "x", count: 10_000))
    let file = try store.open(note("grows.md"), SystemCalls.readFlags, for: .read)
    let failure = #expect(throws: Errno.self) {
      try store.system.readAll(file.raw, expecting: 3, upTo: 100)
    }
    #expect(failure == .fileTooLarge)
  }

  @Test("Links are followed within the root and not out of it")
  func links() throws {
    sandbox.write("real/a.md", "inside")
    mkdir(sandbox.path("outside"), 0o755)
    sandbox.link("a.md", to: "real/a.md")
    sandbox.link("real/up.md", to: "../a.md")
    sandbox.link("folder", to: "./real/")
    sandbox.link("absolute.md", to: "\(try sandbox.store().root)/real/a.md")
    sandbox.link("out", to: "../outside")
    sandbox.link("passwd.md", to: "/etc/passwd")
    sandbox.link("beside.md", to: "\(try sandbox.store().root)2/a.md")
    sandbox.link("loop.md", to: "loop.md")
    sandbox.link("one", to: "two")
    sandbox.link("two", to: "one")
    sandbox.link("dead.md", to: "nowhere")
    for path in ["a.md", "real/up.md", "folder/a.md", "folder/up.md", "absolute.md"] {
      #expect(code(path) == nil, "\(path)")
    }
    for path in ["out/a.md", "passwd.md", "beside.md"] {
      #expect(code(path) == .outsideRoot, "\(path)")
    }
    #expect(code("loop.md") == .loop)
    #expect(code("one/a.md") == .loop)
    #expect(code("dead.md") == .notFound)
    #expect(code("real/a.md/x.md") == .notFolder)
  }

  @Test(
    "The same without openat2, as on an old kernel or in a sandbox",
    arguments: [
      Errno.noFunction, .notPermitted,
    ])
  func withoutOpenat2(errno: Errno) throws {
    sandbox.write("real/deep/a.md", "inside")
    sandbox.link("folder", to: "real/deep")
    sandbox.link("real/out", to: "../../")
    let faults = { FaultPlan(.fail(errno), at: 1, of: .openat2, lasting: true) }
    #expect(code("real/deep/a.md", faults()) == nil)
    #expect(code("folder/a.md", faults()) == nil)
    #expect(code("real/out/a.md", faults()) == .outsideRoot)
    #expect(code("real/none/a.md", faults()) == .notFound)
  }

  @Test("Names in many scripts, and bytes that are no text")
  func names() throws {
    for name in ["Привет", "日本語", "مرحبا", "नमस्ते", "שלום", "Ünï 🎬"] {
      sandbox.write("\(name)/\(name).md", name)
      #expect(try sandbox.store().read(note("\(name)/\(name).md")).bytes == Array(name.utf8))
    }
    let bytes: [UInt8] = [0xFF, 0xFE, 0x2E, 0x6D, 0x64]
    sandbox.write(bytes, "bytes")
    let path = try #require(NotePath(bytes: bytes))
    #expect(try sandbox.store().read(path).bytes == Array("bytes".utf8))
  }

  @Test(
    "Short reads and interruptions change nothing",
    arguments: [
      FaultPlan.Fault.short(1), .short(3),
    ])
  func shortReads(fault: FaultPlan.Fault) throws {
    sandbox.write("a.md", "some text")
    let store = try sandbox.store(FaultPlan(fault, at: 1, of: .read, lasting: true))
    #expect(try store.read(note("a.md")).bytes == Array("some text".utf8))
  }

  @Test("Every call may fail, and the error says which file")
  func faults() throws {
    sandbox.write("a/b.md", "text")
    let total = try FaultPlan.count { _ = try sandbox.store($0).read(note("a/b.md")) }
    for number in 1...total {
      let faults = FaultPlan(.fail(.ioError), at: number)
      let error = #expect(throws: FileError.self) {
        try sandbox.store(faults).read(note("a/b.md"))
      }
      #expect(error?.code == .other(EIO))
      let interrupted = FaultPlan(.fail(.interrupted), at: number)
      #expect(try sandbox.store(interrupted).read(note("a/b.md")).bytes == Array("text".utf8))
    }
  }

  @Test("A message is one line that names the file and the reason")
  func message() throws {
    sandbox.write("work/x.md")
    let store = try sandbox.store(FaultPlan(.fail(.noSpace), at: 1, of: .write))
    let error = #expect(throws: FileError.self) {
      try store.editFile(note("work/x.md")) { _ in [1] }
    }
    #expect(error?.description == "cannot write work/x.md: no space left on the disk")
    #expect(error?.notePath == note("work/x.md"))
  }
}
