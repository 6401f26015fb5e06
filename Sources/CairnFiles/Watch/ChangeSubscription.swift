import Dispatch
import Glibc

/// A subscription to changes of watched folders (``FolderMemory/onChange(_:)``): a closure is
/// called after each change, until the subscription is cancelled.
package final class ChangeSubscription: Sendable {
  /// The time in microseconds from a change to the call. Many changes often come together, for
  /// example when git checks out a branch, and then cause only one call.
  private static let pause: UInt32 = 20_000
  /// The time in seconds between two checks of the folders in which changes can go unnoticed.
  private static let lookAgain = 2

  // A source can be used from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  init(
    _ descriptor: Int32, of memory: FolderMemory, _ body: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "changes")
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      usleep(Self.pause)
      body()
    }
    // The descriptor must stay open until the source is cancelled.
    source.setCancelHandler { withExtendedLifetime(memory) {} }
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler(handler: body)
    timer.schedule(deadline: .distantFuture)
    source.activate()
    timer.activate()
  }

  /// Schedules an additional call in two seconds. Calling this method again before then restarts
  /// the wait.
  package func callAgainLater() {
    timer.schedule(deadline: .now() + .seconds(Self.lookAgain))
  }

  /// Ends the subscription. A call that is already running continues.
  package func cancel() {
    source.cancel()
    timer.cancel()
  }
}
