import CairnDocument
import CairnText

/// The text of a settings or views file, with methods to parse it and to create warnings about it.
struct ConfigText {
  /// The file's bytes, with U+FFFD in place of invalid UTF-8.
  let bytes: [UInt8]
  let origin: Settings.Origin
  /// The path of the file, either relative to the notebook or absolute.
  let path: String

  init(_ bytes: [UInt8], _ origin: Settings.Origin, path: String) {
    self.bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    self.origin = origin
    self.path = path
  }

  /// Returns a warning about a byte range.
  func warning(_ code: String, _ message: String, _ range: Range<Int>) -> Diagnostic {
    placed(
      Diagnostic(.warning, code, message, at: range.clamped(to: 0..<bytes.count), in: bytes))
  }

  /// Returns a warning at a byte offset, or at the start if the offset is nil.
  func warning(_ code: String, _ message: String, at offset: Int?) -> Diagnostic {
    let offset = min(offset ?? 0, bytes.count)
    return warning(code, message, offset..<offset)
  }

  /// Returns a warning that the file cannot be read for the given reason.
  func unreadable(_ code: String, _ reason: String) -> Diagnostic {
    placed(
      Diagnostic(
        .warning, code, "the file is ignored because Cairn cannot read it: \(reason)"))
  }

  /// Returns a diagnostic with the path of the file. If the file is outside the notebook, such as
  /// the user's own settings, its path becomes the diagnostic's ``Diagnostic/source``.
  private func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    if origin == .notebook { diagnostic.path = NotePath(path) } else { diagnostic.source = path }
    return diagnostic
  }
}

// MARK: - As YAML

extension ConfigText {
  private static let maximumLength = 256_000
  /// The maximum number of warnings per file. The number is limited because each warning costs a
  /// pass over the text.
  static let mostComplaints = 100

  /// Returns the entries of the root mapping; none if the file is empty or has only comments.
  ///
  /// - Throws: A warning with the code `malformed` if the file is longer than 256,000 bytes, is not
  ///   valid YAML, exceeds the limits of ``YAMLReader``, or is not a mapping. If the file is not a
  ///   mapping, the message says that the file has no `wanted`.
  func mapping(malformed: String, wanted: String) throws(Diagnostic) -> [YAMLNode.Entry] {
    guard bytes.count <= Self.maximumLength else {
      throw warning(malformed, "the file is ignored because it is larger than 256 kB", at: nil)
    }
    let root: YAMLNode?
    do throws(YAMLFailure) {
      root = try YAMLReader.root(of: bytes, subject: "its text")
    } catch {
      let reason = error.isLimit ? "" : " because it is not valid YAML"
      throw warning(malformed, "the file is ignored\(reason): \(error.reason)", at: error.offset)
    }
    guard let root, root.text?.isEmpty != true else { return [] }
    guard case .mapping(let entries) = root.content else {
      throw warning(
        malformed, "the file is ignored because it has no \(wanted)", at: root.range.lowerBound)
    }
    return entries
  }
}
