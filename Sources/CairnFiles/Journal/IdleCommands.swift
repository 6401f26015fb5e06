/// The terminals whose last command could write but changed nothing. An `undo` in such a terminal
/// might undo a different operation than the user means.
///
/// The file `idle` of the state folder has a line for each terminal: the terminal's name, a tab,
/// and the number of the notebook's last operation then. A later operation makes the line outdated.
extension StateFolder {
  private static let idleFile = "idle"
  /// The maximum number of terminals that are remembered.
  private static let mostTerminals = 64

  /// Records that a command in the caller's terminal changed nothing. Does nothing without a
  /// terminal or a journal, and ignores errors.
  public func noteIdle() {
    guard let terminal = caller.terminal, let last = try? lastOperation(), last > 0 else { return }
    let lines = idleLines().filter { !$0.hasPrefix(terminal + "\t") }
    guard let draft = try? draftCached(Self.idleFile) else { return }
    let kept = lines.suffix(Self.mostTerminals - 1) + ["\(terminal)\t\(last)"]
    draft.append(Array(kept.map { $0 + "\n" }.joined().utf8))
    _ = try? draft.keep()
  }

  /// Whether the last command in the caller's terminal that could write changed nothing, and no
  /// operation followed.
  public var isIdle: Bool {
    guard let terminal = caller.terminal, let last = try? lastOperation() else { return false }
    return idleLines().contains("\(terminal)\t\(last)")
  }

  private func idleLines() -> [String] {
    guard let file = try? mapCached(Self.idleFile) else { return [] }
    let text = withExtendedLifetime(file) { String(decoding: file.bytes, as: UTF8.self) }
    return text.split(separator: "\n").map(String.init)
  }
}
