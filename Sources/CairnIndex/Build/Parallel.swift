import Dispatch

/// Work on several cores.
package enum Parallel {
  /// The results of `body` for each element, made side by side.
  package static func map<Element, Result: Sendable>(
    _ elements: [Element], _ body: (Element) -> Result
  ) -> [Result] {
    if elements.count < 2 { return elements.map(body) }
    var results = [Result?](repeating: nil, count: elements.count)
    withoutActuallyEscaping(body) { body in
      results.withUnsafeMutableBufferPointer { buffer in
        // Each iteration has its own element and its own place.
        nonisolated(unsafe) let (elements, body, buffer) = (elements, body, buffer)
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
          buffer[index] = body(elements[index])
        }
      }
    }
    return results.compactMap(\.self)
  }
}

extension Array {
  /// The elements in order, so many in each part but the last.
  package func chunked(into size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
