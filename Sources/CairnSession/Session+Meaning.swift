package import CairnProvider
import CairnScreens
package import CairnWork

extension Session {
  /// Throws exit code 2 if the provider failed or a change was refused.
  package func report(_ result: MeaningResult, of provider: Provider?) throws {
    if let failure = result.failures.last, let provider {
      warn(failure.diagnostic(provider.name))
      if let advice = failure.advice(provider) { work.context.tell(.hint(advice)) }
      throw ExitStatus.failure.end
    }
    try checkRefusals(result.report)
  }
}
