/// The path and query of a request, decoded.
struct RequestTarget: Sendable {
  /// The decoded segments of the path, without the token.
  let path: [String]
  /// The token at the start of the path, as in `/k/TOKEN/api/v1/tags`; nil if there is none.
  let token: String?
  /// The decoded parameters, in order.
  let query: [(name: String, value: String)]

  /// The maximum length in bytes.
  static let longest = 8192

  /// Reads the target of a request (RFC 9112 §3.2.1).
  ///
  /// Throws an ``ErrorAnswer`` if the target is too long, is not a path or has an invalid escape,
  /// or if the decoded target contains invalid UTF-8 or a control character.
  init(_ text: String) throws(ErrorAnswer) {
    guard text.utf8.count <= Self.longest else {
      throw ErrorAnswer(400, "target-too-long", "the address is too long")
    }
    guard text.hasPrefix("/") else {
      throw ErrorAnswer(400, "target-invalid", "the address is not a path")
    }
    let end = text.firstIndex(of: "?") ?? text.endIndex
    var path: [String] = []
    for part in text[..<end].split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      path.append(try Self.decoded(part))
    }
    if path.count > 2, path[0] == "k" {
      token = path[1]
      path.removeFirst(2)
    } else {
      token = nil
    }
    self.path = path
    var query: [(name: String, value: String)] = []
    for pair in text[end...].dropFirst().split(separator: "&") {
      let sign = pair.firstIndex(of: "=") ?? pair.endIndex
      let value = pair[sign...].dropFirst().replacing("+", with: " ")
      query.append((try Self.decoded(pair[..<sign]), try Self.decoded(value[...])))
    }
    self.query = query
  }

  /// Returns text with each escape such as `%2F` replaced by its byte (RFC 3986 §2.1). The result
  /// is not decoded again.
  static func decoded(_ text: Substring) throws(ErrorAnswer) -> String {
    let invalid = ErrorAnswer(400, "target-invalid", "the address is not valid")
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.prefix(2).allSatisfy({ $0 != UInt8(ascii: "+") })
      else { throw invalid }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }),
      let decoded = String(validating: bytes, as: UTF8.self)
    else { throw invalid }
    return decoded
  }
}
