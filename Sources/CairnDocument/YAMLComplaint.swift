package import Yams

extension YamlError {
  /// What the parser complains of in `text`, and at which byte, where it names a place.
  package func complaint(in text: String) -> (offset: Int?, reason: String) {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return (mark.offset(in: text), problem)
    case .reader(let problem, let offset, _, _): return (offset, problem)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let keys = duplicates.map { "`\($0)`" }.joined(separator: ", ")
      return (context.mark.offset(in: text), "the key \(keys) occurs twice")
    default: return (nil, "\(self)")
    }
  }
}

extension Mark {
  /// The offset in UTF-8 of this line and column, both from 1, in Unicode scalars; clamped to the
  /// text.
  package func offset(in text: String) -> Int {
    let bytes = Array(text.utf8)
    var offset = 0
    for _ in 1..<max(1, line) { offset = bytes.line(at: offset).next }
    let rest = String(decoding: bytes[offset..<bytes.line(at: offset).end], as: UTF8.self)
    return offset + rest.unicodeScalars.prefix(max(0, column - 1)).reduce(0) { $0 + $1.utf8.count }
  }
}

extension Unicode.Scalar {
  fileprivate var utf8: UTF8.EncodedScalar { UTF8.encode(self) ?? UTF8.encodedReplacementCharacter }
}
