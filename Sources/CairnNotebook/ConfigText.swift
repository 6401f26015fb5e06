import CairnDocument
import CairnText
import Yams

/// A file of settings or views while it is read, and what is said of places in it.
struct ConfigText {
  let text: String
  let origin: Settings.Origin
  /// What it is called: the path below the notebook, or an absolute one.
  let path: String

  init(_ bytes: [UInt8], _ origin: Settings.Origin, path: String) {
    text = String(decoding: bytes, as: UTF8.self)
    self.origin = origin
    self.path = path
  }

  /// A warning about bytes of the text. The user's own file is none of the notebook's, so that only
  /// the message can name it.
  func warning(_ code: String, _ message: String, _ range: Range<Int>) -> Diagnostic {
    let bytes = Array(text.utf8)
    let range = range.clamped(to: 0..<bytes.count)
    if origin == .notebook {
      return Diagnostic(.warning, code, message, at: range, in: bytes, path: NotePath(path))
    }
    let place = SourceLocation(offset: range.lowerBound, in: bytes)
    return Diagnostic(.warning, code, "\(path):\(place.line):\(place.column): \(message)")
  }

  /// A warning at a byte of the text, the first where that is not known.
  func warning(_ code: String, _ message: String, at offset: Int?) -> Diagnostic {
    let offset = min(offset ?? 0, text.utf8.count)
    return warning(code, message, offset..<offset)
  }
}

// MARK: - As YAML

extension ConfigText {
  private static let maximumLength = 256_000
  /// How many places of a file are complained of: each costs a pass over the text.
  static let mostComplaints = 100

  /// The entries at the root of the file; none where it is empty or holds comments alone.
  ///
  /// Throws a warning with the code `malformed` where the file is not YAML, is too long or beyond
  /// ``YAMLLimits``, or holds something else than `wanted`.
  func mapping(malformed: String, wanted: String) throws(Diagnostic) -> Node.Mapping {
    let isTooLong = text.utf8.count > Self.maximumLength
    if let breach = isTooLong
      ? "it is longer than 256 kB" : YAMLLimits.breach(of: Array(text.utf8), subject: "its text")
    {
      throw warning(malformed, "the file is ignored: \(breach)", at: nil)
    }
    let root: Node?
    do {
      root = try Parser(yaml: text, encoding: .utf8).singleRoot()
    } catch {
      let complaint = (error as? YamlError)?.complaint(in: text)
      let reason = complaint.map { ": \($0.reason)" } ?? ""
      throw warning(
        malformed, "this is not valid YAML, and the file is ignored\(reason)",
        at: complaint?.offset)
    }
    guard let root, root.scalar?.string.isEmpty != true else { return [:] }
    guard case .mapping(let mapping) = root else {
      throw warning(malformed, "the file holds no \(wanted)", at: offset(of: root))
    }
    return mapping
  }

  /// Where a node begins. Costs a pass over the text before it.
  func offset(of node: Node) -> Int? { node.mark?.offset(in: text) }
}
