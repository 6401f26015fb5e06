import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnFiles

@Suite struct WalkTests {
  @Test("A walk by any number of threads finds what a naive one finds", arguments: 1...12)
  func law(seed: UInt64) throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: seed)
    sandbox.plant(folders: 40, &random)
    let naive = WalkFindings(naive: sandbox)
    #expect(!naive.files.isEmpty, "seed \(seed)")
    for threads in [1, 2, 3, 16] {
      let (findings, isComplete) = try WalkFindings.walk(sandbox.store(), threads: threads)
      #expect(findings.differences(from: naive) == [], "seed \(seed), \(threads) threads")
      #expect(isComplete)
    }
    let scan = try sandbox.store().scan(including: .allFiles)
    #expect(scan.files.map(\.path) == naive.files.keys.sorted())
    #expect(scan.attachments == naive.attachments.sorted())
  }

  @Test("A walk that estimates stamps finds the same files, and has a stamp for each of them")
  func estimates() throws {
    let sandbox = try Sandbox()
    for number in 0..<40 { sandbox.write("a/\(number).md", String(repeating: "x", count: number)) }
    let found = Mutex([NotePath]())
    _ = try sandbox.store().walk(estimatesStamps: true) { folder in
      #expect(folder.stamps.count == folder.names.count)
      #expect(Set(folder.stamps).count <= 3)
      let paths = folder.names.map { folder.path.appending(listed: $0) }
      found.withLock { $0 += paths }
    }
    #expect(
      found.withLock { $0.sorted() } == WalkFindings(naive: sandbox).files.keys.sorted())
  }

  @Test(
    "Whichever call fails: nothing is made up, and nothing is missing unsaid", arguments: [1, 4])
  func faults(threads: Int) throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: 5)
    sandbox.plant(folders: 8, &random)
    let naive = WalkFindings(naive: sandbox)
    let total = try FaultPlan.count { _ = try sandbox.store($0).walk(threads: threads) { _ in } }
    for number in 1...total {
      let plan = FaultPlan(.fail(.ioError), at: number)
      guard let store = try? sandbox.store(plan) else { continue }
      let (findings, isComplete) = WalkFindings.walk(store, threads: threads)
      // How many calls there are goes by which thread is faster.
      #expect(isComplete == (plan.calls.count < number), "call \(number)")
      // Without its ignore file a folder has more in it.
      #expect(findings.leftovers.isSubset(of: naive.leftovers))
      let interrupted = FaultPlan(.fail(.interrupted), at: number)
      let again = try WalkFindings.walk(sandbox.store(interrupted), threads: threads)
      #expect(again.0.differences(from: naive) == [], "call \(number) interrupted")
      #expect(again.isComplete)
    }
  }

  @Test("A failure leaves out what it is about, and nothing else", arguments: [1, 4])
  func failures(threads: Int) throws {
    let sandbox = try Sandbox()
    for path in ["a/x.md", "a/b/x.md", "c.md", "d/x.md", "d/e.png"] { sandbox.write(path) }
    let naive = WalkFindings(naive: sandbox)
    for call in [SystemCall.openat, .openat2, .getdents, .fstatat] {
      for number in 1...12 {
        let plan = FaultPlan(.fail(.permissionDenied), at: number, of: call)
        let store = try sandbox.store(plan)
        let (findings, isComplete) = WalkFindings.walk(store, threads: threads)
        let hasFailed = plan.calls.count { $0 == call } >= number
        #expect(isComplete == !hasFailed, "\(call) \(number)")
        #expect(findings.isSubset(of: naive))
      }
    }
  }

  @Test("Several threads share the notes of a large folder", arguments: [1, 3], ["", "a/"])
  func largeFolder(threads: Int, folder: String) throws {
    let sandbox = try Sandbox()
    for number in 0..<5000 { sandbox.write("\(folder)\(number).md") }
    let naive = WalkFindings(naive: sandbox)
    let (findings, isComplete) = try WalkFindings.walk(sandbox.store(), threads: threads)
    #expect(findings.differences(from: naive) == [] && isComplete)
    let failing = FaultPlan(.fail(.ioError), at: 4000, of: .fstatat)
    let failed = try WalkFindings.walk(sandbox.store(failing), threads: threads)
    #expect(failed.0.isSubset(of: naive) && failed.0.files.count == 4999 && !failed.isComplete)
    let (store, last) = (try Store(root: sandbox.root), note("\(folder)4999.md"))
    let removing = FaultPlan(.run { try? store.removeFile(last) }, at: 1, of: .fstatat)
    let removed = try WalkFindings.walk(sandbox.store(removing), threads: threads)
    #expect(removed.0.differences(from: naive) == [last] && removed.isComplete)
  }

  @Test("Threads that find no folder help with the notes of others", arguments: 1...4)
  func helping(seed: UInt64) throws {
    let sandbox = try Sandbox()
    var random = SplitMix(seed: seed)
    for folder in 0..<5 {
      for number in 0..<Int.random(in: 200...1500, using: &random) {
        sandbox.write("f\(folder)/\(number).md")
      }
    }
    let naive = WalkFindings(naive: sandbox)
    for threads in [1, 2, 16] {
      let (findings, isComplete) = try WalkFindings.walk(sandbox.store(), threads: threads)
      #expect(findings.differences(from: naive) == [] && isComplete, "seed \(seed)")
    }
  }

  @Test("What vanishes while a walk goes on is no problem", arguments: [1, 4])
  func vanishing(threads: Int) throws {
    let total = try FaultPlan.count {
      let sandbox = try planted()
      _ = try sandbox.store($0).walk(threads: threads) { _ in }
    }
    // From 3: a root that has gone is a problem.
    for number in 3...total {
      let sandbox = try planted()
      let before = WalkFindings(naive: sandbox)
      let store = try Store(root: sandbox.root)
      let plan = FaultPlan(
        .run {
          try? store.removeTree(note("a"))
          try? store.removeFile(note("x.md"))
        }, at: number)
      let (findings, isComplete) = try WalkFindings.walk(sandbox.store(plan), threads: threads)
      #expect(isComplete, "call \(number)")
      #expect(findings.isSubset(of: before))
      let after = WalkFindings(naive: sandbox)
      #expect(after.isSubset(of: findings), "call \(number)")
    }
  }

  @Test("Nor is what comes in the place of a folder", arguments: [1, 4], [false, true])
  func replacing(threads: Int, byLink: Bool) throws {
    let total = try FaultPlan.count {
      let sandbox = try planted()
      _ = try sandbox.store($0).walk(threads: threads) { _ in }
    }
    for number in 3...total {
      let sandbox = try planted()
      let before = WalkFindings(naive: sandbox)
      let (store, place) = (try Store(root: sandbox.root), sandbox.absolute("a".utf8))
      let plan = FaultPlan(
        .run {
          try? store.removeTree(note("a"))
          if byLink { symlink("c", place) } else { close(creat(place, 0o644)) }
        }, at: number)
      let (findings, isComplete) = try WalkFindings.walk(sandbox.store(plan), threads: threads)
      #expect(isComplete, "call \(number)")
      #expect(findings.files.keys.allSatisfy { before.files[$0] != nil }, "call \(number)")
    }
  }

  private func planted() throws -> Sandbox {
    let sandbox = try Sandbox()
    for path in ["a/x.md", "a/b/x.md", "a/b/y.png", "x.md", "y.md", "c/x.md"] {
      sandbox.write(path)
    }
    sandbox.write("c/.cairnignore", "*.txt\n")
    return sandbox
  }

  @Test("Two thousand folders side by side, and their listings whole")
  func wide() throws {
    let sandbox = try Sandbox()
    for number in 0..<2000 { sandbox.write("f\(number % 40)/g\(number)/x.md") }
    for threads in [1, 2, 8] {
      let (findings, isComplete) = try WalkFindings.walk(sandbox.store(), threads: threads)
      #expect(findings.files.count == 2000)
      #expect(findings.folders.count == 2040)
      #expect(isComplete)
    }
  }

  @Test("A path longer than the kernel takes, with a folder beside each on the way")
  func deep() throws {
    let sandbox = try Sandbox()
    let depth = 60
    let name = String(repeating: "long", count: 50)
    var folder = open(sandbox.absolute("".utf8), O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      mkdirat(folder, "beside", 0o755)
      close(openat(folder, "beside/x.md", O_WRONLY | O_CREAT, 0o644))
      mkdirat(folder, name, 0o755)
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    close(folder)
    for threads in [1, 4] {
      let (findings, isComplete) = try WalkFindings.walk(sandbox.store(), threads: threads)
      #expect(findings.files.count == depth)
      #expect(findings.folders.count == 2 * depth)
      #expect(isComplete)
    }
  }
}

