internal import CairnText

/// An image as an address that contains all of its data: `data:image/png;base64,…` (RFC 2397).
///
/// Use a data address only in `<img src>`, where browsers run no scripts, not even those of an SVG
/// image. The renderer writes a data address without checking ``SafeAddress``, because the address
/// can contain only the type and the encoded bytes.
public struct DataAddress: Hashable, Sendable {
  /// An image type that every browser shows.
  public enum ImageType: String, CaseIterable, Sendable {
    case png, jpeg, gif, webp, avif, bmp
    /// An SVG drawing.
    case svg = "svg+xml"
  }

  /// The address: ASCII, without quotes.
  public let text: String

  /// Creates the address of an image. The address is a third longer than the image.
  public init(_ type: ImageType, _ bytes: [UInt8]) {
    text = "data:image/\(type.rawValue);base64," + Base64.encoded(bytes)
  }
}
