public import CairnText

/// A reference to a picture or another file in a field of a capture.
///
///     capture.cover?.place           // .file(work/media/3f9a….jpg)
///     capture.cover?.originalName    // "Aunt Uschi.jpg"
public struct MediaReference: Hashable, Sendable {
  /// The kind and location of the target.
  public enum Place: Hashable, Sendable {
    /// The file at this path in the notebook. The file may not exist.
    case file(NotePath)
    /// An address with a scheme, as written.
    case address(String)
    /// The file with this name, from a wikilink that another program wrote: `[[x.png]]`.
    case name(String)
    /// A path that leaves the notebook.
    case outside
  }

  /// The text in the field: `media/3f9a….jpg`.
  public let written: String
  /// The location of the target.
  public let place: Place
  /// The file's name before it was copied into the notebook; nil if unknown.
  public let originalName: String?

  /// Creates the reference for the text `written` in a field of a capture in `folder`.
  public init(_ written: String, in folder: NotePath, originalName: String? = nil) {
    self.written = written
    self.originalName = originalName
    place = Place(written, in: folder)
  }

  /// The path of the file relative to the notebook's root; nil if ``place`` is not a file.
  public var path: NotePath? {
    if case .file(let path) = place { path } else { nil }
  }

  /// Whether the path of the file or address has the extension of a video.
  public var isVideo: Bool {
    var ending = path?.fileExtension
    if case .address(let address) = place {
      let name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
      ending = name.split(separator: ".").dropFirst().last.map(String.init)
    }
    return ending.flatMap { MediaType(fileEnding: $0) }?.kind == .video
  }

  /// The name to show: the original name, if it is known; otherwise the file's name, or the text in
  /// the field if ``place`` is not a file.
  public var name: String { originalName ?? path?.name ?? written }
}

extension MediaReference.Place {
  /// Creates the target of a reference. A path is relative to the capture's folder, or to the root
  /// if it begins with `/`, and is not percent-decoded.
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
  /// The name in a string that is a single wikilink, `[[name]]` or `![[name|…]]`; nil for other
  /// strings.
  fileprivate var wikilinkName: String? {
    let link = hasPrefix("!") ? dropFirst() : self[...]
    guard link.hasPrefix("[["), link.hasSuffix("]]"), link.utf8.count > 4 else { return nil }
    let name = link.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
    return name.isEmpty ? nil : String(name)
  }

  /// Whether the text begins with `//` or a scheme (RFC 3986 §3.1) of two or more characters.
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
