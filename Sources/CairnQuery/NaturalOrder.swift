/// The natural order of folded strings: `chapter 9` before `chapter 10`.
package enum NaturalOrder {
  /// Returns whether `left` precedes `right`: by scalars, with runs of ASCII digits compared as
  /// numbers. Strings that differ only in leading zeros are ordered by length.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { precedes(left, $0) } }
  }

  private static func precedes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (first, second) = (0, 0)
    while first < left.count, second < right.count {
      if isDigit(left[first]), isDigit(right[second]) {
        let (one, other) = (digits(of: left, from: &first), digits(of: right, from: &second))
        if one.count != other.count { return one.count < other.count }
        if !one.elementsEqual(other) { return one.lexicographicallyPrecedes(other) }
      } else {
        // UTF-8 bytes sort in the same order as their scalars.
        if left[first] != right[second] { return left[first] < right[second] }
        first += 1
        second += 1
      }
    }
    if first == left.count, second == right.count { return left.count < right.count }
    return first == left.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns the digits at `index` without leading zeros, and moves `index` past them.
  private static func digits(
    of text: UnsafeBufferPointer<UInt8>, from index: inout Int
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let run = text[index...].prefix(while: isDigit)
    index = run.endIndex
    return run.drop { $0 == UInt8(ascii: "0") }
  }
}
