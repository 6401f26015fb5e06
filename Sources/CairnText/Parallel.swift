import Dispatch
import Synchronization

/// Parallel execution on several cores.
package enum Parallel {
  /// Calls `body` with each element on several threads and returns the results in the order of the
  /// elements. The calling thread does part of the work, then waits for the other threads.
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @Sendable (Element) -> Result
  ) -> [Result] {
    if elements.count < 2 { return elements.map(body) }
    return [Result](unsafeUninitializedCapacity: elements.count) { buffer, count in
      withoutActuallyEscaping(body) { body in
        // Safe because each iteration writes only its own element.
        nonisolated(unsafe) let places = buffer
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
          places.initializeElement(at: index, to: body(elements[index]))
        }
      }
      count = elements.count
    }
  }

  /// Calls `make` with each number from 0 to `count` − 1, on several threads. Passes the results to
  /// `take` in order, on one thread at a time. Each result is passed as soon as possible, so few
  /// are in memory together.
  package static func inOrder<Result: Sendable>(
    _ count: Int, _ make: @Sendable (Int) -> Result, _ take: (Result) -> Void
  ) {
    if count < 2 { return (0..<count).forEach { take(make($0)) } }
    let queue = Mutex(ResultQueue<Result>())
    withoutActuallyEscaping(make) { make in
      withoutActuallyEscaping(take) { take in
        // Safe because the queue hands out one result at a time.
        nonisolated(unsafe) let take = take
        DispatchQueue.concurrentPerform(iterations: count) { number in
          let result = make(number)
          queue.withLock { $0.ready[number] = result }
          while let next = queue.withLock({ $0.begin() }) {
            take(next)
            queue.withLock { $0.end() }
          }
        }
      }
    }
  }

  /// Results that wait until all earlier ones have been taken.
  private struct ResultQueue<Result> {
    var ready: [Int: Result] = [:]
    private var next = 0
    private var isTaking = false

    /// Removes and returns the next result, which counts as being taken until ``end()`` is called.
    /// Returns nil if the next result is not ready, or if another result is being taken.
    mutating func begin() -> Result? {
      guard !isTaking, let result = ready.removeValue(forKey: next) else { return nil }
      isTaking = true
      return result
    }

    /// Makes the next result available. Call this method after using the result that ``begin()``
    /// returned.
    mutating func end() {
      isTaking = false
      next += 1
    }
  }
}

extension Array {
  /// Returns the array as slices of `size` elements; the last slice may be shorter.
  package func chunked(into size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
