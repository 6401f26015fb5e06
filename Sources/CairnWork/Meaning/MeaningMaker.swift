import CairnCapture
import CairnInsight
import CairnNotebook
import CairnProvider

/// Finds the meanings of captures with a provider or, if there is none, with the built-in rules.
struct MeaningMaker: Sendable {
  /// The provider; nil to use the built-in rules.
  let provider: Provider?

  /// Returns the meaning of a capture, and the provider that was asked or, in a dry run, would be
  /// asked. The meaning is nil if none was found; the provider is nil if there is none.
  func meaning(
    of capture: Capture, dryRun: Bool = false
  ) async -> (found: FoundMeaning?, asked: AskedProvider?) {
    guard let provider else {
      let built = Classifier().meaning(of: capture.noteText)
      return (built.map { FoundMeaning($0, maker: FoundMeaning.builtInMaker) }, nil)
    }
    let question = ProviderQuestion<ProvidedMeaning>.meaning(
      title: capture.text("title") ?? "", body: String(decoding: capture.body, as: UTF8.self))
    let (asked, answer) = await provider.ask(question, dryRun: dryRun)
    return (answer?.text.map { FoundMeaning($0, maker: provider.name) }, asked)
  }
}
