public import CairnDocument
import CairnMarkup
public import CairnText

extension Capture {
  /// Returns the changes that add and remove tags in the front matter.
  ///
  /// Tags are compared without case and accents, so a tag that is present is not added in another
  /// spelling. A list stays a list, and a string of several tags stays a string if possible. A
  /// string that is a single tag becomes a list when a tag is added. Tags in the body are not
  /// changed.
  public func tagChanges(adding added: [String], removing removed: [String]) -> [FieldChange] {
    let key = tagKey
    let gone = Set(removed.map { FoldedText($0).text })
    var present = Set(fieldTags.map { FoldedText($0).text })
    let new = added.filter { present.insert(FoldedText($0).text).inserted }
    if case .string(let text)? = document[key], let list = textTags(text, new, gone) {
      return [.set(key, list)]
    }
    let doomed: [NewValue] =
      switch document[key] {
      case .list(let elements): elements.filter { $0.isTag(in: gone) }.map(NewValue.init)
      case let single?: single.isTag(in: gone) ? [NewValue(single)] : []
      case nil: []
      }
    return (doomed.isEmpty ? [] : [.remove(key, doomed)])
      + (new.isEmpty ? [] : [.add(key, new.map(NewValue.text))])
  }

  /// The key of the field that contains the tags; `tags` if there is no such field.
  public var tagKey: String {
    let written = Self.tagKeys.filter { document[$0] != nil }
    return written.first { document[$0] != .null } ?? written.first ?? "tags"
  }

  /// Adds the tags `new` to a string of several tags, removes the tags `gone`, and returns the new
  /// value. Nil if the string is a single tag. `gone` contains folded tags (without case and
  /// accents).
  ///
  /// Keeps the separators of the string, but uses commas if a new tag contains a blank. A single
  /// remaining tag with a blank becomes a list, because a string would be split at the blank.
  private func textTags(_ text: String, _ new: [String], _ gone: Set<String>) -> NewValue? {
    let hasCommas = text.contains(",")
    guard hasCommas || text.contains(where: \.isWhitespace) else { return nil }
    var written = TagString(text)
    written.remove(written.names.indices.filter { gone.contains(written.names[$0].folded) })
    written.append(new, separator: hasCommas ? ", " : " ")
    let tags = written.tags
    let hasBlank: (String) -> Bool = { $0.contains(where: \.isWhitespace) }
    if tags.count == 1, hasBlank(tags[0]) { return .list([.text(tags[0])]) }
    return .text(
      hasCommas || !new.contains(where: hasBlank) ? written.text : tags.joined(separator: ", "))
  }
}

// MARK: - Merging

extension Document {
  /// Returns this document, our version, with the changes that their version made to the tags in
  /// the field `key`. Nil if the field contains no tags, or if a version writes the tags neither as
  /// text nor as a list.
  ///
  /// - Parameters:
  ///   - before: The value in the base version; nil if the field is missing there.
  ///   - theirs: The value in their version.
  func mergingTags(in key: String, before: FieldValue?, theirs: FieldValue?) -> Document? {
    let capture = Capture(path: .root, document: self, modified: Instant(seconds: 0))
    let values = [before ?? .null, self[key] ?? .null, theirs ?? .null]
    guard capture.tagKey == key, values[1] != .null, values[2] != .null,
      values.allSatisfy(\.canContainTags)
    else { return nil }
    let tags = values.map(Capture.tags)
    let known = tags.map { Set($0.map(\.folded)) }
    let removed = tags[0].filter { known[1].contains($0.folded) && !known[2].contains($0.folded) }
    let added = tags[2].filter { !known[0].contains($0.folded) && !known[1].contains($0.folded) }
    return try? applying(capture.tagChanges(adding: added, removing: removed))
  }
}

// MARK: - Renaming

extension Capture {
  /// Returns the document after renaming a tag, and the tags nested in it, in the front matter and
  /// in the body. Code in the body stays unchanged, because it contains no tags.
  ///
  /// A renamed tag in the front matter keeps its place, its quotes and its number sign. If the front
  /// matter already contains the new name, the old tag is removed instead. Costs two passes over the
  /// body.
  ///
  /// - Throws: A `Diagnostic` if the front matter cannot be edited safely, or if Cairn would not
  ///   find the new tags in the changed body, or would find other links, headings or tasks there.
  public func renamingTag(_ rename: TagRename) throws(Diagnostic) -> Document {
    try document.renamingTag(inField: tagKey, rename).renamingTagInBody(rename)
  }
}

