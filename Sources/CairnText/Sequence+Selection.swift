extension Sequence {
  /// Returns the elements, in order, without those whose key is equal to the key of an earlier
  /// element.
  @inlinable public func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// Returns the elements, in order, without those that are equal to an earlier one.
  @inlinable public func uniqued() -> [Element] { uniqued { $0 } }
}

extension Collection {
  /// The only element; nil if there is none or more than one.
  @inlinable public var onlyOne: Element? { count == 1 ? first : nil }

  /// Returns the element with a number, counted from 1; nil if there is none. The number can be any
  /// number that a user typed.
  @inlinable public func element(numbered number: Int) -> Element? {
    number >= 1 && number <= count ? self[index(startIndex, offsetBy: number - 1)] : nil
  }
}

extension Array {
  /// Returns the first elements in the order of `precedes`, up to `limit`. Sorts no more than
  /// necessary.
  @inlinable public func first(
    _ limit: Int, by precedes: (Element, Element) -> Bool
  ) -> [Element] {
    guard limit < count / 8 else { return Array(sorted(by: precedes).prefix(limit)) }
    guard limit > 0 else { return [] }
    // When the candidates are twice as many as needed, the worse half is removed. After that, only
    // elements that precede the last candidate can be among the first.
    var candidates: [Element] = []
    candidates.reserveCapacity(2 * limit)
    var isCut = false
    for element in self {
      if isCut, !precedes(element, candidates[limit - 1]) { continue }
      candidates.append(element)
      guard candidates.count == 2 * limit else { continue }
      candidates.sort(by: precedes)
      candidates.removeLast(limit)
      isCut = true
    }
    return Array(candidates.sorted(by: precedes).prefix(limit))
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies `predicate`, or the end index if there is
  /// none. All later elements must satisfy it, too. Uses binary search.
  @inlinable
  package func partitioningIndex<Failure>(
    where predicate: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
