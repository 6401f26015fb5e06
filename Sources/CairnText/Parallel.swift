import Dispatch

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
        // Each iteration writes only its own element.
        nonisolated(unsafe) let places = buffer
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
          places.initializeElement(at: index, to: body(elements[index]))
        }
      }
      count = elements.count
    }
  }
}

extension Array {
  /// Returns the array as slices of `size` elements; the last slice may be shorter.
  package func chunked(into size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
