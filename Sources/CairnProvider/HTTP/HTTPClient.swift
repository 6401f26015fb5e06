import CairnFiles
public import SystemPackage
import Glibc

/// A client that sends requests with the program `curl`.
///
/// The address and the headers, which contain the key, go to curl through its standard input; the
/// body is in a file without a name. So none of this appears in the list of processes or in a
/// folder. The user's `.curlrc` is not read; curl uses the system's trusted certificates and the
/// proxy in the environment.
public struct HTTPClient: Sendable {
  /// The maximum number of bytes of an answer's body.
  public var mostBytes = 4 << 20
  /// The value of the header `User-Agent`, which names this program to servers.
  public var userAgent = "cairn"
  /// Keys and other strings that messages must never show.
  public var secrets: [String] = []
  /// The folder for temporary files without a name (`O_TMPFILE`), which contain requests.
  public let temporaryFolder: FilePath
  /// A callback that returns whether the user has asked to stop.
  public let isStopped: @Sendable () -> Bool

  /// The maximum size of an answer's headers, in bytes.
  private static let mostHeaders = 1 << 16
  /// The maximum number of redirects that ``get(_:until:mayLeadTo:)`` follows.
  private static let mostRedirects = 5

  /// Creates a client.
  public init(temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool) {
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }

  /// Sends a request, and returns the answer, whatever its status code. Does not follow redirects.
  ///
  /// Throws a ``ProviderFailure`` of one of these kinds: `network` if the server cannot be reached,
  /// ends the connection early or does not answer in HTTP; `timeout` at the deadline; `output` if
  /// the answer is too long; `processing` for anything else.
  public func send(
    _ request: HTTPRequest, until deadline: Deadline
  ) async throws(ProviderFailure) -> HTTPResponse {
    guard HTTPAddress(request.url) != nil else {
      throw ProviderFailure(.processing, "`\(request.url)` is not a valid web address")
    }
    var body: FileDescriptor?
    defer { try? body?.close() }
    if let bytes = request.body {
      do { body = try NamelessFile.holding(bytes, in: temporaryFolder) } catch {
        throw ProviderFailure(.processing, "the request could not be written: \(error)")
      }
    }
    var curl = Program(
      .named("curl", ["-q", "-K", "-"]), temporaryFolder: temporaryFolder, isStopped: isStopped)
    curl.input = Array(config(request, body: body).utf8)
    curl.mostOutput = mostBytes + Self.mostHeaders
    let output: Program.Output
    do throws(ProviderFailure) { output = try await curl.run(until: deadline) } catch {
      throw error.kind == .output ? tooLong : error
    }
    if let failure = failure(output) { throw failure }
    guard var response = HTTPResponse(output.bytes) else {
      throw ProviderFailure(.network, "the server's answer is not HTTP")
    }
    if response.body.count > mostBytes { throw tooLong }
    response.secrets = secrets
    return response
  }

  /// Sends a GET request, and follows redirects to the same host (with or without `www.`), also
  /// from `http` to `https`. Returns the last answer, and the address that was requested last.
  ///
  /// - Parameter domains: Other domains to which redirects are allowed to lead, including their
  ///   subdomains.
  ///
  /// Throws the same failures as ``send(_:until:)``, and `output` if a redirect leads to another
  /// host, or if there are too many redirects.
  public func get(
    _ request: HTTPRequest, until deadline: Deadline, mayLeadTo domains: Set<String> = []
  ) async throws(ProviderFailure) -> (response: HTTPResponse, address: HTTPAddress) {
    var request = request
    for _ in 0...Self.mostRedirects {
      guard let address = HTTPAddress(request.url) else { break }
      let response = try await send(request, until: deadline)
      guard (300..<400).contains(response.status), let location = response.header("location")
      else { return (response, address) }
      guard let next = address.redirected(to: location),
        next.isSameHost(as: address) || next.isIn(domains)
      else {
        throw ProviderFailure(
          .output,
          "the server redirects to another host: `\(location.hiding(secrets).shortened(to: 200))`")
      }
      request.url = next.text
    }
    throw ProviderFailure(.output, "the server redirects too many times")
  }

  private var tooLong: ProviderFailure {
    ProviderFailure(.output, "the answer is larger than \(mostBytes) bytes")
  }
}

// MARK: - curl

extension HTTPClient {
  /// Returns the configuration that curl reads on standard input (curl(1), `--config`).
  private func config(_ request: HTTPRequest, body: FileDescriptor?) -> String {
    var lines = [
      "silent", "show-error", "globoff", "include", "compressed", "suppress-connect-headers",
      "proto = \"=http,https\"", "connect-timeout = 10", "max-filesize = \(mostBytes)",
      "user-agent = \(Self.quoted(userAgent))", "url = \(Self.quoted(request.url))",
    ]
    lines += request.headers.map { "header = \(Self.quoted("\($0.name): \($0.value)"))" }
    if let body {
      // The file has no name, but this process holds it open.
      lines.append("data-binary = \"@/proc/\(getpid())/fd/\(body.rawValue)\"")
      lines.append("header = \"Expect:\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      // A line break becomes a space, so that it cannot begin another header.
      case "\n", "\r", "\0": " "
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// Returns the failure that curl's exit code indicates (curl(1), EXIT CODES); nil for success.
  private func failure(_ output: Program.Output) -> ProviderFailure? {
    let words = output.telling(hiding: secrets)
    let reason = words.isEmpty ? "curl exited with code \(output.code)" : words
    switch output.code {
    case 0: return nil
    case 18: return ProviderFailure(.network, "the answer was cut off; \(reason)")
    case 61: return ProviderFailure(.output, reason)
    case 63: return tooLong
    // curl reports an answer that is not HTTP as 1 or 8.
    case 1, 5, 6, 7, 8, 16, 28, 35, 51...60, 77, 83, 90...96:
      return ProviderFailure(.network, reason)
    default: return ProviderFailure(.processing, reason)
    }
  }
}
