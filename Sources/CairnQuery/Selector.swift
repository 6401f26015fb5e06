package import CairnCapture

/// The syntax of the words with which commands refer to captures.
public enum Selector {
  /// Returns whether a word is a path: it contains a `/` or ends in `.md`, `.markdown` or `.mdx`.
  public static func isPath(_ word: String) -> Bool {
    let name = word.lowercased()
    return word.contains("/")
      || [".md", ".markdown", ".mdx"].contains { name.hasSuffix($0) }
  }
}

extension Capture {
  /// Returns whether the capture's id begins with `prefix`. An id that does not have Cairn's form
  /// must equal `prefix`.
  package func hasID(beginningWith prefix: String) -> Bool {
    id.map { Self.isID($0, beginningWith: prefix) } ?? false
  }

  /// Returns whether an id begins with `prefix`. An id that does not have Cairn's form must equal
  /// `prefix`.
  package static func isID(_ id: String, beginningWith prefix: String) -> Bool {
    guard !prefix.isEmpty else { return false }
    return CaptureID(id) != nil ? id.hasPrefix(prefix.lowercased()) : id == prefix
  }
}
