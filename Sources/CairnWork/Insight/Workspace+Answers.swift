public import CairnCapture
public import CairnNotebook
public import CairnProvider
public import CairnQuery

/// A request to answer a question from the captures of the notebook.
public struct AskRequest: Sendable {
  /// The question.
  public var question: String
  /// The maximum number of passages to return.
  public var limit: Int
  /// The provider to ask for an answer. The passages are sent to the provider.
  public var provider: ProviderChoice
  /// The mode. A dry run does not ask the provider.
  public var mode: Mode

  /// Creates a request to answer a question.
  public init(
    _ question: String, limit: Int = 5, _ provider: ProviderChoice = .ofSettings,
    _ mode: Mode = .write
  ) {
    (self.question, self.limit, self.provider, self.mode) = (question, limit, provider, mode)
  }
}

/// The answer to a question.
public struct AskResult: Sendable {
  /// The captures with the best passages.
  public let found: AnswersResult
  /// The captures whose passages can be sent to the provider; if no provider is set, all captures
  /// that were found. The answer refers to a capture by its index in this array.
  public let sources: [Capture]
  /// The provider that was asked or, in a dry run, would be asked; nil if there is none.
  public let asked: AskedProvider?
  /// The provider's answer; nil if no provider was asked or it gave no answer.
  public let answer: ProvidedAnswer?
  /// The number of captures that were not sent because they are private; nil if no provider is set.
  public let withheld: Int?
}

/// The captures that best answer a question.
public struct AnswersResult: Sendable {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The words of the question that were searched for.
  public let words: [String]
  /// The best captures, up to the limit, each with its best passage.
  public let found: [(capture: Capture, answer: AnsweringPassage)]
  /// The number of captures with a passage that covers enough of the question. If vectors were
  /// compared, captures that are similar to the question are counted as well.
  public let total: Int
  /// The significant words of the question, as written. ``known`` contains only those words that
  /// occur in at least one capture.
  let written: [String]
  let known: [String]
  /// The name of the model whose vectors were compared; nil if only words were compared.
  public let model: String?
}

extension Workspace {
  /// Finds the passages that answer a question best. If an embedding server is set and vectors were
  /// made, sends the question to the server. If a provider is set, asks the provider for an answer,
  /// and sends it the passages of captures that are not private.
  ///
  /// Throws a ``Refusal`` if the question has no significant words, and `CancellationError` if the
  /// caller ended the wait for the provider.
  public func ask(_ request: AskRequest) async throws -> AskResult {
    let found = try await answers(request)
    let providers = providers(request.provider)
    let isAsked = providers.isAsked(for: .ask)
    let open = isAsked ? found.found.filter { !isPrivate($0.capture) } : found.found
    let withheld = found.found.count - open.count
    tellWithheld(withheld)
    var asked: (asked: AskedProvider, answer: ProvidedAnswer?)?
    if !open.isEmpty, let provider = try providers.provider(for: .ask) {
      let question = ProviderQuestion.ask(
        request.question, passages: open.map { ($0.capture.title, $0.answer.passage.text) })
      asked = try await providers.ask(provider, question, dryRun: request.mode == .dryRun)
    }
    return AskResult(
      found: found, sources: open.map(\.capture), asked: asked?.asked, answer: asked?.answer,
      withheld: isAsked ? withheld : nil)
  }

  private func answers(_ request: AskRequest) async throws -> AnswersResult {
    guard let question = Question(request.question) else {
      guard Question.hasWords(request.question) else {
        throw Refusal("question-empty", "the question contains no words", .invalid)
      }
      throw Refusal(
        "question-common",
        "the question contains only common words; add a word that says what it is about", .invalid)
    }
    let catalog = catalog()
    let isDry = request.mode == .dryRun
    if isDry, embeddingModel != nil {
      note(
        "A dry run does not send the question to the embedding server; the passages were found "
          + "by words only.")
    }
    let similar = isDry ? nil : try await vectors(for: request.question, in: catalog)
    let (found, total, known) = try catalog.answers(
      to: question, in: catalog.context(clock), limit: request.limit, similar: similar)
    return AnswersResult(
      catalog: catalog, words: question.words, found: found, total: total,
      written: question.written, known: known, model: similar == nil ? nil : embeddingModel?.name)
  }
}
