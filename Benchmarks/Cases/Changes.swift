/// A change of one field in all captures of a copied notebook, with Cairn and with sed. Each
/// command includes the time to sync the changes to the disk.
struct Changes {
  let bench: Bench
  /// The number of captures in the notebook.
  let count: Int

  /// The number of captures in the measured notebook.
  static let count = 10_000
  private static let field = "benchmark"

  private var folder: String { "\(bench.root)/changed-\(count)" }
  private var state: String { "\(bench.root)/state" }

  /// Creates the copy. Each capture in it has the field, and the copy is not in git.
  func prepare() throws(BenchFailure) {
    removeTree(folder)
    let original = bench.notebooks.folder(count)
    try run("copy", "cp -R \"$0\" \"$1\"", [original, folder])
    try run(
      "field", "find \"$0\" -name '*.md' -exec sed -i '1a \(Self.field): 0' {} +", [folder])
    _ = try self.case("index", "\"$0\" -N \"$1\" index", [bench.cairn]).command
      .run(output: bench.output("change index"))
  }

  /// Returns the changes. Every run sets a different value.
  func cases() -> [Case] {
    var set = self.case(
      "cairn set",
      "\"$0\" -N \"$1\" set --all \(Self.field)=$$ --yes --quiet >/dev/null && sync", [bench.cairn])
    let state = state
    set.prepare = { removeTree(state) }
    return [
      set,
      self.case(
        "sed -i",
        "find \"$1\" -name '*.md' -exec sed -i 's/^\(Self.field): .*/\(Self.field): '$$'/' {} + "
          + "&& sync", ["sh"]),
    ]
  }

  /// Returns the size of the last change's journal and of the changed files, in bytes.
  func journal() -> (bytes: Int, files: Int) {
    let journals = files(below: state).filter { $0.contains("/journal/") }
    return (
      journals.reduce(0) { $0 + size(of: $1) },
      files(below: folder).filter { $0.hasSuffix(".md") }.reduce(0) { $0 + size(of: $1) }
    )
  }

  /// Removes the copy and its state.
  func remove() {
    removeTree(folder)
    removeTree(state)
  }

  private func `case`(_ name: String, _ script: String, _ arguments: [String]) -> Case {
    Case(
      name: name,
      command: bench.command(["/bin/sh", "-c", script] + arguments + [folder], in: bench.root))
  }

  private func run(_ name: String, _ script: String, _ arguments: [String]) throws(BenchFailure) {
    let command = bench.command(["/bin/sh", "-c", script] + arguments, in: bench.root)
    guard try command.run(output: bench.output("change \(name)")).status == 0 else {
      throw BenchFailure(
        reason: "the copy cannot be made; see \(bench.output("change \(name)")).err")
    }
  }
}
