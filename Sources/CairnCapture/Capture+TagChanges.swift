import CairnDocument
import CairnText

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
    let kept = fieldTags.filter { !gone.contains(FoldedText($0).text) }
    if kept == fieldTags, new.isEmpty { return .text(text) }
    let tags = kept + new
    guard hasCommas || tags.contains(where: { $0.contains(where: \.isWhitespace) }) else {
      return .text(tags.joined(separator: " "))
    }
    let text = tags.joined(separator: ", ")
    return tags.count == 1 && text.contains(where: \.isWhitespace)
      ? .list([.text(text)]) : .text(text)
  }
}

extension FieldValue {
  /// Returns whether the value is one of these folded tags. Ignores case, accents and a leading `#`
  /// of the value.
  fileprivate func isTag(in tags: Set<String>) -> Bool {
    guard let text else { return false }
    return tags.contains(FoldedText(String(text.drop { $0 == "#" })).text)
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
