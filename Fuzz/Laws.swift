import CairnDocument

/// The laws of edits, checked on one file.
struct Laws {
  private let document: Document

  /// Creates the laws for the file with these bytes.
  init(of bytes: [UInt8]) {
    document = Document(bytes)
    precondition(document.bytes == bytes, "parsing changed bytes")
  }

  /// Checks that an edit changes one field, and that undoing the edit restores the fields. `choice`
  /// selects the edit.
  func check(_ choice: UInt8) {
    precondition(document.body.upperBound == document.bytes.count, "the body does not end the file")
    let key = document.fields.first?.key ?? "title"
    let values: [NewValue] = [
      .text("no"), .literal("3"), .literal("2026-11-21"), .text("a: b # c"), .text("x\ny"),
      .list([.text("a"), .text("1")]), .empty,
    ]
    let value = values[Int(choice / 4) % values.count]
    guard let edited = try? document.setting(key, to: value) else { return }
    precondition(edited[key] == value.value, "the value is not read back")
    precondition(edited.bytes[edited.body] == document.bytes[document.body], "the body changed")
    precondition(others(edited, key) == others(document, key), "another field changed")
    let again = try? edited.setting(key, to: value)
    precondition(again?.bytes == edited.bytes, "setting the same value again changed bytes")
    if let removed = try? edited.unsetting(key) {
      precondition(removed[key] == nil, "an unset field is there")
      precondition(others(removed, key) == others(document, key), "another field changed")
    }
  }

  private func others(_ document: Document, _ key: String) -> [String] {
    document.fields.filter { $0.key != key }.map { "\($0.key): \($0.value)" }
  }
}
