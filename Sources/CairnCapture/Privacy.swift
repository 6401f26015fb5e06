public import CairnDocument
import CairnMarkup
import CairnText

/// The visibility of a file, from its fields `private`, `publish` and `draft`.
///
/// The fields are booleans in any common spelling, also capitalized or quoted: `true`, `yes`, `on`,
/// `y` and `1`; `false`, `no`, `off`, `n` and `0`. When in doubt, a file is private: any other
/// nonempty value of `private` or `draft` counts as yes. `publish` has an effect only if its value
/// means no.
public struct Privacy: Hashable, Sendable {
  /// Whether no other person or service, such as an AI provider, may see the file: `private: true`.
  public private(set) var isPrivate = false
  /// Whether the file is excluded from publishing: it is private, or has `publish: false` or
  /// `draft: true`.
  public private(set) var isUnpublished = false

  /// The folded keys of the fields that determine the visibility.
  public static let keys: Set<String> = ["private", "publish", "draft"]

  /// The merge key of YAML 1.1. Its value contains fields that count as fields of the document.
  public static let mergeKey = "<<"

  /// Reads the visibility from a document's front matter.
  public init(of document: Document) {
    if let head = document.doubtfulHead {
      readText(String(decoding: document.bytes[head], as: UTF8.self).lowercased())
    }
    for field in document.fields { read(field.key, field.value) }
  }

  /// Applies a field. If `name` is the merge key, applies the fields in its value.
  private mutating func read(_ name: String, _ value: FieldValue) {
    if name == Self.mergeKey {
      let maps = if case .list(let maps) = value { maps } else { [value] }
      for case .map(let entries) in maps {
        for entry in entries { read(entry.key, entry.value) }
      }
    }
    let key = name.folded
    guard Self.keys.contains(key) else { return }
    switch value {
    case .null: return
    case .list(let elements): for element in elements { note(key, element.text ?? "") }
    case .map: note(key, "?")
    default: note(key, value.text ?? "")
    }
  }

  /// Applies a single value of a field. An empty value has no effect.
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

  /// Applies the privacy fields found in the text of front matter that was not parsed because it is
  /// malformed. The text must be in lower case.
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

extension Document {
  /// The bytes at the top of the file, if they may be meant as front matter but contain no parsed
  /// fields: malformed front matter, or the first bytes after a fence that is never closed or
  /// belongs to another tool. Nil otherwise.
  public var doubtfulHead: Range<Int>? {
    if let unread { return unread }
    switch frontMatter.kind {
    case .unclosed, .foreign: return 0..<min(bytes.count, 4096)
    case .none, .yaml, .toml, .json: return nil
    }
  }
}

extension Capture {
  /// The visibility given by the capture's own fields. The pages of enclosing collections may
  /// restrict it further.
  public var privacy: Privacy { Privacy(of: document) }

  /// The capture as others may read it: without the comments (`%%…%%`) in its body.
  public var published: Capture {
    let comments = Markup.comments(in: document.bytes, document.body)
    guard !comments.isEmpty else { return self }
    let bytes = document.bytes.applying(comments.map { Splice($0, []) })
    return Capture(path: path, document: Document(bytes), modified: modified)
  }
}
