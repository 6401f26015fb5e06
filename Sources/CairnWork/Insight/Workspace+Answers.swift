public import CairnCapture
public import CairnNotebook
public import CairnProvider
public import CairnQuery

/// A question to answer from the notebook.
public struct AskRequest: Sendable {
  /// The question.
  public var question: String
  /// The most passages.
  public var limit: Int
  /// The provider that the passages are sent to.
  public var provider: ProviderChoice
  /// In a dry run no provider is asked.
  public var mode: Mode

  /// A request to answer a question.
  public init(
    _ question: String, limit: Int = 5, _ provider: ProviderChoice = .ofSettings,
    _ mode: Mode = .write
  ) {
    (self.question, self.limit, self.provider, self.mode) = (question, limit, provider, mode)
  }
}

/// The answer to a question.
public struct AskResult {
  /// The captures that answer it.
  public let found: AnswersResult
  /// The captures that were sent to the provider; its answer names their places in this list.
  public let sent: [Capture]
  /// The provider that was asked, or in a dry run would be; nil if none is.
  public let asked: AskedProvider?
  /// Its answer; nil if there is none.
  public let answer: ProvidedAnswer?
  /// How many captures were not sent because they are private; nil if no provider is set.
  public let withheld: Int?
}

/// The captures that answer a question.
public struct AnswersResult {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The words of the question that were looked for.
  public let words: [String]
  /// The best captures, each with its best passage, as many as were wanted.
  public let found: [(capture: Capture, answer: AnsweringPassage)]
  /// How many captures have any of the words.
  public let total: Int
}

extension Workspace {
  /// Finds the passages that answer a question best; a provider, if one is set, answers from those in
  /// captures that are not private.
  ///
  /// Throws a ``Refusal`` if the question has no word, and `CancellationError` if the caller ended the
  /// wait for the provider.
  public func ask(_ request: AskRequest) async throws -> AskResult {
    let found = try answers(to: request.question, limit: request.limit)
    let providers = providers(request.provider)
    let isAsked = providers.isAsked(for: .ask)
    let open = isAsked ? found.found.filter { !notebook.isPrivate($0.capture) } : found.found
    let withheld = found.found.count - open.count
    tellWithheld(withheld)
    var asked: (asked: AskedProvider, answer: ProvidedAnswer?)?
    if !open.isEmpty, let provider = try providers.provider(for: .ask) {
      let question = ProviderQuestion.ask(
        request.question, passages: open.map { ($0.capture.title, $0.answer.passage.text) })
      asked = try await providers.ask(provider, question, dryRun: request.mode == .dryRun)
    }
    return AskResult(
      found: found, sent: open.map(\.capture), asked: asked?.asked, answer: asked?.answer,
      withheld: isAsked ? withheld : nil)
  }

  private func answers(to question: String, limit: Int) throws -> AnswersResult {
    guard let question = Question(question) else {
      throw Refusal("question-empty", "there is no word in the question", .invalid)
    }
    let catalog = catalog()
    let (found, total) = try catalog.answers(
      to: question, in: catalog.context(clock), limit: limit)
    return AnswersResult(catalog: catalog, words: question.words, found: found, total: total)
  }
}
