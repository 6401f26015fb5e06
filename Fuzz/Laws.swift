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
    let expected = document.notation.value(of: value)
    precondition(edited[key] == expected, "the value is not read back")
    precondition(edited.bytes[edited.body] == document.bytes[document.body], "the body changed")
    precondition(others(edited, key) == others(document, key), "another field changed")
    let again = try? edited.setting(key, to: value)
    precondition(again?.bytes == edited.bytes, "setting the same value again changed bytes")
    checkNested(choice, value)
    if let removed = try? edited.unsetting(key) {
      precondition(removed[key] == nil, "an unset field is there")
      precondition(others(removed, key) == others(document, key), "another field changed")
    }
  }

  /// Checks that an edit of a field in a map changes only that map.
  private func checkNested(_ choice: UInt8, _ value: NewValue) {
    let map = document.fields.first { if case .map = $0.value { true } else { false } }
    guard let map else { return }
    var path = [map.key, choice % 2 == 0 ? "new" : "inner"]
    if choice % 2 == 1, case .map(let entries) = map.value, let entry = entries.first {
      path[1] = entry.key
    }
    guard let edited = try? document.setting(at: path, to: value) else { return }
    precondition(
      edited[path: path] == document.notation.value(of: value), "the value is not read back")
    precondition(others(edited, map.key) == others(document, map.key), "another field changed")
  }

  private func others(_ document: Document, _ key: String) -> [String] {
    document.fields.filter { $0.key != key }.map { "\($0.key): \($0.value)" }
  }
}
