/// Remembers the terminals in which the last writing command, such as `edit`, changed nothing. In
/// such a terminal, `undo` might undo a different operation than the user expects.
///
/// The file `idle` in the state folder has one line for each terminal: the terminal's name, a tab,
/// and the number of the latest operation when the command ran. A later operation makes the line
/// outdated.
extension StateFolder {
  private static let idleFile = "idle"
  /// The maximum number of terminals that are remembered.
  private static let mostTerminals = 64

  /// Records that a writing command in the caller's terminal changed nothing. Does nothing if the
  /// caller has no terminal or the journal is empty, and ignores errors.
  public func noteIdle() {
    guard let terminal = caller.terminal, let last = try? lastOperation(), last > 0 else { return }
    let lines = idleLines().filter { !$0.hasPrefix(terminal + "\t") }
    guard let draft = try? draftCached(Self.idleFile) else { return }
    let kept = lines.suffix(Self.mostTerminals - 1) + ["\(terminal)\t\(last)"]
    draft.append(Array(kept.map { $0 + "\n" }.joined().utf8))
    _ = try? draft.keep()
  }

  /// Whether the last writing command in the caller's terminal changed nothing, and no operation
  /// has been recorded since.
  public var isIdle: Bool {
    guard let terminal = caller.terminal, let last = try? lastOperation() else { return false }
    return idleLines().contains("\(terminal)\t\(last)")
  }

  private func idleLines() -> [String] {
    guard let file = try? mapCached(Self.idleFile) else { return [] }
    return String(decoding: file.copied, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
