import CairnNotebook

extension Session {
  /// The providers that can be asked, by the user's settings and a command's options.
  func providers(_ options: ProviderOptions) -> Providers {
    Providers(
      settings: notebook.settings, surroundings: surroundings, options: options,
      warn: { self.warn($0) })
  }
}
