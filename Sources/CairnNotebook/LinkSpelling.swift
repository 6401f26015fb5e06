import CairnFiles
import CairnMarkup
package import CairnText

/// A possible target of a link: its decoded text and the bytes to write.
package struct LinkSpelling {
  let target: String
  let bytes: [UInt8]
}

// MARK: - Wikilinks

extension LinkSpelling {
  /// Returns the possible targets of a wikilink to the file at `path`, the most similar to the
  /// original target first. Targets that are not valid in a wikilink are excluded.
  ///
  /// A link by path remains a link by path, with or without the extension. A link by title remains
  /// a link by title. A link by any other name becomes a link by file name.
  ///
  /// - Parameters:
  ///   - names: The file's names after the move; nil if it is not a capture.
  ///   - before: The file's names before the move; nil if it is not a capture.
  static func wikilinks(
    to path: NotePath, _ names: LinkNames?, like link: Markup.Link, before: LinkNames?
  ) -> [LinkSpelling] {
    let isNote = path.isMarkdown || names != nil
    let ending = before.map { $0.path.nameBytes[$0.path.stemBytes.endIndex...] } ?? []
    let hasEnding =
      NotePath(link.target)?.isMarkdown ?? false
      || (!ending.isEmpty && link.target.utf8.suffix(ending.count).elementsEqual(ending))
    let name = isNote ? path.stem : path.name
    var paths = [path.withoutEnding.text, path.text]
    if hasEnding || !isNote { paths.reverse() }
    let candidates =
      link.target.contains("/")
      ? paths + [name, names?.title]
      : hasEnding
        ? [path.name] + paths + [name, names?.title]
        : isTitle(link.target, of: before)
          ? [names?.title, name] + paths : [name] + paths + [names?.title]
    return (candidates + [names?.id]).compactMap(\.self).filter(isWritable).map {
      LinkSpelling(target: $0, bytes: Array($0.utf8))
    }
  }

  /// Returns whether a link names a capture by its title rather than its file name. If both match,
  /// an exact match takes precedence over a match that ignores case and accents. If both match
  /// equally well, the file name takes precedence.
  private static func isTitle(_ target: String, of names: LinkNames?) -> Bool {
    guard let names, target != names.path.stem else { return false }
    if target == names.title { return true }
    return target.folded != names.path.stem.folded && target.folded == names.title.folded
  }

  private static func isWritable(_ target: String) -> Bool {
    !target.isEmpty && !target.contains("://") && !target.hasSuffix("\\")
      && !target.unicodeScalars.contains { $0.value < 0x20 || "[]`#|".unicodeScalars.contains($0) }
      && target.first?.isWhitespace == false && target.last?.isWhitespace == false
  }
}

// MARK: - Markdown links

extension LinkSpelling {
  /// Returns the possible targets of a Markdown link in `folder` to the file at `path`. The targets
  /// keep the style of the link in `source`: absolute or relative, with or without extension, in
  /// `<…>` or bare, percent-encoded or not. If `hasEnding` is false, and the file is a Markdown
  /// file, the target without the extension comes first.
  static func relative(
    to path: NotePath, from folder: NotePath, like link: Markup.Link, in source: [UInt8],
    hasEnding: Bool
  ) -> [LinkSpelling] {
    guard let range = link.targetRange, let style = Style(link, range, in: source) else {
      return []
    }
    let isBare = path.isMarkdown && !hasEnding
    let forms = isBare ? [path.withoutEnding, path] : [path]
    return forms.map { style.spelling(of: $0, from: folder) }
  }

  /// Returns the target of a new Markdown link to the file at `path`, in a capture in `folder`. If
  /// the part of the target that is already typed begins with `/` or `./`, so does the result.
  ///
  /// - Parameter isPointed: Whether the target is written in `<…>`.
  package static func target(
    to path: NotePath, from folder: NotePath, typed: String, isPointed: Bool
  ) -> String {
    let style = Style(typed, isPointed: isPointed)
    return String(decoding: style.spelling(of: path, from: folder).bytes, as: UTF8.self)
  }

