import CairnNotebook
import CairnProvider

extension AddRequest {
  /// Asks the provider what the text is and means, where one is set and nothing says that. What it fails
  /// at is said, and the capture is kept as if there were none.
  ///
  /// Throws the exit code of an interruption.
  mutating func askProvider(_ session: Session) async throws {
    let providers = session.providers(command.providers)
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
