public import CairnCapture

extension Settings {
  /// The fields that captures of a type have where the page of their collection lists none: the setting
  /// `fields.TYPE`; nil where it is not set.
  public func schema(ofType type: String) -> Schema? {
    self[Self.fieldsPrefix + type].flatMap { try? Schema(listed: $0.text) }
  }

  /// What stands in front of the type in such a key.
  static let fieldsPrefix = "fields."
}

extension Schema {
  /// Why a line lists no fields.
  struct Complaint: Error {
    let text: String
  }

  /// Reads fields with commas between: each a name, with `!` where it has to be there, then what it is,
  /// where that is not text, or its choices. `recipient!, budget number, format paper|audio`
  init(listed text: String) throws(Complaint) {
    var fields: [Field] = []
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = entry.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, words.count < 3 else {
        throw Complaint(
          text: "fields are wanted, such as `recipient!, budget number, format paper|audio`")
      }
      let isRequired = first.last == "!"
      let name = String(isRequired ? first.dropLast() : first)
      if fields.contains(where: { $0.name == name }) {
        throw Complaint(text: "the field `\(name)` stands there twice")
      }
      fields.append(try Field(name, isRequired: isRequired, as: words.dropFirst().first))
    }
    self.init(fields: fields)
  }

  /// Why a line lists no fields; nil where it does.
  static func complaint(about text: String) -> String? {
    do throws(Complaint) {
      _ = try Schema(listed: text)
      return nil
    } catch {
      return error.text
    }
  }
}

extension Schema.Field {
  fileprivate init(
    _ name: String, isRequired: Bool, as kind: Substring?
  ) throws(Schema.Complaint) {
    guard !name.isEmpty else { throw .init(text: "a `!` stands behind no name") }
    let choices = kind?.split(separator: "|").map(String.init) ?? []
    if choices.count > 1 {
      self.init(name: name, kind: .choice, isRequired: isRequired, choices: choices)
      return
    }
    let kinds = FieldKind.allCases.filter { $0 != .choice }
    let word = kind ?? "text"
    guard let kind = kinds.first(where: { $0.rawValue == word }) else {
      let known = kinds.map(\.rawValue).joined(separator: ", ")
      throw .init(
        text: "the field `\(name)` has the unknown kind `\(word)`; use one of \(known), or choices "
          + "with `|` between")
    }
    self.init(name: name, kind: kind, isRequired: isRequired)
  }
}
