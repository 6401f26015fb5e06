import CairnNotebook
import CairnProvider

extension AddRequest {
  /// Asks the provider what the text is and means, where one is set and nothing says that. What it fails
  /// at is said, and the capture is kept as if there were none.
  mutating func askProvider(_ session: Session) async throws {
    let providers = session.providers(command.providers)
    guard let said = try session.notebook.textToFile(new),
      let task = task(said, providers, session.notebook.settings),
      let provider = try providers.provider(for: task)
    else { return }
    let request: ProviderRequest =
      task == .classify ? .classify(said.text) : .meaning(title: "", body: said.text)
    guard !command.dryRun else { return requests.append((provider, request)) }
    try saveBeforeAsking(session)
    asked = provider
    var meaning: String?
    do throws(ProviderFailure) {
      if task == .classify {
        let answer = try await provider.classify(said.text)
        provided = answer.classification
        meaning = answer.meaning
      } else {
        meaning = try await provider.meaning(request).text
      }
    } catch {
      askingFailed = error
      providers.report(error, of: provider.name)
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
