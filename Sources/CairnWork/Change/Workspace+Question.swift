public import CairnCapture
public import CairnText

extension Workspace {
  /// Returns the question to ask before captures are written. Returns nil if there are no captures,
  /// or only one that was not found by text.
  ///
  /// - Parameters:
  ///   - verb: The start of the question, which says what will be done.
  ///   - end: The text after the number of captures; begins with a blank.
  public func question(
    _ verb: String, _ captures: [Capture], by means: CaptureSelection.Means, end: String = ""
  ) -> Confirmation? {
    if means == .text, captures.count == 1, let capture = captures.first {
      let title = TerminalText.line(capture.title)
      return Confirmation(
        "\(verb) the only capture with this text\(end)",
        details: ["\(capture.id ?? "-")  \(capture.path)  \(title)"])
    }
    return question(verb, captures.map(\.path), end: end)
  }

  /// Returns the question to ask before files at several paths are written; nil for one path.
  public func question(_ verb: String, _ paths: [NotePath], end: String = "") -> Confirmation? {
    guard paths.count > 1 else { return nil }
    let rest = paths.count > 10 ? ["… and \(paths.count - 10) more"] : []
    return Confirmation(
      "\(verb) \(paths.count) captures\(end)", details: paths.prefix(10).map(\.description) + rest)
  }
}
