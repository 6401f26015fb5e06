import CairnDocument
public import CairnText

/// A picture or another file as a field of a capture names it.
///
///     capture.cover?.place           // .file(work/media/3f9a….jpg)
///     capture.cover?.originalName    // "Aunt Uschi.jpg"
public struct MediaReference: Hashable, Sendable {
  /// Where it is.
  public enum Place: Hashable, Sendable {
    /// The file at this path, whether or not one is there.
    case file(NotePath)
    /// Elsewhere: an address with a scheme, as it is written.
    case address(String)
    /// The file that a wikilink of this name leads to, as other programs write it: `[[x.png]]`.
    case name(String)
    /// Nowhere: a path that leaves the notebook.
    case outside
  }

  /// What the field says: `media/3f9a….jpg`.
  public let written: String
  /// Where that is.
  public let place: Place
  /// The name the file had before it was copied into the notebook, where that is known.
  public let originalName: String?

  /// What `written` means in a capture of `folder`.
  public init(_ written: String, in folder: NotePath, originalName: String? = nil) {
    self.written = written
    self.originalName = originalName
    place = Place(written, in: folder)
  }

  /// The file below the notebook's root, where it is one.
  public var path: NotePath? {
    if case .file(let path) = place { path } else { nil }
  }

  /// What to call it: the name it had, else its file's, else what is written.
  public var name: String { originalName ?? path?.name ?? written }
}

extension MediaReference.Place {
  /// A path is relative to the capture's folder, or to the root where it begins with `/`, and is
  /// taken as it is written: no percent signs are decoded.
  init(_ written: String, in folder: NotePath) {
    if let name = written.wikilinkName {
      self = .name(name)
    } else if written.hasScheme {
      self = .address(written)
    } else if let path = NotePath.resolving(written, from: folder), !path.isRoot {
      self = .file(path)
    } else {
      self = .outside
    }
  }
}

extension String {
  /// The name in a text that is one wikilink, `[[name]]` or `![[name|…]]`; nil for any other.
  fileprivate var wikilinkName: String? {
    let link = hasPrefix("!") ? dropFirst() : self[...]
    guard link.hasPrefix("[["), link.hasSuffix("]]"), link.utf8.count > 4 else { return nil }
    let name = link.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
    return name.isEmpty ? nil : String(name)
  }

  /// Whether it begins with a scheme (RFC 3986 §3.1) of two letters or more, or with `//`.
  fileprivate var hasScheme: Bool {
    if hasPrefix("//") { return true }
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = utf8[..<colon]
    let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return scheme.count > 1 && scheme.first.map(isLetter) ?? false
      && scheme.allSatisfy {
        isLetter($0) || "+-.".utf8.contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }
}
