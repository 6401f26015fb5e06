import CairnText
import Glibc
import Synchronization
import Testing

@testable import CairnFiles

/// A walk that uses the names of an earlier walk finds what a walk finds that lists every folder.
@Suite struct KnownFolderTests {
  /// The folders of one walk, as an index keeps them.
  private struct Folders: Sendable {
    private var folders: [NotePath: (stamp: Stamp, names: KnownFolder)] = [:]

    /// Walks once, when the last change is long enough ago for the file system's clock.
    init(_ store: Store) {
      usleep(25_000)
      let found = Mutex([NotePath: (stamp: Stamp, names: KnownFolder)]())
      _ = store.walk { listing in
        guard let stamp = listing.stamp, listing.attachments.isEmpty else { return }
        let folder = KnownFolder(
          names: listing.names.trimmed(), subfolders: listing.subfolders.trimmed(),
          hiddenFolders: listing.hiddenFolders.trimmed())
        let path = listing.path
        found.withLock { $0[path] = (stamp, folder) }
      }
      folders = found.withLock { $0 }
    }

    var count: Int { folders.count }

    func known(_ path: NotePath, _ stamp: Stamp) -> KnownFolder? {
      folders[path].flatMap { $0.stamp == stamp ? $0.names : nil }
    }
  }

  @Test(arguments: 1...4)
  func everyChangeIsSeen(seed: UInt64) throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: seed)
    sandbox.plant(folders: 12, &random)
    // Its rules would apply to all folders.
    unlink(sandbox.absolute(".cairnignore".utf8))
    for number in 0..<6 { sandbox.write("plain\(number)/sub/x.md") }
    var folders = try Folders(sandbox.store())
    #expect(folders.count >= 12, "seed \(seed)")
    for step in 1...40 {
      let edit = sandbox.change(&random)
      let naive = WalkFindings(naive: sandbox)
      for threads in [1, 3] {
        let known = folders
        let (findings, isComplete) = try WalkFindings.walk(
          sandbox.store(), threads: threads, known: { known.known($0, $1) })
        #expect(findings.differences(from: naive) == [], "seed \(seed), step \(step): \(edit)")
        #expect(isComplete)
      }
      if step % 10 == 0 { folders = try Folders(sandbox.store()) }
    }
  }

  @Test func onlyAFolderWithAnotherStampIsListed() throws {
    let sandbox = try Sandbox()
    for path in ["a/x.md", "a/b/x.md", "c/x.md"] { sandbox.write(path) }
    sandbox.write(".git/x")
    let folders = try Folders(sandbox.store())
    func listed() throws -> Int {
      let plan = FaultPlan()
      let store = try sandbox.store(plan)
      _ = store.walk(threads: 1, known: { folders.known($0, $1) }) { _ in }
      return plan.calls.count { $0 == .getdents }
    }
    let perFolder = 2
    #expect(try listed() == 0)
    sandbox.write("a/x.md", "Changed.")
    #expect(try listed() == 0)
    sandbox.write("c/y.md")
    #expect(try listed() == perFolder)
    sandbox.write("a/b/y.md")
    #expect(try listed() == 2 * perFolder)
  }

  /// What cannot be described by names alone is listed each time.
  @Test(arguments: [
    "link.md -> x.md", "pipe", ".cairnignore", ".cairn-1f.tmp", "x/.cairnignore ..",
  ])
  func aFolderWithOdditiesHasNoStamp(_ oddity: String) throws {
    let sandbox = try Sandbox()
    sandbox.write("a/x.md")
    switch oddity {
    case "pipe": mkfifo(sandbox.absolute("a/pipe".utf8), 0o644)
    case ".cairnignore", ".cairn-1f.tmp": sandbox.write("a/\(oddity)", "*.txt\n")
    case "x/.cairnignore ..": sandbox.write(".cairnignore", "*.txt\n")
    default: sandbox.link("a/link.md", to: "x.md")
    }
    let stamps = Mutex([NotePath: Stamp]())
    _ = try sandbox.store().walk { listing in
      let (path, stamp) = (listing.path, listing.stamp)
      stamps.withLock { $0[path] = stamp }
    }
    #expect(stamps.withLock { $0[note("a")] } == nil)
  }
}

extension Sandbox {
  /// Makes one random change to the names or contents in one folder, and says which.
  fileprivate func change(_ random: inout SplitMix) -> String {
    let folders = WalkFindings(naive: self).folders.sorted()
    let folder = (folders + [.root]).randomElement(using: &random) ?? .root
    let name = "n\(Int.random(in: 0..<4, using: &random))"
    func path(_ name: String) -> [UInt8] { folder.appending(listed: name.utf8).bytes.map(\.self) }
    let note = absolute(path(name + ".md"))
    let kind = Int.random(in: 0..<14, using: &random)
    switch kind {
    case 0...2: write(path(name + ".md"), "text \(kind)")
    case 3: unlink(note)
    case 4: rename(note, absolute(path("n9.md")))
    case 5: mkdir(absolute(path(name)), 0o755)
    case 6: rmdir(absolute(path(name)))
    case 7: rename(absolute(folder.bytes), absolute(Array("moved\(name)".utf8)))
    case 8: symlink("nowhere", note)
    case 9: write(path(".cairnignore"), "n1*\n")
    case 10: unlink(absolute(path(".cairnignore")))
    case 11: mkdir(absolute(path("." + name)), 0o755)
    case 12: write(path(name + ".png"))
    default:
      unlink(note)
      mkdir(note, 0o755)
    }
    return "\(kind) \(folder) \(name)"
  }
}
