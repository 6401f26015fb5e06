import CairnCapture
import CairnFiles
public import CairnText
public import SystemPackage

/// A picture or another file to be added to a notebook, already read and checked.
public struct NewMedia: Sendable {
  /// The way in which a capture refers to a file.
  public enum Role: String, Sendable {
    /// A picture.
    case image = "images"
    /// Any other file.
    case file = "files"
  }

  /// The way in which the capture refers to the file.
  public let role: Role
  /// The path that the file is copied from; nil for bytes that a program or a service sent.
  public let source: FilePath?
  /// The original name of the file.
  public let originalName: String
  /// The file's path in the notebook; nil if the file is to be copied into the notebook.
  let home: NotePath?
  /// The content of the file; empty if the file is not copied.
  let bytes: [UInt8]
  /// The name of the copy: the hash of its bytes, with the extension of its type.
  let name: String

  /// Returns whether both files are to be copied and have the same bytes, so that one copy
  /// suffices.
  public func isCopy(of other: NewMedia) -> Bool {
    home == nil && other.home == nil && bytes == other.bytes
  }
}

extension Notebook {
  /// Reads a file to be added to a capture.
  ///
  /// A file in the notebook is referred to in place and not copied. The bytes of a file determine
  /// its type; a picture must be of a known type, state its width and height, and be complete.
  ///
  /// - Parameter given: The path as the user typed it, for error messages.
  /// - Throws: `FileError` if the file cannot be read, ``MediaRefusal`` if it is not accepted.
  public func newMedia(
    _ file: FilePath, as role: NewMedia.Role, called given: String
  ) throws -> NewMedia {
    let file = try OutsideFile(file)
    let limit = settings.count("capture.max_file_bytes") ?? .max
    let home = file.path(in: store).flatMap { $0.isMarkdown || $0.text == nil ? nil : $0 }
    guard file.size <= limit || home != nil else {
      throw MediaRefusal.tooLarge(given, size: file.size, limit: limit)
    }
    guard file.size > 0 else { throw MediaRefusal.empty(given) }
    let bytes = try home == nil || role == .image ? file.read() : []
    return try newMedia(
      bytes, as: role, called: given, source: file.path, home: home)
  }

  /// Checks the bytes of a file that is to be added to a capture, in the same way as
  /// ``newMedia(_:as:called:)``.
  ///
  /// - Parameter name: The original name of the file.
  public func newMedia(
    _ bytes: [UInt8], as role: NewMedia.Role, called name: String
  ) throws(MediaRefusal) -> NewMedia {
    let limit = settings.count("capture.max_file_bytes") ?? .max
    guard bytes.count <= limit else {
      throw .tooLarge(name, size: bytes.count, limit: limit)
    }
    guard !bytes.isEmpty else { throw .empty(name) }
    return try newMedia(bytes, as: role, called: name, source: nil, home: nil)
  }

  private func newMedia(
    _ bytes: [UInt8], as role: NewMedia.Role, called given: String, source: FilePath?,
    home: NotePath?
  ) throws(MediaRefusal) -> NewMedia {
    let type = MediaType(bytes)
    if role == .image { try Self.checkImage(bytes, type, given) }
    let name = (source ?? FilePath(given)).lastComponent?.string ?? given
    let ending = type?.fileEnding ?? Self.ending(of: name)
    return NewMedia(
      role: role, source: source, originalName: name, home: home,
      bytes: home == nil ? bytes : [],
      name: Checksum.digits(of: bytes) + (ending.isEmpty ? "" : ".\(ending)"))
  }

  /// Returns a file that another tool exported, to be added to a capture. Its bytes determine
  /// whether it is a picture.
  ///
  /// - Parameter name: The original name of the file.
  /// - Throws: ``MediaRefusal`` if the file is empty or too large.
  func newMedia(_ bytes: [UInt8], called name: String) throws(MediaRefusal) -> NewMedia {
    let limit = settings.count("capture.max_file_bytes") ?? .max
    guard bytes.count <= limit else {
      throw MediaRefusal.tooLarge(name, size: bytes.count, limit: limit)
    }
    guard !bytes.isEmpty else { throw MediaRefusal.empty(name) }
    let type = MediaType(bytes)
    let isPicture = (try? Self.checkImage(bytes, type, name)) != nil
    let ending = type?.fileEnding ?? Self.ending(of: name)
    return NewMedia(
      role: isPicture ? .image : .file, source: nil, originalName: name, home: nil,
      bytes: bytes, name: Checksum.digits(of: bytes) + (ending.isEmpty ? "" : ".\(ending)"))
  }

