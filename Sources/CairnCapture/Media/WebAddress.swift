import CairnMarkup
import CairnText

/// The absolute address that a capture is about. Only schemes that are known not to run code are
/// allowed.
///
///     try WebAddress("https://example.org/a b")   // throws .blank
public struct WebAddress: Hashable, Sendable {
  /// The address as given, without surrounding blanks.
  public let text: String

  /// The reason why a string is not a valid address.
  public enum Refusal: Error, Hashable, Sendable {
    /// The text is empty.
    case empty
    /// The address has no scheme, so it is relative to an unknown base.
    case relative
    /// The scheme (the associated value) is not known to be safe: opening the address might run
    /// code.
    case scheme(String)
    /// There is no host after the two slashes.
    case noHost
    /// The text contains a control character or a blank. In an address, these must be
    /// percent-encoded (RFC 3986 §2.1).
    case blank
  }

  /// Creates an address from a string.
  ///
  /// - Throws: A ``Refusal`` if the string is not a valid address.
  public init(_ text: String) throws(Refusal) {
    let text = String(text.trimmingBlanks)
    guard !text.isEmpty else { throw .empty }
    let isBad = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace
        || [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    if text.unicodeScalars.contains(where: isBad) { throw .blank }
    guard let scheme = SafeAddress.scheme(of: text.utf8), !scheme.isEmpty else { throw .relative }
    guard SafeAddress.schemes.contains(scheme) else { throw .scheme(scheme) }
    if ["http", "https", "ftp", "ftps", "sftp"].contains(scheme) {
      let rest = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
      guard rest.starts(with: "//".utf8) else { throw .noHost }
      let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
      let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      guard let name = host.last, !name.isEmpty, name.first != UInt8(ascii: ":") else {
        throw .noHost
      }
    }
    self.text = text
  }

  /// Returns whether `text` begins with `https://` or `http://`.
  public static func isWeb(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://")
  }
}

extension WebAddress.Refusal: CustomStringConvertible {
  /// The problem, as the end of a sentence that begins with the address.
  public var description: String {
    switch self {
    case .empty: "is empty; use https://…"
    case .relative: "is not an absolute address; begin it with https://"
    case .scheme(let scheme): "has the unsupported scheme `\(scheme):`; use https://…"
    case .noHost: "has no host; use https://HOST/…"
    case .blank: "contains a space or a control character; percent-encode it"
    }
  }
}
