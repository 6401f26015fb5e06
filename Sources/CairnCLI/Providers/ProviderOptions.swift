import ArgumentParser
import CairnWork

/// The options of commands that can ask a provider.
struct ProviderOptions: ParsableArguments {
  @Option(help: "Ask this provider of your settings (docs/providers.md).")
  var provider: String?

  @Flag(help: "Ask no provider; nothing leaves the machine.")
  var noProvider = false

  func validate() throws {
    if noProvider, provider != nil {
      throw ValidationError("say one of --provider and --no-provider")
    }
  }

  var choice: ProviderChoice {
    noProvider ? .none : provider.map(ProviderChoice.named) ?? .ofSettings
  }
}
