import CairnCapture
import CairnInsight
import CairnNotebook
import CairnProvider

/// Who says what captures mean: a provider, or the program itself.
struct MeaningMaker {
  /// Nil where nobody is asked.
  let provider: Provider?

  /// The sentence that says what a capture means, where there is one to be had, and who was asked for it.
  func meaning(
    of capture: Capture, dryRun: Bool = false
  ) async -> (found: FoundMeaning?, asked: AskedProvider?) {
    guard let provider else {
      let built = Classifier().meaning(of: capture.noteText)
      return (built.map { FoundMeaning($0, maker: FoundMeaning.builtInMaker) }, nil)
    }
    let (asked, answer) = await provider.ask(Self.question(about: capture), dryRun: dryRun)
    return (answer?.text.map { FoundMeaning($0, maker: provider.name) }, asked)
  }

  /// What a provider is sent of a capture: its title, where it is not in its text, and its text.
  private static func question(about capture: Capture) -> ProviderQuestion<ProvidedMeaning> {
    .meaning(
      title: capture.text("title") ?? "",
      body: String(decoding: capture.body, as: UTF8.self))
  }
}
