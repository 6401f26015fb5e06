/// The other tools, and the tasks that they are given.
struct Rivals {
  let bench: Bench
  /// The number of captures in the notebook.
  let count: Int

  private var folder: String { bench.notebooks.folder(count) }
  /// The full paths of the installed tools.
  private let ripgrep = installed("rg")
  private let grep = installed("grep")
  private let git = installed("git")
  private let sqlite = installed("sqlite3")

  init(bench: Bench, count: Int) {
    self.bench = bench
    self.count = count
  }

  /// The Debian packages of the missing tools.
  var missing: [String] {
    [(ripgrep, "ripgrep"), (grep, "grep"), (git, "git"), (sqlite, "sqlite3")]
      .filter { $0.0 == nil }.map(\.1)
  }

  /// The regular expression without a required letter: a word with a capital letter inside.
  static let pattern = "[a-z]+[A-Z][a-z]+"

  /// Returns the minimum cost, and searches of every file.
  func scans(_ everywhere: String) -> [Case] {
    let (first, second) = Captures.pair
    var cases = ["walk", "read"].flatMap { what in
      [1, 2].map { threads in
        self.case("floor \(what) \(threads)", [bench.floor, what, folder, "\(threads)"])
      }
    }
    if let ripgrep {
      let searches: [(String, [String])] = [
        ("absent", [Captures.absent]), ("rare", ["-w", Captures.rare]),
        ("frequent", ["-w", Captures.frequent]), ("everywhere", ["-w", everywhere]),
        ("two", ["-i", "\(first).*\(second)|\(second).*\(first)"]),
        ("phrase", ["-i", "\(first) \(second)"]), ("e", ["e"]), ("regex", [Self.pattern]),
      ]
      cases += searches.map { name, arguments in
        self.case("rg \(name)", [ripgrep, "--no-config", "--no-ignore", "-l"] + arguments + ["."])
      }
    }
    if let grep { cases.append(self.case("grep rare", [grep, "-rlwF", Captures.rare, "."])) }
    if let git {
      cases.append(
        self.case("git grep rare", [git, "grep", "--no-index", "-lwF", Captures.rare]))
    }
    return cases
  }

  private func `case`(_ name: String, _ arguments: [String], input: String = "/dev/null") -> Case {
    Case(name: name, command: bench.command(arguments, in: folder, input: input))
  }
}

// MARK: - SQLite

extension Rivals {
  /// The path of the database.
  private var database: String { "\(bench.root)/fts-\(count).db" }

  /// The size of the database in bytes; nil if there is none.
  var databaseSize: Int? { sqlite == nil ? nil : size(of: database) }

  /// Indexes the bodies with FTS5. The index contains positions, but no copy of the text, and is
  /// not protected against a power failure.
  func indexing() throws(BenchFailure) -> [Case] {
    guard let sqlite else { return [] }
    let script = "\(bench.root)/fts.sql"
    try writeFile(script, Array(Self.script.utf8))
    let database = database
    var indexing = self.case("fts5 index", [sqlite, database], input: script)
    indexing.prepare = { removeFile(database) }
    return [indexing]
  }

  private static let script = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    BEGIN;
    CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT);
    CREATE VIRTUAL TABLE notes USING
      fts5(body, content='', tokenize="unicode61 remove_diacritics 2");
    INSERT INTO files (path) SELECT name FROM fsdir('.') WHERE name LIKE '%.md';
    INSERT INTO notes (rowid, body)
      SELECT id,
        CASE WHEN text LIKE '---%'
          THEN substr(text, instr(substr(text, 4), char(10) || '---' || char(10)) + 8)
          ELSE text END
      FROM (SELECT id, CAST(readfile(path) AS TEXT) AS text FROM files);
    COMMIT;

    """

  /// Returns queries of the database for the twenty best matches. They do not check whether files
  /// have changed.
  func queries(_ everywhere: String) -> [Case] {
    guard let sqlite else { return [] }
    let (first, second) = Captures.pair
    let queries = [
      ("rare", Captures.rare), ("two", "\(first) \(second)"),
      ("phrase", "\"\(first) \(second)\""), ("frequent", Captures.frequent),
      ("everywhere", everywhere),
    ]
    return queries.map { name, query in
      self.case("fts5 \(name)", [sqlite, database, Self.select(query, limit: "20")])
    }
      + queries.prefix(3).map { name, query in
        self.case("fts5 all \(name)", [sqlite, database, Self.select(query, limit: "-1")])
      }
  }

  private static func select(_ query: String, limit: String) -> String {
    "SELECT path FROM notes JOIN files ON files.id = notes.rowid WHERE notes MATCH '\(query)' "
      + "ORDER BY bm25(notes) LIMIT \(limit)"
  }

  /// Returns the ten best matches of each query in a notebook of the style `words`, as the numbers
  /// of the captures in order. Nil without SQLite.
  func ranked(_ queries: [String]) throws(BenchFailure) -> [[Int]]? {
    guard let sqlite else { return nil }
    let folder = bench.notebooks.folder(count, .words)
    let database = "\(bench.root)/fts-words-\(count).db"
    removeFile(database)
    let script = "\(bench.root)/fts.sql"
    var lines = Self.script
    for (number, query) in queries.enumerated() {
      lines += "SELECT '= \(number)';\n\(Self.select(query, limit: "10"));\n"
    }
    try writeFile(script, Array(lines.utf8))
    let command = bench.command([sqlite, database], in: folder, input: script)
    let run = try command.run(output: bench.output("fts5 relevance"))
    guard run.status == 0 else { throw BenchFailure(reason: "sqlite3 cannot rank the bodies") }
    var found: [[Int]] = []
    for line in bench.lines("fts5 relevance") {
      if line.hasPrefix("= ") {
        found.append([])
      } else if let number = captureNumber(line) {
        found[found.count - 1].append(number)
      }
    }
    return found
  }
}

/// Returns the number of the capture with this path in a notebook of the style `words`: `./12.md`.
func captureNumber(_ path: Substring) -> Int? {
  let name = path.split(separator: "/").last ?? path
  return name.hasSuffix(".md") ? Int(name.dropLast(3)) : nil
}