  /// The style of the target of a Markdown link.
  private struct Style {
    let isAbsolute: Bool
    let beginsWithDot: Bool
    let endsWithSlash: Bool
    let isPointed: Bool
    let encodesSpaces: Bool
    let encodesLetters: Bool
    /// The original bytes of each path component, keyed by its decoded text.
    private var written: [String: [UInt8]] = [:]

    init?(_ link: Markup.Link, _ range: Range<Int>, in source: [UInt8]) {
      guard !range.isEmpty else { return nil }
      let bytes = source[range]
      let text = String(decoding: bytes, as: UTF8.self)
      isAbsolute = text.hasPrefix("/")
      beginsWithDot = text.hasPrefix("./")
      endsWithSlash = text.hasSuffix("/")
      isPointed = range.lowerBound > 0 && source[range.lowerBound - 1] == UInt8(ascii: "<")
      encodesSpaces = !isPointed || text.contains("%20")
      encodesLetters = zip(bytes, bytes.dropFirst()).contains { sign, digit in
        sign == UInt8(ascii: "%") && digit >= UInt8(ascii: "8") && digit != UInt8(ascii: ":")
      }
      let slash = UInt8(ascii: "/")
      let parts = bytes.split(separator: slash)
      let names = link.target.utf8.split(separator: slash).map(String.init)
      guard parts.count == names.count else { return }
      for case (let name?, let part) in zip(names, parts) { written[name] = Array(part) }
    }

    /// Creates the style of a new target that begins with `typed`.
    init(_ typed: String, isPointed: Bool) {
      isAbsolute = typed.hasPrefix("/")
      beginsWithDot = typed.hasPrefix("./")
      (self.isPointed, encodesSpaces) = (isPointed, !isPointed)
      (endsWithSlash, encodesLetters) = (false, false)
    }

    func spelling(of path: NotePath, from folder: NotePath) -> LinkSpelling {
      var parts = path.components.map { Array($0) }
      var start = ""
      if isAbsolute {
        start = "/"
      } else {
        let above = folder.components.map { Array($0) }
        let shared = zip(above, parts).prefix { $0 == $1 }.count
        parts.removeFirst(shared)
        start = String(repeating: "../", count: above.count - shared)
        // A colon in the first part would make that part a scheme (RFC 3986 §4.2).
        let isSchemeLike = parts.first?.contains(UInt8(ascii: ":")) ?? true
        if start.isEmpty, beginsWithDot || isSchemeLike { start = "./" }
      }
      let end = endsWithSlash && !parts.isEmpty && !path.isMarkdown ? "/" : ""
      let said = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
      let spelled = parts.map(encoded).joined(separator: [UInt8(ascii: "/")])
      return LinkSpelling(
        target: start + said + end, bytes: Array(start.utf8) + spelled + Array(end.utf8))
    }

    /// Returns the bytes of a path component to write in a link: those in the original link, if it
    /// contains the component. Otherwise, characters with a special meaning in CommonMark (§6.5) or
    /// in a URI (RFC 3986 §3.3) are percent-encoded.
    private func encoded(_ part: [UInt8]) -> [UInt8] {
      if let same = written[String(decoding: part, as: UTF8.self)] { return same }
      let parenthesesBalance = part.parenthesesBalance
      let mayHoldEntity = part.contains(UInt8(ascii: ";"))
      return part.flatMap { byte -> [UInt8] in
        let isEncoded =
          switch byte {
          case UInt8(ascii: " "): encodesSpaces
          case UInt8(ascii: "("), UInt8(ascii: ")"): !isPointed && !parenthesesBalance
          case UInt8(ascii: "&"): mayHoldEntity
          case 0x80...: encodesLetters
          default: byte < 0x20 || byte == 0x7F || "%#?\\<>`|".utf8.contains(byte)
          }
        return isEncoded ? Address.escape(byte) : [byte]
      }
    }
  }
}

extension [UInt8] {
  /// Whether all parentheses are balanced.
  fileprivate var parenthesesBalance: Bool {
    var depth = 0
    for byte in self {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
