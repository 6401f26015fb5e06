public import CairnMarkup
public import CairnText

/// A 64-bit key for the target of a link, or for a name by which links refer to a capture.
///
/// The lowest three bits state the kind (a path in a Markdown link or a name in a wikilink) and the
/// ending (`.md`, `.markdown`, `.mdx` or none). The other bits are a hash of the text before the
/// ending, so a path can be found with or without it. Two different paths or names share a key with
/// a chance of 1 in 2^61. ``brief`` has only 32 bits, so a match by ``brief`` must be checked.
///
///     LinkKey(name: "Sarah") == LinkKey(name: "sárah")    // true
public struct LinkKey: Hashable, Sendable {
  let bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  private enum Form: UInt64 {
    case bare, md, markdown, mdx

    var ending: StaticString {
      switch self {
      case .bare: ""
      case .md: ".md"
      case .markdown: ".markdown"
      case .mdx: ".mdx"
      }
    }
  }

  private static let formBits: UInt64 = 3
  private static let pathBit: UInt64 = 4

  private init(_ bytes: UnsafeRawBufferPointer, isPath: Bool) {
    let form = [Form.md, .markdown, .mdx].first { bytes.ends(with: $0.ending) } ?? .bare
    let stem = UnsafeRawBufferPointer(
      rebasing: bytes[..<(bytes.count - form.ending.utf8CodeUnitCount)])
    bits = Checksum.of(stem) & ~7 | form.rawValue | (isPath ? Self.pathBit : 0)
  }

  /// Creates the key of a name in a wikilink: an id, a path, a file name, a title or an alias.
  public init(name: String) {
    var folded = name.folded
    self = folded.withUTF8 { LinkKey(UnsafeRawBufferPointer($0), isPath: false) }
  }

  /// Creates the key of a path in a Markdown link.
  public init(path: NotePath) {
    self = path.bytes.withUnsafeBytes { LinkKey($0, isPath: true) }
  }

  /// Creates the key of a link's target. `folder` is the folder of the file that contains the link.
  /// Returns nil if the link is external, has no target, or has a path that cannot be resolved.
  public init?(_ link: Markup.Link, from folder: NotePath) {
    if link.isExternal || link.target.isEmpty { return nil }
    if link.isWikilink {
      self.init(name: link.target)
    } else {
      guard let path = NotePath.resolving(link.target, from: folder) else { return nil }
      self.init(path: path)
    }
  }
}

// MARK: - Parts

extension LinkKey {
  /// The upper 32 bits of the key, by which names are looked up.
  var brief: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

  /// Whether the key is the path of a Markdown link rather than a name.
  public var isPath: Bool { bits & Self.pathBit != 0 }

  /// Returns the keys of the paths by which a Markdown link may refer to the file at `path`, each
  /// with its rank. If several files match a link, the link refers to the file with the lowest
  /// rank.
  public static func leading(to path: NotePath) -> [(key: LinkKey, rank: Int)] {
    path.bytes.withUnsafeBytes { bytes in
      let whole = LinkKey(bytes, isPath: true)
      guard let form = Form(rawValue: whole.bits & formBits), form != .bare else {
        return [(whole, 0)]
      }
      let stem = bytes[..<(bytes.count - form.ending.utf8CodeUnitCount)]
      let short = LinkKey(UnsafeRawBufferPointer(rebasing: stem), isPath: true)
      return [(whole, 0), (short, Int(form.rawValue))]
    }
  }
}

extension Markup.Link {
  /// Whether the link is a wikilink whose name, read as a path, is not in normal form. An example
  /// is `[[./work/acme.md]]`. The key of a link with an odd path does not determine the link's
  /// target.
  public var isOddPath: Bool {
    guard isWikilink, !isExternal else { return false }
    // A single component that does not start with a dot is always in normal form.
    if target.utf8.first != UInt8(ascii: "."), !target.utf8.contains(UInt8(ascii: "/")) {
      return false
    }
    guard let path = NotePath(target) else { return false }
    return !path.bytes.elementsEqual(target.utf8)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func ends(with ending: StaticString) -> Bool {
    let length = ending.utf8CodeUnitCount
    return count >= length
      && UnsafeRawBufferPointer(rebasing: self[(count - length)...]).elementsEqual(
        UnsafeRawBufferPointer(start: ending.utf8Start, count: length))
  }
}
