import CairnInsight
import CairnProvider

/// Cuts texts up: a provider does, or where there is none or it fails, the program itself.
///
/// A provider that does not stop failing is asked no more.
struct PieceMaker {
  private let judge: PieceJudge
  private var provider: Provider?
  private let providers: Providers
  private var patience = ProviderPatience()

  /// Throws a ``Failure`` where `--provider` names none that is set.
  init(_ judge: PieceJudge, _ providers: Providers) throws {
    (self.judge, self.providers) = (judge, providers)
    provider = try providers.provider(for: .split)
  }

  /// The pieces of a text, and the provider that was asked for them. Where it fails, that is said.
  ///
  /// Throws the exit code of an interruption.
  mutating func pieces(
    of text: String, dryRun: Bool = false
  ) async throws -> (pieces: [ProposedPiece], asked: AskedProvider?) {
    guard let provider else { return (judge.pieces(of: text), nil) }
    let (asked, answer) = try await providers.ask(provider, .split(text), dryRun: dryRun)
    patience.note(asked)
    if patience.isOver { self.provider = nil }
    guard let answer else { return (judge.pieces(of: text), asked) }
    let pieces = answer.ranges.map { range in
      ProposedPiece(text: String(text[range]), heading: nil, range: range, joint: "")
    }
    return (pieces, asked)
  }
}
