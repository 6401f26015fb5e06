public import CairnDocument
import CairnMarkup
import CairnText

/// Whom a file may be shown to, by its fields `private`, `publish` and `draft`.
///
/// They are truth values, written in any of the ways in which people write them: `true`, `yes`, `on`,
/// `y` and `1`, with capitals or in quotes, and `false`, `no`, `off`, `n` and `0`. In doubt nothing is
/// shown: any other value of `private` and `draft` counts as yes, unless it is empty. Of `publish` only no
/// counts.
public struct Privacy: Hashable, Sendable {
  /// Whether nobody else may see it, no program either: `private: true`.
  public private(set) var isPrivate = false
  /// Whether it is left out of what is published: it is private, `publish: false` or `draft: true`.
  public private(set) var isUnpublished = false

  /// The names of the fields, folded.
  public static let keys: Set<String> = ["private", "publish", "draft"]

  /// What the front matter of a file says.
  public init(of document: Document) {
    if let unread = document.unread {
      readText(String(decoding: document.bytes[unread], as: UTF8.self).lowercased())
    }
    for field in document.fields {
      let key = field.key.folded
      guard Self.keys.contains(key) else { continue }
      switch field.value {
      case .null: continue
      case .list(let elements): for element in elements { note(key, element.text ?? "") }
      case .map: note(key, "?")
      default: note(key, field.value.text ?? "")
      }
    }
  }

  /// Takes a field into account; of one that is empty nothing is said.
  private mutating func note(_ key: String, _ value: String) {
    let word = value.trimmingBlanks.lowercased()
    if word.isEmpty { return }
    let isNo = ["false", "no", "off", "n", "0"].contains(word)
    switch key {
    case "private" where !isNo: (isPrivate, isUnpublished) = (true, true)
    case "draft" where !isNo, "publish" where isNo: isUnpublished = true
    default: break
    }
  }

  /// Looks for the fields in front matter that is not read: TOML, JSON, malformed YAML.
  private mutating func readText(_ text: String) {
    let isInName: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    for key in Self.keys {
      for range in text.ranges(of: key) {
        if let before = text[..<range.lowerBound].last, isInName(before) { continue }
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\"" || $0 == "'" }
        let rest = text[range.upperBound...].drop(while: isSpace)
        guard rest.first == ":" || rest.first == "=" else { continue }
        let value = rest.dropFirst().drop(while: isSpace).prefix(while: isInName)
        if !value.isEmpty { note(key, String(value)) }
      }
    }
  }
}

extension Capture {
  /// Whom it may be shown to, by its own fields; the pages of the collections around it may say more.
  public var privacy: Privacy { Privacy(of: document) }

  /// The capture as others may read it: without the comments (`%%…%%`) in its body.
  public var published: Capture {
    let comments = Markup.comments(in: document.bytes, document.body)
    guard !comments.isEmpty else { return self }
    let bytes = document.bytes.applying(comments.map { Splice($0, []) })
    return Capture(path: path, document: Document(bytes), modified: modified)
  }
}