  private static func checkImage(
    _ bytes: [UInt8], _ type: MediaType?, _ given: String
  ) throws(MediaRefusal) {
    guard let type, type.kind == .image else {
      let isText = !bytes.contains { $0 < 0x08 } && String(validating: bytes, as: UTF8.self) != nil
      throw .noImage(given, type?.description ?? (isText ? "text" : "a file of unknown type"))
    }
    if PixelSize.readableTypes.contains(type), PixelSize(of: type, bytes) == nil {
      throw .damagedImage(given, type.description)
    }
    if let missing = type.missingEnd(of: bytes) {
      throw .cutOffImage(given, type.description, missing)
    }
  }

  /// Returns the extension for the copy of a file of unknown type: the original one if it consists
  /// of at most 10 letters and digits; otherwise empty. `md` and `markdown` become `txt`, because a
  /// copy must not be a capture.
  private static func ending(of name: String) -> String {
    let ending = NotePath(name)?.fileExtension ?? ""
    if ["md", "markdown"].contains(ending) { return "txt" }
    let isPlain = ending.utf8.allSatisfy {
      "abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains($0)
    }
    return isPlain && ending.utf8.count <= 10 ? ending : ""
  }
}

/// The reason why a file cannot be added to a capture.
public enum MediaRefusal: Error, Hashable, Sendable {
  /// The named file is empty.
  case empty(String)
  /// The named file has `size` bytes, more than `limit`.
  case tooLarge(String, size: Int, limit: Int)
  /// The named file is not a picture; the second value describes what the file is instead.
  case noImage(String, String)
  /// The named file is an SVG picture that a program sent.
  case svg(String)
  /// The named file begins like a picture of the type in the second value, but does not contain the
  /// picture's width and height.
  case damagedImage(String, String)
  /// The named picture is cut off. The second value is its type; the third is the missing part.
  case cutOffImage(String, String, String)
  /// The capture would have `count` pictures, more than `limit`.
  case tooManyImages(count: Int, limit: Int)
  /// The path for the new file, derived from the hash of its bytes, already has a file with
  /// different bytes.
  case nameTaken(NotePath)
}

extension MediaRefusal: CustomStringConvertible {
  /// The problem and its solution, on one line.
  public var description: String {
    switch self {
    case .empty(let name): "`\(name)` is empty"
    case .tooLarge(let name, let size, let limit):
      "`\(name)` is \(size.of("byte")); the limit is \(limit) (setting `capture.max_file_bytes`)"
    case .noImage(let name, let what):
      "`\(name)` is not a picture, but \(what); pass it with --file instead"
    case .svg(let name):
      "`\(name)` is an SVG picture, which can contain scripts; convert it to PNG first"
    case .damagedImage(let name, let what):
      "`\(name)` begins like \(what), but its width and height are missing; the file is damaged"
    case .cutOffImage(let name, let what, let missing):
      "`\(name)` is \(what), but incomplete: \(missing); copy the file again"
    case .tooManyImages(let count, let limit):
      "the capture would have \(count) pictures; the limit is \(limit) (setting "
        + "`capture.max_images`)"
    case .nameTaken(let path):
      "`\(path)` already exists with different contents; move or remove that file, then try again"
    }
  }

  /// The stable code of the refusal, for scripts.
  public var code: String {
    switch self {
    case .empty: "file-empty"
    case .tooLarge: "file-too-large"
    case .noImage, .svg: "image-unknown"
    case .damagedImage: "image-damaged"
    case .cutOffImage: "image-cut-off"
    case .tooManyImages: "image-too-many"
    case .nameTaken: "media-name-taken"
    }
  }

  /// The refusal as a diagnostic without a position.
  var diagnostic: Diagnostic { Diagnostic(.error, code, description) }
}
