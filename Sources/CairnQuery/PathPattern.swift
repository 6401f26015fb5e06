/// The syntax of path patterns: `*` matches any text without a slash, `**` any text, `**/` any
/// number of folders including none, and `?` one character except a slash.
enum PathPattern {
  /// Returns whether the whole of `text` matches. Costs at most the product of both lengths.
  static func matches(_ text: String, pattern: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    // The offsets in the text at which a match of the pattern read so far can end.
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
