/// Imports of notes from a folder of Markdown files and from one file of Evernote, each into an
/// empty notebook and then again.
struct Imports {
  let bench: Bench

  /// The number of notes.
  static let count = 10_000
  /// The sources, each with the words that name it in the table of targets.
  static let sources = [
    ("obsidian", "a folder of Markdown files"), ("evernote", "a file of Evernote"),
  ]

  private var state: String { "\(bench.root)/state" }
  private var export: String { "\(bench.root)/notes.enex" }

  private func target(_ source: String) -> String { "\(bench.root)/imported-\(source)" }

  /// Writes the file of Evernote: a note for each capture of the notebook, in which each line of the
  /// text is a paragraph.
  func prepare() throws(BenchFailure) {
    let script = #"""
      find "$0" -name '*.md' | sort | awk '
        BEGIN { print "<?xml version=\"1.0\" encoding=\"UTF-8\"?><en-export>" }
        {
          printf "<note><title>Note %d</title><created>20200101T120000Z</created>", NR
          print "<tag>benchmark</tag><content><![CDATA[<en-note>"
          fences = 0
          while ((getline line < $0) > 0) {
            if (line == "---" && fences < 2) { fences++; continue }
            gsub(/&/, "\\&amp;", line)
            gsub(/</, "\\&lt;", line)
            if (fences != 1) print "<div>" line "</div>"
          }
          close($0)
          print "</en-note>]]></content></note>"
        }
        END { print "</en-export>" }' > "$1"
      """#
    let folder = bench.notebooks.folder(Self.count)
    let command = bench.command(["/bin/sh", "-c", script, folder, export], in: bench.root)
    guard try command.run(output: bench.output("import export")).status == 0 else {
      throw BenchFailure(reason: "the file of Evernote cannot be made")
    }
  }

  /// Returns the first imports, into notebooks that are empty before each run.
  func first() -> [Case] {
    Self.sources.map { source, _ in
      var item = self.case("import \(source)", source)
      let (target, state) = (target(source), state)
      item.prepare = {
        removeTree(target)
        removeTree(state)
        makeFolders(target)
      }
      return item
    }
  }

  /// Returns the same imports into the notebooks that ``first()`` filled.
  func again() -> [Case] { Self.sources.map { self.case("import \($0.0) again", $0.0) } }

  /// Removes the notebooks, the file of Evernote and the state.
  func remove() {
    for (source, _) in Self.sources { removeTree(target(source)) }
    removeTree(state)
    removeFile(export)
  }

  private func `case`(_ name: String, _ source: String) -> Case {
    let path = source == "evernote" ? export : bench.notebooks.folder(Self.count)
    let arguments = ["-N", target(source), "import", source, path, "--yes", "--quiet"]
    return Case(
      name: "cairn \(name)", command: bench.command([bench.cairn] + arguments, in: bench.root))
  }
}
