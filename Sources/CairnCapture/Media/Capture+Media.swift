import CairnText

package import CairnDocument

/// The main kind of content in a capture.
public enum ContentKind: String, CaseIterable, Sendable {
  /// Text only.
  case text
  /// Text with pictures.
  case image
  /// Text with a video.
  case video
  /// Text about a web address.
  case url
}

extension Capture {
  /// The pictures in order; the first is the cover. Read from the field `images` or, if that is
  /// empty, from `cover` or `image`, which other programs use.
  public var images: [MediaReference] {
    Self.imageKeys.lazy.map { media($0) }.first { !$0.isEmpty } ?? []
  }

  /// The first picture; nil if the capture has none.
  public var cover: MediaReference? { images.first }

  /// The files in the field `files`, in order. These files are not pictures; for pictures, see
  /// ``images``.
  public var files: [MediaReference] { media("files") }

  /// The address that the capture is about, from the field `url`; nil if there is none.
  public var url: String? { text("url") }

  /// The kind of content: an address takes precedence over a video, and a video over pictures.
  public var content: ContentKind {
    if url != nil { return .url }
    if files.contains(where: \.isVideo) { return .video }
    return images.isEmpty ? .text : .image
  }

  /// The keys of the fields that can name pictures, in order of precedence. Cairn itself writes
  /// `images`.
  public static let imageKeys = ["images", "cover", "image"]

  /// The keys of the fields that can name pictures or other files.
  public static let mediaKeys = imageKeys + ["files"]

  /// The name of the folder, next to a capture's file, into which Cairn copies the capture's
  /// pictures and other files.
  public static let mediaFolder = "media"

  /// Returns the references to files in a field: one for a string, and one for each element of a
  /// list.
  public func media(_ key: String) -> [MediaReference] {
    let written: [String]
    switch document[key] {
    case .string(let text): written = [text]
    case .list(let elements): written = elements.compactMap(\.text)
    default: return []
    }
    guard !written.isEmpty else { return [] }
    let originals = originalNames
    return written.filter { !$0.isEmpty }.map { text in
      let reference = MediaReference(text, in: collection)
      guard let name = reference.path.flatMap({ originals[$0.name] }) else { return reference }
      return MediaReference(text, in: collection, originalName: name)
    }
  }

  /// The original names of copied files, keyed by their current names. Read from the field
  /// `originals`, a list of strings such as `3f9a….jpg Aunt Uschi.jpg`.
  var originalNames: [String: String] {
    guard case .list(let elements)? = document["originals"] else { return [:] }
    return elements.reduce(into: [:]) { names, element in
      guard let text = element.text, let blank = text.firstIndex(of: " ") else { return }
      names[String(text[..<blank])] = String(text[text.index(after: blank)...])
    }
  }
}

extension Document {
  /// The text values and list elements in the fields that can name pictures or other files, in
  /// order.
  package var mediaTexts: [WrittenText] {
    guard fields.contains(where: { Capture.mediaKeys.contains($0.key) }) else { return [] }
    return texts.filter { Capture.mediaKeys.contains(fields[$0.field].key) }
  }
}
