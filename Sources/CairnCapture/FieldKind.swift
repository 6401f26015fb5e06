public import CairnDocument
public import CairnText

/// The kind of values that a field contains.
public enum FieldKind: String, CaseIterable, Sendable {
  /// Any text.
  case text
  /// An integer or a decimal number.
  case number
  /// A day, or a time on a day.
  case date
  /// `true` or `false`.
  case boolean
  /// A list of strings.
  case list
  /// One of the choices in the schema.
  case choice

  /// Returns the kind of a built-in field, which is the same in every notebook, or nil if the field
  /// is not built in.
  public static func ofBuiltIn(_ key: String) -> FieldKind? {
    switch key {
    case "id", "type", "title", "collection", "meaning", "status", "repeat", "name", "icon",
      "description", "url":
      .text
    case "due", "created", "date", "updated", "modified", "lastmod", "completed": .date
    case "tags", "keywords", "aliases", "images", "files": .list
    default: nil
    }
  }
}

extension FieldKind {
  /// Returns whether a field can have only one value, so that no element can be added or removed.
  ///
  /// This applies to the score, to the built-in fields for text and dates, such as `title` and
  /// `due`, and to fields with the kind `number`, `date`, `boolean` or `choice` in the schema. A
  /// field with the kind `list` in the schema can always have several values.
  public static func isSingle(_ key: String, _ schema: Schema?) -> Bool {
    switch schema?.field(key)?.kind {
    case .list: return false
    case .number, .date, .boolean, .choice: return true
    case .text, nil: break
    }
    switch ofBuiltIn(key) {
    case .text, .date: return true
    default: return key == "score"
    }
  }
}

/// A field's value as typed on a command line, or as sent by a program.
public struct TypedValue: Hashable, Sendable {
  /// The text after `=`.
  public let text: String
  /// Whether the value stays text even if it looks like a number, a boolean or a date.
  public let isText: Bool
  /// The elements, if a program sent a list; otherwise nil.
  public let list: [String]?

  /// Creates a value from the text as typed. If a program sent a list, `list` contains the
  /// elements, and `text` is used only in messages.
  public init(_ text: String, isText: Bool = false, list: [String]? = nil) {
    self.text = text
    self.isText = isText
    self.list = list
  }

  /// Returns the field value for a text that the user typed.
  ///
  /// The schema or a built-in field determines the kind of the value. In any other field, an
  /// existing list stays a list, and existing text stays text. Otherwise, `5` becomes a number,
  /// `true` a boolean, and `2026-11-21` a date. Empty text empties the field. In a list field,
  /// commas separate elements, except in a list that a program sent.
  ///
  /// - Throws: A `Diagnostic` if the value does not fit the schema or is not a valid score, or if
  ///   it is a list and the field can have only one value.
  public func value(
    for key: String, existing: FieldValue?, schema: Schema?
  ) throws(Diagnostic) -> NewValue {
    if list != nil { return try listValue(for: key, existing: existing, schema: schema) }
    if isText { return .text(text) }
    if text.isEmpty { return .empty }
    if key == "score" { return try score(existing) }
    if let field = schema?.field(key) { return try value(for: field) }
    switch FieldKind.ofBuiltIn(key) {
    case .list: return .list(elements)
    case .date: return FieldTime(text) == nil ? .text(text) : .literal(text)
    case .some: return .text(text)
    case nil: return value(for: key, like: existing)
    }
  }

  /// The elements of ``list`` or, if it is nil, the comma-separated pieces of the text. If
  /// ``isText`` is true, the whole text is a single element.
  public var elements: [NewValue] {
    if let list { return list.map { .text($0) } }
    if isText { return [.text(text)] }
    return text.split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }.map {
      .text(String($0))
    }
  }

  /// Returns ``elements`` in a form that fits the field `key` with the value `existing`, which can
  /// also be a single value. The caller adds the elements to the list, or replaces it.
  ///
  /// If `existing` contains only numbers, booleans or dates, the returned elements can be of these
  /// kinds too; otherwise, they are text. In a new list, typed elements can be of these kinds, unless
  /// the field is a list of texts: a built-in field such as `tags`, or a list in the schema.
  public func elements(
    for key: String, like existing: FieldValue?, schema: Schema?
  ) -> [NewValue] {
    let old: [FieldValue] =
      switch existing {
      case .list(let list): list
      case .null, nil: []
      case .some(let value): [value]
      }
    let isOther = { (value: FieldValue) in
      switch value {
      case .boolean, .date, .dateTime, .float, .integer: true
      case .list, .map, .null, .string: false
      }
    }
    let isOfTexts = FieldKind.ofBuiltIn(key) == .list || schema?.field(key)?.kind == .list
    let mayBeOther = old.isEmpty ? list == nil && !isOfTexts : old.allSatisfy(isOther)
    return mayBeOther && !isText ? literals : elements
  }

  /// The elements to remove from a list. A typed `5` removes the number 5 and the text `5`.
  public var elementsToRemove: [NewValue] { isText ? elements : elements + literals }

  private var literals: [NewValue] {
    elements.map { if case .text(let text) = $0 { .literal(text) } else { $0 } }
  }

  /// Returns a list if `existing` is a list, and text if `existing` is text. Otherwise the form of
  /// the typed text determines whether the value is a number, a boolean, a date or text.
  private func value(for key: String, like existing: FieldValue?) -> NewValue {
    switch existing {
    case .list: .list(elements(for: key, like: existing, schema: nil))
    case .string: .text(text)
    default: .literal(text)
    }
  }

  private func listValue(
    for key: String, existing: FieldValue?, schema: Schema?
  ) throws(Diagnostic) -> NewValue {
    if FieldKind.isSingle(key, schema) {
      throw Diagnostic(
        .error, "field-single",
        "`\(TerminalText.line(key))` has one value, so it cannot be set to a list")
    }
    let new = NewValue.list(elements(for: key, like: existing, schema: schema))
    if let breach = schema?.field(key)?.breach(by: new.value) {
      throw Diagnostic(.error, "schema-breach", breach)
    }
    return new
  }

  private func score(_ existing: FieldValue?) throws(Diagnostic) -> NewValue {
    guard let score = Score(text) else {
      throw Diagnostic(
        .error, "score-unknown",
        "`\(text)` is not a valid score; use 0 to 3, or undecided, bad, okay or great")
    }
    // The name of the same score keeps its form.
    if case .string(let name)? = existing, Score(name) == score { return .text(name) }
    return .literal(String(score.rawValue))
  }

  private func value(for field: Schema.Field) throws(Diagnostic) -> NewValue {
    let new: NewValue =
      switch field.kind {
      case .text, .choice: .text(text)
      case .list: .list(elements)
      case .number, .date, .boolean: .literal(text)
      }
    if let breach = field.breach(by: new.value) {
      throw Diagnostic(.error, "schema-breach", breach)
    }
    return new
  }
}
