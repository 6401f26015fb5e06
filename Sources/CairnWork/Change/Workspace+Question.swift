public import CairnCapture
public import CairnText

extension Workspace {
  /// What to ask before captures are written: if there is more than one, or if a text found the only
  /// one. Nil if nothing is in doubt.
  ///
  /// - Parameters:
  ///   - verb: what would be done, as a question begins.
  ///   - end: what follows the number of captures, with a blank in front.
  public func question(
    _ verb: String, _ captures: [Capture], by means: CaptureSelection.Means, end: String = ""
  ) -> Confirmation? {
    if means == .text, captures.count == 1, let capture = captures.first {
      let title = TerminalText.line(capture.title)
      return Confirmation(
        "\(verb) the one capture with this text\(end)",
        details: ["\(capture.id ?? "-")  \(capture.path)  \(title)"])
    }
    return question(verb, captures.map(\.path), end: end)
  }

  /// What to ask before files at these paths are written; nil for one.
  public func question(_ verb: String, _ paths: [NotePath], end: String = "") -> Confirmation? {
    guard paths.count > 1 else { return nil }
    let rest = paths.count > 10 ? ["… and \(paths.count - 10) more"] : []
    return Confirmation(
      "\(verb) \(paths.count) captures\(end)", details: paths.prefix(10).map(\.description) + rest)
  }
}
