import CairnDesk
import CairnFiles
import CairnHost
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import Glibc
import Synchronization
import SystemPackage
import Testing

/// What a process that keeps notebooks open can rely on.
@Suite("Open notebooks") struct HostTests {
  private static func paths(_ found: CaptureSelection) -> [String] {
    found.entries.map { found.catalog.snapshot.path($0).description }
  }

  private static func select(
    _ words: [String], _ host: Host, _ root: NotebookRoot, _ context: RequestContext
  ) async throws -> [String] {
    try await host.with(root, context) { paths(try $0.select(SelectRequest(words))) }
  }

  @Test("A request sees what any program wrote before")
  func sees() async throws {
    let desk = try Desk([("a.md", "one lamp\n")])
    let host = Host()
    for number in 0..<20 {
      try desk.write("a lamp\n", to: "f\(number % 3)/\(number).md")
      let found = try await Self.select(["lamp"], host, desk.root, desk.context())
      #expect(found.count == number + 2)
    }
    #expect(host.indexes.count == 1)
  }

  @Test("The first completions in a large notebook come from the saved index")
  func firstCompletions() async throws {
    let desk = try Desk([
      ("a/Anna.md", "# Anna\n"), ("b/Anton.md", "# Anton\n"), ("b/An#1.md", "# Antje\n"),
      ("x.md", "[[An"), ("y.md", "[[Be"),
    ])
    usleep(40_000)
    try await Host().with(desk.root, desk.context()) { _ = $0.catalog() }
    try desk.write("# Bert\n", to: "b/Anton.md")
    try desk.write("# Anna\n", to: "c/Anna.md")
    let host = Host()
    try await host.with(desk.root, desk.context()) { work in
      work.manyCaptures = 4
      /// The links to offer, and `…` if the list is incomplete.
      func links(_ path: String) throws -> [String] {
        let path = try #require(NotePath(path))
        let capture = try #require(work.editorCapture(at: path))
        let found = work.completions(in: capture, at: 4)
        return found.items.map(\.insertion).sorted() + (found.isComplete ? [] : ["…"])
      }
      // A link cannot contain the path `b/An#1`.
      let early = try links("x.md")
      #expect(early == ["a/Anna|Anna]]", "…"])
      // The saved index has no such name, so the answer waits for the files.
      let waiting = try links("y.md")
      #expect(waiting == ["Bert]]"])
      let whole = try links("x.md")
      #expect(whole == ["Antje]]", "Anton]]", "a/Anna|Anna]]", "c/Anna|Anna]]"])
    }
  }

  @Test("Each request has its own clock and settings")
  func surroundings() async throws {
    let desk = try Desk([
      ("b.md", "---\ndue: 2026-11-21\n---\nb\n"), ("a.md", "---\ndue: 2026-11-23\n---\na\n"),
    ])
    let host = Host()
    for (days, due) in [(0, ["b.md"]), (2, ["a.md"]), (0, ["b.md"])] {
      let found = try await Self.select(
        ["due:today"], host, desk.root, desk.context(after: days))
      #expect(found == due)
    }
    for (order, wanted) in [("path", ["a.md", "b.md"]), ("-path", ["b.md", "a.md"])] {
      let context = desk.context(settings: [("list.sort", order)])
      #expect(try await Self.select([], host, desk.root, context) == wanted)
    }
  }

  @Test("Readers do not wait for a program that writes", .timeLimit(.minutes(15)))
  func readsWhileOthersWrite() async throws {
    let desk = try Desk([("a.md", "a lamp\n")])
    let host = Host()
    try await host.with(desk.root, desk.context()) { work in
      let lock = try work.notebook.state.hold()
      // A reader that took the lock would wait for ten seconds, and then fail.
      let found = try await Self.select(["lamp"], host, desk.root, desk.context())
      #expect(found == ["a.md"])
      withExtendedLifetime(lock) {}
    }
  }

