/// A comparison of the measurements with their targets.
struct Targets {
  /// The results by size; the largest notebook is last.
  let results: [Results]
  /// The size of the installed program, in bytes.
  let programBytes: Int
  /// The nanoseconds for one front matter with Cairn and with Yams.
  var frontMatter: (cairn: Double, yams: Double)?
  /// The results of known-item searches for all words and for any word.
  var relevance: [(words: String, result: Relevance.Result)] = []

  /// The queries that should take little longer than checking the files.
  private static let warm = [
    ("rare", "search for a rare word", "rare"), ("two", "search for two words", "two"),
    ("phrase", "search for a phrase", "phrase"), ("list", "sorted list with three filters", "rare"),
  ]

  /// All rows, in the order in which they are shown.
  var rows: [Target] {
    guard let last = results.last else { return [] }
    return cold(last) + warm(last) + changed(last) + resident(last) + server(last) + worst(last)
      + sizes(last)
      + digests + growth
      + sites + changes + imports + servers(last) + starts(last) + parsing + ranking
  }

  private func compare(
    _ what: String, _ results: Results, _ name: String, _ other: String, _ limit: Double
  ) -> Target {
    let figure = results.wall(name).map { wall in
      "\(duration(wall)) : \(results.wall(other).map(duration) ?? "–")"
    }
    return Target(
      what: what, figure: figure, value: results.ratio(name, to: other), limit: limit)
  }

  private func cold(_ results: Results) -> [Target] {
    let indexing = results.wall("cairn cold").map { cold in
      "\(results.wall("fts5 index").map(duration) ?? "–") : \(duration(cold))"
    }
    return [
      compare(
        "building the index, compared with a ripgrep search for an absent word", results,
        "cairn cold", "rg absent", 5),
      Target(
        what: "indexing with FTS5, compared with building the index", figure: indexing,
        value: results.ratio("fts5 index", to: "cairn cold"), limit: 6, isFloor: true),
    ]
  }

  private func warm(_ results: Results) -> [Target] {
    Self.warm.flatMap { name, what, other in
      [
        compare(
          "\(what), compared with only listing the files", results, "cairn \(name)", "floor walk 2",
          1.15),
        compare("\(what), compared with ripgrep", results, "cairn \(name)", "rg \(other)", 0.6),
      ]
    }
  }

  private func changed(_ results: Results) -> [Target] {
    [("1", "1 change", 1.1), ("100", "100 changes", 1.5)].map { number, changes, limit in
      compare(
        "query after \(changes) to the files, compared with no change", results,
        "cairn changed \(number)",
        "cairn changed 0", limit)
    }
  }

  private func resident(_ results: Results) -> [Target] {
    func time(_ what: String, _ milliseconds: Double?, _ limit: Double) -> Target {
      Target(what: what, figure: "", value: milliseconds, limit: limit, format: duration)
    }
    let letters = results.samples["host letter"]
    var rows = Self.warm.map { name, what, _ in
      time("\(what), answered by the resident process", results.wall("resident \(name)"), 5)
    }
    rows += Self.warm.map { name, what, _ in
      time("\(what), inside an open notebook", results.wall("host \(name)"), 2)
    }
    rows += [
      time("search as you type, each letter, 20 hits with passages", letters?.wall, 8),
      time("the slowest letter of 200 words", letters?.runs.map(\.wall).max(), 30),
      time("query after an editor saved a file", results.wall("resident changed 1"), 10),
      compare(
        "query after a checkout of up to 5,000 files, compared with a fresh process", results,
        "resident checkout", "cairn checkout", 1.2),
    ]
    guard let resident = results.resident else { return rows }
    rows.append(
      Target(
        what: "memory of the resident process", figure: "\(bytes(resident.owned)) without files",
        value: Double(resident.memory), limit: 120 * 1_048_576, format: { bytes(Int($0)) }))
    rows.append(
      Target(
        what: "processor time of the idle resident process, each second", figure: "",
        value: resident.idle, limit: 0, format: { "\(decimals($0, 2)) ms" }))
    guard let clients = resident.clients else { return rows }
    rows.append(
      Target(
        what: "8 clients at once beside 5 writes a second, 99 of 100 queries",
        figure: "\(clients.queries) queries, \(clients.writes) writes",
        value: clients.slow, limit: 30, format: duration))
    rows.append(
      Target(
        what: "errors of these clients", figure: "", value: Double(clients.errors), limit: 0,
        format: { decimals($0, 0) }))
    return rows
  }

