import CairnCapture
import CairnDocument
import CairnText

/// The fields that say where an imported capture comes from, and whether it has been changed since
/// the import.
public enum ImportMark {
  /// The field that names the source of an imported note, and contains the note's identifier in
  /// that source.
  public static let field = Capture.importFields.source
  /// The field that contains the checksum of the file as it was imported.
  static let checkField = Capture.importFields.check

  /// Returns the value of the field ``field`` for a note: the source and the note's key. A long key
  /// is replaced by its hash, so that the value is short enough for the index.
  public static func text(_ source: String, _ key: String) -> String {
    let key = key.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(source) \(key.utf8.count <= 48 ? key : Checksum.digits(of: Array(key.utf8)))"
  }

  /// Returns the document of an imported file with its checksum added in the field ``checkField``.
  static func sealed(_ document: Document) throws(Diagnostic) -> Document {
    try document.applying([.set(checkField, .text(check(of: document)))])
  }

  /// Returns whether a file is unchanged since it was imported. A move to another folder does not
  /// count as a change. Returns false if the file has no checksum.
  static func isUnchanged(_ document: Document) -> Bool {
    guard let text = document[checkField]?.text else { return false }
    return text == (try? check(of: document))
  }

  /// Returns the checksum of a file without the fields ``checkField`` and `collection`.
  private static func check(of document: Document) throws(Diagnostic) -> String {
    let bare = try document.applying([.unset(checkField), .unset("collection")])
    // A letter at the start, because YAML could read digits as a number.
    return "x" + Checksum.digits(of: bare.bytes).prefix(8)
  }
}
