import CairnCapture
import CairnDocument
import CairnNotebook
import CairnProvider
import CairnText

extension AddRequest {
  /// Asks the provider what the text is and means, where one is set and nothing says that. What it fails
  /// at is said, and the capture is kept as if there were none.
  ///
  /// Throws the exit code of an interruption.
  mutating func askProvider(_ session: Session) async throws {
    let providers = openProviders(session, for: [.classify, .meaning])
    guard let said = try session.notebook.textToFile(new),
      let task = task(said, providers, session.notebook.settings),
      let provider = try providers.provider(for: task)
    else { return }
    try saveBeforeAsking(session)
    var meaning: String?
    if task == .classify {
      let (asked, answer) = try await providers.ask(
        provider, .classify(said.text), dryRun: command.dryRun)
      (self.asked, provided, meaning) = (asked, answer?.classification, answer?.meaning)
    } else {
      let (asked, answer) = try await providers.ask(
        provider, .meaning(title: "", body: said.text), dryRun: command.dryRun)
      (self.asked, meaning) = (asked, answer?.text)
    }
    if let meaning, new.field("meaning") == nil {
      new.meaning = FoundMeaning(meaning, maker: provider.name)
    }
  }

  /// The providers that can be asked about the text: none where it, the capture it is cut from, or its
  /// collection is private, which is said where one would be asked.
  func openProviders(_ session: Session, for tasks: [ProviderTask]) -> Providers {
    let all = session.providers(command.providers)
    let notebook = session.notebook
    let fields = new.fields.map { "\($0.key): \($0.value.text)" }.joined(separator: "\n")
    let isPrivate =
      origin.map { notebook.isPrivate($0) } ?? false
      || Privacy(of: Document(Array(new.text.utf8))).isPrivate
      || Privacy(of: Document(Array("---\n\(fields)\n---\n".utf8))).isPrivate
      || notebook.isPrivate(collection: new.collection ?? .root)
    guard isPrivate else { return all }
    if tasks.contains(where: all.isAsked) { session.sayWithheld(1) }
    return all.withoutAny
  }

  /// What the provider is asked for: the type, and with it the meaning, or the meaning alone; nil for
  /// neither.
  private func task(
    _ said: TextToFile, _ providers: Providers, _ settings: Settings
  ) -> ProviderTask? {
    let isOpen = said.type == nil && settings["classify.add"]?.text != "off"
    if isOpen, providers.isAsked(for: .classify) { return .classify }
    return new.field("meaning") == nil && providers.isAsked(for: .meaning) ? .meaning : nil
  }
}
