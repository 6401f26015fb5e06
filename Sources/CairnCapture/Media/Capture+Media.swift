package import CairnDocument
import CairnText

/// What a capture is, besides the text that every one may have.
public enum ContentKind: String, CaseIterable, Sendable {
  /// Text alone.
  case text
  /// Pictures.
  case image
  /// A video.
  case video
  /// What is found at an address.
  case url
}

extension Capture {
  /// Its pictures in order, the first of which is the cover: those of the field `images`; where it
  /// has none, the one that `cover` or `image` names, as other programs write it.
  public var images: [MediaReference] {
    Self.imageKeys.lazy.map { media($0) }.first { !$0.isEmpty } ?? []
  }

  /// The picture that stands for the capture.
  public var cover: MediaReference? { images.first }

  /// The other files that belong to it, in order: those of the field `files`.
  public var files: [MediaReference] { media("files") }

  /// The address that it is about: the field `url`.
  public var url: String? { text("url") }

  /// What it is, by what belongs to it: an address before a video before pictures.
  public var content: ContentKind {
    if url != nil { return .url }
    let videos: Set = ["mp4", "m4v", "mov", "webm", "mkv", "ogv"]
    if files.contains(where: { videos.contains($0.path?.fileExtension ?? "") }) { return .video }
    return images.isEmpty ? .text : .image
  }

  /// The keys of fields that may name pictures, ours first.
  public static let imageKeys = ["images", "cover", "image"]

  /// The keys of fields that may name files of the capture.
  public static let mediaKeys = imageKeys + ["files"]

  /// The folder beside captures into which the files that belong to them are copied.
  public static let mediaFolder = "media"

  /// The files that a field names: a text is one, a list has one in each text.
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

  /// The names that files had before they were copied, by the names they have: the field
  /// `originals`, a list of texts `3f9a….jpg Aunt Uschi.jpg`.
  var originalNames: [String: String] {
    guard case .list(let elements)? = document["originals"] else { return [:] }
    return elements.reduce(into: [:]) { names, element in
      guard let text = element.text, let blank = text.firstIndex(of: " ") else { return }
      names[String(text[..<blank])] = String(text[text.index(after: blank)...])
    }
  }
}

extension Document {
  /// The texts in those fields that may name pictures and files, in order.
  package var mediaTexts: [WrittenText] {
    guard fields.contains(where: { Capture.mediaKeys.contains($0.key) }) else { return [] }
    return texts.filter { Capture.mediaKeys.contains(fields[$0.field].key) }
  }
}
