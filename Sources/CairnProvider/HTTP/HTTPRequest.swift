/// A request over HTTP or HTTPS.
public struct HTTPRequest: Sendable {
  /// The address.
  public var url: String
  /// The headers, in order.
  public var headers: [(name: String, value: String)]
  /// The body, which is sent with POST; nil for GET.
  public var body: [UInt8]?
  /// The names, in lower case, of the headers whose values are keys. These values are never shown.
  private static let secretHeaders: Set = ["authorization", "x-api-key"]

  /// Creates a request.
  public init(_ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil) {
    (self.url, self.headers, self.body) = (url, headers, body)
  }

  /// The request as text: its method and address, its headers without keys, and its body.
  public var shown: String {
    let lines = headers.map { name, value in
      "\(name): \(Self.secretHeaders.contains(name.lowercased()) ? "…" : value)"
    }
    let head = ["\(body == nil ? "GET" : "POST") \(url)"] + lines
    return head.joined(separator: "\n") + "\n"
      + (body.map { "\n\(String(decoding: $0, as: UTF8.self))\n" } ?? "")
  }
}

/// An address with the scheme `http` or `https`, split into parts in the same way as in curl.
public struct HTTPAddress: Hashable, Sendable {
  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case, with the port if the address contains one.
  public let host: String
  /// The rest of the address: the path, the query and the fragment.
  public let path: String

  /// Creates an address; nil if the text is not a valid HTTP address, or contains a user name or
  /// password.
  public init?(_ text: String) {
    guard let separator = text.firstRange(of: "://"),
      case let scheme = text[..<separator.lowerBound].lowercased(),
      ["http", "https"].contains(scheme),
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && $0 != "\\" })
    else { return nil }
    let rest = text[separator.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    host = rest[..<end].lowercased()
    guard !host.isEmpty, !host.contains("@"), host.first != ":" else { return nil }
    self.scheme = scheme
    path = String(rest[end...])
  }

  /// Returns the target of a redirect from this address; nil if the target is not an HTTP address.
  /// `location` is the value of the header `Location`. If this address begins with `https`, the
  /// result does too, even if the header contains `http`. The Cover Art Archive, for example,
  /// redirects to `http` on servers that also support `https`.
  func redirected(to location: String) -> HTTPAddress? {
    guard let target = resolving(location).flatMap({ HTTPAddress($0) }) else { return nil }
    return scheme == "https" ? HTTPAddress("https://\(target.host)\(target.path)") : target
  }

  /// Returns the complete address of a link on the page at this address (RFC 3986 §5.2). Nil if the
  /// link leads to something other than an HTTP address or a mail address.
  public func resolving(_ link: String) -> String? {
    var link = link.trimming { $0.isWhitespace }
    if link.isEmpty { return nil }
    // Browsers accept a space in an address, too.
    if !link.lowercased().hasPrefix("mailto:") { link = link.replacing(" ", with: "%20") }
    let start = link.prefix { !"/?#".contains($0) }
    if let colon = start.firstIndex(of: ":") {
      let name = start[..<colon].lowercased()
      if name == "mailto" { return link.contains(where: \.isWhitespace) ? nil : link }
      return HTTPAddress(link) == nil ? nil : link
    }
    if link.hasPrefix("//") { return HTTPAddress("\(scheme):\(link)")?.text }
    let page = path.prefix { !"?#".contains($0) }
    let target: String
    switch link.first {
    case "/": target = Self.withoutDots(link)
    case "?": target = page + link
    case "#": target = path.prefix { $0 != "#" } + link
    default:
      let folder = page.lastIndex(of: "/").map { page[...$0] } ?? "/"
      target = Self.withoutDots(folder + link)
    }
    return HTTPAddress("\(scheme)://\(host)\(target)")?.text
  }

  /// Returns a path with `.` and `..` resolved, and with its query and fragment unchanged.
  private static func withoutDots(_ text: String) -> String {
    let path = text.prefix { !"?#".contains($0) }
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part {
      case ".": if isLast { parts.append("") }
      case "..":
        _ = parts.popLast()
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/") + text[path.endIndex...]
  }

  /// Returns whether two addresses have the same host, with or without `www.`.
  func isSameHost(as other: HTTPAddress) -> Bool { site == other.site }

  private var site: Substring { host.hasPrefix("www.") ? host.dropFirst(4) : host[...] }

  /// Returns whether the host is one of these domains, or a subdomain of one of them.
  func isIn(_ domains: Set<String>) -> Bool {
    domains.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  /// The address as text.
  public var text: String { "\(scheme)://\(host)\(path)" }
}

/// The answer to an HTTP request.
public struct HTTPResponse: Sendable {
  /// Keys and other strings that messages about the answer must never show.
  var secrets: [String] = []
  /// The status code.
  public let status: Int
  /// The headers; names are in lower case.
  public let headers: [(name: String, value: String)]
  /// The body.
  public let body: [UInt8]

  /// Returns the value of the last header with the name `name`, which must be in lower case; nil if
  /// there is none.
  public func header(_ name: String) -> String? { headers.last { $0.name == name }?.value }

  /// Reads the answer that curl prints with the option `include`; nil if it is incomplete. Interim
  /// answers such as `100 Continue` are skipped.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while true {
      guard let (head, body) = Self.divided(rest) else { return nil }
      let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
      guard let first = lines.first?.split(separator: " "), first.count >= 2,
        first[0].hasPrefix("HTTP/"), let status = Int(first[1])
      else { return nil }
      if (100..<200).contains(status) {
        rest = body
        continue
      }
      self.status = status
      headers = lines.dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].trimming { $0.isWhitespace }
        return (line[..<colon].lowercased(), value)
      }
      self.body = Array(body)
      return
    }
  }

  /// Returns the head and the body, which an empty line separates; nil if no line is empty.
  private static func divided(
    _ bytes: ArraySlice<UInt8>
  ) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>)? {
    var index = bytes.startIndex
    while let newline = bytes[index...].firstIndex(of: 0x0A) {
      let next = bytes[(newline + 1)...]
      if next.first == 0x0A { return (bytes[..<newline], next.dropFirst()) }
      if next.starts(with: [0x0D, 0x0A]) { return (bytes[..<newline], next.dropFirst(2)) }
      index = newline + 1
    }
    return nil
  }
}

extension StringProtocol {
  /// Returns this text without the characters at both ends for which `isDropped` returns true.
  fileprivate func trimming(_ isDropped: (Character) -> Bool) -> String {
    let start = firstIndex { !isDropped($0) } ?? endIndex
    let end = self[start...].lastIndex { !isDropped($0) }.map(index(after:)) ?? start
    return String(self[start..<end])
  }
}
