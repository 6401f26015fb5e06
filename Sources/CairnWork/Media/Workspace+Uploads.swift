import CairnCapture
import CairnFiles
public import CairnNotebook
public import CairnText

/// A file that a program sent.
public struct UploadedFile: Sendable {
  /// The original name, without folders.
  public let name: String
  /// The content.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

extension Workspace {
  /// Adds a picture to a capture, as its cover if `asCover` is true. The bytes come from a program,
  /// and must form a complete picture of a known type that is not too large.
  ///
  /// Throws a ``Refusal`` if there is no such capture, `MediaRefusal` if the picture is not
  /// accepted, or `FileError` if it cannot be written.
  public func addPicture(
    _ bytes: [UInt8], called name: String, to capture: String, asCover: Bool
  ) throws -> ChangeReport {
    try add([try newPicture(bytes, called: name)], to: capture, asCover: asCover)
  }

  /// Copies a picture into the notebook for the text of a capture. The capture does not change.
  ///
  /// - Returns: The copy that was made, and the Markdown that shows the picture in the text.
  ///
  /// Throws the same errors as ``addPicture(_:called:to:asCover:)``.
  public func addEmbed(
    _ file: UploadedFile, forTextOf capture: String
  ) throws -> (report: ChangeReport, embed: String) {
    let picture = try newPicture(file.bytes, called: file.name)
    let collection = try self.capture(named: capture).capture.collection
    let (report, embeds) = try notebook.addEmbeds([picture], in: collection)
    return (report, embeds.joined())
  }

  /// Checks a file that a program sent. If its bytes form a picture, the result is a picture;
  /// otherwise it is another file.
  ///
  /// Throws a `MediaRefusal` if the file is not accepted.
  func newMedia(_ file: UploadedFile) throws -> NewMedia {
    MediaType(file.bytes)?.kind == .image
      ? try newPicture(file.bytes, called: file.name)
      : try notebook.newMedia(file.bytes, as: .file, called: file.name)
  }

  /// Checks a picture that a program sent.
  ///
  /// Throws a `MediaRefusal` if the picture is not accepted.
  func newPicture(_ bytes: [UInt8], called name: String) throws -> NewMedia {
    // An SVG file is a document that can contain scripts.
    if MediaType(bytes) == .svg {
      throw MediaRefusal.svg(name)
    }
    return try notebook.newMedia(bytes, as: .image, called: name)
  }

  private func add(
    _ media: [NewMedia], to name: String, asCover: Bool
  ) throws -> ChangeReport {
    let report = try notebook.addMedia(
      media, to: try capture(named: name).capture, asCover: asCover, isEmbedded: false, .write)
    try report.checkSuccess()
    return report
  }

  /// Returns the bytes of a file in the notebook that is not a capture, such as a picture.
  ///
  /// Throws a ``Refusal`` if there is no such file, or `FileError` if it cannot be read.
  public func attachment(at path: NotePath) throws -> [UInt8] {
    try checkAttachment(at: path)
    return try notebook.store.read(path).bytes
  }

  /// Checks that a file at this path is in the notebook and is not a capture. Throws a ``Refusal``
  /// if there is no such file.
  func checkAttachment(at path: NotePath) throws(Refusal) {
    guard catalog(attachments: true).hasAttachment(at: path) else {
      throw Refusal("file-unknown", "no file of the notebook has the path `\(path)`", .nothingFound)
    }
  }
}
