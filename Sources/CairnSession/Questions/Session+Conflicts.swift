import CairnCapture
import CairnConsole
import CairnScreens
import CairnText
package import CairnWork

extension Session {
  /// Asks about each conflict of a file, and returns the answers.
  package func ask(_ conflict: FileConflict) -> ConflictAnswer {
    var answer = ConflictAnswer(conflict)
    if conflict.question != nil { showState(of: conflict) }
    switch conflict.question {
    case .version(let sides): answer.side = askSide("Which file", sides)
    case .place(let sides):
      answer.place = askSide("Which place", sides)
      answer.keeps = answer.place.map { _ in true }
    case .keep:
      answer.keeps = ask(
        "Keep it?", [("keep", true), ("remove", false), ("leave it", nil)], default: true)
    case nil: break
    }
    for field in conflict.openFields {
      show(field, of: conflict)
      answer.fields[field.key] = askSide(field.key, field.sides)
    }
    for passage in conflict.passages {
      show(passage, of: conflict)
      answer.passages[Array(passage.bytes)] = askSide("line \(passage.line)", passage.sides)
    }
    return answer
  }

  /// Asks which version to use. `what` is the question without its question mark, such as
  /// `Which file`. Returns nil if the user leaves the conflict unresolved.
  private func askSide(_ what: String, _ sides: [Conflicts.Side]) -> Conflicts.Side? {
    ask("\(what)?", sides.map { ($0.rawValue, $0) } + [("leave it", nil)], default: nil)
  }

  /// Asks until the answer is one of `words` or the beginning of such a word, and returns the value
  /// of that word. Returns `preset` for an empty answer, and nil at the end of input.
  private func ask<Value: Equatable>(
    _ question: String, _ words: [(word: String, value: Value?)], default preset: Value?
  ) -> Value? {
    let shown = words.map { word, value in
      "[\(word.prefix(1))]\(word.dropFirst())" + (value == preset ? " (Enter)" : "")
    }.joined(separator: ", ")
    while let line = console.ask(TerminalText.escaped("\(question) \(shown): ")) {
      let answer = line.trimmingBlanks.lowercased()
      if answer.isEmpty { return preset }
      if let found = words.first(where: { $0.word.hasPrefix(answer) }) { return found.value }
      let all = words.map { "`\($0.word.prefix(1))`" }.joined(separator: ", ")
      console.say(TerminalText.escaped("`\(answer)` is not a valid answer; type one of \(all)"))
    }
    console.say("")
    return nil
  }
}

extension Session {
  /// Lists the files of the first commit in this clone, and asks whether to make that commit.
  package func agree(to plan: SyncPlan, _ write: some AnswerOptions) throws {
    guard let question = plan.question, !write.yes else { return }
    if !options.json { sayList("The first commit in this clone would include:", question.details) }
    try confirm("\(question.text)?", write)
  }

  /// Asks a question, and returns whether the answer is yes. With `--yes`, returns true without
  /// asking; if the user cannot be asked, returns false.
  package func isAgreed(_ question: Confirmation, _ write: some AnswerOptions) -> Bool {
    write.yes || canAsk && isYes("\(question.text)?")
  }
}
