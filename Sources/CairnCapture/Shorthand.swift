import CairnMarkup
import CairnText

/// The marks at the end of the text typed for a new capture. Each mark sets a field. The text
/// `Ring the sweep due:fri +phone !` ends with three marks.
///
/// This type only splits off the marks. The caller decides how many of them, counted from the last,
/// to apply and remove. The first word is never a mark, so that some text remains.
public struct Shorthand: Sendable {
  /// A single mark.
  public enum Mark: Hashable, Sendable {
    /// A field: `key:value`.
    case field(key: String, value: String)
    /// A tag: `+tag` or `#tag`. The value does not include the sign.
    case tag(String)
    /// A person: `@Name`. The value does not include the sign.
    case person(String)
    /// The score `great`: `!`.
    case great
  }

  /// The marks, last first.
  public let marks: [Mark]
  /// The texts that remain after removing marks from the end. The element at index n lacks the last
  /// n marks.
  private let texts: [String]

  /// Parses the arguments of a command from the last to the first, and stops at an argument that
  /// does not end with a mark. A quoted argument such as `'due:next tue'` can be a single mark with
  /// blanks. Otherwise, each word at the end of an argument can be a mark.
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
        // Keep the indentation if the text has several lines.
        let kept = last[..<start]
        rest[rest.count - 1] = String(kept.reversed().drop(while: \.isWhitespace).reversed())
        if rest[rest.count - 1].isEmpty { rest.removeLast() }
        marks.append(mark)
      }
      texts.append(rest.joined(separator: " "))
    }
    (self.marks, self.texts) = (marks, texts)
  }

  /// Returns whether a word is a mark, whether or not its value is valid.
  public static func isMark(_ word: String) -> Bool { Mark(word) != nil }

  /// Returns whether all words are marks that set a tag, a person, a score or a built-in field. An
  /// address such as `https://example.org` is not such a mark.
  public static func areMarks(_ words: [String]) -> Bool {
    words.allSatisfy { word in
      guard case .field(let key, _)? = Mark(word) else { return isMark(word) }
      return ["due", "repeat", "score", "in", "type", "tag", "status", "person"].contains(key)
    }
  }

  /// Returns the text without the last `count` marks. `count` must not exceed the number of marks.
  public func text(without count: Int) -> String { texts[count] }

  /// Returns the marks `@Name` and `due:value` anywhere in `text`, in order. Ignores quotation
  /// marks, brackets and punctuation around a mark.
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

  /// Splits text at the first colon that is followed by a blank, as in `yesterday 3pm: met Sarah`.
  /// Returns nil if the first line has no such colon, or if either part is empty.
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
  /// Creates the mark that `word` (a word or an argument) represents; nil if `word` is not a mark.
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

  /// Returns `name` if `#name` in a body would be exactly one tag; otherwise nil.
  private static func tag(_ name: String) -> String? {
    let bytes = Array("#\(name)".utf8)
    let tags = Markup(bytes, body: 0..<bytes.count).tags
    return tags.count == 1 && tags[0].range.count == bytes.count ? name : nil
  }
}
