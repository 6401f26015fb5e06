public import CairnDocument
public import CairnText

/// What a field's values are meant to be.
public enum FieldKind: String, CaseIterable, Sendable {
  /// Any text.
  case text
  /// An integer or a number with a fraction.
  case number
  /// A day, or a time on a day.
  case date
  /// `true` or `false`.
  case boolean
  /// A list of texts.
  case list
  /// One of the texts that the schema names.
  case choice

  /// The kind of the fields that mean the same in every notebook; nil for any other.
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

/// A value as it was typed on a command line, on its way to become a field's.
public struct TypedValue: Hashable, Sendable {
  /// The text after `=`.
  public let text: String
  /// Whether it is text whatever it looks like.
  public let isText: Bool

  /// The text as typed; `isText` where it is to stay text.
  public init(_ text: String, isText: Bool = false) {
    self.text = text
    self.isText = isText
  }

  /// The value this is for a field.
  ///
  /// Its kind is the schema's, else that of the field's own meaning, else that of the value that
  /// is there, else whatever it reads as: a number, a boolean, a date, or text. Nothing at all
  /// makes the field empty. Text with commas is a list where a list is wanted.
  ///
  /// - Throws: a `Diagnostic` where the schema wants something that this is not.
  public func value(
    for key: String, existing: FieldValue?, schema: Schema?
  ) throws(Diagnostic) -> NewValue {
    if isText { return .text(text) }
    if text.isEmpty { return .empty }
    if key == "score" { return try score(schema) }
    if let field = schema?.field(key) { return try value(for: field) }
    switch FieldKind.ofBuiltIn(key) {
    case .list: return .list(elements)
    case .date: return FieldTime(text) == nil ? .text(text) : .literal(text)
    case .some: return .text(text)
    case nil: return value(like: existing)
    }
  }

  /// The texts this names as elements of a list: the pieces between commas.
  public var elements: [NewValue] {
    if isText { return [.text(text)] }
    return text.split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }.map {
      .text(String($0))
    }
  }

  /// The texts this names, as elements that come to or leave the list `existing`: where that holds
  /// numbers, what reads as a number is one.
  public func elements(like existing: FieldValue?) -> [NewValue] {
    guard !isText, case .list(let old)? = existing, !old.isEmpty,
      old.allSatisfy({ if case .string = $0 { false } else { true } })
    else { return elements }
    return elements.map { if case .text(let text) = $0 { .literal(text) } else { $0 } }
  }

  /// A value of the kind that is there already.
  private func value(like existing: FieldValue?) -> NewValue {
    switch existing {
    case .list: .list(elements(like: existing))
    case .string: .text(text)
    default: .literal(text)
    }
  }

  private func score(_ schema: Schema?) throws(Diagnostic) -> NewValue {
    guard let score = Score(text) else {
      throw Diagnostic(
        .error, "score-unknown",
        "`\(text)` is no score; use 0 to 3, or undecided, bad, okay or great")
    }
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
