import CairnFiles
import CairnHost
import CairnQuery
import CairnText
import CairnWork
import Glibc
import SystemPackage

/// Queries inside a process that keeps a notebook open. Prints `NAME MILLISECONDS` for each.
struct HostQueries {
  let folder: String
  private let host = Host()

  init(folder: String) { self.folder = folder }

  private static let words = 200
  private static let letters = 5
  private static let repeats = 25

  private var root: NotebookRoot { NotebookRoot(FilePath(folder)) }

  private var context: RequestContext {
    func path(_ name: String) -> FilePath { FilePath(variable(name) ?? "/tmp") }
    let folders = UserFolders(
      home: path("HOME"), config: path("XDG_CONFIG_HOME").appending("cairn"),
      state: path("XDG_STATE_HOME").appending("cairn"),
      cache: path("XDG_CACHE_HOME").appending("cairn"))
    return RequestContext(
      clock: LocalClock(now: Instant(seconds: time(nil))) { _ in 0 }, caller: Caller(),
      folders: folders)
  }

  func run() async throws {
    try await list()
    try await type()
  }

  /// The queries of whole commands.
  private func list() async throws {
    var sorted = SelectRequest(["type:action", "status:open", "score:great", "sort:due"])
    sorted.limit = 20
    var requests = [("list", sorted)]
    let (first, second) = Captures.pair
    for (name, words) in [
      ("rare", ["\"\(Captures.rare)\""]), ("two", ["\"\(first)\"", "\"\(second)\""]),
      ("phrase", ["\"\(first) \(second)\""]),
    ] {
      var request = SelectRequest(words)
      request.order = .relevance
      request.limit = 20
      requests.append((name, request))
    }
    for (name, request) in requests {
      for round in 0...Self.repeats {
        let start = now()
        let total = try await host.with(root, context) { try $0.select(request).total }
        if round > 0 { print(name, now() - start) }
        if total == 0 { throw BenchFailure(reason: "nothing was found by \(name)") }
      }
    }
  }

  /// The first letters of words, typed one by one: common words and rare ones.
  private func type() async throws {
    let known = Vocabulary().words.filter { $0.count >= Self.letters }
    for number in 0..<Self.words {
      let word = known[number * number * known.count / (Self.words * Self.words)]
      let text = String(decoding: word, as: UTF8.self)
      for length in 1...Self.letters {
        let start = now()
        let page = try await host.with(root, context) { work in
          work.liveQuery().page(for: String(text.prefix(length)), limit: 20)
        }
        guard page?.rows != nil else {
          throw BenchFailure(reason: "a letter was not answered")
        }
        print("letter", now() - start)
      }
    }
  }
}
