import CairnDocument
import CairnText

extension Capture {
  /// The changes that add and remove tags in the front matter, in the form in which it has them.
  ///
  /// Tags are compared folded, as everywhere: one that is there is not added in another spelling.
  /// Tags in the body are not touched.
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

  /// The field that has the tags, or would have them.
  public var tagKey: String {
    let written = Self.tagKeys.filter { document[$0] != nil }
    return written.first { document[$0] != .null } ?? written.first ?? "tags"
  }

  /// Tags that stand as text, with those that come and go; nil where the text is a single tag.
  ///
  /// With a tag that has a blank in it, commas stand between all of them.
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
  /// Whether an element of a list is one of these folded tags.
  fileprivate func isTag(in tags: Set<String>) -> Bool {
    guard let text else { return false }
    return tags.contains(FoldedText(String(text.drop { $0 == "#" })).text)
  }
}

extension NewValue {
  /// The value that reads as a scalar that was read.
  fileprivate init(_ value: FieldValue) {
    switch value {
    case .string(let text): self = .text(text)
    default: self = .literal(value.text ?? "")
    }
  }
}
