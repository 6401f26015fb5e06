/// The rules for sending a request again after temporary failures: the number of retries, and the
/// pauses before them.
struct Retries {
  /// The maximum number of retries.
  let most: Int
  /// The end of the time for all attempts.
  let deadline: Deadline
  /// A callback that returns whether the user has asked to stop.
  let isStopped: @Sendable () -> Bool

  /// The pause before the first retry. The pause doubles with each retry.
  private static let pause = Duration.milliseconds(400)

  /// Calls `attempt` until it succeeds or fails permanently, until the retries or the time are used
  /// up, or until the user asks to stop. Before a retry, waits at least as long as the server asks.
  /// Returns the answer, or throws the last failure.
  func run<Answer>(
    _ attempt: () async throws(ProviderFailure) -> Answer
  ) async throws(ProviderFailure) -> Answer {
    var pause = Self.pause
    var failure = ProviderFailure(.processing, "the provider was not asked")
    for number in 0...most {
      do throws(ProviderFailure) {
        return try await attempt()
      } catch {
        failure = number > 0 && error.kind == .timeout ? error.after(failure) : error
      }
      let wait = max(pause, failure.retryAfter ?? .zero)
      guard failure.mayPass, number < most, ContinuousClock.now + wait < deadline.end,
        await waits(wait)
      else { break }
      pause *= 2
    }
    throw failure
  }

  /// Waits for `time`. Returns false if the user asks to stop before the time has passed.
  private func waits(_ time: Duration) async -> Bool {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      if isStopped() { return false }
      let next = min(end, ContinuousClock.now + .milliseconds(100))
      if (try? await Task.sleep(until: next, clock: .continuous)) == nil { return false }
    }
    return true
  }
}
