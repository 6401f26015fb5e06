import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnFiles

@Suite struct ReadManyTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// What each path gives, in the order of the paths.
  private func read(
    _ store: Store, _ paths: [NotePath], threads: Int
  ) -> [Result<FileContents, FileError>?] {
    let all = Mutex([Result<FileContents, FileError>?](repeating: nil, count: paths.count))
    store.read(paths, threads: threads) { index, contents in
      all.withLock {
        #expect($0[index] == nil, "read twice")
        $0[index] = contents
      }
    }
    return all.withLock { $0 }
  }

  private func readEach(
    _ store: Store, _ paths: [NotePath]
  ) -> [Result<FileContents, FileError>?] {
    paths.map { path in Result { () throws(FileError) in try store.read(path) } }
  }

  @Test("Reading together gives what reading one by one gives", arguments: [1, 2, 5])
  func law(threads: Int) throws {
    for number in 0..<300 {
      sandbox.write("f\(number / 40)/\(number).md", String(repeating: "x", count: number * 97))
    }
    sandbox.write([0xFF, 0x2F, 0xFE], "no text")
    sandbox.write("big.md", String(repeating: "0123456789", count: 50_000))
    sandbox.write("empty.md")
    sandbox.link("f0/link.md", to: "../f1/40.md")
    sandbox.link("folder", to: "f2")
    sandbox.link("out.md", to: "/etc/passwd")
    sandbox.link("out", to: "/etc")
    mkfifo(sandbox.absolute("pipe.md".utf8), 0o644)
    let store = try sandbox.store()
    let odd = [
      "f0/link.md", "folder/80.md", "out.md", "out/passwd", "pipe.md", "f1", "none.md",
      "none/none.md", "f0/0.md/x.md", "big.md", "empty.md",
    ].map(note)
    let paths =
      store.scan(including: .allFiles).files.map(\.path) + odd + [.root]
      + [try #require(NotePath(bytes: [0xFF, 0x2F, 0xFE]))]
    #expect(paths.count > 310)
    let together = read(store, paths, threads: threads)
    for (path, pair) in zip(paths, zip(together, readEach(store, paths))) {
      let isEqual = pair.0 == pair.1
      #expect(isEqual, "\(path)")
    }
    #expect(read(store, [], threads: threads).isEmpty)
  }

  @Test("A name cannot lead out of the folder that is open")
  func names() throws {
    sandbox.write("a/x.md", "inside")
    sandbox.write("b/x.md", "beside")
    let folder = try sandbox.store().openFolder(note("a"))
    #expect(try folder.read(Array("x.md".utf8)[...]).bytes == Array("inside".utf8))
    for name in ["../b/x.md", "..", ".", "", "/etc/passwd", "../../root/a/x.md"] {
      #expect(throws: FileError.self, "\(name)") {
        _ = try folder.read(Array(name.utf8)[...])
      }
    }
  }

  @Test("Whichever call fails, each file is read whole or says why not")
  func faults() throws {
    for path in ["a/x.md", "a/y.md", "b/c/z.md"] { sandbox.write(path, "text of \(path)") }
    let paths = ["a/x.md", "a/y.md", "b/c/z.md"].map(note)
    let whole = try readEach(sandbox.store(), paths)
    let total = try FaultPlan.count { _ = read(try sandbox.store($0), paths, threads: 1) }
    for number in 1...total {
      for fault in [FaultPlan.Fault.fail(.ioError), .fail(.interrupted), .short(3)] {
        let plan = FaultPlan(fault, at: number)
        guard let store = try? sandbox.store(plan) else { continue }
        for (contents, expected) in zip(read(store, paths, threads: 1), whole) {
          if case .failure(let error) = contents {
            #expect(error.code == .other(EIO))
          } else {
            #expect(contents == expected, "call \(number)")
          }
        }
      }
    }
  }

  @Test("A file that grows or shrinks between its stamp and its bytes is read to its end")
  func growing() throws {
    for (before, after) in [("four", "now it is longer"), ("now it is longer", "four"), ("", "x")] {
      sandbox.write("a.md", before)
      let path = sandbox.absolute("a.md".utf8)
      let plan = FaultPlan(
        .run {
          let file = open(path, O_WRONLY | O_TRUNC)
          write(file, after, after.utf8.count)
          close(file)
        }, at: 1, of: .read)
      let contents = try sandbox.store(plan).read(note("a.md"))
      #expect(contents.bytes == Array(after.utf8))
      #expect(contents.stamp.size == before.utf8.count)
    }
  }

  @Test("The clock is the machine's, or the one a test gives")
  func clock() throws {
    let fixed = try Store(root: sandbox.root, faults: nil, clock: { noon })
    #expect(fixed.now() == noon)
    let store = try sandbox.store()
    let before = store.now()
    sandbox.write("a.md", "x")
    let stamp = try #require(try store.stamp(note("a.md")))
    // Files are stamped with the time of the kernel's last tick.
    #expect(before.seconds - stamp.changed.seconds <= 1)
    #expect(stamp.changed < store.now())
  }

  @Test(
    "A stamp keeps moments before 1970 and far ahead", arguments: [-1, -9_000_000_000, 0, 1 << 40])
  func stamp(seconds: Int) {
    let moment = Instant(seconds: seconds, nanoseconds: 999_999_999)
    let stamp = Stamp(size: 1, modified: moment, changed: noon, inode: 2, device: 3)
    #expect(stamp.modified == moment)
    #expect(stamp.changed == noon)
    #expect(MemoryLayout<Stamp>.stride == 48)
  }
}
