/// The type of a picture, video, audio or document file.
///
///     MediaType(bytes)              // .jpeg, regardless of the file name
///     MediaType(bytes)?.fileEnding  // "jpg"
public enum MediaType: String, CaseIterable, Sendable {
  case png, jpeg, gif, webp, avif, heic, svg, bmp, tiff
  case mp4, mov, webm, matroska, ogv
  case mp3, m4a, ogg, flac, wav
  case pdf

  /// The category of a file type.
  public enum Kind: String, Sendable {
    /// A picture.
    case image
    /// A video.
    case video
    /// A sound recording.
    case audio
    /// A document to read.
    case document
  }

  /// The category of this type.
  public var kind: Kind {
    switch self {
    case .png, .jpeg, .gif, .webp, .avif, .heic, .svg, .bmp, .tiff: .image
    case .mp4, .mov, .webm, .matroska, .ogv: .video
    case .mp3, .m4a, .ogg, .flac, .wav: .audio
    case .pdf: .document
    }
  }

  /// The usual file extension, without the dot.
  public var fileEnding: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    case .matroska: "mkv"
    default: rawValue
    }
  }

  /// The media type in HTTP and HTML (RFC 6838).
  public var mimeType: String {
    switch self {
    case .svg: "image/svg+xml"
    case .mov: "video/quicktime"
    case .matroska: "video/x-matroska"
    case .ogv: "video/ogg"
    case .mp3: "audio/mpeg"
    case .m4a: "audio/mp4"
    case .pdf: "application/pdf"
    default: "\(kind.rawValue)/\(rawValue)"
    }
  }

  /// A readable name with an article: `a PDF document`.
  public var description: String {
    switch self {
    case .jpeg: "a JPEG picture"
    case .webp: "a WebP picture"
    case .avif: "an AVIF picture"
    case .svg: "an SVG picture"
    case .webm: "a WebM video"
    case .matroska: "a Matroska video"
    case .ogv: "an Ogg video"
    case .ogg: "an Ogg audio file"
    case .mp4, .mp3, .m4a: "an \(rawValue.uppercased()) \(kind == .video ? "video" : "audio file")"
    case .pdf: "a PDF document"
    default:
      switch kind {
      case .image: "a \(rawValue.uppercased()) picture"
      case .video: "a \(rawValue.uppercased()) video"
      case .audio: "a \(rawValue.uppercased()) audio file"
      case .document: "a \(rawValue.uppercased()) document"
      }
    }
  }

  /// The file types, keyed by file extension in lower case. A type can have several extensions.
  private static let endings: [String: MediaType] = {
    var endings = Dictionary(uniqueKeysWithValues: allCases.map { ($0.fileEnding, $0) })
    for (ending, type) in [
      ("jpeg", MediaType.jpeg), ("jpe", .jpeg), ("tiff", .tiff), ("heif", .heic), ("m4v", .mp4),
      ("qt", .mov), ("opus", .ogg), ("oga", .ogg), ("svgz", .svg),
    ] { endings[ending] = type }
    return endings
  }()

  /// Creates the type that a file extension suggests, ignoring case; nil if the extension is
  /// unknown. The file's content may be of another type.
  public init?(fileEnding: String) {
    guard let type = Self.endings[fileEnding.lowercased()] else { return nil }
    self = type
  }
}
