public import CairnDocument
import CairnMarkup
public import CairnText

/// The visibility of a file, from its fields `private`, `publish` and `draft`.
///
/// The fields are booleans in any common spelling, also capitalized or quoted: `true`, `yes`, `on`,
/// `y` and `1`; `false`, `no`, `off`, `n` and `0`. In doubt, the file is restricted: any other
/// nonempty value of `private` or `draft` counts as yes. A line that begins with one of the three
/// names counts as that field, even if it was not read as a field, as in `private:true`. `publish`
/// has an effect only if its value means no.
public struct Privacy: Hashable, Sendable {
  /// Whether the file must be hidden from other people and from services such as AI providers:
  /// `private: true`.
  public private(set) var isPrivate = false
  /// Whether the file is excluded from publishing: it is private, or has `publish: false` or
  /// `draft: true`.
  public private(set) var isUnpublished = false

  /// The keys of the fields that determine the visibility, in lower case.
  public static let keys = ["private", "publish", "draft"]

  /// The merge key of YAML 1.1. Its value contains fields that count as fields of the document.
  public static let mergeKey = "<<"

  /// The visibility of a file that cannot be read: private, because it may contain `private: true`.
  public static let unknown = Privacy(isPrivate: true, isUnpublished: true)

  /// Creates a visibility. A private file must also be unpublished.
  public init(isPrivate: Bool, isUnpublished: Bool) {
    (self.isPrivate, self.isUnpublished) = (isPrivate, isUnpublished)
  }

  /// Reads the visibility from a document's front matter.
  public init(of document: Document) {
    if let head = document.doubtfulHead { readHead(document, head) }
    for field in document.fields {
      read(field.key, field.value)
      if let lines = document.continuation(of: field) {
        for line in PrivacyText.lines(lines) { readLine(line, needsSign: true) }
      }
    }
    // Both versions of a field count until the conflict is resolved.
    for mark in ConflictMark.all(in: document) {
      if let value = mark.value { read(mark.key, value) }
    }
  }

  /// Reads the visibility that a field states, if any. If `name` is the merge key, also reads the
  /// fields in the value.
  private mutating func read(_ name: String, _ value: FieldValue) {
    if name == Self.mergeKey {
      let maps = if case .list(let maps) = value { maps } else { [value] }
      for case .map(let entries) in maps {
        for entry in entries { read(entry.key, entry.value) }
      }
    }
    let key = PrivacyText.name(name)
    guard Self.keys.contains(key) else {
      // A key such as `private:true`, which lacks the blank after the colon.
      if !PrivacyText.isPlain(key) { readLine(PrivacyText(key), needsSign: true) }
      return
    }
    switch value {
    case .null: return
    case .list(let elements) where key == "publish":
      for element in elements { note(key, element.text ?? "") }
    case .list(let elements): note(key, elements.isEmpty ? "" : "?")
    case .map: note(key, "?")
    default: note(key, value.text ?? "")
    }
  }

  /// Applies a single value of a field. An empty value has no effect.
  private mutating func note(_ key: String, _ value: String) {
    let word = value.trimmingBlanks.lowercased()
    if word.isEmpty { return }
    let isNo = PrivacyText.noWords.contains(word)
    switch key {
    case "private" where !isNo: (isPrivate, isUnpublished) = (true, true)
    case "draft" where !isNo, "publish" where isNo: isUnpublished = true
    default: break
    }
  }
}

// MARK: - Fields that were not read

extension Privacy {
  /// Applies the privacy fields in front matter that was not read in full. A line that begins with
  /// the name of a field counts as the field. If no field was read at all, a name elsewhere in a
  /// line counts too. Comments do not count.
  private mutating func readHead(_ document: Document, _ head: Range<Int>) {
    let kind = document.frontMatter.kind
    for line in PrivacyText.lines(document.bytes[head]) {
      if kind == .yaml || kind == .toml, line.text.first == "#" { continue }
      if document.frontMatter.isReadable { readLine(line, needsSign: false) }
      if document.fields.isEmpty {
        for key in Self.keys {
          for value in line.values(after: key) { note(key, value) }
        }
      }
    }
  }

  /// If a line begins with the name of a privacy field, applies that field.
  ///
  /// - Parameter needsSign: Whether a colon or an equals sign must follow the name.
  private mutating func readLine(_ line: PrivacyText, needsSign: Bool) {
    for key in Self.keys {
      if let value = line.value(ofField: key, needsSign: needsSign) { note(key, value) }
    }
  }
}

extension Document {
  /// The bytes in which fields may have been overlooked: front matter that is malformed or has no
  /// fields. If the front matter is never closed or is in the format of another tool, these are
  /// the first 4,096 bytes of the file. Nil if all front matter was read.
  public var doubtfulHead: Range<Int>? {
    switch frontMatter.kind {
    case .unclosed, .foreign: return 0..<min(bytes.count, 4096)
    case .none: return nil
    case .yaml, .toml, .json:
      let isMalformed = diagnostics.contains { $0.severity == .error }
      return isMalformed ? frontMatter.content : unread
    }
  }

  /// The second and later lines of a text value that spans several lines; nil for any other value.
  /// One of these lines may be meant as a privacy field. If a person forgot a blank or a quote,
  /// YAML joins that line with the lines above it.
  fileprivate func continuation(of field: Field) -> ArraySlice<UInt8>? {
    guard case .string = field.value, let written = field.written else { return nil }
    let text = bytes[written]
    guard let first = text.first, !"|>&!".utf8.contains(first),
      !text.starts(with: "\"\"\"".utf8), !text.starts(with: "'''".utf8),
      let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    return text[end...]
  }
}

extension Document {
  /// Returns this document with `private: true` or `publish: false`, if `privacy` hides more than
  /// the document's own fields do.
  ///
  /// Throws a `Diagnostic` if the front matter cannot be edited.
  public func hidden(like privacy: Privacy) throws(Diagnostic) -> Document {
    let own = Privacy(of: self)
    if privacy.isPrivate, !own.isPrivate {
      return try applying([.set("private", .literal("true"))])
    }
    if privacy.isUnpublished, !own.isUnpublished {
      return try applying([.set("publish", .literal("false"))])
    }
    return self
  }
}

extension Capture {
  /// The visibility given by the capture's own fields. The pages of enclosing collections may
  /// restrict the visibility further.
  public var privacy: Privacy { Privacy(of: document) }

  /// The capture in the form in which others can read it: without the comments (`%%…%%`) in its
  /// body.
  public var published: Capture {
    let comments = Markup.comments(in: document.bytes, document.body)
    guard !comments.isEmpty else { return self }
    let bytes = document.bytes.applying(comments.map { Splice($0, []) })
    return Capture(path: path, document: Document(bytes), modified: modified)
  }
}