extension Sandbox {
  /// Makes a random tree with all that a notebook may have in it.
  func plant(folders count: Int, _ random: inout SplitMix) {
    var folders: [[UInt8]] = [[]]
    for _ in 0..<count {
      guard let parent = folders.randomElement(using: &random) else { continue }
      let name = oddName(&random, endings: ["", "", "", ".d", ".md"])
      let path = parent + name
      guard mkdir(absolute(path), 0o755) == 0 else { continue }
      folders.append(path + [UInt8(ascii: "/")])
    }
    for folder in folders {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let endings = [".md", ".md", ".MD", ".markdown", ".Markdown", ".txt", "", ".mdx"]
        write(folder + oddName(&random, endings: endings), "text")
      }
      plantOddities(in: folder, &random)
    }
  }

  private func plantOddities(in folder: [UInt8], _ random: inout SplitMix) {
    func path(_ name: String) -> [UInt8] { folder + Array(name.utf8) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: mkfifo(absolute(path("pipe.md")), 0o644)
    case 1: symlink("..", absolute(path("up")))
    case 2: symlink("nowhere", absolute(path("link.md")))
    case 3: mknod(absolute(path("socket")), S_IFSOCK | 0o644, 0)
    case 4: write(path(".cairn-1f.tmp"))
    case 5: write(path("node_modules/x.md"))
    default: break
    }
    guard Int.random(in: 0..<4, using: &random) == 0 else { return }
    let lines = ["*.txt", "a*", "!a*", "b/", "/a.md", "**/b.md", "a/**", "!*.md", "日*", "up"]
    let rules = (0..<3).compactMap { _ in lines.randomElement(using: &random) }
    write(path(".cairnignore"), rules.joined(separator: "\n"))
  }

  private func oddName(_ random: inout SplitMix, endings: [String]) -> [UInt8] {
    let stems: [[UInt8]] =
      ["a", "b", "a b", "日本", "x\ny", "-", "a.b", ".h", "node_modules", "é", "A"].map {
        Array($0.utf8)
      } + [[0xFF, 0xFE], [0x61, 0xC3]]
    let stem = stems.randomElement(using: &random) ?? []
    let number = Int.random(in: 0..<30, using: &random)
    let ending = endings.randomElement(using: &random) ?? ""
    return stem + Array((number < 10 ? "\(number)" : "").utf8) + Array(ending.utf8)
  }
}
