import CairnConsole
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnScreens
import CairnTerminal
import CairnText
package import CairnWork

extension Session {
  /// Throws a ``Failure`` if there is no terminal on which to pick captures, or if `--no-input` is
  /// set. `caller` names the option or the command that needs the terminal.
  package func expectPerson(_ caller: String = "--interactive") throws {
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal, !options.noInput else {
      throw Failure("terminal-wanted", "\(caller) needs a terminal", status: .usage)
    }
  }

  /// Lets the person pick captures: with the built-in picker or, if the terminal cannot show it, by
  /// number. Afterward, `%1` names the first picked capture or, if captures were picked by number,
  /// the capture with the number 1 in the list. Throws exit code 1 if nothing was picked.
  package func pick(from chosen: CaptureSelection) async throws -> CaptureSelection {
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

  /// Says that nothing was picked, and returns exit code 1.
  package func nothingPicked() -> CommandEnd {
    say("Nothing was picked.")
    return ExitStatus.nothingFound.end
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