extension Document {
  fileprivate func renamingTag(
    inField key: String, _ rename: TagRename
  ) throws(Diagnostic) -> Document {
    guard let index = fields.firstIndex(where: { $0.key == key }) else { return self }
    switch fields[index].value {
    case .list(let elements):
      let repeated = rename.repeated(in: elements.map { $0.text?.withoutNumberSign ?? "" })
      if !repeated.isEmpty {
        return try removing(indices: repeated, at: [key]).renamingTag(inField: key, rename)
      }
      let new = elements.map { $0.text?.renamingTag(rename) }
      guard zip(elements, new).contains(where: { $1 != nil && $0.text != $1 }) else { return self }
      let changes = texts.filter { $0.field == index }.compactMap { written in
        written.text.renamingTag(rename).flatMap { new in
          new == written.text ? nil : TextChange(written, new)
        }
      }
      let changed = zip(elements, new).count { $1 != nil && $0.text != $1 }
      if changes.count == changed { return try replacing(changes) }
      // Some of the tags are not text but numbers, for example.
      return try setting(
        key, to: .list(zip(elements, new).map { $1.map(NewValue.text) ?? NewValue($0) }))
    case .string(let text):
      var written = TagString(text)
      written.remove(rename.repeated(in: written.names))
      written.tags = written.tags.map { $0.renamingTag(rename) ?? $0 }
      return written.text == text ? self : try setting(key, to: .text(written.text))
    case let single:
      guard let new = single.text?.renamingTag(rename) else { return self }
      return try setting(key, to: .text(new))
    }
  }

  fileprivate func renamingTagInBody(_ rename: TagRename) throws(Diagnostic) -> Document {
    let before = BodyText(bytes, body: body)
    let names = before.tags.map { rename($0.name) ?? $0.name }
    let splices = zip(before.tags, names).filter { $0.name != $1 }.map { tag, name in
      Splice(tag.range.dropFirst(), Array(name.utf8))
    }
    guard let first = splices.first else { return self }
    let edited = Document(bytes.applying(splices))
    let after = BodyText(edited.bytes, body: edited.body)
    guard edited.body.lowerBound == body.lowerBound, after.tags.map(\.name) == names,
      after.links.map(\.target) == before.links.map(\.target),
      after.headingTexts.count == before.headingTexts.count,
      after.tasks.count == before.tasks.count
    else {
      throw Diagnostic(
        .error, "tag-invalid",
        "Cairn would not find the tag `\(TerminalText.line(rename.new))` in this text; a tag in "
          + "the text consists of letters, digits, emoji, `_`, `-` and `/`",
        at: first.range, in: bytes)
    }
    return edited
  }
}

extension TagRename {
  /// Returns the indices of the tags to remove so that the renaming repeats no tag: the tags whose
  /// new name is also a tag that keeps its name, or the new name of a tag before them.
  fileprivate func repeated(in names: [String]) -> [Int] {
    let new = names.map { self($0) ?? $0 }
    var seen = Set(names.indices.filter { new[$0] == names[$0] }.map { names[$0].folded })
    return names.indices.filter { index in
      new[index] != names[index] && !seen.insert(new[index].folded).inserted
    }
  }
}

/// A string of tags with commas between them. Without any comma, blanks separate the tags.
private struct TagString {
  /// The tags as written, with or without `#`.
  var tags: [String] = []
  /// The text before the first tag, between the tags and after the last tag.
  private var gaps: [String] = []

  init(_ text: String) {
    let hasCommas = text.contains(",")
    var rest = text[...]
    while true {
      let gap = rest.prefix { $0 == "," || $0.isWhitespace }
      gaps.append(String(gap))
      rest = rest[gap.endIndex...]
      if rest.isEmpty { return }
      let tag = rest.prefix { hasCommas ? $0 != "," : !$0.isWhitespace }.trimmingBlanks
      tags.append(String(tag))
      rest = rest[tag.endIndex...]
    }
  }

  var text: String { zip(gaps, tags + [""]).map(+).joined() }

  /// The tags without `#`.
  var names: [String] { tags.map(\.withoutNumberSign) }

  /// Removes the tags at these indices, which must be in order, each with one separator.
  mutating func remove(_ indices: [Int]) {
    for index in indices.reversed() {
      gaps.remove(at: index == tags.count - 1 ? index : index + 1)
      tags.remove(at: index)
    }
  }

  mutating func append(_ new: [String], separator: String) {
    for tag in new {
      gaps[tags.count] = tags.isEmpty ? "" : separator
      tags.append(tag)
      gaps.append("")
    }
  }
}

extension String {
  fileprivate var withoutNumberSign: String { String(drop { $0 == "#" }) }

  /// Returns this text, which is a tag with or without `#`, with its new name. Returns nil if
  /// `rename` does not apply to the tag.
  fileprivate func renamingTag(_ rename: TagRename) -> String? {
    let bare = withoutNumberSign
    return rename(bare).map { dropLast(bare.count) + $0 }
  }
}

extension FieldValue {
  /// Whether the value is null, text or a list.
  fileprivate var canContainTags: Bool {
    switch self {
    case .null, .string, .list: true
    default: false
    }
  }

  /// Returns whether the value is one of these folded tags. Ignores case, accents and a leading `#`
  /// of the value.
  fileprivate func isTag(in tags: Set<String>) -> Bool {
    guard let text else { return false }
    return tags.contains(text.withoutNumberSign.folded)
  }
}

extension NewValue {
  /// Creates the value to write for a scalar, so that a reader gets the same scalar back.
  fileprivate init(_ value: FieldValue) {
    switch value {
    case .string(let text): self = .text(text)
    default: self = .literal(value.text ?? "")
    }
  }
}