  private func server(_ results: Results) -> [Target] {
    guard let server = results.server else { return [] }
    func time(_ what: String, _ milliseconds: Double, _ limit: Double) -> Target {
      Target(
        what: "\(what) over HTTP beside a client that writes, 95 of 100 requests", figure: "",
        value: milliseconds, limit: limit, format: duration)
    }
    return [
      time("reading a capture", server.read, 10), time("a search", server.search, 20),
      time("adding a capture", server.add, 15),
      Target(
        what: "errors on 50 connections at once",
        figure: "\(server.requests) requests, 99 of 100 within \(duration(server.slow))",
        value: Double(server.errors), limit: 0, format: { decimals($0, 0) }),
      Target(
        what: "memory of the server afterward", figure: "\(bytes(server.owned)) without files",
        value: Double(server.memory), limit: 200 * 1_048_576, format: { bytes(Int($0)) }),
    ]
  }

  private func worst(_ results: Results) -> [Target] {
    [
      ("everywhere", "ranked search for a word in every capture", 1.0),
      ("e", "search for `*e*`", 1.0),
      ("regex", "search for a regular expression without letters", 1.5),
    ].map { name, what, limit in
      compare("\(what), compared with ripgrep", results, "cairn \(name)", "rg \(name)", limit)
    }
  }

  private func sizes(_ results: Results) -> [Target] {
    let warm = results.peak(Self.warm.map { "cairn \($0.0)" })
    let cold = results.peak(["cairn cold", "cairn first"])
    let perByte = { (count: Int) in Double(count) / Double(max(results.noteBytes, 1)) }
    let snapshot = results.snapshotBytes == 0 ? nil : results.snapshotBytes
    return [
      Target(
        what: "memory of a query", figure: warm.map(bytes), value: warm.map { Double($0) },
        limit: 64 * 1_048_576, format: { bytes(Int($0)) }),
      Target(
        what: "memory of indexing, compared with the size of the notes", figure: cold.map(bytes),
        value: cold.map(perByte), limit: 4),
      Target(
        what: "the index on disk, compared with the size of the notes", figure: snapshot.map(bytes),
        value: snapshot.map(perByte), limit: 0.45),
    ]
  }

  /// The time of a digest of 10,000 captures or fewer, and the growth of its memory from a tenth of
  /// them.
  private var digests: [Target] {
    guard let results = results.first(where: { $0.count == 10_000 }) ?? results.last else {
      return []
    }
    let time = compare(
      "HTML digest of \(results.count) captures, compared with cmark-gfm on the same texts",
      results, "cairn digest",
      "cmark-gfm", 3)
    guard let small = self.results.first(where: { $0.count * 10 == results.count }) else {
      return [time]
    }
    let peaks = (small.peak(["cairn digest"]), results.peak(["cairn digest"]))
    let memory = Target(
      what: "growth with 10 times the captures: memory of a digest",
      figure: peaks.0.flatMap { first in peaks.1.map { "\(bytes(first)) → \(bytes($0))" } },
      value: peaks.0.flatMap { first in peaks.1.map { Double($0) / Double(first) } }, limit: 3)
    return [time, memory]
  }

  /// The growth of the time per capture from 10,000 captures to the largest notebook.
  private var growth: [Target] {
    guard let last = results.last, let first = results.first(where: { $0.count == 10_000 }),
      last.count > first.count
    else { return [] }
    let factor = Double(last.count) / Double(first.count)
    return [("cold", "building the index")].map { ($0.0, $0.1) }.appending(Self.warm).map {
      name, what in
      let times = (first.wall("cairn \(name)"), last.wall("cairn \(name)"))
      guard let small = times.0, let large = times.1 else {
        return Target(what: "growth: \(what)", figure: nil, value: nil, limit: 1.1)
      }
      return Target(
        what: "growth with \(decimals(factor, 0)) times the captures: \(what)",
        figure: "\(duration(small)) → \(duration(large))", value: large / small / factor,
        limit: 1.1)
    }
  }

  /// The share of work to update a site after one file changed, in the largest notebook with a
  /// site.
  private var sites: [Target] {
    results.last { $0.wall("cairn site") != nil }.map { results in
      [
        compare(
          "updating a site after one file changed, compared with building it", results,
          "cairn site changed 1",
          "cairn site", 0.15)
      ]
    } ?? []
  }

