import Glibc

/// A digest of a whole notebook, compared with the program `cmark-gfm` on the same bodies in one
/// file.
struct Digests {
  let bench: Bench
  /// The number of captures in the notebook.
  let count: Int
  private let program = installed("cmark-gfm")

  init(bench: Bench, count: Int) {
    self.bench = bench
    self.count = count
  }

  /// The Debian package of the program if it is missing.
  var missing: [String] { program == nil ? ["cmark-gfm"] : [] }

  /// The file with all bodies.
  private var bodies: String { "\(bench.root)/bodies-\(count).md" }

  /// Returns the cases. Writes the file of bodies first.
  func cases() throws(BenchFailure) -> [Case] {
    let folder = bench.notebooks.folder(count)
    let digest = Case(
      name: "cairn digest",
      command: bench.command(
        [bench.cairn, "-N", folder, "digest", "--format", "html"], in: bench.root))
    guard let program else { return [digest] }
    try writeBodies(folder)
    let names = ["table", "strikethrough", "autolink", "tasklist", "footnotes"]
    let extensions = names.flatMap { ["-e", $0] }
    return [
      digest,
      Case(
        name: "cmark-gfm",
        command: bench.command([program] + extensions + [bodies], in: bench.root)),
    ]
  }

  /// Writes the bodies of all captures to one file, separated by blank lines. Holds one body at a
  /// time, so that this process stays small.
  private func writeBodies(_ folder: String) throws(BenchFailure) {
    try writeFile(bodies, [])
    for path in files(below: folder) where path.hasSuffix(".md") {
      let text = readFile(path) ?? []
      try writeFile(bodies, Self.body(of: text) + Array("\n\n".utf8), appends: true)
    }
  }

  /// Returns the bytes after the front matter.
  private static func body(of text: [UInt8]) -> ArraySlice<UInt8> {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let fence = Array("---".utf8)[...]
    guard lines.first == fence, let end = lines.dropFirst().firstIndex(of: fence) else {
      return text[...]
    }
    return text[min(lines[end].endIndex + 1, text.endIndex)...]
  }
}
