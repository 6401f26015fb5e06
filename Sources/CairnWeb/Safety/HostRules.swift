/// The host names that clients are allowed to use for the server. Any other name in the header
/// `Host` could belong to a malicious site whose DNS entry points to this machine (DNS rebinding).
struct HostRules: Sendable {
  private let port: Int
  private let isSocket: Bool
  private let isOpen: Bool
  private let names: Set<String>

  init(_ settings: ServerSettings, port: Int) {
    self.port = port
    isSocket = settings.socket != nil
    isOpen = !settings.isLocal
    let own = settings.address.contains(":") ? "[\(settings.address)]" : settings.address
    names = ["127.0.0.1", "localhost", "[::1]", own.lowercased()]
  }

  /// Returns whether clients are allowed to address the server by `host`, a name with an optional
  /// port; false if `host` is nil.
  func permits(_ host: String?) -> Bool {
    guard let host = host?.lowercased() else { return false }
    if isSocket, host == "localhost" { return true }
    guard let (name, port) = Self.parts(host), port ?? 80 == self.port else { return false }
    return names.contains(name) || isOpen && Self.isAddress(name)
  }

  /// Returns whether a page with this header `Origin`, such as `http://localhost:4747`, belongs to
  /// the server.
  func permits(origin: String) -> Bool {
    let start = "http://"
    guard origin.lowercased().hasPrefix(start) else { return false }
    return permits(String(origin.dropFirst(start.count)))
  }

  private static func parts(_ host: String) -> (name: String, port: Int?)? {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      return rest(String(host[...end]), host[host.index(after: end)...])
    }
    let end = host.firstIndex(of: ":") ?? host.endIndex
    return rest(String(host[..<end]), host[end...])
  }

  private static func rest(_ name: String, _ rest: Substring) -> (name: String, port: Int?)? {
    if rest.isEmpty { return (name, nil) }
    guard rest.first == ":", rest.count > 1, rest.dropFirst().allSatisfy(\.isASCII),
      rest.dropFirst().allSatisfy(\.isNumber), let port = Int(rest.dropFirst())
    else { return nil }
    return (name, port)
  }

  /// Returns whether a name is an IP address. No DNS entry can change where an IP address leads.
  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("[") {
      return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