  /// The change of a field in all captures, if it was measured.
  private var changes: [Target] {
    guard let results = results.first(where: { $0.journal != nil }), let journal = results.journal
    else { return [] }
    return [
      compare(
        "setting a field of \(results.count) captures, compared with `sed -i` (both synced)",
        results,
        "cairn set", "sed -i", 2),
      Target(
        what: "the journal of this change, compared with the size of the changed files",
        figure: bytes(journal.bytes),
        value: Double(journal.bytes) / Double(max(journal.files, 1)), limit: 1.1),
    ]
  }

  /// The time and memory of imports, if they were measured.
  private var imports: [Target] {
    guard let results = results.first(where: { $0.wall("cairn import evernote") != nil }) else {
      return []
    }
    return Imports.sources.flatMap { source, words -> [Target] in
      let name = "cairn import \(source)"
      let first = "importing \(results.count) notes from \(words)"
      return [(first, name), ("\(first) again", "\(name) again")].flatMap {
        what, name -> [Target] in
        [
          Target(
            what: what, figure: "", value: results.wall(name), limit: 10_000, format: duration),
          Target(
            what: "\(what): memory", figure: "", value: results.peak([name]).map { Double($0) },
            limit: 200 * 1_048_576, format: { bytes(Int($0)) }),
        ]
      }
    }
  }

  /// What editors and assistants wait for, with the limits for 100,000 captures.
  private func servers(_ results: Results) -> [Target] {
    func time(_ what: String, _ name: String, _ limit: Double, slowest: Double? = nil) -> Target {
      let sample = results.samples[name]
      let median = sample.map { duration($0.wall) } ?? ""
      return Target(
        what: what, figure: slowest == nil ? "" : "median \(median)",
        value: slowest.map { sample?.wall(within: $0) } ?? sample?.wall, limit: limit,
        format: duration)
    }
    func memory(_ what: String, _ name: String) -> Target {
      Target(
        what: what, figure: "", value: results.peak([name]).map { Double($0) },
        limit: 150 * 1_048_576, format: { bytes(Int($0)) })
    }
    return [
      time("editor: from the start to the first completion", "lsp first completion", 60),
      time("editor: completion, 95 of 100", "lsp completion", 10, slowest: 0.95),
      time("editor: hover, 95 of 100", "lsp hover", 5, slowest: 0.95),
      time(
        "editor: new problems after another program changed a file", "lsp change elsewhere", 200),
      memory("memory of `cairn lsp`", "lsp completion"),
      time("assistant: from the start to the first answer", "mcp first answer", 100),
      time("assistant: search, 95 of 100", "mcp search", 10, slowest: 0.95),
      memory("memory of `cairn mcp`", "mcp search"),
    ]
  }

  private func starts(_ results: Results) -> [Target] {
    [("--version", 2.2), ("show of 1", 3), ("list of 1", 3)].map { name, limit in
      compare(
        "`cairn \(name)`, compared with the program `hello`", results, "cairn \(name)", "hello",
        limit)
    }
      + (results.wall("older add") == nil
        ? []
        : [
          compare(
            "`cairn add --type note`, compared with an older version", results, "newer add",
            "older add", 0.7)
        ]) + [
        Target(
          what: "size of the installed program", figure: "", value: Double(programBytes),
          limit: 24_000_000, format: { "\(decimals($0 / 1_000_000, 1)) MB" })
      ]
  }

  private var parsing: [Target] {
    guard let frontMatter else { return [] }
    return [
      Target(
        what: "`Yams.compose`, compared with reading front matter and its typed fields",
        figure: "\(decimals(frontMatter.yams / 1000, 1)) µs : "
          + "\(decimals(frontMatter.cairn / 1000, 2)) µs",
        value: frontMatter.yams / frontMatter.cairn, limit: 30, isFloor: true)
    ]
  }

  private var ranking: [Target] {
    relevance.map { words, result in
      Target(
        what: "known-item search, \(words) of the title, MRR@10",
        figure: "FTS5 "
          + (result.fts5.map { decimals($0, 3) } ?? "–"),
        value: result.cairn, limit: result.fts5 ?? 0, isFloor: true,
        format: { decimals($0, 3) })
    }
  }
}

extension [(String, String)] {
  fileprivate func appending(_ rows: [(String, String, String)]) -> [(String, String)] {
    self + rows.map { ($0.0, $0.1) }
  }
}
