public import CairnDocument
import CairnMarkup
import CairnText

extension Capture {
  /// Returns the names, for example of people or circles, in the field `key`. Pass the key folded
  /// (in lower case and without accents). If several fields have this key, uses the last one. See
  /// ``names(of:)``.
  public func names(in key: String) -> [String] {
    Self.names(of: document.fields.last { $0.key.folded == key }?.value)
  }

  /// Returns the names in a value: the comma-separated parts of its scalars. A scalar with
  /// wikilinks gives the file names of their targets instead: `sarah` for `[[people/sarah|her]]`.
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
