import ArgumentParser
import CairnWork

/// The options of commands that can ask a provider.
struct ProviderOptions: ParsableArguments {
  @Option(help: "Ask this provider from your settings (docs/providers.md).")
  var provider: String?

  @Flag(help: "Ask no provider; nothing leaves this machine.")
  var noProvider = false

  func validate() throws {
    if noProvider, provider != nil {
      throw ValidationError("pass --provider or --no-provider, not both")
    }
  }

  var choice: ProviderChoice {
    noProvider ? .none : provider.map(ProviderChoice.named) ?? .ofSettings
  }
}
