public import CairnCapture
import CairnFiles
import CairnMarkup
public import CairnNotebook
import CairnText
import SystemPackage

/// A change to the pictures of one capture.
public struct ImagesRequest: Sendable {
  /// The change to make.
  public enum Edit: Sendable {
    /// An edit that copies files into the notebook. If `asCover` is true, the first file becomes
    /// the cover. If `isEmbedded` is true, all files are also added to the body.
    case add([String], asCover: Bool, isEmbedded: Bool)
    /// An edit that removes the pictures with these numbers (counted from 1) or names. If
    /// `isEmbedded` is true, also removes them from the body.
    case remove([String], isEmbedded: Bool = false)
    /// An edit that moves the named pictures to the front, in this order.
    case bringToFront([String])
  }

  /// The capture: its id, the start of its id, its path or its title.
  public var capture: String
  /// The change to make.
  public var edit: Edit

  /// Creates a request to change the pictures of a capture.
  public init(_ capture: String, _ edit: Edit) {
    self.capture = capture
    self.edit = edit
  }
}

/// A picture of a capture.
public struct ListedImage: Sendable {
  /// The reference to the picture in the capture.
  public let reference: MediaReference
  /// The facts about the picture's file; nil for a web address, or if the file cannot be read.
  public let facts: ImageFacts?
}

extension Workspace {
  /// Returns the named capture and its pictures, cover first.
  ///
  /// Throws a ``Refusal`` if there is not exactly one capture with this name.
  public func images(of name: String) throws -> (capture: Capture, images: [ListedImage]) {
    let (capture, _) = try capture(named: name)
    let images = capture.images.map { image in
      ListedImage(
        reference: image, facts: image.path.flatMap { try? notebook.imageFacts(at: $0) })
    }
    return (capture, images)
  }

  /// Changes the pictures of a capture.
  ///
  /// Throws a ``Refusal`` if a name is unknown, `FileError` if a file cannot be read, or
  /// `MediaRefusal` if a file is not a valid picture.
  public func changeImages(_ request: ImagesRequest, _ mode: Mode) throws -> ChangeReport {
    switch request.edit {
    case .add(let files, let asCover, let isEmbedded):
      let (capture, _) = try captureToWrite(named: request.capture)
      let media = try files.map { try newMedia($0, as: .image) }
      return try notebook.addMedia(
        media, to: capture, asCover: asCover, isEmbedded: isEmbedded, mode)
    case .remove(let names, let isEmbedded):
      let (capture, catalog) = try captureToWrite(named: request.capture, attachments: true)
      let images = try images(names, of: capture)
      let report = try notebook.removeImages(
        images, of: capture, isEmbedded: isEmbedded, mode, in: catalog)
      if !isEmbedded, capture.embeds(images) {
        note(
          "The text still shows the removed pictures; --embed also removes the lines that show "
            + "them.")
      }
      return report
    case .bringToFront(let names):
      let (capture, _) = try captureToWrite(named: request.capture)
      let first = try images(names, of: capture).map(\.written)
      return try notebook.arrangeImages(of: capture, mode) { images in
        // Pictures that an editor removed from the capture in the meantime stay removed.
        let front = first.filter(images.contains)
        return front + images.filter { !front.contains($0) }
      }
    }
  }

  /// Reads a picture or another file to attach. A relative path starts at the caller's folder.
  ///
  /// Throws a ``Refusal`` if the path is empty or a web address, `FileError` if the file cannot be
  /// read, or `MediaRefusal` if the file cannot be attached.
  public func newMedia(_ file: String, as role: NewMedia.Role) throws -> NewMedia {
    guard !file.isEmpty else {
      throw Refusal("file-missing", "a file name is empty; pass the path of a file", .invalid)
    }
    do {
      return try notebook.newMedia(
        context.caller.folder.pushing(FilePath(file)), as: role, called: file)
    } catch let error as FileError where error.code == .notFound && WebAddress.isWeb(file) {
      throw Refusal(
        "file-address",
        "`\(file)` is a web address, not a file; pass addresses with --url, and files with "
          + "--\(role == .image ? "image" : "file")", .invalid)
    }
  }
}

extension Capture {
  /// Returns whether the body shows one of the pictures.
  fileprivate func embeds(_ pictures: [MediaReference]) -> Bool {
    let paths = Set(pictures.compactMap(\.path))
    return bodyText.links.contains { link in
      link.kind == .image
        && NotePath.resolving(link.target, from: collection).map(paths.contains) ?? false
    }
  }
}

// MARK: - Naming

extension Workspace {
  /// Returns the picture that each word names. A word can be a number from 1, an original name, the
  /// text of an entry in the field `images`, a file name, or the start of a file name.
  ///
  /// Throws a ``Refusal`` if a word matches no picture or several pictures, or if two words name
  /// the same picture.
  private func images(
    _ words: [String], of capture: Capture
  ) throws(Refusal) -> [MediaReference] {
    let images = capture.images
    var found: [MediaReference] = []
    for word in words {
      let named = images.named(word)
      guard named.count == 1, let image = named.first else {
        let list = images.enumerated().map { "\n  \($0 + 1)  \($1.name)" }.joined()
        throw Refusal(
          named.isEmpty ? "image-unknown" : "image-ambiguous",
          (named.isEmpty
            ? "the capture has no picture `\(word)`; "
            : "`\(word)` matches \(named.count) pictures; ")
            + (images.isEmpty
              ? "it has no pictures"
              : "choose one by number:" + TerminalText.escaped(list, keepingLines: true)),
          named.isEmpty ? .nothingFound : .invalid)
      }
      guard !found.contains(image) else {
        throw Refusal(
          "image-twice", "`\(word)` names the same picture as another argument: \(image.name)",
          .invalid)
      }
      found.append(image)
    }
    return found
  }
}

extension [MediaReference] {
  /// Returns the pictures that a word names. The first of these forms that matches is used: the
  /// picture's number, its original name, its text in the field `images`, its file name, or the
  /// start of its file name (at least 4 characters).
  fileprivate func named(_ word: String) -> [MediaReference] {
    if let image = Int(word).flatMap(element(numbered:)) { return [image] }
    let ways: [(MediaReference) -> Bool] = [
      { $0.originalName == word }, { $0.written == word }, { $0.path?.name == word },
      { word.count >= 4 && $0.path?.name.hasPrefix(word) ?? false },
    ]
    return ways.lazy.map { filter($0) }.first { !$0.isEmpty } ?? []
  }
}
