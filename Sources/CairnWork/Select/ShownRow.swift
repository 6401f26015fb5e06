import CairnFiles
import CairnNotebook
public import CairnText

/// A row of a list that was shown in a terminal.
public enum ShownRow: Hashable, Sendable {
  /// A capture with an id that no other capture has.
  case id(String)
  /// A capture that has no id, or shares its id with another capture. The title contains no NUL;
  /// see ``storable(_:)``.
  case path(NotePath, title: String)
  /// A removed file, with the id of its trash entry.
  case removed(String)
  /// A row that shows neither a capture nor a removed file, such as a dead link.
  case other

  /// Reads a row from its ``bytes``; ``other`` if the bytes are invalid.
  init(_ bytes: [UInt8]) {
    let rest = bytes.dropFirst()
    switch bytes.first {
    case UInt8(ascii: "i"): self = .id(String(decoding: rest, as: UTF8.self))
    case UInt8(ascii: "t"): self = .removed(String(decoding: rest, as: UTF8.self))
    case UInt8(ascii: "p"):
      guard let end = rest.firstRange(of: Array("//".utf8)),
        let path = NotePath(bytes: Array(rest[..<end.lowerBound]))
      else { fallthrough }
      self = .path(path, title: String(decoding: rest[end.upperBound...], as: UTF8.self))
    default: self = .other
    }
  }

  /// The row as stored, without NUL. For a capture, it is `i` and the id, or `p`, the path, `//`
  /// and the title. For a removed file, it is `t` and the id of the trash entry. For any other row,
  /// it is `-`.
  var bytes: [UInt8] {
    switch self {
    case .id(let id): Array("i\(id)".utf8)
    case .removed(let id): Array("t\(id)".utf8)
    case .path(let path, let title): [UInt8(ascii: "p")] + path.bytes + Array("//\(title)".utf8)
    case .other: [UInt8(ascii: "-")]
    }
  }

  /// Returns a title without NUL characters, because NUL ends a stored row.
  static func storable(_ title: String) -> String {
    String(decoding: title.utf8.filter { $0 != 0 }, as: UTF8.self)
  }

  /// Returns the number in a word such as `%3`, or in one or two digits such as `3`; nil for any
  /// other word.
  static func number(_ word: String) -> Int? {
    let digits = isPlain(word) ? word[...] : word.dropFirst()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      (1...(isPlain(word) ? 2 : 6)).contains(digits.utf8.count)
    else { return nil }
    return Int(digits)
  }

  /// Returns whether a word does not begin with `%`. Such a word, for example `3`, names a row only
  /// if it names no capture.
  static func isPlain(_ word: String) -> Bool { word.utf8.first != UInt8(ascii: "%") }
}

extension Workspace {
  /// The maximum number of rows that are remembered.
  public static var mostRows: Int { StateFolder.mostRows }

  /// Returns the row of a list for the capture at a path; `other` if there is no capture.
  public func row(at path: NotePath?) -> ShownRow {
    let catalog = lastCatalog
    guard let path, let entry = catalog.entry(at: path) else { return .other }
    if let id = catalog.uniqueID(of: entry) { return .id(id) }
    return .path(path, title: ShownRow.storable(catalog.row(entry)?.title ?? ""))
  }

  /// Records the rows of a list, so that `%N` names one of them in the caller's terminal. Rows of
  /// earlier lists can no longer be named. Does nothing if the list was empty, because the rows of
  /// the list before it are then still the last ones that were shown.
  public func remember(_ rows: [ShownRow]) {
    if !rows.isEmpty { notebook.state.noteRows(rows.map(\.bytes)) }
  }

  /// Returns a row of the last list that was shown in the caller's terminal. `word` is the number
  /// as the user typed it.
  ///
  /// Throws a ``Refusal`` if there was no list of this notebook, or if the list had no such row.
  func shownRow(_ number: Int, typed word: String) throws(Refusal) -> ShownRow {
    let list = notebook.state.shownList
    let rows = list?.rows ?? []
    let isHere = list.map { $0.root == notebook.store.root } ?? true
    if isHere, let row = rows.element(numbered: number) { return ShownRow(row) }
    let reason =
      switch list {
      case nil: "no list was shown in this terminal yet"
      case let list? where !isHere: "the last list showed captures of the notebook `\(list.root)`"
      case _?: "the last list had \(rows.count.of("row"))"
      }
    let what = ShownRow.isPlain(word) ? "a capture or a row" : "a row"
    throw Refusal("row-unknown", "`\(word)` is not \(what): \(reason)", .nothingFound)
  }
}
