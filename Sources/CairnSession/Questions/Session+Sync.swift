import CairnScreens
package import CairnWork

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
