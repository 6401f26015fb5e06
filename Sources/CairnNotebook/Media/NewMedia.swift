import CairnCapture
import CairnFiles
import CairnIndex
public import CairnText
public import SystemPackage

/// A picture or another file on its way into a notebook, read and found to be what it should be.
public struct NewMedia: Sendable {
  /// What it is to be for the capture.
  public enum Role: String, Sendable {
    /// One of its pictures.
    case image = "images"
    /// Another file that belongs to it.
    case file = "files"
  }

  /// What it is to be.
  public let role: Role
  /// Where it was found.
  public let source: FilePath
  /// The name it had.
  public let originalName: String
  /// Where it lies in the notebook already, and stays; nil for one that is copied.
  let home: NotePath?
  /// Its bytes; none for one that is not copied.
  let bytes: [UInt8]
  /// The name it is given: the hash of its bytes, with the ending of its type.
  let name: String

  /// Whether both are copied and have the same bytes, so that one file is there for both.
  public func isCopy(of other: NewMedia) -> Bool {
    home == nil && other.home == nil && bytes == other.bytes
  }
}

extension Notebook {
  /// Reads a file that is to belong to a capture.
  ///
  /// One that lies in the notebook is not copied, but named where it is. What it is, its bytes say:
  /// a picture has to be one, to say how large it is, and to have an end.
  ///
  /// - Parameter given: what the person called it.
  /// - Throws: `FileError` where it cannot be read, a ``MediaRefusal`` where it is not taken.
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
    let type = MediaType(bytes)
    if role == .image { try Self.checkImage(bytes, type, given) }
    let source = file.path.lastComponent?.string ?? given
    let ending = type?.fileEnding ?? Self.ending(of: source)
    return NewMedia(
      role: role, source: file.path, originalName: source, home: home,
      bytes: home == nil ? bytes : [],
      name: Checksum.digits(of: bytes) + (ending.isEmpty ? "" : ".\(ending)"))
  }

  private static func checkImage(
    _ bytes: [UInt8], _ type: MediaType?, _ given: String
  ) throws(MediaRefusal) {
    guard let type, type.kind == .image else {
      let isText = !bytes.contains { $0 < 0x08 } && String(validating: bytes, as: UTF8.self) != nil
      throw .noImage(given, type?.description ?? (isText ? "text" : "of no kind known here"))
    }
    if PixelSize.readableTypes.contains(type), PixelSize(of: type, bytes) == nil {
      throw .damagedImage(given, type.description)
    }
    if let missing = type.missingEnd(of: bytes) {
      throw .cutOffImage(given, type.description, missing)
    }
  }

  /// The ending of a copy whose type is not known: the one it has, if that is short and plain. A
  /// copy is never a capture.
  private static func ending(of name: String) -> String {
    let ending = NotePath(name)?.fileExtension ?? ""
    if ["md", "markdown"].contains(ending) { return "txt" }
    let isPlain = ending.utf8.allSatisfy {
      "abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains($0)
    }
    return isPlain && ending.utf8.count <= 10 ? ending : ""
  }
}

/// Why a file does not come to belong to a capture.
public enum MediaRefusal: Error, Hashable, Sendable {
  /// The file has no bytes.
  case empty(String)
  /// The file has `size` bytes; `limit` are taken.
  case tooLarge(String, size: Int, limit: Int)
  /// The file is no picture but this.
  case noImage(String, String)
  /// The file begins like a picture of this type, and does not say how large it is.
  case damagedImage(String, String)
  /// The file is a picture of this type of which the end is missing; what is missing of it.
  case cutOffImage(String, String, String)
  /// The capture would have `count` pictures; `limit` are taken.
  case tooManyImages(count: Int, limit: Int)
  /// A file with the name that its bytes ask for holds others.
  case nameTaken(NotePath)
}

extension MediaRefusal: CustomStringConvertible {
  /// What was found and what to do, in one line.
  public var description: String {
    switch self {
    case .empty(let name): "`\(name)` is empty"
    case .tooLarge(let name, let size, let limit):
      "`\(name)` has \(size) bytes; at most \(limit) are taken (setting `capture.max_file_bytes`)"
    case .noImage(let name, let what):
      "`\(name)` is no picture: it is \(what); --file takes any file"
    case .damagedImage(let name, let what):
      "`\(name)` begins like \(what), but does not say how large it is; it is damaged or cut off"
    case .cutOffImage(let name, let what, let missing):
      "`\(name)` is \(what) that is cut off: \(missing); copy it again"
    case .tooManyImages(let count, let limit):
      "that would be \(count) pictures; a capture has at most \(limit) (setting "
        + "`capture.max_images`)"
    case .nameTaken(let path):
      "`\(path)` should hold what is to be added, and holds something else; look at it, and remove it"
    }
  }

  /// The stable name of the refusal, for scripts.
  public var code: String {
    switch self {
    case .empty: "file-empty"
    case .tooLarge: "file-too-large"
    case .noImage: "image-unknown"
    case .damagedImage: "image-damaged"
    case .cutOffImage: "image-cut-off"
    case .tooManyImages: "image-too-many"
    case .nameTaken: "media-name-taken"
    }
  }

  /// The refusal as an error without a place.
  var diagnostic: Diagnostic { Diagnostic(.error, code, description) }
}
