public import CairnCapture
import CairnMarkup
public import CairnText

/// How an HTML digest shows the pictures of its captures.
///
/// A picture stands in the digest itself, as a `data:` address, where it is not too large. A larger
/// one is copied beside the digest where there is a folder for that, and linked where there is not.
/// An SVG drawing is never copied: opened on its own it could run scripts. A picture from elsewhere
/// is a link, so that nobody learns when the digest is read.
public struct DigestPictures: Sendable {
  /// A file of the notebook, as far as it was read.
  public enum Content: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// Nothing: it has more bytes than were asked for, so many.
    case larger(Int)
    /// There is none that can be read.
    case missing
  }

  /// What reads a file, unless it has more bytes than the number. Asked from several threads.
  public typealias Reader = @Sendable (NotePath, Int) -> Content
  /// What copies a picture of this type beside the digest and says its address from there; nil where
  /// that failed. Asked from several threads.
  public typealias Copier = @Sendable (NotePath, MediaType, [UInt8]) -> String?

  /// A picture of so many bytes at most stands in the digest itself.
  public var embedLimit: Int
  /// Whether pictures from elsewhere are loaded when the digest is read.
  public var loadsRemote: Bool
  /// Reads a file of the notebook.
  public var read: Reader
  /// Copies a picture beside the digest; nil where none is to be copied.
  public var copy: Copier?

  /// A picture of more bytes is neither embedded nor copied: it would have to be held in memory.
  static let largest = 256 << 20
  /// A drawing of so many bytes at most is embedded whatever the limit is.
  static let largestDrawing = 1 << 20

  /// By default all pictures are links.
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
  /// The address of a file at a path from where the digest lies.
  public static func address(of path: [UInt8]) -> String { Address.encoded(path) }
}

// MARK: - Showing

extension DigestPictures {
  /// What stands where the picture in a file of the notebook is to be.
  ///
  /// - Parameter address: Of the file, from where the digest lies; nil where it cannot be reached.
  func picture(in path: NotePath, address: String?) -> HTMLPicture {
    let link: (String) -> HTMLPicture = { note in address.map { .link($0, note: note) } ?? .text }
    let drawingLimit = max(embedLimit, Self.largestDrawing)
    switch read(path, copy == nil ? drawingLimit : Self.largest) {
    case .missing: return .text
    case .larger(let size): return link(Self.shown(size))
    case .bytes(let bytes):
      // What no browser shows (HEIC, TIFF), and what is no picture, can be opened.
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

  /// What stands where a picture from elsewhere is to be; nil for the picture itself.
  func picture(at address: String) -> HTMLPicture? {
    if loadsRemote || address.lowercased().hasPrefix("data:") { return nil }
    return .link(address, note: "")
  }

  /// A size in bytes for people: `3.4 MB`.
  private static func shown(_ size: Int) -> String {
    if size < 1_000_000 { return "\((size + 500) / 1000) kB" }
    let tenths = (size + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}

extension DataAddress.ImageType {
  /// The kind of image that browsers show which this is; nil for another.
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
