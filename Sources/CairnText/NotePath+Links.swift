extension NotePath {
  /// The path without the file extension.
  package var withoutEnding: NotePath {
    let stem = stemBytes
    // `.` and `..` are not valid names.
    guard !stem.elementsEqual(".".utf8), !stem.elementsEqual("..".utf8) else {
      return parent.appending(Array(stem)) ?? self
    }
    return NotePath(listed: bytes[..<stem.endIndex])
  }

  /// Returns the path that the link `target`, such as `../x.md`, refers to; nil if the path is
  /// outside the root. `folder` contains the capture with the link. A link that begins with `/`
  /// starts at the root.
  package static func resolving(_ target: String, from folder: NotePath) -> NotePath? {
    let isAbsolute = target.hasPrefix("/")
    let way = Array(isAbsolute ? target.utf8.dropFirst() : target.utf8[...])
    // Fast path: most links contain no `..`.
    if way.withUnsafeBufferPointer(isPlain) { return (isAbsolute ? .root : folder).appending(way) }
    var parts = isAbsolute ? [] : folder.components.map { Array($0) }
    for part in target.utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(Array(part))
      }
    }
    return NotePath(bytes: Array(parts.joined(separator: Array("/".utf8))))
  }

  /// Returns the relative path from `folder` to this path: `../x.jpg`. If the path could be
  /// mistaken for an address with a scheme, `./` is added at the start (RFC 3986 §4.2).
  package func relative(from folder: NotePath) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let (parts, above) = (components, folder.components)
    let shared = zip(parts, above).prefix { $0 == $1 }.count
    let steps =
      Array(repeating: Array("..".utf8)[...], count: above.count - shared)
      + parts[shared...]
    let path = Array(steps.joined(separator: [slash]))
    let first = path.prefix { $0 != slash }
    return first.contains(UInt8(ascii: ":")) ? Array("./".utf8) + path : path
  }
}
