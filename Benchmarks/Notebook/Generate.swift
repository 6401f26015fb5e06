import Glibc

/// Generated notebooks in a folder.
struct Notebooks {
  /// The folder that contains the notebooks.
  let root: String

  /// Returns the folder of the notebook with `count` captures in this style.
  func folder(_ count: Int, _ style: Writer.Style = .full) -> String {
    "\(root)/\(style == .full ? "notebook" : "words")-\(count)"
  }

  /// Writes a notebook, unless a complete one from this version of the generator exists.
  func make(_ count: Int, _ style: Writer.Style = .full) throws(BenchFailure) {
    let folder = folder(count, style)
    let mark = "\(folder).complete"
    if readFile(mark) == Array(Self.version.utf8) { return }
    removeTree(folder)
    var writer = Writer(count: count)
    for number in 0..<40 {
      makeFolders(
        "\(folder)/\(String(decoding: writer.captures.folder(number: number), as: UTF8.self))")
    }
    for index in 0..<count {
      let path =
        style == .full
        ? String(decoding: writer.captures.path(index), as: UTF8.self) : "\(index).md"
      try writeFile("\(folder)/\(path)", writer.bytes(index, style))
    }
    switch style {
    case .full: try writeSample(count, writer.captures)
    case .words: try writeTitles(count, writer.captures)
    }
    try writeFile(mark, Array(Self.version.utf8))
  }

  /// Returns the ids and paths of captures from all parts of a notebook.
  func sample(_ count: Int) -> [(id: String, path: String)] {
    let lines =
      readFile("\(folder(count)).sample").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return lines.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1).map { String($0) }
      return (parts[0], "\(folder(count))/\(parts[parts.count - 1])")
    }
  }

  /// Returns the word that nearly every capture of a notebook contains.
  func everywhere(_ count: Int) -> String {
    String(decoding: readFile("\(folder(count)).everywhere") ?? [], as: UTF8.self)
  }

  /// Writes the files that ``sample(_:)`` and ``everywhere(_:)`` read.
  private func writeSample(_ count: Int, _ captures: Captures) throws(BenchFailure) {
    try writeFile("\(folder(count)).everywhere", Array(captures.everywhere.utf8))
    var lines: [UInt8] = []
    for index in stride(from: 0, to: count, by: max(count / 200, 1)) {
      lines += captures.id(index) + [.space] + captures.path(index) + [UInt8(ascii: "\n")]
    }
    try writeFile("\(folder(count)).sample", lines)
  }

  /// Returns the titles of 500 captures in the style `words`, as words, with the numbers of the
  /// captures.
  func titles(_ count: Int) -> [(index: Int, words: [String])] {
    let lines = readFile("\(folder(count, .words)).titles") ?? []
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ").map { String($0) }
      return (Int(parts[0]) ?? 0, Array(parts.dropFirst()))
    }
  }

  /// Writes the file that ``titles(_:)`` reads.
  private func writeTitles(_ count: Int, _ captures: Captures) throws(BenchFailure) {
    var lines: [UInt8] = []
    for index in stride(from: 0, to: count, by: max(count / 500, 1)) {
      let topics = captures.topics(index)
      let words = topics.words.prefix(topics.inTitle).joined(separator: [.space])
      lines += Array("\(index) ".utf8) + words + [UInt8(ascii: "\n")]
    }
    try writeFile("\(folder(count, .words)).titles", lines)
  }

  /// The version of the generated text. Change it if the generator changes.
  private static let version = "2"
}
