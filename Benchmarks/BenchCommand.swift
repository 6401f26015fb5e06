import Glibc

/// A command that measures everything and writes the tables.
struct BenchCommand {
  let bench: Bench
  /// The sizes of the notebooks, in ascending order.
  let counts: [Int]
  /// The number of captures in the notebook for known-item searches, and the number of searches.
  var relevance = (captures: 10_000, queries: 200)

  func run() throws(BenchFailure) {
    let missing =
      Rivals(bench: bench, count: 0).missing + Digests(bench: bench, count: 0).missing
    for package in missing { say("\(package) is not installed; left out") }
    var results: [Results] = []
    try generate(1, "full")
    for count in counts { results.append(try measure(count)) }
    var targets = Targets(results: results, programBytes: size(of: bench.cairn))
    say("front matters")
    targets.frontMatter = try frontMatters()
    if relevance.queries > 0 { targets.relevance = try rank() }
    let report = Report(
      targets: targets, runs: bench.runs, missing: missing,
      processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    try writeFile("\(bench.root)/performance.md", Array(report.text.utf8))
    print(report.text, terminator: "")
  }

  /// Returns the nanoseconds for one front matter with Cairn and with Yams: the medians of
  /// alternating runs.
  private func frontMatters() throws(BenchFailure) -> (cairn: Double, yams: Double)? {
    let micro = MicroCommand(bench: bench)
    var (cairn, yams): ([Double], [Double]) = ([], [])
    for _ in 0..<bench.runs {
      guard let one = try micro.nanoseconds("front-matter", units: 100_000, repeats: 5),
        let other = try micro.nanoseconds("yams", units: 100_000, repeats: 1)
      else { return nil }
      cairn.append(one)
      yams.append(other)
    }
    return (Sample.median(cairn), Sample.median(yams))
  }

  private func rank() throws(BenchFailure) -> [(words: String, result: Relevance.Result)] {
    say("known-item searches")
    try generate(relevance.captures, "words")
    let search = Relevance(
      bench: bench, count: relevance.captures, queries: relevance.queries)
    return [
      ("all words", try search.measure(any: false)), ("any word", try search.measure(any: true)),
    ]
  }

  /// Generates a notebook in a separate process, so that this process stays small.
  private func generate(_ count: Int, _ style: String) throws(BenchFailure) {
    let command = bench.command(
      [bench.own, "generate", bench.root, "\(count)", style], in: bench.root)
    guard try command.run(output: bench.output("generate")).status == 0 else {
      throw BenchFailure(reason: "the notebook cannot be made; see \(bench.output("generate")).err")
    }
  }
}

// MARK: - One notebook

extension BenchCommand {
  private func measure(_ count: Int) throws(BenchFailure) -> Results {
    say("a notebook of \(count) captures")
    try generate(count, "full")
    let everywhere = bench.notebooks.everywhere(count)
    let folder = bench.notebooks.folder(count)
    let cairn = CairnCases(bench: bench, count: count)
    let rivals = Rivals(bench: bench, count: count)
    cairn.emptyInbox()
    var results = Results(
      count: count, noteBytes: files(below: folder).reduce(0) { $0 + size(of: $1) })

    say("building the index")
    let scans = rivals.scans(everywhere)
    let absent = scans.filter { $0.name == "rg absent" || $0.name == "floor read 2" }
    merge(
      try bench.measure(cairn.cold() + rivals.indexing() + absent, warmUp: false), into: &results)
    results.databaseBytes = rivals.databaseSize
    _ = try bench.measure([cairn.cold()[1]])
    results.snapshotBytes = files(below: bench.cache).reduce(0) { $0 + size(of: $1) }

    results.disagreements = try disagreements(cairn, rivals, scans)
    say("nothing changed")
    merge(
      try bench.measure(scans + rivals.queries(everywhere) + cairn.warm(everywhere)), into: &results
    )
    // Each takes a few milliseconds, of which the scheduler's share varies.
    merge(try bench.measure(cairn.starts(), factor: 5), into: &results)
    cairn.emptyInbox()
    say("files changed")
    let edits = Edits(bench.notebooks.sample(count).map(\.path))
    merge(try bench.measure(cairn.changed(edits)), into: &results)
    say("the resident process")
    try measureResident(&results, edits)
    say("the server")
    results.server = try Server(bench: bench, count: count).measure()
    cairn.emptyInbox()
    // Their targets are for notebooks of this size; of larger ones they take minutes.
    if count <= 10_000 {
      say("digests")
      merge(try bench.measure(Digests(bench: bench, count: count).cases()), into: &results)
      say("sites")
      for site in cairn.sites(edits) { merge(try bench.measure([site]), into: &results) }
    }
    edits.undo()
    say("editors and assistants")
    // The edits have left the index behind.
    _ = try bench.measure([cairn.warm(everywhere)[0]])
    merge(try Servers(bench: bench, count: count).measure(), into: &results)
    if count == Changes.count {
      say("a field of all captures")
      try change(&results)
    }
    if count == Imports.count {
      say("imports")
      try importNotes(&results)
    }
    return results
  }

  private func measureResident(_ results: inout Results, _ edits: Edits) throws(BenchFailure) {
    let resident = Resident(bench: bench, count: results.count)
    merge(try resident.inside(), into: &results)
    try resident.start()
    defer { resident.stop() }
    let cases = CairnCases(bench: bench, count: results.count, isResident: true)
    merge(try bench.measure(cases.main(), factor: 3), into: &results)
    merge(try bench.measure(cases.changed(edits)), into: &results)
    let number = min(5000, results.count / 2)
    let many = Edits(Array(files(below: bench.notebooks.folder(results.count)).prefix(number)))
    let alone = CairnCases(bench: bench, count: results.count)
    merge(
      try bench.measure([alone, cases].map { $0.checkedOut(number, many) }), into: &results)
    many.undo()
    _ = try bench.measure(cases.main())
    var figures = resident.idleFigures()
    figures.clients = try resident.clients(cases.main())
    results.resident = figures
    alone.emptyInbox()
  }

  private func change(_ results: inout Results) throws(BenchFailure) {
    let changes = Changes(bench: bench, count: Changes.count)
    try changes.prepare()
    merge(try bench.measure(changes.cases()), into: &results)
    results.journal = changes.journal()
    changes.remove()
  }

  private func importNotes(_ results: inout Results) throws(BenchFailure) {
    let imports = Imports(bench: bench)
    try imports.prepare()
    merge(try bench.measure(imports.first(), warmUp: false), into: &results)
    merge(try bench.measure(imports.again(), warmUp: false), into: &results)
    imports.remove()
  }

  private func merge(_ samples: [String: Sample], into results: inout Results) {
    results.samples.merge(samples) { _, new in new }
  }

  /// Returns the cases in which tools that should find the same captures found different ones.
  private func disagreements(
    _ cairn: CairnCases, _ rivals: Rivals, _ scans: [Case]
  ) throws(BenchFailure) -> [String] {
    let found = try (cairn.answers() + rivals.queries("") + scans)
      .filter { $0.name.contains(" all ") || $0.name.hasSuffix(" rare") }
      .map { item throws(BenchFailure) -> (String, Int) in
        _ = try item.command.run(output: bench.output(item.name))
        return (item.name, bench.lines(item.name).count)
      }
    return ["rare", "two", "phrase"].compactMap { what in
      let same = found.filter {
        $0.0.hasSuffix(" all \(what)") || (what == "rare" && $0.0.hasPrefix("rg"))
      }
      guard Set(same.map(\.1)).count > 1 else { return nil }
      return same.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
  }
}
