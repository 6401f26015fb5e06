import CairnCapture
import CairnFiles
public import CairnNotebook
public import CairnText

extension Workspace {
  /// Adds a picture to a capture, as its cover if `asCover` is true. The bytes come from a program,
  /// and must be those of a complete picture of a known type that is not too large.
  ///
  /// Throws a ``Refusal`` if there is no such capture, `MediaRefusal` if the picture is not
  /// accepted, or `FileError` if it cannot be written.
  public func addPicture(
    _ bytes: [UInt8], called name: String, to capture: String, asCover: Bool
  ) throws -> ChangeReport {
    try add([try newPicture(bytes, called: name)], to: capture, asCover: asCover)
  }

  /// Adds a file to a capture. `bytes`, the content of the file, may be those of a picture.
  ///
  /// Throws the same errors as ``addPicture(_:called:to:asCover:)``.
  public func addFile(
    _ bytes: [UInt8], called name: String, to capture: String
  ) throws -> ChangeReport {
    try add(
      [try notebook.newMedia(bytes, as: .file, called: name)], to: capture, asCover: false)
  }

  /// Checks a picture that a program sent.
  ///
  /// Throws a `MediaRefusal` if the picture is not accepted.
  func newPicture(_ bytes: [UInt8], called name: String) throws -> NewMedia {
    // An SVG file is a document that can contain scripts.
    if MediaType(bytes) == .svg {
      throw MediaRefusal.noImage(name, MediaType.svg.description)
    }
    return try notebook.newMedia(bytes, as: .image, called: name)
  }

  private func add(
    _ media: [NewMedia], to name: String, asCover: Bool
  ) throws -> ChangeReport {
    let report = try notebook.addMedia(
      media, to: try capture(named: name).capture, asCover: asCover, isEmbedded: false, .write)
    if report.changed.isEmpty, let refused = report.refused.first { throw refused }
    return report
  }

  /// Returns the bytes of a file in the notebook that is not a capture, such as a picture.
  ///
  /// Throws a ``Refusal`` if there is no such file, or `FileError` if it cannot be read.
  public func attachment(at path: NotePath) throws -> [UInt8] {
    guard catalog(attachments: true).attachments.contains(path) else {
      throw Refusal("file-unknown", "there is no such file in the notebook", .nothingFound)
    }
    return try notebook.store.read(path).bytes
  }
}
