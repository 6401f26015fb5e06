import CairnCapture
import CairnConsole
import CairnNotebook
package import CairnProvider
import CairnScreens
import CairnText
import CairnWire
package import CairnWork

extension Session {
  /// Returns the work (a book, a movie and so on) with the number `number`, counted from 1. If
  /// `number` is nil, returns the work that the user picks on a terminal, or nil if the user picks
  /// none. If the user cannot be asked, returns the only work.
  ///
  /// Throws a ``Failure`` if there is no work with this number, or if the user cannot be asked and
  /// there are several works.
  package func choose(_ options: [LookupOption], _ number: Int?) throws -> LookupOption? {
    if let number {
      guard let option = options.element(numbered: number) else {
        throw Failure(
          "lookup-number", "--pick: there are only \(options.count.of("result"))", status: .usage)
      }
      return option
    }
    guard canAsk else {
      if options.count == 1 { return options.first }
      throw Failure(
        "lookup-ambiguous",
        "\(options.count.of("work")) were found; pass --pick NUMBER to choose one", status: .usage)
    }
    for (number, option) in options.enumerated() {
      console.say(line(of: option, number + 1))
    }
    while let answer = console.ask("Which one? Type a number; Enter for none: ") {
      let word = String(answer.trimmingBlanks)
      if word.isEmpty { return nil }
      if let option = Int(word).flatMap(options.element(numbered:)) { return option }
    }
    return nil
  }

  /// Looks up a new entry, and fills its empty fields from the work that the user picks. If the
  /// search fails, prints a warning, leaves the entry unchanged, and returns false. Throws only a
  /// cancellation or an exit code.
  package func lookUp(_ pending: inout PendingCapture, _ number: Int?) async throws -> Bool {
    guard !work.isPrivate(pending) else {
      say("The title was not looked up, because the capture is private.")
      return true
    }
    do {
      let query = work.queryToLookUp(pending)
      // Without a title, there is nothing to search for, and adding the entry will fail.
      if query.isBlank { return true }
      try work.keep(&pending)
      let options = try await work.lookUp(query, work.kindToLookUp(pending))
      guard !options.isEmpty else {
        say("Nothing was found; no field was filled.")
        return true
      }
      guard let option = try choose(options, number) else { return true }
      let found = try await work.complete(option, pictures: work.picturesToLookUp(pending))
      work.take(found, into: &pending)
      return true
    } catch let error where !(error is CancellationError || error is CommandEnd) {
      let failure = Failure(error)
      warn(
        Diagnostic(
          .warning, failure.code, "\(failure.message); no field was filled"))
      return false
    }
  }

  /// Shows the command that looks up an added entry again.
  func hintToLookUp(_ result: AddResult) {
    guard let added = result.report.changed.first else { return }
    let handle = added.id ?? work.handle(at: added.path)
    work.context.tell(.hint("to look up the title again, run `cairn lookup --fill \(handle)`"))
  }
}
