public import SystemPackage
import Glibc

/// A page on the web that was fetched.
public struct FetchedPage: Sendable {
  /// The address that the page came from, after redirects.
  public let address: HTTPAddress
  /// The page in UTF-8.
  public let bytes: [UInt8]
  /// Whether the page is HTML; otherwise it is plain text.
  public let isHTML: Bool
}

/// A client that fetches web pages with curl, or with a program from the user's own settings.
public struct PageFetcher: Sendable {
  /// The command line of a program that prints the page at the address in `CAIRN_URL`; nil to use
  /// curl.
  private let command: String?
  private let timeout: Duration
  private let secrets: [String]
  private let temporaryFolder: FilePath
  private let isStopped: @Sendable () -> Bool

  /// The value of the setting that selects curl.
  private static let builtIn = "curl"
  /// The maximum size of a page, in bytes.
  private static let mostBytes = 8 << 20

  /// Creates a fetcher from the value of a setting: `curl`, or a command line.
  public init(
    _ setting: String, timeout: Duration, secrets: [String], temporaryFolder: FilePath,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    command = setting == Self.builtIn ? nil : setting
    self.timeout = timeout
    self.secrets = secrets
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }

  /// Fetches a page.
  ///
  /// Throws a ``ProviderFailure``. Its kind is `output` if the address leads to something other
  /// than a page.
  public func fetch(_ url: String) async throws(ProviderFailure) -> FetchedPage {
    // The part of an address after `#` is not sent to servers.
    guard let address = HTTPAddress(String(url.prefix { $0 != "#" })) else {
      throw ProviderFailure(.processing, "only addresses with http and https can be fetched")
    }
    let deadline = Deadline(in: timeout)
    guard let command else { return try await fetch(address, until: deadline) }
    var program = Program(
      .shell(command), temporaryFolder: temporaryFolder, isStopped: isStopped)
    program.variables["CAIRN_URL"] = address.text
    program.mostOutput = Self.mostBytes
    let output = try await program.run(until: deadline)
    if let failure = output.failure(hiding: secrets) { throw failure }
    return try page(output.bytes, at: address, type: "text/html")
  }

  private func fetch(
    _ address: HTTPAddress, until deadline: Deadline
  ) async throws(ProviderFailure) -> FetchedPage {
    var client = HTTPClient(temporaryFolder: temporaryFolder, isStopped: isStopped)
    client.mostBytes = Self.mostBytes
    client.userAgent = "Mozilla/5.0 (compatible; cairn/0.1)"
    let (response, last) = try await client.get(
      HTTPRequest(address.text, headers: [("Accept", "text/html, application/xhtml+xml, text/*")]),
      until: deadline)
    if let failure = response.failure { throw failure }
    return try page(response.body, at: last, type: response.header("content-type") ?? "text/html")
  }

  private func page(
    _ bytes: [UInt8], at address: HTTPAddress, type: String
  ) throws(ProviderFailure) -> FetchedPage {
    let parts = type.lowercased().split(separator: ";")
    let kind = parts.first?.filter { !$0.isWhitespace } ?? ""
    let isHTML = ["text/html", "application/xhtml+xml"].contains(kind)
    guard isHTML || kind == "text/plain" || kind == "text/markdown" else {
      throw ProviderFailure(
        .output,
        "the address leads to content of the type `\(kind)`, not to a web page")
    }
    let named = parts.dropFirst().compactMap(Self.charset).first
    let charset = named ?? (isHTML ? Self.charset(inHead: bytes) : nil)
    return FetchedPage(
      address: address, bytes: Self.utf8(bytes, from: charset), isHTML: isHTML)
  }
}

// MARK: - Character sets

extension PageFetcher {
  /// Returns the character set that `parameter` names, such as `utf-8` in `charset="utf-8"`; nil if
  /// it names none.
  private static func charset(in parameter: Substring) -> String? {
    guard let name = parameter.firstRange(of: "charset=")?.upperBound else { return nil }
    let value = parameter[name...].drop { "\"' ".contains($0) }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    return value.isEmpty ? nil : String(value)
  }

  /// Returns the character set that is named in the first 2048 bytes of a page; nil if there is
  /// none.
  private static func charset(inHead bytes: [UInt8]) -> String? {
    charset(in: String(decoding: bytes.prefix(2048), as: UTF8.self).lowercased()[...])
  }

  /// Returns `bytes` unchanged if they are valid UTF-8. Otherwise, converts them to UTF-8 from the
  /// character set `charset`. If `charset` is nil, unknown, UTF-8 or ISO 8859-1, converts them from
  /// Windows-1252 instead, as browsers do.
  private static func utf8(_ bytes: [UInt8], from charset: String?) -> [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    let name = charset.flatMap { ["utf-8", "utf8", "iso-8859-1"].contains($0) ? nil : $0 }
    return [name, "windows-1252"].lazy.compactMap(\.self).compactMap { converted(bytes, from: $0) }
      .first ?? bytes
  }

  private static func converted(_ bytes: [UInt8], from charset: String) -> [UInt8]? {
    let converter = iconv_open("UTF-8//IGNORE", charset)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    let left = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, fromCount) = (input.baseAddress, input.count)
        var (to, toCount) = (output.baseAddress, output.count)
        _ = iconv(converter, &from, &fromCount, &to, &toCount)
        return toCount
      }
    }
    return output.prefix(output.count - left).map { UInt8(bitPattern: $0) }
  }
}
