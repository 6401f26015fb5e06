import CairnNotebook
import CairnText

extension Session {
  /// The providers that can be asked, by the user's settings and a command's options.
  func providers(_ options: ProviderOptions) -> Providers {
    Providers(
      settings: notebook.settings, surroundings: surroundings, options: options,
      warn: { self.warn($0) })
  }

  /// Says how many private captures a provider was not sent.
  func sayWithheld(_ count: Int) {
    guard count > 0 else { return }
    say("\(count.of("private capture")) \(count == 1 ? "was" : "were") not sent to the provider.")
  }
}
