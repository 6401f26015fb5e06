public import CairnCapture

extension Settings {
  /// Returns the fields listed in the setting `fields.TYPE`, or the built-in fields of a gift if
  /// `fields.gift` is not set. Returns nil if another setting is not set, or if a setting is not
  /// valid.
  ///
  /// The fields apply to captures of this type if their collection's page lists no fields.
  public func schema(ofType type: String) -> Schema? {
    guard let listed = self[Self.fieldsPrefix + type] else {
      return type.lowercased() == "gift" ? .gift : nil
    }
    return try? Schema(listed: listed.text)
  }

  /// The beginning of each key of the form `fields.TYPE`.
  static let fieldsPrefix = "fields."
}

extension Schema {
  /// The built-in fields of captures of the type `gift`.
  static let gift = Schema(fields: [
    Field(name: "recipient", kind: .text), Field(name: "occasion", kind: .text),
    Field(name: "date", kind: .date), Field(name: "budget", kind: .number),
  ])

  /// The reason why a list of fields is invalid.
  struct Complaint: Error {
    let text: String
  }

  /// Creates a schema from comma-separated fields: `recipient!, budget number, format paper|audio`.
  /// A field has a name, a `!` if it is required, and optionally a kind (text by default) or
  /// choices.
  init(listed text: String) throws(Complaint) {
    var fields: [Field] = []
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = entry.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, words.count < 3 else {
        throw Complaint(
          text: "must list fields, such as `recipient!, budget number, format paper|audio`")
      }
      let isRequired = first.last == "!"
      let name = String(isRequired ? first.dropLast() : first)
      if fields.contains(where: { $0.name == name }) {
        throw Complaint(text: "contains the field `\(name)` twice")
      }
      fields.append(try Field(name, isRequired: isRequired, as: words.dropFirst().first))
    }
    self.init(fields: fields)
  }

  /// Returns the reason why a list of fields is invalid; nil if the list is valid.
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
    guard !name.isEmpty else { throw .init(text: "contains a `!` without a field name") }
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
        text:
          "has a field `\(name)` of the unknown kind `\(word)`; use one of \(known), or choices "
          + "separated by `|`")
    }
    self.init(name: name, kind: kind, isRequired: isRequired)
  }
}
