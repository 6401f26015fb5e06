import CairnScreens
import CairnWire

extension Session {
  /// Acts like ``show(_:_:)`` if `none` is nil. Otherwise shows `none` instead of calling `text`,
  /// and throws exit code 1. With `--json`, prints the document in both cases.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, none: String?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if let none { say(none) } else { try text() } }
    if none != nil { throw ExitStatus.nothingFound.code }
  }

  /// Acts like ``show(_:_:)`` if `failure` is nil. Otherwise throws `failure` instead of calling
  /// `text`. With `--json`, prints the document in both cases.
  func show(
    _ document: @autoclosure () throws -> JSONDocument, failure: Failure?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if failure == nil { try text() } }
    guard var failure else { return }
    failure.isQuiet = options.json
    throw failure
  }

  /// Returns whether a document must be written to standard output as JSON: with `--json`, if no
  /// file is named. `things` are the contents of the document.
  ///
  /// Throws a ``Failure`` if the user also chose another format (`isOther`).
  func printsOnlyJSON(_ things: String, to file: String?, isOther: Bool) throws -> Bool {
    guard options.json, file == nil else { return false }
    guard !isOther else {
      throw Failure(
        "output-missing",
        "with --json, Cairn prints only JSON; pass -o FILE to write another format, or "
          + "--format json to print \(things) as JSON", status: .usage)
    }
    return true
  }
}
