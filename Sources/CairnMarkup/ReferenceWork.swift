/// An upper bound on the number of bytes that cmark-gfm copies for links that refer to definitions.
///
/// For each link, cmark-gfm copies the address and the title of the definition. If there are many
/// short links to a long definition, they make the output much longer than the body. Each bracketed
/// label of a long definition counts as a link. Counting costs one pass, and is done only if there
/// is a long definition.
struct ReferenceWork {
  /// Definitions of at most this length in bytes are not counted. Such definitions can make the
  /// text at most about forty times as long.
  private static let longest = 128
  /// The number of copied bytes that count as one step.
  private static let bytesPerStep = 4

  /// The number of steps that copying the addresses and titles costs.
  private(set) var steps = 0

  private let bytes: [UInt8]
  private let end: Int
  private var sizes: [String: Int] = [:]
  /// For each byte that can close a title, the offset at which the last search found this byte.
  private var titleEnds: [UInt8: Int] = [:]

  /// Computes the work for `bytes[body]`. `places` are the offsets in `bytes` at which definitions
  /// may begin, in ascending order.
  init(_ bytes: [UInt8], _ body: Range<Int>, _ places: [Int]) {
    self.bytes = bytes
    end = body.upperBound
    for place in places { readDefinition(at: place) }
    if !sizes.isEmpty { countLinks(in: body) }
  }

  private mutating func readDefinition(at start: Int) {
    guard let label = LinkSyntax.label(in: bytes, start, end), label.upperBound + 1 < end,
      bytes[label.upperBound + 1] == .colon
    else { return }
    let from = LinkReferences.skipOneLineEnd(in: bytes, label.upperBound + 2, end)
    guard let destination = LinkSyntax.destination(in: bytes, from, end) else { return }
    let title = LinkReferences.skipOneLineEnd(in: bytes, destination.end, end)
    let size = destination.range.count + titleLength(at: title)
    guard size > Self.longest else { return }
    let name = LinkReferences.normalized(bytes[label])
    sizes[name] = max(sizes[name] ?? 0, size)
  }

  /// Returns an upper bound on the length of the title at `start`. Reuses the end found by an
  /// earlier search if possible.
  private mutating func titleLength(at start: Int) -> Int {
    guard start < end else { return 0 }
    let close: UInt8
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): close = bytes[start]
    case .openParenthesis: close = .closeParenthesis
    default: return 0
    }
    if let known = titleEnds[close], known > start { return known - start }
    var index = start + 1
    while index < end, bytes[index] != close { index += bytes[index] == .backslash ? 2 : 1 }
    titleEnds[close] = index
    return index < end ? index - start : 0
  }

  /// Adds the steps for all labels in brackets that may refer to long definitions.
  private mutating func countLinks(in body: Range<Int>) {
    var open: Int?
    var index = body.lowerBound
    while index < end {
      switch bytes[index] {
      case .backslash: index += 1
      case .openBracket: open = index + 1
      case .closeBracket:
        if let open, index - open <= 1000 {
          steps += (sizes[LinkReferences.normalized(bytes[open..<index])] ?? 0) / Self.bytesPerStep
        }
        open = nil
      default: break
      }
      index += 1
    }
  }
}
