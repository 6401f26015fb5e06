/// The rows of the last list shown in each terminal. A command line can refer to them by number:
/// `%3` is the third row.
///
/// The file `rows` in the state folder has a record for each terminal, the latest last. A record
/// consists of the terminal's name, the number of rows, and the rows, each followed by a NUL.
extension StateFolder {
  private static let rowsFile = "rows"
  /// The maximum number of terminals that are remembered.
  private static let mostTerminals = 16
  /// The maximum number of rows that are remembered for a terminal.
  public static let mostRows = 1_000

  /// The maximum size of the file in bytes; a larger file is considered damaged and ignored.
  private static let mostBytes = 16_000_000

  private struct Shown {
    let terminal: [UInt8]
    let rows: [[UInt8]]
  }

  /// Records the rows that were shown in the caller's terminal; they must not contain NUL. Does
  /// nothing without a terminal, and ignores errors.
  public func noteRows(_ rows: [[UInt8]]) {
    guard let terminal = caller.terminal.map({ Array($0.utf8) }) else { return }
    let others = allRows().filter { $0.terminal != terminal }.suffix(Self.mostTerminals - 1)
    let kept = others + [Shown(terminal: terminal, rows: Array(rows.prefix(Self.mostRows)))]
    guard let draft = try? draftCached(Self.rowsFile) else { return }
    for shown in kept {
      let parts = [shown.terminal, Array("\(shown.rows.count)".utf8)] + shown.rows
      draft.append(parts.flatMap { $0 + [0] })
    }
    _ = try? draft.keep()
  }

  /// The rows of the last list that was shown in the caller's terminal; nil if there was none.
  public var shownRows: [[UInt8]]? {
    guard let terminal = caller.terminal.map({ Array($0.utf8) }) else { return nil }
    return allRows().last { $0.terminal == terminal }?.rows
  }

  private func allRows() -> [Shown] {
    guard let file = try? mapCached(Self.rowsFile), file.bytes.count <= Self.mostBytes else {
      return []
    }
    let bytes = withExtendedLifetime(file) { Array(file.bytes) }
    var parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }[...]
    var all: [Shown] = []
    while let terminal = parts.popFirst(), let number = parts.popFirst(),
      let count = Int(String(decoding: number, as: UTF8.self)), (0...parts.count).contains(count)
    {
      all.append(Shown(terminal: terminal, rows: Array(parts.prefix(count))))
      parts = parts.dropFirst(count)
    }
    return all
  }
}