  @Test("Many readers beside writers get whole answers", .timeLimit(.minutes(15)))
  func manyReaders() async throws {
    let desk = try Desk((0..<40).map { ("\($0).md", "---\ntype: action\n---\nlamp\n") })
    let host = Host()
    let root = desk.root
    let contexts = (0..<5).map { _ in desk.context() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [context = contexts[0]] in
        for score in 0...3 {
          try await host.with(root, context) { work in
            let change = try #require(Change.parse("score=\(score)"))
            let plan = try work.plan(
              ChangeRequest(SelectRequest(["type:action"]), .fields([change], areTexts: false)))
            #expect(try work.apply(plan, .write).report.changed.count == 40)
          }
          let found = try await Self.select(["score:\(score)"], host, root, context)
          #expect(found.count == 40)
        }
      }
      for context in contexts.dropFirst() {
        group.addTask {
          for _ in 0..<25 {
            let found = try await Self.select(["lamp"], host, root, context)
            #expect(found.count == 40)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("The least recently used notebook is closed, unless its changes are received")
  func capacity() async throws {
    let desks = try (0..<Host.capacity + 2).map { _ in try Desk([("a.md", "a\n")]) }
    let host = Host()
    let changes = try await host.changes(of: desks[0].root, desks[0].context())
    for desk in desks { _ = try await Self.select([], host, desk.root, desk.context()) }
    #expect(host.indexes.count == Host.capacity)
    #expect(host.indexes.first?.isObserved == true)
    withExtendedLifetime(changes) {}
  }
}

/// The stream of changes of an open notebook.
@Suite("Changes of open notebooks") struct ChangeStreamTests {
  private static func describe(_ change: NotebookChange) -> [String] {
    change.created.map { "+\($0)" } + change.changed.map { "~\($0)" }
      + change.removed.map { "-\($0)" } + change.renamed.map { "\($0.from)>\($0.to)" }
  }

  @Test("Every kind of change arrives without a request", .timeLimit(.minutes(15)))
  func kinds() async throws {
    let desk = try Desk([
      ("a.md", "one\n"), ("b/c.md", "three\n"), ("b/d.md", "fourth\n"), ("e.md", "fifth one\n"),
    ])
    let host = Host()
    let stream = try await host.changes(of: desk.root, desk.context())
    let root = desk.root.path
    var changes = stream.makeAsyncIterator()
    let steps: [(change: () throws -> Void, wanted: [String])] = [
      ({ try desk.write("new\n", to: "new/x.md") }, ["+new/x.md"]),
      ({ try desk.write("one more\n", to: "a.md") }, ["~a.md"]),
      ({ rename(root.appending("a.md").string, root.appending("z.md").string) }, ["a.md>z.md"]),
      (
        { rename(root.appending("b").string, root.appending("y").string) },
        ["b/c.md>y/c.md", "b/d.md>y/d.md"]
      ),
      ({ unlink(root.appending("e.md").string) }, ["-e.md"]),
      ({ try desk.write("---\nname: Y\n---\n", to: "y/_collection.md") }, ["+y/_collection.md"]),
      ({ try desk.write("text\n", to: "picture.png") }, []),
      (
        { for number in 0..<60 { try desk.write("x\(number)\n", to: "many/\(number).md") } },
        (0..<60).map { "+many/\($0).md" }
      ),
    ]
    var generation = 0
    for (make, wanted) in steps {
      try make()
      var found: Set<String> = []
      // A change that takes a while may arrive in parts.
      while !found.isSuperset(of: wanted), let change = await changes.next() {
        generation += 1
        #expect(change.generation == generation)
        found.formUnion(Self.describe(change))
      }
      // A file may be seen before and after it is written.
      #expect(found.filter { !$0.hasPrefix("~") || wanted.contains($0) } == Set(wanted))
    }
  }

  @Test("Changes arrive although files cannot be watched", .timeLimit(.minutes(15)))
  func polled() async throws {
    let desk = try Desk([("a.md", "one\n"), ("b.md", "two\n")])
    let host = Host(canWatch: false)
    var changes = try await host.changes(of: desk.root, desk.context()).makeAsyncIterator()
    try desk.write("one more\n", to: "a.md")
    try desk.write("new\n", to: "c.md")
    var found: Set<String> = []
    while found.count < 2, let change = await changes.next() {
      found.formUnion(Self.describe(change))
    }
    #expect(found == ["~a.md", "+c.md"])
    #expect(host.indexes.isEmpty)
  }

  @Test("A stream ends when nobody receives it, and several can be received")
  func ends() async throws {
    let desk = try Desk([("a.md", "one\n")])
    let host = Host()
    var first: AsyncStream? = try await host.changes(of: desk.root, desk.context())
    let second = try await host.changes(of: desk.root, desk.context())
    let index = try #require(host.indexes.first)
    #expect(index.isObserved)
    first = nil
    try desk.write("two\n", to: "b.md")
    var iterator = second.makeAsyncIterator()
    #expect(await iterator.next()?.created.map(\.description) == ["b.md"])
    let task = Task { [iterator] in
      var iterator = iterator
      while await iterator.next() != nil {}
    }
    task.cancel()
    await task.value
    #expect(first == nil && !index.isObserved)
  }
  @Test("Receivers that stop while changes are sent do not block them", .timeLimit(.minutes(15)))
  func stops() async throws {
    let desk = try Desk([("a.md", "one\n")])
    let host = Host()
    let root = desk.root
    for round in 0..<40 {
      let context = desk.context()
      let stream = try await host.changes(of: desk.root, desk.context())
      let task = Task {
        for await _ in stream {}
      }
      try desk.write("\(round)\n", to: "a.md")
      // Sends the change from this thread while the task ends on another one.
      let request = Task.detached {
        _ = try await host.with(root, context) {
          try $0.select(SelectRequest([]))
        }
      }
      task.cancel()
      await task.value
      try await request.value
    }
    #expect(host.indexes.first?.isObserved == false)
  }
}
