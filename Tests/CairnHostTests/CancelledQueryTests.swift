import CairnDesk
import CairnHost
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import Glibc
import Synchronization
import Testing

/// The end of queries that nobody needs any more.
@Suite("Cancelled queries") struct CancelledQueryTests {
  private static let words = ["custard", "lamp", "garden", "invoice", "paste", "needle", "thread"]

  private func desk() throws -> Desk {
    try Desk(
      (0..<600).map { number in
        let text = (0..<20).map { Self.words[(number * 7 + $0 * $0) % Self.words.count] }
        return (
          "f\(number % 9)/\(number).md", "# Note \(number)\n\n\(text.joined(separator: " "))\n"
        )
      })
  }

  /// Whenever a query is cancelled, it ends at once, or its answer is whole.
  @Test(
    "A query ends when it is cancelled",
    arguments: [
      ["lamp"], ["*a*"], ["\"custard lamp\""], ["/l.mp|x/"], ["path:*9*"],
      ["title:*ote*"], ["~custrad"], ["sort:title"], ["is:orphan"], ["has:link OR lamp"],
    ])
  func cancelled(_ words: [String]) async throws {
    let desk = try desk()
    let host = Host()
    func run(stoppingAt stop: Int?) async throws -> (calls: Int, found: [String]?) {
      let calls = Atomic(0)
      var context = desk.context()
      context.cancellation.isRequested = {
        let call = calls.add(1, ordering: .relaxed).newValue
        return stop.map { call >= $0 } ?? false
      }
      let found = try await host.with(desk.root, context) { work -> [String]? in
        var request = SelectRequest(words)
        request.order = .relevance
        do {
          let found = try work.select(request)
          return found.entries.map { found.catalog.snapshot.path($0).description }
        } catch is CancellationError {
          return nil
        }
      }
      return (calls.load(ordering: .relaxed), found)
    }
    let whole = try await run(stoppingAt: nil)
    #expect(whole.found?.isEmpty == false)
    for stop in [1, 2, 3, 5, 8, 13, 21, 100, whole.calls, whole.calls + 1] {
      let (calls, found) = try await run(stoppingAt: stop)
      #expect(found == (stop <= whole.calls && calls >= stop ? nil : whole.found), "\(stop)")
      // What still runs in parallel asks once more for each capture of its part.
      #expect(calls <= stop + 32 * (sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 1), "\(stop)")
    }
  }

  @Test("A task that is cancelled ends its query")
  func cancelledTask() async throws {
    let desk = try desk()
    let task = Task { [context = desk.context(), root = desk.root] in
      while !Task.isCancelled { await Task.yield() }
      return try await Host().with(root, context) { try $0.select(SelectRequest(["lamp"])).total }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
