public import CairnMarkup
public import CairnText

/// What a link names, or what a link may call a capture, in 64 bits.
///
/// The lowest three say whether it is a path of a Markdown link or a wikilink's name, and whether it
/// ends with `.md`, `.markdown` or `.mdx`; the others are a hash of what stands in front of that ending. So
/// a file's path with its ending is found where the one without it is. Two texts that are not the
/// same share a key once in 2^61 times; the name's 32 bits (``brief``) only say where to look.
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

  /// The key of a name that a wikilink may use: an id, a path, a file's name, a title, an alias.
  public init(name: String) {
    var folded = name.folded
    self = folded.withUTF8 { LinkKey(UnsafeRawBufferPointer($0), isPath: false) }
  }

  /// The key of a path that a Markdown link names, as it stands there.
  public init(path: NotePath) {
    self = path.bytes.withUnsafeBytes { LinkKey($0, isPath: true) }
  }

  /// The key of what a link in a capture of `folder` names; nil where it can lead to no other file.
  public init?(_ link: Markup.Link, from folder: NotePath) {
    if link.isExternal || link.target.isEmpty { return nil }
    if link.namesCapture {
      self.init(name: link.target)
    } else {
      guard let path = NotePath.resolving(link.target, from: folder) else { return nil }
      self.init(path: path)
    }
  }
}

// MARK: - Parts

extension LinkKey {
  /// The bits by which names are found.
  var brief: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

  /// Whether it is a Markdown link's path, and no name.
  public var isPath: Bool { bits & Self.pathBit != 0 }

  /// The keys of the paths by which a Markdown link may call the file at `path`, each with its rank:
  /// where a link may call several files, that of the least rank is meant.
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
  /// Whether it is a wikilink, which names a capture and not a place.
  public var namesCapture: Bool { kind == .wiki || kind == .wikiEmbed }

  /// Whether it is a wikilink whose name, read as a path, has another spelling than its own:
  /// `[[./work/acme.md]]`. Its key says nothing of where it leads.
  public var isOddPath: Bool {
    guard namesCapture, !isExternal else { return false }
    // A single step that is no dots has one spelling.
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
