import CairnText
import Synchronization

/// The streams of server-sent events that clients receive. Thread-safe.
final class EventStreams: Sendable {
  /// A callback that sends bytes, which must be whole events (HTML Standard §9.2.6).
  typealias Sender = @Sendable ([UInt8]) -> Void

  /// The maximum number of streams that are open at the same time.
  static let most = 32
  /// The maximum number of parts that can wait to be sent to a slow client. If there are more, the
  /// client's stream ends.
  private static let mostParts = 1024
  /// The time between two comments that are sent to keep a stream open. A proxy may close a
  /// connection if nothing is sent on it.
  private static let pause = Duration.seconds(15)

  private struct State {
    var writers: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Returns an answer that streams the events that `job` sends. The stream ends when the job
  /// returns, the client leaves or the server stops; the job is then cancelled. Returns nil if too
  /// many streams are open.
  func open(_ job: @escaping @Sendable (@escaping Sender) async -> Void) -> Answer? {
    let (parts, writer) = AsyncStream<[UInt8]>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.mostParts))
    let number = state.withLock { state -> Int? in
      guard state.writers.count < Self.most else { return nil }
      state.count += 1
      state.writers[state.count] = writer
      return state.count
    }
    guard let number else { return nil }
    let work = Task {
      await job { bytes in
        if case .dropped = writer.yield(bytes) { writer.finish() }
      }
      writer.finish()
    }
    let beats = Task {
      while (try? await Task.sleep(for: Self.pause)) != nil {
        writer.yield(Array(": still here\n\n".utf8))
      }
    }
    writer.onTermination = { [weak self] _ in
      beats.cancel()
      work.cancel()
      self?.end(number)
    }
    return Answer(
      200, [("content-type", "text/event-stream")], .stream(parts) { writer.finish() })
  }

  /// Ends all streams.
  func close() {
    for writer in state.withLock({ Array($0.writers.values) }) { writer.finish() }
  }

  private func end(_ number: Int) { state.withLock { $0.writers[number] = nil } }
}
