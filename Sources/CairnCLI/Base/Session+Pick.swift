import ArgumentParser
import CairnConsole
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnScreens
import CairnTerminal
import CairnText
import CairnWork

extension Session {
  /// Throws a ``Failure`` if there is no terminal on which to pick captures, or if `--no-input` is
  /// set.
  func expectPerson() throws {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal, !options.noInput else {
      throw Failure(
        "terminal-wanted", "--interactive needs a terminal", status: .usage)
    }
  }

  /// Lets the user pick captures, and shows the picked captures. Throws exit code 1 if no captures
  /// were selected or picked.
  func showPicked(of chosen: CaptureSelection, _ list: ListOptions) async throws {
    let picked = try await pick(from: chosen)
    guard isForPeople(list) else { return try show(picked, list) }
    console.separate(picked.captures) { show($0) }
  }

  /// Lets the person pick captures: with the built-in picker or, if the terminal cannot show it, by
  /// number. Afterward, `%1` names the first picked capture; a pick by number keeps the numbers of
  /// the list. Throws exit code 1 if nothing was picked.
  func pick(from chosen: CaptureSelection) async throws -> CaptureSelection {
    shownRows = []
    guard !chosen.entries.isEmpty else { throw nothingFound(isShown: false) }
    surroundings.transcript?.decline()
    if let picked = try await pickWhileTyping(from: chosen) { return picked }
    let rows = chosen.rows
    let margin = String(rows.count).count + 2
    let lines = lines(of: rows, isStyled: false, width: surroundings.columns - margin)
    let listed = rows.prefix(max(surroundings.rows - 3, 10))
    let numbers = pickByNumber(lines, showing: listed.count)
    shownRows = listed.map { work.row(at: $0.facts.path) }
    guard !numbers.isEmpty else { throw nothingPicked() }
    return chosen.only(numbers.map { rows[$0].entry })
  }

  private func nothingPicked() -> ExitCode {
    say("Nothing was picked.")
    return ExitStatus.nothingFound.code
  }
}

extension QueryArguments {
  /// Returns the request to select these captures or, if `picks` is true, only those that the user
  /// picks. If `words` is not nil, it replaces the words of the query.
  ///
  /// Throws a ``Failure`` if there is no terminal, or an exit code if nothing was picked.
  func request(
    words: [String]? = nil, picks: Bool, _ session: Session
  ) async throws -> SelectRequest {
    let request = try request(words: words, session.surroundings)
    guard picks else { return request }
    try session.expectPerson()
    try await session.prepare(request.words)
    let picked = try await session.pick(from: try session.work.select(request))
    let paths = picked.entries.map { picked.catalog.snapshot.path($0) }
    return SelectRequest(paths: paths.map { session.notebook.store.absolute($0).bytes })
  }
}

extension Session {
  /// Lets the person pick with the built-in picker; returns nil if the terminal cannot show it.
  private func pickWhileTyping(from chosen: CaptureSelection) async throws -> CaptureSelection? {
    // The picker cannot evaluate `like:` or names while the person types, so it only offers the
    // selected captures.
    let isNamed = chosen.means == .names || !chosen.query.likes.isEmpty
    let paths = isNamed ? chosen.entries.map { chosen.catalog.snapshot.path($0) } : nil
    let query = isNamed ? "" : chosen.query.description
    guard
      let picker = Picker(
        self, query: query.isEmpty ? "" : query + " ", among: paths.map { Set($0) }, onlyPicks: true
      )
    else { return nil }
    let picked = try await picker.run()
    shownRows = picked.map { work.row(at: $0) }
    guard !picked.isEmpty else { throw nothingPicked() }
    return chosen.only(picked.compactMap { chosen.catalog.entry(at: $0) })
  }
}

extension Session {
  /// Lets the person pick among the first `count` lines by number. Returns the picked indices, from
  /// 0.
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
