import CairnCapture
import CairnInsight
import CairnNotebook
import CairnProvider

/// Who says what captures mean: a provider, or the program itself.
struct MeaningMaker {
  /// Nil where nobody is asked.
  let provider: Provider?

  /// The sentence that says what a capture means; nil where there is none to be had.
  func meaning(of capture: Capture) async throws(ProviderFailure) -> FoundMeaning? {
    guard let provider else {
      return Classifier().meaning(of: capture.noteText).map {
        FoundMeaning($0, maker: FoundMeaning.builtInMaker)
      }
    }
    let answer = try await provider.meaning(Self.request(for: capture))
    return answer.text.map { FoundMeaning($0, maker: provider.name) }
  }

  /// What a provider is sent of a capture: its title, where it is not in its text, and its text.
  static func request(for capture: Capture) -> ProviderRequest {
    .meaning(
      title: capture.text("title") ?? "",
      body: String(decoding: capture.body, as: UTF8.self))
  }
}
