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

/// Patterns of paths: `*` is any text without a slash, `**` any text, `**/` any number of folders, also
/// none, `?` one character but a slash.
enum Glob {
  /// Whether the whole of `text` fits `pattern`. Costs at most the product of their lengths.
  static func matches(_ text: String, pattern: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    // The places in the text up to which the pattern so far fits.
    var places: Set<Int> = [0]
    var rest = Array(pattern.unicodeScalars)[...]
    var startsName = true
    while let scalar = rest.popFirst(), !places.isEmpty {
      switch scalar {
      case "*":
        let crossesSlashes = rest.first == "*"
        while rest.first == "*" { rest.removeFirst() }
        let isFolders = crossesSlashes && startsName && rest.first == "/"
        if isFolders { rest.removeFirst() }
        let start = places
        for place in places {
          var end = place
          while end < scalars.count, crossesSlashes || scalars[end] != "/" {
            end += 1
            guard places.insert(end).inserted else { break }
          }
        }
        if isFolders {
          let inside = places.filter { $0 < scalars.count && scalars[$0] == "/" }.map { $0 + 1 }
          places = start.union(inside)
          continue
        }
      case "?":
        places = places.filter { $0 < scalars.count && scalars[$0] != "/" }.reduce(into: []) {
          $0.insert($1 + 1)
        }
      default:
        places = places.filter { $0 < scalars.count && scalars[$0] == scalar }.reduce(into: []) {
          $0.insert($1 + 1)
        }
      }
      startsName = scalar == "/"
    }
    return places.contains(scalars.count)
  }
}
