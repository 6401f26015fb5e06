/// Segmentation of a line at the marks that separate its parts: `1) … 2) …`, `TODO … TODO …`,
/// ` / `, ` // `, ` | `, ` • `, `; `, `... `.
enum SplitMarks {
  /// Returns the parts of `text` between its marks. The ``Splitter/Cut/bond`` of the first part has
  /// no meaning, because nothing precedes this part.
  ///
  /// - Parameter number: The number of the list item that contains `text`; 0 for none. Numbered
  ///   marks must continue from this number.
  static func cut(_ text: Substring, after number: Int) -> [Splitter.Cut] {
    let numbered = numbers(text, after: number)
    let marks = Tokens.read(text, Lexicon.shared).filter { $0.text == "TODO" }.map(
      \.text.startIndex)
    if marks.count > 1, numbered.isEmpty {
      let ends = marks.dropFirst() + [text.endIndex]
      let parts = [text[..<marks[0]]] + zip(marks, ends).map { text[$0..<$1] }
      return parts.filter(\.hasWord).map { Splitter.Cut(text: $0, bond: .apart) }
    }
    guard number + numbered.count > 1 else { return cutAtSigns(text) }
    var cuts: [Splitter.Cut] = []
    var start = text.startIndex
    for mark in numbered {
      cuts.append(contentsOf: cutAtSigns(text[start..<mark.lowerBound]))
      start = mark.upperBound
    }
    cuts.append(contentsOf: cutAtSigns(text[start...]))
    return cuts.filter { $0.text.hasWord }
  }

  /// Returns the ranges of marks such as `1)`, `2)` or `1.`, `2.` whose numbers follow `number`
  /// without a gap.
  private static func numbers(
    _ text: Substring, after number: Int
  ) -> [Range<Substring.Index>] {
    var found: [Range<Substring.Index>] = []
    var index = text.startIndex
    var isFree = true
    while index < text.endIndex {
      let wanted = "\(number + found.count + 1)"
      let start = index
      let rest = text[index...].dropFirst(text[index] == "(" ? 1 : 0)
      if isFree, rest.hasPrefix(wanted) {
        let end = rest.dropFirst(wanted.count)
        if let sign = end.first, ".)".contains(sign), end.dropFirst().first?.isWhitespace == true {
          index = end.index(after: end.startIndex)
          found.append(start..<index)
          continue
        }
      }
      isFree = text[index].isWhitespace || ",;.".contains(text[index])
      text.formIndex(after: &index)
    }
    return found
  }

  private static func cutAtSigns(_ text: Substring) -> [Splitter.Cut] {
    let depths = Brackets(text)
    var cuts: [(text: Substring, bond: Splitter.Bond)] = []
    var (start, index) = (text.startIndex, text.startIndex)
    var bond = Splitter.Bond.apart
    while index < text.endIndex {
      guard let (sign, end) = sign(at: index, in: text), !depths.hold(index) else {
        text.formIndex(after: &index)
        continue
      }
      cuts.append((text[start..<index], bond))
      (start, index, bond) = (end, end, sign)
    }
    cuts.append((text[start...], bond))
    // Single words separated by slashes are alternatives: `red / blue`. A single word after a
    // longer text is an alternative, too: `paint it red / blue`.
    let phrases = cuts.count { $0.text.split(whereSeparator: \.isWhitespace).count > 1 }
    let isList = phrases > 0 && (phrases == cuts.count || cuts.count > 2)
    guard isList || !cuts.dropFirst().contains(where: { $0.bond == .apart }) else {
      return [Splitter.Cut(text: text, bond: .apart)]
    }
    return cuts.map { Splitter.Cut(text: $0.text, bond: $0.bond) }
  }

  /// If there is a mark at an index, returns the kind of separator and the end of the mark;
  /// otherwise returns nil.
  private static func sign(
    at index: Substring.Index, in text: Substring
  ) -> (Splitter.Bond, Substring.Index)? {
    let rest = text[index...]
    switch rest.first {
    case ";": return rest.dropFirst().first?.isWhitespace == true ? end(.semicolon, rest, 1) : nil
    case "…": return rest.dropFirst().first?.isWhitespace == true ? end(.sentence, rest, 1) : nil
    case ".":
      let dots = rest.prefix { $0 == "." }.count
      return dots > 1 && rest.dropFirst(dots).first?.isWhitespace == true
        ? end(.sentence, rest, dots) : nil
    case "/", "|", "•", "·", "▪", "→":
      let length = rest.hasPrefix("//") ? 2 : 1
      guard index > text.startIndex, text[text.index(before: index)].isWhitespace,
        rest.dropFirst(length).first?.isWhitespace == true
      else { return nil }
      return end(.apart, rest, length)
    default: return nil
    }
  }

  private static func end(
    _ bond: Splitter.Bond, _ rest: Substring, _ length: Int
  ) -> (Splitter.Bond, Substring.Index) {
    (bond, rest.index(rest.startIndex, offsetBy: length))
  }
}

/// The ranges of text inside closed brackets or quotation marks.
struct Brackets {
  private var ranges: [Range<Substring.Index>] = []

  init(_ text: Substring) {
    var open: [(sign: Character, index: Substring.Index)] = []
    for index in text.indices {
      switch text[index] {
      case "(", "[", "“": open.append((text[index], index))
      case ")": close("(", index, &open)
      case "]": close("[", index, &open)
      case "”": close("“", index, &open)
      case "\"":
        if open.contains(where: { $0.sign == "\"" }) {
          close("\"", index, &open)
        } else {
          open.append(("\"", index))
        }
      default: break
      }
    }
  }

  private mutating func close(
    _ sign: Character, _ index: Substring.Index,
    _ open: inout [(sign: Character, index: Substring.Index)]
  ) {
    guard let place = open.lastIndex(where: { $0.sign == sign }) else { return }
    ranges.append(open[place].index..<index)
    open.removeSubrange(place...)
  }

  /// Returns whether an index is within one of the ranges.
  func hold(_ index: Substring.Index) -> Bool { ranges.contains { $0.contains(index) } }
}
