import CairnText
import Synchronization

/// Shows how far a long run has come, once it takes longer than people like to wait for.
final class IndexMeter: Sendable {
  private let work: String
  private let things: String
  private let width: Int

  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private struct State {
    /// When the first of the things was done.
    var start: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// A meter of something that is done to many things, by default reading files, on a terminal of so many
  /// columns.
  init(
    _ work: String = "Reading the notebook", _ things: String = "files", width: Int
  ) {
    self.work = work
    self.things = things
    self.width = width
  }

  /// Takes note of so many things done; shows it where it is time to.
  func show(_ done: Int, _ total: Int) {
    state.withLock { state in
      let now = ContinuousClock.now
      let elapsed = now - (state.start ?? now)
      if state.start == nil { state.start = now }
      guard elapsed > Self.patience else { return }
      if let last = state.last, now - last < Self.interval { return }
      state.last = now
      let seconds = elapsed / .seconds(1)
      let rate = Double(done) / max(seconds, 0.001)
      let rest = Int((Double(total - done) / max(rate, 1)).rounded(.up))
      let text = "\(work): \(done) of \(total) \(things), \(Int(rate)) a second, \(rest) s left"
      // A line that wraps could not be written over.
      Console.showProgress(String(text.prefix(width - 1)))
    }
  }

  /// Takes the line away, if there is one.
  func clear() {
    state.withLock { if $0.last != nil { Console.showProgress("") } }
  }
}
