import CairnMarkup
import CairnText

/// Links between the notes of an export, as other tools write them.
enum NoteLinks {
  /// Returns a text in which links to other notes, such as `[text](:/id)`, are wikilinks.
  ///
  /// A link stays unchanged if the title of the note contains a character that a wikilink cannot
  /// contain.
  ///
  /// - Parameter title: A function of a link's address and text. It returns the title of the note
  ///   to which the link leads; nil if the link does not lead to a note.
  static func linked(_ text: String, title: (_ address: String, _ shown: String) -> String?)
    -> String
  {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "](") {
      let address = rest[start.upperBound...].prefix { $0 != ")" && !$0.isWhitespace }
      let end = address.endIndex
      let opening = rest[..<start.lowerBound].lastIndex(of: "[")
      let shown = opening.map { plain(rest[$0..<start.lowerBound].dropFirst()) } ?? ""
      guard let opening, end < rest.endIndex, rest[end] == ")",
        let name = title(String(address), shown), !name.contains(where: { "[]|#".contains($0) })
      else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      let isPlain = shown != name && !shown.contains { "[]|".contains($0) }
      result += rest[..<opening] + (isPlain ? "[[\(name)|\(shown)]]" : "[[\(name)]]")
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// Returns the title by which a wikilink can name a note with this text: the first heading or, if
  /// there is none, the first line. Nil if the text is blank.
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
