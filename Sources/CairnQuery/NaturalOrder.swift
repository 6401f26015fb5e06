/// The order in which people expect folded texts: `chapter 9` before `chapter 10`.
package enum NaturalOrder {
  /// Whether `left` comes before `right`: by scalars, runs of ASCII digits by their number. Texts
  /// that differ only in leading zeros go by length.
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
        // Bytes of UTF-8 have the order of the scalars they make.
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

  /// The digits that begin at `index`, without zeros in front; `index` moves behind them.
  private static func digits(
    of text: UnsafeBufferPointer<UInt8>, from index: inout Int
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let run = text[index...].prefix(while: isDigit)
    index = run.endIndex
    return run.drop { $0 == UInt8(ascii: "0") }
  }
}
