/// Which terminals have last seen a command that could write and changed nothing, so that an `undo`
/// there might take back something else than is meant.
///
/// The file `idle` of the state folder has a line for each terminal: its name, a tab, and the number of
/// the operation that was the last one then. As soon as there is a later operation, the line is out
/// of date.
extension StateFolder {
  private static let idleFile = "idle"
  /// How many terminals are remembered.
  private static let mostTerminals = 64

  /// Notes that a command in the caller's terminal changed nothing. Does nothing without a terminal
  /// or a journal; what goes wrong is of no importance.
  public func noteIdle() {
    guard let terminal = caller.terminal, let last = try? lastOperation(), last > 0 else { return }
    let lines = idleLines().filter { !$0.hasPrefix(terminal + "\t") }
    guard let draft = try? draftCached(Self.idleFile) else { return }
    let kept = lines.suffix(Self.mostTerminals - 1) + ["\(terminal)\t\(last)"]
    draft.append(Array(kept.map { $0 + "\n" }.joined().utf8))
    _ = try? draft.keep()
  }

  /// Whether the last command in the caller's terminal that could write changed nothing, and nobody
  /// has written since.
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
