public import CairnCapture
import CairnText

/// Finds the single capture that a word identifies, for commands on one capture.
public enum Selector {
  /// The result of a lookup.
  public enum Outcome: Sendable {
    /// A single capture.
    case found(Capture)
    /// Several captures, in the given order.
    case ambiguous([Capture])
    /// No capture, with the most similar existing name if one is close.
    case none(nearest: String?)
  }

  /// Finds the capture that `word` identifies among `captures`.
  ///
  /// | word | identifies |
  /// |---|---|
  /// | `id:PREFIX` | the only capture whose id begins with `PREFIX` |
  /// | with a `/`, or ending in `.md`, `.markdown` or `.mdx` | the capture at this path or, if there is none, the only one with this title or alias |
  /// | anything else | the capture with this id or, if there is none, the only one with this id prefix, title, alias or file name |
  ///
  /// An id not of Cairn's form must match as a whole. Titles and names are compared folded.
  public static func select(_ word: String, from captures: [Capture]) -> Outcome {
    if word.hasPrefix("id:") {
      let prefix = String(word.dropFirst(3))
      return outcome(captures.filter { $0.hasID(beginningWith: prefix) }, nearest: nil)
    }
    if isPath(word), case let outcome = select(path: word, from: captures) {
      if case .found = outcome { return outcome }
      let name = word.folded
      let titled = captures.filter { capture in
        capture.title.folded == name || capture.aliases.contains { $0.folded == name }
      }
      return titled.isEmpty ? outcome : self.outcome(titled, nearest: nil)
    }
    if let exact = captures.first(where: { $0.id == word }) {
      return outcome(captures.filter { $0.id == exact.id }, nearest: nil)
    }
    let name = word.folded
    let found = captures.filter { capture in
      capture.hasID(beginningWith: word) || capture.path.stem.folded == name
        || capture.path.name.folded == name || capture.aliases.contains { $0.folded == name }
        || capture.title.folded == name
    }
    guard found.isEmpty else { return outcome(found, nearest: nil) }
    return .none(nearest: Nearest.name(to: word, among: captures.lazy.map(\.title)))
  }

  /// Returns whether a word is a path: it contains a `/` or ends in `.md`, `.markdown` or `.mdx`.
  public static func isPath(_ word: String) -> Bool {
    let name = word.lowercased()
    return word.contains("/")
      || [".md", ".markdown", ".mdx"].contains { name.hasSuffix($0) }
  }

  private static func select(path word: String, from captures: [Capture]) -> Outcome {
    let path = NotePath(word)
    if let found = captures.first(where: { $0.path == path }) { return .found(found) }
    return .none(nearest: Nearest.name(to: word, among: captures.lazy.map(\.path.description)))
  }

  private static func outcome(_ found: [Capture], nearest: String?) -> Outcome {
    switch found.count {
    case 0: .none(nearest: nearest)
    case 1: .found(found[0])
    default: .ambiguous(found)
    }
  }
}

extension Capture {
  /// Returns whether the id begins with `prefix`; an id not of Cairn's form must equal it.
  package func hasID(beginningWith prefix: String) -> Bool {
    id.map { Self.isID($0, beginningWith: prefix) } ?? false
  }

  /// Returns whether an id begins with `prefix`; an id not of Cairn's form must equal it.
  package static func isID(_ id: String, beginningWith prefix: String) -> Bool {
    guard !prefix.isEmpty else { return false }
    return CaptureID(id) != nil ? id.hasPrefix(prefix.lowercased()) : id == prefix
  }
}
