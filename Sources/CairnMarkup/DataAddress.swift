internal import CairnText

/// An image as an address that holds all of it: `data:image/png;base64,…` (RFC 2397).
///
/// It is for `<img src>` alone, where a browser runs no script, not even one in an SVG image. The
/// renderer writes it without asking ``SafeAddress``; nothing but the type and the bytes can be put
/// into it.
public struct DataAddress: Hashable, Sendable {
  /// The kinds of image that every browser shows.
  public enum ImageType: String, CaseIterable, Sendable {
    // The names of the formats say it.
    case png, jpeg, gif, webp, avif, bmp
    /// An SVG drawing.
    case svg = "svg+xml"
  }

  /// The address: ASCII, without quotes.
  public let text: String

  /// The address of an image; a third longer than the image.
  public init(_ type: ImageType, _ bytes: [UInt8]) {
    text = "data:image/\(type.rawValue);base64," + Base64.encoded(bytes)
  }
}
