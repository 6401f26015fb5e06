import Glibc

/// The cases for the measured program.
struct CairnCases {
  let bench: Bench
  /// The number of captures in the notebook.
  let count: Int
  /// Whether the resident process answers.
  var isResident = false

  private var folder: String { bench.notebooks.folder(count) }

  private func `case`(_ name: String, _ arguments: [String]) -> Case {
    var command = bench.command([bench.cairn, "-N", folder] + arguments, in: bench.root)
    if isResident { command.environment.append(Resident.runtimeFolder(bench)) }
    return Case(name: (isResident ? "resident " : "cairn ") + name, command: command)
  }

  static let twoWords = ["\"\(Captures.pair.0)\"", "\"\(Captures.pair.1)\""]
  static let phrase = "\"\(Captures.pair.0) \(Captures.pair.1)\""

  /// Returns commands with an index that is up to date.
  func warm(_ everywhere: String) -> [Case] {
    let sample = bench.notebooks.sample(count)
    let id = sample[sample.count / 2].id
    return [
      self.case("rare", ["search", "\"\(Captures.rare)\""]),
      self.case("two", ["search"] + Self.twoWords + ["-n", "20"]),
      self.case("phrase", ["search", Self.phrase, "-n", "20"]),
      self.case(
        "list", ["list", "type:action", "status:open", "score:great", "sort:due", "-n", "20"]),
      self.case("list -n 20", ["list", "-n", "20"]),
      self.case("list --paths", ["list", "--paths"]),
      self.case("frequent -n 20", ["search", "\"\(Captures.frequent)\"", "-n", "20"]),
      self.case("frequent --paths", ["search", "\"\(Captures.frequent)\"", "--paths"]),
      self.case("everywhere", ["search", "\"\(everywhere)\"", "-n", "20"]),
      self.case("e", ["search", "*e*", "-n", "20"]),
      self.case("regex", ["search", "/\(Rivals.pattern)/", "-n", "20"]),
      self.case("tags", ["tags"]),
      self.case("collection list", ["collection", "list"]),
      self.case("show", ["show", id]),
      self.case("backlinks", ["backlinks", sample[0].id]),
      self.case("alone", []), completing("tag:", "list tag:"), completing("capture", "show "),
      adding("add", []), adding("add --type note", ["--type", "note"]),
    ]
  }

  /// Returns the queries that are also asked of the resident process.
  func main() -> [Case] { Array(warm("").prefix(4)) }

  /// Returns a query after this number of files changed together, as when git checks out a branch.
  func checkedOut(_ number: Int, _ edits: Edits) -> Case {
    var item = self.case("checkout", ["search", "\"\(Captures.rare)\""])
    item.prepare = { () throws(BenchFailure) in try edits.change(number) }
    return item
  }

  /// Returns the request that a shell sends if Tab is pressed at the end of a line.
  private func completing(_ name: String, _ line: String) -> Case {
    let command = [bench.cairn, "__complete", "fish", "cairn -N \(folder) \(line)"]
    return Case(name: "cairn Tab \(name)", command: bench.command(command, in: bench.root))
  }

  /// Returns commands with almost no work, and the program `hello` to compare with.
  func starts() -> [Case] {
    let alone = ["-N", bench.notebooks.folder(1)]
    let id = bench.notebooks.sample(1).first?.id ?? ""
    let older = bench.older.map { older in
      [("older add", older), ("newer add", bench.cairn)].map { name, program in
        adding(name, [program] + alone, ["--type", "note"], to: bench.notebooks.folder(1))
      }
    }
    return [
      ("hello", [bench.hello]), ("cairn --version", [bench.cairn, "--version"]),
      ("cairn show of 1", [bench.cairn] + alone + ["show", id]),
      ("cairn list of 1", [bench.cairn] + alone + ["list", "-n", "1"]),
    ].map { Case(name: $0.0, command: bench.command($0.1, in: bench.root)) } + (older ?? [])
  }

  /// Returns `add` with and without detecting the type. The added captures are removed before the
  /// next run.
  private func adding(_ name: String, _ options: [String]) -> Case {
    adding("cairn \(name)", [bench.cairn, "-N", folder], options, to: folder)
  }

  private func adding(
    _ name: String, _ program: [String], _ options: [String], to folder: String
  ) -> Case {
    let arguments = program + ["add", "Call the plumber about the tap"] + options
    return Case(name: name, command: bench.command(arguments, in: bench.root)) {
      Self.emptyInbox(folder)
    }
  }

  /// Removes the files in the notebook's root, which contains no generated files.
  func emptyInbox() { Self.emptyInbox(folder) }

  private static func emptyInbox(_ folder: String) {
    for (name, isFolder) in names(in: folder) where !isFolder { removeFile("\(folder)/\(name)") }
  }

  /// Returns a full indexing run, and a first query without an index.
  func cold() -> [Case] {
    let cache = bench.cache
    return [("cold", ["index", "--rebuild"]), ("first", ["search", Captures.rare])].map {
      var item = self.case($0.0, $0.1)
      item.prepare = { removeTree(cache) }
      return item
    }
  }

  /// Returns the searches that check whether all tools find the same captures.
  func answers() -> [Case] {
    [
      self.case("all rare", ["search", "--paths", "\"\(Captures.rare)\""]),
      self.case("all two", ["search", "--paths"] + Self.twoWords),
      self.case("all phrase", ["search", "--paths", Self.phrase]),
    ]
  }
}

// MARK: - Files that change

extension CairnCases {
  /// Returns the same query after no file, one file and a hundred files changed.
  func changed(_ edits: Edits) -> [Case] {
    [0, 1, 100].map { number in
      var item = self.case("changed \(number)", ["search", "\"\(Captures.rare)\""])
      let settle = self.case("settle", ["search", Captures.absent]).command
      let output = bench.output("settle")
      item.prepare = { () throws(BenchFailure) in
        _ = try settle.run(output: output)
        try edits.change(number)
      }
      return item
    }
  }
}

// MARK: - Sites

extension CairnCases {
  private var site: String { "\(bench.root)/site-\(count)" }

  /// Returns the building of a site of all captures, and the update after one file changed.
  func sites(_ edits: Edits) -> [Case] {
    let site = site
    var full = self.case("site", ["site", "-o", site])
    full.prepare = { removeTree(site) }
    var changed = self.case("site changed 1", ["site", "-o", site])
    let settle = self.case("settle", ["site", "-o", site]).command
    let output = bench.output("settle")
    changed.prepare = { () throws(BenchFailure) in
      _ = try settle.run(output: output)
      try edits.change(1)
    }
    return [full, changed]
  }
}

/// Lines added to captures, and removed at the end.
final class Edits {
  private let paths: [String]
  private let sizes: [Int]
  private var next = 0

  /// Creates edits of the captures at these paths.
  init(_ paths: [String]) {
    self.paths = paths
    sizes = paths.map { size(of: $0) }
  }

  /// Adds a line to this number of captures.
  func change(_ number: Int) throws(BenchFailure) {
    for _ in 0..<number {
      try writeFile(
        paths[next % paths.count], Array("Another line, number \(next).\n".utf8), appends: true)
      next += 1
    }
  }

  /// Restores all captures.
  func undo() {
    for (path, size) in zip(paths, sizes) { truncate(path, size) }
  }
}
