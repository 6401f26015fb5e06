import CairnConsole
import CairnFiles
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWork
import SystemPackage

extension Session {
  /// Throws a ``Failure`` if there is no terminal on which to pick captures, or if `--no-input` is
  /// set.
  func expectPerson() throws {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal, !options.noInput else {
      throw Failure(
        "terminal-wanted", "--interactive needs a terminal", status: .usage)
    }
  }

  /// Lets the user pick captures, and shows the picked ones. Throws exit code 1 if no captures were
  /// selected or picked.
  func showPicked(of chosen: CaptureSelection, _ list: ListOptions) async throws {
    let picked = try await pick(from: chosen)
    guard isForPeople(list) else { return try show(picked, list) }
    for (number, capture) in picked.captures.enumerated() {
      if number > 0 { console.line() }
      show(capture)
    }
  }

  /// Lets the person pick captures: with fzf if it is installed, otherwise by number. Then `%1`
  /// names the first picked capture or, without fzf, the one with the number 1. Throws exit code 1
  /// if nothing was picked.
  func pick(from chosen: CaptureSelection) async throws -> CaptureSelection {
    shownRows = []
    guard !chosen.entries.isEmpty else { throw nothingFound(isShown: false) }
    surroundings.transcript?.decline()
    let rows = chosen.entries.compactMap { entry in
      chosen.catalog.row(entry).map { (entry: entry, row: $0) }
    }
    let finder = surroundings.program("fzf")
    let margin = String(rows.count).count + 2
    let lines = lines(
      of: rows.map(\.row), isStyled: false,
      width: finder == nil ? surroundings.columns - margin : width(margin: margin))
    let numbers: [Int]
    let listed: [Int]
    if let finder {
      numbers = try await pick(with: finder, zip(rows.map(\.row.path), lines).map { ($0, $1) })
        .filter(rows.indices.contains)
      listed = numbers
    } else {
      listed = Array(rows.indices.prefix(max(surroundings.rows - 3, 10)))
      numbers = pickByNumber(lines, showing: listed.count)
    }
    shownRows = listed.map { work.row(at: rows[$0].row.path) }
    guard !numbers.isEmpty else {
      say("Nothing was picked.")
      throw ExitStatus.nothingFound.code
    }
    return chosen.only(numbers.map { rows[$0].entry })
  }
}

extension Session {
  /// Lets the user pick lines in fzf, which previews each capture, and returns the indices of the
  /// picked lines.
  private func pick(
    with finder: FilePath, _ lines: [(path: NotePath, text: String)]
  ) async throws -> [Int] {
    // Each record has the index, the line and the path; fzf only shows the line.
    var input: [UInt8] = []
    for (place, line) in lines.enumerated() {
      input += Array("\(place)\t\(line.text)\t".utf8)
      input += notebook.store.absolute(line.path).bytes + [0]
    }
    let show = [
      CommandLine.arguments.first ?? "cairn", "show", "--color", "always", "--notebook",
      notebook.store.root.string,
    ]
    let preview = show.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    let output = try await Programs.output(
      of: finder,
      [
        "--read0", "--print0", "--multi", "--delimiter", "\t", "--with-nth", "2", "--preview",
        preview + " {3..}",
      ], reading: input, in: surroundings.temporaryFolder)
    // Skip other records, which the user's fzf options can cause; they do not begin with an index.
    return output.split(separator: 0).compactMap { record in
      record.firstIndex(of: UInt8(ascii: "\t")).flatMap {
        Int(String(decoding: record[..<$0], as: UTF8.self))
      }
    }
  }
}

extension Session {
  /// Lets the person pick among the first `count` lines by number; returns their indices.
  private func pickByNumber(_ lines: [String], showing count: Int) -> [Int] {
    let shown = lines.prefix(count)
    let width = String(shown.count).count
    for (place, line) in shown.enumerated() {
      let number = String(place + 1)
      let pad = String(repeating: " ", count: width - number.count)
      console.say("\(pad)\(console.errorStyled(number, .bold))  \(line)")
    }
    if shown.count < lines.count {
      console.say("… \(lines.count - shown.count) more; narrow the query to see them.")
    }
    while let answer = console.ask("Pick by number, such as 2 or 1,3-5: ") {
      if answer.allSatisfy(\.isWhitespace) { return [] }
      if let places = NumberChoice.places(answer, of: shown.count) { return places }
      console.say("Type numbers from 1 to \(shown.count), or press Enter to pick nothing.")
    }
    return []
  }
}
