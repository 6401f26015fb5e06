public import CairnDocument
import CairnMarkup
import CairnText

extension Capture {
  /// What a field names, by its folded key: persons, circles. See ``names(of:)``.
  public func names(in key: String) -> [String] {
    Self.names(of: document.fields.last { $0.key.folded == key }?.value)
  }

  /// What a value names: each text of it, or what is between the commas of one. Of a wikilink it is
  /// the last step of its target, so that `[[people/sarah|her]]` names the same as `Sarah`.
  public static func names(of value: FieldValue?) -> [String] {
    let texts = value?.scalars.compactMap(\.text) ?? []
    return texts.flatMap { text -> [String] in
      let bytes = Array(text.utf8)
      let links = Markup.wikilinks(in: bytes, 0..<bytes.count)
      guard links.isEmpty else { return links.compactMap { NotePath($0.target)?.stem } }
      return text.split(separator: ",").map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    }
  }
}
