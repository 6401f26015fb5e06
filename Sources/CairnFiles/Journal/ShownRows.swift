public import SystemPackage

/// The last list that was shown in a terminal, so that `%3` can name one of its rows.
public struct ShownList: Hashable, Sendable {
  /// The real path of the root of the notebook whose list was shown.
  public let root: FilePath
  /// The rows, at most ``StateFolder/mostRows``, each in the form that was passed to
  /// ``StateFolder/noteRows(_:)``.
  public let rows: [[UInt8]]
}

/// The file `rows`, which the state folders of all notebooks share, because a terminal can show
/// lists of several notebooks. It has one record for each terminal, the most recent list last. The
/// parts of a record each end with NUL: the terminal's name, the notebook's root, the number of
/// rows, and the rows.
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
    let list: ShownList

    var bytes: [UInt8] {
      let parts = [terminal, list.root.bytes, Array("\(list.rows.count)".utf8)] + list.rows
      return parts.flatMap { $0 + [0] }
    }
  }

  /// Records the rows of the list that was shown in the caller's terminal. A row consists of the
  /// bytes that identify the item in it, and contains no NUL. Does nothing without a terminal, and
  /// ignores errors.
  public func noteRows(_ rows: [[UInt8]]) {
    guard let terminal = caller.terminal.map({ Array($0.utf8) }) else { return }
    let others = allLists().filter { $0.terminal != terminal }.suffix(Self.mostTerminals - 1)
    let list = ShownList(root: root, rows: Array(rows.prefix(Self.mostRows)))
    guard let draft = try? draftShared(Self.rowsFile) else { return }
    for shown in others + [Shown(terminal: terminal, list: list)] { draft.append(shown.bytes) }
    _ = try? draft.keep()
  }

  /// The last list that was shown in the caller's terminal, of any notebook; nil if no list was
  /// shown or the caller has no terminal.
  public var shownList: ShownList? {
    guard let terminal = caller.terminal.map({ Array($0.utf8) }) else { return nil }
    return allLists().last { $0.terminal == terminal }?.list
  }

  private func allLists() -> [Shown] {
    guard let file = try? mapShared(Self.rowsFile), file.bytes.count <= Self.mostBytes else {
      return []
    }
    let bytes = file.copied
    var parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }[...]
    var all: [Shown] = []
    while let terminal = parts.popFirst(), let root = parts.popFirst(),
      let number = parts.popFirst(), let count = Int(String(decoding: number, as: UTF8.self)),
      (0...parts.count).contains(count)
    {
      let list = ShownList(root: FilePath(bytes: root), rows: Array(parts.prefix(count)))
      all.append(Shown(terminal: terminal, list: list))
      parts = parts.dropFirst(count)
    }
    return all
  }
}
