import CairnMarkup

/// The marks at the end of what was typed for a new capture, which say more of it than its text:
/// `Ring the sweep due:fri +phone !`.
///
/// This is how they are spelled, not whether they mean anything: who knows that takes out as many of
/// them, from the last on, as are understood. The first word is never a mark, so that a text is left.
public struct Shorthand: Sendable {
  /// What a word says.
  public enum Mark: Hashable, Sendable {
    /// `key:value`
    case field(key: String, value: String)
    /// `+tag` or `#tag`, without the sign.
    case tag(String)
    /// `@Name`, without the sign.
    case person(String)
    /// `!`
    case great
  }

  /// The marks, the last first.
  public let marks: [Mark]
  /// The text without none of the marks, without the last, without the last two, …
  private let texts: [String]

  /// Reads the arguments of a command. An argument with blanks in it may be a mark as a whole
  /// (`'due:next tue'`); of any other the words may be.
  public init(_ arguments: [String]) {
    var rest = arguments
    var (marks, texts): ([Mark], [String]) = ([], [rest.joined(separator: " ")])
    while let last = rest.last {
      if rest.count > 1, let mark = Mark(last) {
        rest.removeLast()
        marks.append(mark)
      } else {
        let words = last.trimmingBlanks
        let start = words.lastIndex(where: \.isWhitespace).map(words.index(after:))
        guard let start = start ?? (rest.count > 1 ? words.startIndex : nil),
          let mark = Mark(String(words[start...]))
        else { break }
        rest[rest.count - 1] = String(words[..<start].trimmingBlanks)
        if rest[rest.count - 1].isEmpty { rest.removeLast() }
        marks.append(mark)
      }
      texts.append(rest.joined(separator: " "))
    }
    (self.marks, self.texts) = (marks, texts)
  }

  /// The text without so many of the marks, from 0 to all.
  public func text(without count: Int) -> String { texts[count] }

  /// The names behind `@` and the values behind `due:` that stand inside a text, in order.
  public static func marks(inside text: String) -> [Mark] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let bare = word.drop { "(\"'“‘".contains($0) }
      let end = bare.lastIndex { !".,;:!?)\"'”’".contains($0) }
      switch end.flatMap({ Mark(String(bare[...$0])) }) {
      case .person(let name): return .person(name)
      case .field("due", let value): return .field(key: "due", value: value)
      default: return nil
      }
    }
  }

  /// What stands before the first colon with a blank behind it, and the text behind that: the time in
  /// `yesterday 3pm: met Sarah`. Nil where there is none in the first line, or nothing behind it.
  public static func opening(of text: String) -> (head: String, rest: String)? {
    guard let line = text.split(whereSeparator: \.isNewline).first,
      let colon = line.indices.first(where: {
        line[$0] == ":" && line[$0...].dropFirst().first == " "
      })
    else { return nil }
    let head = String(line[..<colon].trimmingBlanks)
    let rest = String(text[text.index(after: colon)...].trimmingBlanks)
    return head.isEmpty || rest.isEmpty ? nil : (head, rest)
  }
}

extension Shorthand.Mark {
  /// The mark that a word or an argument is; nil where it is none.
  init?(_ word: String) {
    let rest = String(word.dropFirst())
    switch word.first {
    case "!" where rest.isEmpty: self = .great
    case "+", "#":
      guard let tag = Self.tag(rest) else { return nil }
      self = .tag(tag)
    case "@":
      guard rest.first?.isLetter == true, !rest.contains(where: \.isNewline) else { return nil }
      self = .person(rest)
    default:
      guard let colon = word.firstIndex(of: ":"), word.first?.isLetter == true,
        case let key = word[..<colon], case let value = word[word.index(after: colon)...],
        key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }),
        let first = value.first, !first.isWhitespace, !value.contains(where: \.isNewline)
      else { return nil }
      self = .field(key: String(key), value: String(value))
    }
  }

  /// A tag by its name, where a body would read it as one.
  private static func tag(_ name: String) -> String? {
    let bytes = Array("#\(name)".utf8)
    let tags = Markup(bytes, body: 0..<bytes.count).tags
    return tags.count == 1 && tags[0].range.count == bytes.count ? name : nil
  }
}
