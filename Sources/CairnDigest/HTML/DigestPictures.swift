public import CairnCapture
import CairnMarkup
public import CairnText

/// The way in which an HTML digest shows the pictures of its captures.
///
/// A small picture is embedded as a `data:` address. A larger one is copied next to the digest if
/// possible, and linked otherwise. An SVG drawing is never copied, because it could run scripts
/// when a reader opens the copy. A remote picture is a link unless ``loadsRemote`` is true, so that
/// reading the digest contacts no server by default.
public struct DigestPictures: Sendable {
  /// The result of reading a file of the notebook.
  public enum Content: Sendable {
    /// All bytes of the file.
    case bytes([UInt8])
    /// The size of the file in bytes. The file was not read because it is larger than requested.
    case larger(Int)
    /// There is no readable file.
    case missing
  }

  /// A function that reads a file unless it is larger than the given number of bytes. Must be
  /// thread-safe.
  public typealias Reader = @Sendable (NotePath, Int) -> Content
  /// A thread-safe function that copies a picture of a media type to a place next to the digest.
  /// Returns the relative address of the copy, or nil if copying failed.
  public typealias Copier = @Sendable (NotePath, MediaType, [UInt8]) -> String?

  /// The maximum size in bytes of an embedded picture.
  public var embedLimit: Int
  /// Whether remote pictures are loaded when the digest is read.
  public var loadsRemote: Bool
  /// The function that reads files of the notebook.
  public var read: Reader
  /// The function that copies pictures to a place next to the digest; nil if pictures are not
  /// copied.
  public var copy: Copier?

  /// The size in bytes above which a picture is neither embedded nor copied, to save memory.
  static let largest = 256 << 20
  /// The maximum size in bytes of an SVG drawing that is embedded even if ``embedLimit`` is lower.
  static let largestDrawing = 1 << 20

  /// Creates settings. By default, no file can be read. A picture in the notebook is then shown as
  /// its description, and a picture on the web as a link.
  public init(
    embedLimit: Int = 1 << 20, loadsRemote: Bool = false,
    read: @escaping Reader = { _, _ in .missing },
    copy: Copier? = nil
  ) {
    self.embedLimit = embedLimit
    self.loadsRemote = loadsRemote
    self.read = read
    self.copy = copy
  }
}

extension DigestPictures {
  /// Returns the percent-encoded address for a path relative to the digest.
  public static func address(of path: [UInt8]) -> String { Address.encoded(path) }
}

// MARK: - Showing

extension DigestPictures {
  /// Returns the way to show the picture in a file of the notebook.
  ///
  /// - Parameter address: The address relative to the digest; nil if the file cannot be reached.
  func picture(in path: NotePath, address: String?) -> HTMLPicture {
    let link: (String) -> HTMLPicture = { note in address.map { .link($0, note: note) } ?? .text }
    let drawingLimit = max(embedLimit, Self.largestDrawing)
    switch read(path, copy == nil ? drawingLimit : Self.largest) {
    case .missing: return .text
    case .larger(let size): return link(Self.shown(size))
    case .bytes(let bytes):
      // Link files that browsers do not show (HEIC, TIFF) and files that are not pictures.
      guard let type = MediaType(bytes), let embedded = DataAddress.ImageType(type) else {
        return link("")
      }
      let limit = type == .svg ? drawingLimit : embedLimit
      if bytes.count <= limit { return .embedded(DataAddress(embedded, bytes)) }
      guard type != .svg, let copied = copy?(path, type, bytes) else {
        return link(Self.shown(bytes.count))
      }
      return .address(copied)
    }
  }

  /// Returns the link to show instead of a remote picture; nil if the picture itself is shown.
  func picture(at address: String) -> HTMLPicture? {
    if loadsRemote || address.lowercased().hasPrefix("data:") { return nil }
    return .link(address, note: "")
  }

  /// Returns a number of bytes as a readable size: `3.4 MB`.
  private static func shown(_ size: Int) -> String {
    if size < 1_000_000 { return "\((size + 500) / 1000) kB" }
    let tenths = (size + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}

extension DataAddress.ImageType {
  /// Creates the image type for a media type; nil if browsers do not show that type.
  fileprivate init?(_ type: MediaType) {
    switch type {
    case .png: self = .png
    case .jpeg: self = .jpeg
    case .gif: self = .gif
    case .webp: self = .webp
    case .avif: self = .avif
    case .bmp: self = .bmp
    case .svg: self = .svg
    default: return nil
    }
  }
}
