import CairnMarkup

/// An address that a capture may be about: absolute, of a scheme that runs nothing.
///
///     try WebAddress("https://example.org/a b")   // throws .blank
public struct WebAddress: Hashable, Sendable {
  /// The address as it was given, without blanks around it.
  public let text: String

  /// Why a text is no such address.
  public enum Refusal: Error, Hashable, Sendable {
    /// There is nothing.
    case empty
    /// It has no scheme, and so is relative to nobody knows what.
    case relative
    /// Its scheme is none that is known to be harmless.
    case scheme(String)
    /// There is no host behind the two slashes.
    case noHost
    /// A control character or a blank stands in it, which an address writes with percent signs
    /// (RFC 3986 §2.1).
    case blank
  }

  /// Reads an address.
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

  /// Whether a text begins as addresses on the web do: with `https://` or `http://`.
  public static func isWeb(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://")
  }
}

extension WebAddress.Refusal: CustomStringConvertible {
  /// What is wrong with it, as the end of a sentence that begins with the address.
  public var description: String {
    switch self {
    case .empty: "is empty; say https://…"
    case .relative: "is no absolute address; begin it with https://"
    case .scheme(let scheme): "has the scheme `\(scheme):`, which is not taken; say https://…"
    case .noHost: "names no host; say https://HOST/…"
    case .blank: "has a blank or a control character in it; write those with percent signs"
    }
  }
}
