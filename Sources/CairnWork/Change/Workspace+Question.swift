import CairnCapture
public import CairnText

extension Workspace {
  /// Returns the question to ask before captures are written; nil if none is needed.
  ///
  /// A question is always needed before several captures are written. Before a single capture is
  /// written, a question is needed only if the capture was found by its text, or if its handle is
  /// also a query that matches other captures (``CaptureSelection/doubt``). If no question is
  /// needed, the caller gets a note with the title of the capture.
  ///
  /// - Parameters:
  ///   - verb: The start of the question, which says what will be done.
  ///   - captures: The captures to write; nil for all captures of the selection.
  ///   - end: The end of the question, which begins with a blank; empty for none.
  func question(
    _ verb: String, _ selection: CaptureSelection, _ captures: [Capture]? = nil, end: String = ""
  ) -> Confirmation? {
    let captures = captures ?? selection.captures
    if let doubt = selection.doubt, !captures.isEmpty {
      let this = captures.count == 1 ? "only this capture" : "only these captures"
      return Confirmation(
        "\(verb) \(this)\(end), not \(doubt.others.of("other")) that `\(doubt.word)` matches",
        details: lines(captures.map(\.path)))
    }
    if selection.means == .text, captures.count == 1, let capture = captures.first {
      return Confirmation(
        "\(verb) the only capture that contains this text\(end)", details: [name(at: capture.path)])
    }
    let question = question(verb, captures.map(\.path), end: end)
    if question == nil { announce(captures) }
    return question
  }

  /// Returns the question to ask before files at several paths are written; nil for fewer than two
  /// paths.
  public func question(_ verb: String, _ paths: [NotePath], end: String = "") -> Confirmation? {
    guard paths.count > 1 else { return nil }
    return Confirmation("\(verb) \(paths.count) captures\(end)", details: lines(paths))
  }

  /// Returns one line for each of the first ten captures: the handle and the title if the caller
  /// can be asked, otherwise the path. If there are more captures, a last line counts the others.
  private func lines(_ paths: [NotePath]) -> [String] {
    let rest = paths.count > 10 ? ["… and \(paths.count - 10) more"] : []
    return paths.prefix(10).map { context.canAsk ? name(at: $0) : $0.description } + rest
  }
}
