/// The result tables in Markdown.
struct Report {
  let targets: Targets
  let runs: Int
  /// The Debian packages that are not installed.
  let missing: [String]
  /// The number of processors.
  let processors: Int

  var text: String {
    var lines = [introduction, ""]
    let disagreements = targets.results.flatMap(\.disagreements)
    if !disagreements.isEmpty {
      lines += disagreements.map { "**Not the same answers:** \($0)  " } + [""]
    }
    lines += ["| what | figure | ratio | target | met |", "|---|---|---|---|---|"]
    lines += targets.rows.map(\.row)
    lines += [
      "",
      "All measurements. Each cell shows the median ± the median absolute deviation: half of the runs",
      "differ from the median by no more than this.", "",
    ]
    lines += everything
    return lines.joined(separator: "\n") + "\n"
  }

  private var introduction: String {
    let sizes = targets.results.map { "\($0.count) (\($0.noteBytes / 1_000_000) MB)" }
    let tools =
      missing.isEmpty ? "" : " Not installed, so not measured: \(missing.joined(separator: ", "))."
    return
      "\(processors) processors, warm page cache, medians of \(runs) runs of whole processes, which "
      + "alternated. Captures: \(sizes.joined(separator: ", ")).\(tools)"
  }

  private var everything: [String] {
    var names = targets.results.last.map { Array($0.samples.keys) } ?? []
    names.sort()
    let heads = targets.results.map { " \($0.count) |" }.joined()
    var lines = [
      "| command |\(heads) processor | peak |",
      "|---|" + String(repeating: "---:|", count: targets.results.count) + "---:|---:|",
    ]
    for name in names {
      let times = targets.results.map { results in
        guard let sample = results.samples[name] else { return " |" }
        guard sample.isGood else { return " exit \(sample.runs.last?.status ?? -1) |" }
        return " \(duration(sample.wall)) ± \(duration(sample.spread)) |"
      }
      let last = targets.results.last?.samples[name]
      lines.append(
        "| \(name) |\(times.joined()) \(last.map { duration($0.processor) } ?? "") | "
          + "\(last.map { bytes($0.peak) } ?? "") |")
    }
    return lines
  }
}
