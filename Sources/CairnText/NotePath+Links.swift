extension NotePath {
  /// The path without what begins at the last dot of its name.
  package var withoutEnding: NotePath {
    let stem = stemBytes
    // Those two would be no names, but steps.
    guard !stem.elementsEqual(".".utf8), !stem.elementsEqual("..".utf8) else {
      return parent.appending(Array(stem)) ?? self
    }
    return NotePath(listed: bytes[..<stem.endIndex])
  }

  /// The file that a relative link in a capture of `folder` names: `../x.md`; from the root where
  /// it begins with `/`. Nil where it leaves the root.
  package static func resolving(_ target: String, from folder: NotePath) -> NotePath? {
    let isAbsolute = target.hasPrefix("/")
    let way = Array(isAbsolute ? target.utf8.dropFirst() : target.utf8[...])
    // Most links take no step back.
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

  /// The way to this from `folder`, as a relative path: `../x.jpg`; one that would read as a scheme
  /// begins with `./` (RFC 3986 §4.2).
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
