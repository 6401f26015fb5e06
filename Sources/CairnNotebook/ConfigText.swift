import CairnDocument
import CairnText

/// A file of settings or views while it is read, and what is said of places in it.
struct ConfigText {
  /// The file's bytes, with U+FFFD for those that are not UTF-8.
  let bytes: [UInt8]
  let origin: Settings.Origin
  /// What it is called: the path below the notebook, or an absolute one.
  let path: String

  init(_ bytes: [UInt8], _ origin: Settings.Origin, path: String) {
    self.bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    self.origin = origin
    self.path = path
  }

  /// A warning about bytes of the text. The user's own file is none of the notebook's, so that only
  /// the message can name it.
  func warning(_ code: String, _ message: String, _ range: Range<Int>) -> Diagnostic {
    let range = range.clamped(to: 0..<bytes.count)
    if origin == .notebook {
      return Diagnostic(.warning, code, message, at: range, in: bytes, path: NotePath(path))
    }
    let place = SourceLocation(offset: range.lowerBound, in: bytes)
    return Diagnostic(.warning, code, "\(path):\(place.line):\(place.column): \(message)")
  }

  /// A warning at a byte of the text, the first where that is not known.
  func warning(_ code: String, _ message: String, at offset: Int?) -> Diagnostic {
    let offset = min(offset ?? 0, bytes.count)
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
  /// the limits of ``YAMLReader``, or holds something else than `wanted`.
  func mapping(malformed: String, wanted: String) throws(Diagnostic) -> [YAMLNode.Entry] {
    guard bytes.count <= Self.maximumLength else {
      throw warning(malformed, "the file is ignored: it is longer than 256 kB", at: nil)
    }
    let root: YAMLNode?
    do throws(YAMLFailure) {
      root = try YAMLReader.root(of: bytes, subject: "its text")
    } catch {
      let what = error.isLimit ? "the file" : "this is not valid YAML, and the file"
      throw warning(malformed, "\(what) is ignored: \(error.reason)", at: error.offset)
    }
    guard let root, root.text?.isEmpty != true else { return [] }
    guard case .mapping(let entries) = root.content else {
      throw warning(malformed, "the file holds no \(wanted)", at: root.range.lowerBound)
    }
    return entries
  }
}
