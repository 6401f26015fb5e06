import CairnText

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
