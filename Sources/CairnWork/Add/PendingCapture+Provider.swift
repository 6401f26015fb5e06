import CairnCapture
import CairnDocument
import CairnNotebook
import CairnProvider
import CairnText

extension PendingCapture {
  /// Asks the provider, if there is one, for a missing type or meaning. If the provider fails,
  /// tells the caller and sets neither.
  ///
  /// Throws `CancellationError` if the caller ended the wait.
  mutating func askProvider(_ work: Workspace) async throws {
    let providers = openProviders(work, for: [.classify, .meaning])
    try await askOpinion(work)
    guard let said = try work.notebook.textToFile(new),
      let task = task(said, providers, work.notebook.settings),
      let provider = try providers.provider(for: task)
    else { return }
    try saveBeforeAsking(work)
    var meaning: String?
    if task == .classify {
      let (asked, answer) = try await providers.ask(
        provider, .classify(said.text), dryRun: isDryRun)
      (self.asked, provided, meaning) = (asked, answer?.classification, answer?.meaning)
    } else {
      let (asked, answer) = try await providers.ask(
        provider, .meaning(title: "", body: said.text), dryRun: isDryRun)
      (self.asked, meaning) = (asked, answer?.text)
    }
    if let meaning, new.field("meaning") == nil {
      new.meaning = FoundMeaning(meaning, maker: provider.name)
    }
  }

  /// Gets a second opinion on the type: the embedding server makes a vector of the text, and a
  /// classifier for vectors determines the likelihood of each type. Does nothing if the text has a
  /// type, is private or too long, or if a provider determines the type.
  ///
  /// Throws `CancellationError` if the caller ended the wait.
  private mutating func askOpinion(_ work: Workspace) async throws {
    guard !isDryRun, request.provider != .none, work.embeddingModel != nil,
      let said = try work.notebook.textToFile(new), said.type == nil,
      !Silence.isTooLong(said.text), work.notebook.settings["classify.add"]?.text != "off",
      !work.providers(request.provider).isAsked(for: .classify), !isPrivate(work),
      let opinion = TypeOpinion(work.notebook, work.context)
    else { return }
    try saveBeforeAsking(work)
    self.opinion = try await opinion.likelihoods(of: said.text)
    if self.opinion != nil {
      opinionModel = opinion.model
      work.note(opinion.sentence)
    }
  }

  /// Returns the providers that are allowed to receive the text: none if the text, its collection
  /// or the capture being split is private. Tells the caller if this prevents a request to a
  /// provider.
  func openProviders(_ work: Workspace, for tasks: [ProviderTask]) -> Providers {
    let all = work.providers(request.provider)
    guard isPrivate(work) else { return all }
    if tasks.contains(where: all.isAsked) { work.tellWithheld(1) }
    return all.withoutAny
  }

  /// Returns whether the text, its collection or the capture being split is private.
  func isPrivate(_ work: Workspace) -> Bool {
    let notebook = work.notebook
    let fields = new.fields.map { "\($0.key): \($0.value.text)" }.joined(separator: "\n")
    return origin.map { work.isPrivate($0) } ?? false
      || Privacy(of: Document(Array(new.text.utf8))).isPrivate
      || Privacy(of: Document(Array("---\n\(fields)\n---\n".utf8))).isPrivate
      || notebook.isPrivate(collection: new.collection ?? .root)
  }

  /// Returns the task for the provider; nil if there is nothing to ask. The answer to the task
  /// `classify` also contains the meaning.
  private func task(
    _ said: TextToFile, _ providers: Providers, _ settings: Settings
  ) -> ProviderTask? {
    let isOpen = said.type == nil && settings["classify.add"]?.text != "off"
    if isOpen, providers.isAsked(for: .classify) { return .classify }
    return new.field("meaning") == nil && providers.isAsked(for: .meaning) ? .meaning : nil
  }
}
