import CairnCapture
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnText
package import CairnWork

extension Session {
  /// Calls `plan`, asks the questions that the plan raises, writes the captures, and shows them.
  package func add(
    _ answers: some AnswerOptions, isStrict: Bool, _ lookupFailed: Bool = false,
    _ plan: () async throws -> AddPlan
  ) async throws {
    let result = try await added(answers, plan)
    show(result, answers.mode)
    if lookupFailed { hintToLookUp(result) }
    try checkTypes(
      isUnclassified: result.hasUnclassified && answers.mode == .write, isStrict: isStrict)
  }

  /// Calls `plan`, asks the questions that the plan raises, and writes the captures.
  package func added(
    _ answers: some AnswerOptions, _ plan: () async throws -> AddPlan
  ) async throws -> AddResult {
    do {
      var plan = try await plan()
      while let question = plan.question {
        plan = try work.plan(plan, answering: answer(question, plan, answers))
      }
      return try work.apply(plan)
    } catch let failure as AddFailure {
      throw ended(by: failure)
    }
  }

  private func answer(
    _ question: AddQuestion, _ plan: AddPlan, _ answers: some AnswerOptions
  ) throws -> AddAnswer {
    switch question {
    case .type(let found): return .type(askType(found))
    case .details(let read, let schema):
      var details = read
      let isApproved = approve(&details, schema)
      if isApproved == false { return .details(nil) }
      if isApproved == true { askRecipient(&details, schema) }
      return .details(details)
    case .field(let field, _): return .field(ask(for: field))
    case .pieces(let pieces, let splitter):
      do {
        return .pieces(try approve(pieces, of: plan.text, splitter, answers))
      } catch {
        throw AddFailure(error, plan.rescued)
      }
    }
  }

  /// Returns the error that ends a command. Either the error or a message printed before it tells
  /// the user where the text was saved.
  package func ended(by failure: AddFailure) -> any Error {
    let place = failure.rescued?.shown(passing: failure.remedy)
    if failure.reason is CancellationError || failure.reason is CommandEnd {
      // The user did not want to wait any longer.
      if let place { console.say(TerminalText.escaped(place)) }
      return failure.reason as? CommandEnd ?? Interruption.exitCode
    }
    var ended = Failure(failure.reason)
    ended.hint = place
    return ended
  }

  /// Asks for the value of a required field until the answer is valid. Returns nil at the end of
  /// input.
  private func ask(for field: Schema.Field) -> TypedValue? {
    let question = TerminalText.line("\(field.name) (\(field.wanted)): ")
    while true {
      guard let line = console.ask(question) else {
        console.say("")
        return nil
      }
      let text = String(line.trimmingBlanks)
      if text.isEmpty {
        console.say(
          TerminalText.line(
            "`\(field.name)` is required. Press Ctrl-D to stop; the text is kept as a draft."))
        continue
      }
      do throws(Diagnostic) {
        return try work.fitting(text, for: field.name, Schema(fields: [field]))
      } catch {
        console.say(TerminalText.line(error.message))
      }
    }
  }
}
