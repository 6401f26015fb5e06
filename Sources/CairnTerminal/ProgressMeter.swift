import Synchronization

/// A progress line for a run that takes more than half a second.
public final class ProgressMeter: Sendable {
  private let work: String
  private let things: String
  private let width: Int
  /// A callback that shows a line in place of the previous one; an empty line clears it.
  private let write: @Sendable (String) -> Void

  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private struct State {
    /// The time of the first call of ``ProgressMeter/show(_:_:)``; nil before this call.
    var start: ContinuousClock.Instant?
    var last: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - work: The current activity, such as `Reading the notebook`.
  ///   - things: The plural noun for the items that are counted.
  ///   - width: The number of columns of the terminal.
  ///   - write: A callback that shows a line in place of the previous one; an empty line clears it.
  public init(
    _ work: String, _ things: String, width: Int, write: @escaping @Sendable (String) -> Void
  ) {
    self.work = work
    self.things = things
    self.width = width
    self.write = write
  }

  /// Records that `done` of `total` items are done, and shows the progress line. Shows nothing in
  /// the first half second after the first call, and then at most ten lines a second.
  public func show(_ done: Int, _ total: Int) {
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
      let text = "\(work): \(done) of \(total) \(things), \(Int(rate)) per second, \(rest) s left"
      // A line that wraps could not be replaced later.
      write(String(text.prefix(width - 1)))
    }
  }

  /// Shows how long a program has worked on a file and, if it is known, the length of the recording
  /// in the file. Both are passed in seconds and shown in the form `4:05`.
  public func show(_ seconds: Int, of file: String, _ length: Int?) {
    let whole = length.map { ", recording of \(Self.clock($0))" } ?? ""
    state.withLock { state in
      state.last = .now
      write(String("\(work) \(file)\(whole): \(Self.clock(seconds))".prefix(width - 1)))
    }
  }

  /// Returns a number of seconds as `4:05`.
  private static func clock(_ seconds: Int) -> String {
    "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  /// Clears the progress line if one is shown.
  public func clear() {
    state.withLock { if $0.last != nil { write("") } }
  }
}
