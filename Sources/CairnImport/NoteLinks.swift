import CairnMarkup
import CairnText

/// Links between the notes of an export, as other tools write them.
enum NoteLinks {
  /// Returns a text in which links to other notes, such as `[text](:/id)`, are wikilinks.
  ///
  /// A link stays unchanged if the title of the note contains a character that a wikilink cannot
  /// contain. Such characters in the text of a link are replaced. The cost is linear in the length
  /// of `text`.
  ///
  /// - Parameter title: A function of a link's address and text. It returns the title of the note
  ///   to which the link leads; nil if the link does not lead to a note.
  static func linked(_ text: String, title: (_ address: String, _ shown: String) -> String?)
    -> String
  {
    var result = ""
    var rest = text[...]
    var next = rest.firstRange(of: "](")
    while let link = next {
      let after = rest[link.upperBound...]
      next = after.firstRange(of: "](")
      let address = after[..<(next?.lowerBound ?? after.endIndex)]
        .prefix { $0 != ")" && !$0.isWhitespace }
      let end = address.endIndex
      let opening = opening(of: rest[..<link.lowerBound])
      let shown = opening.map { plain(rest[$0..<link.lowerBound].dropFirst()) } ?? ""
      guard let opening, end < rest.endIndex, rest[end] == ")",
        let name = title(String(address), shown), !name.contains(where: { "[]|#".contains($0) })
      else {
        result += rest[..<link.upperBound]
        rest = after
        continue
      }
      let label = String(shown.map { Self.replacements[$0] ?? $0 })
      let isNamed = label.isEmpty || label == name
      result += rest[..<opening] + (isNamed ? "[[\(name)]]" : "[[\(name)|\(label)]]")
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// Characters that the text of a wikilink cannot contain, each with the character that replaces
  /// it.
  private static let replacements: [Character: Character] = ["[": "(", "]": ")", "|": "/"]

  /// Returns the place of the `[` that begins a link; nil if there is none. The link's text extends
  /// from there to the end of `text`. It can contain brackets after a backslash, and pairs of
  /// brackets.
  private static func opening(of text: Substring) -> Substring.Index? {
    var (place, depth) = (text.endIndex, 0)
    while place > text.startIndex {
      place = text.index(before: place)
      let bracket = text[place]
      guard bracket == "[" || bracket == "]" else { continue }
      let slashes = text[..<place].reversed().prefix { $0 == "\\" }.count
      guard slashes.isMultiple(of: 2) else { continue }
      if bracket == "[", depth == 0 { return place }
      depth += bracket == "]" ? 1 : -1
    }
    return nil
  }

  /// Returns the titles that belong to only one note. A wikilink with any other title would be
  /// ambiguous.
  ///
  /// - Parameter titles: The titles of all notes, keyed by the identifiers of the notes.
  static func unique(_ titles: [String: String]) -> [String: String] {
    var counts: [String: Int] = [:]
    for title in titles.values { counts[title.folded, default: 0] += 1 }
    return titles.filter { counts[$0.value.folded] == 1 }
  }

  /// Returns the title that a wikilink can use for a note with this text. This is the first heading
  /// or, if there is none, the first line. Nil if the text is blank.
  static func title(ofText text: String) -> String? {
    let bytes = Array(text.utf8)
    let body = BodyText(bytes, body: bytes.indices)
    return body.firstHeading ?? body.firstLine
  }

  /// Returns the text of a link without the backslashes that escape Markdown's punctuation.
  private static func plain(_ text: Substring) -> String {
    String(text).replacing(/\\([!-\/:-@\[-`{-~])/) { $0.output.1 }
  }
}
