public import CairnCapture
public import CairnDocument
import CairnText

/// The result of classifying a new capture that was added without a type.
public enum Filing: Sendable {
  /// The type that the classifier `maker` determined, and the fields found in the text.
  case found(type: String, maker: String, fields: [(key: String, text: String)])
  /// Several types are possible; the capture stays unclassified until a person sets a type.
  case unsure
  /// No type is known; the capture stays unclassified until a person sets a type.
  case undetected

  /// The type that was determined; nil if there is none.
  var type: String? { if case .found(let type, _, _) = self { type } else { nil } }
}

/// The due time found in the text of an action.
public struct FoundTime: Hashable, Sendable {
  /// The date or date-time, as it is written to the field `due`.
  public let due: String
  /// The repeat rule, as it is written to the field `repeat`; nil if there is none.
  public let rule: String?
  /// `a.m.` or `p.m.`, if Cairn assumed one because the text states neither; otherwise nil.
  public let assumedHalf: String?

  /// Creates a due time that was found in a text.
  public init(due: String, rule: String?, assumedHalf: String? = nil) {
    self.due = due
    self.rule = rule
    self.assumedHalf = assumedHalf
  }
}

/// The text from which the type of a new capture can be determined, and the type if it is already
/// known.
public struct TextToFile: Hashable, Sendable {
  /// The title, if there is one, and the body.
  public let text: String
  /// The type that the user passed; otherwise the default type from the collection's page or from
  /// the settings; nil if there is none.
  public let type: String?
}

extension Notebook {
  /// Returns the text from which the type of a new capture can be determined. Nil if there is no
  /// such text: in a whole file with front matter, in a capture from a template, or in a collection
  /// whose page lists fields. Reads only the page of the collection.
  ///
  /// - Throws: The error with which ``add(_:_:using:)`` would refuse the capture.
  public func textToFile(_ new: NewCapture) throws -> TextToFile? {
    let checked = try CheckedCapture(new, in: self)
    guard !checked.isWhole, new.template == nil, checked.page?.schema == nil,
      !checked.body.isEmpty
    else { return nil }
    let text = [new.field("title"), checked.body].compactMap(\.self).joined(separator: "\n")
    return TextToFile(text: text, type: checked.type)
  }
}

/// The text of a new capture whose type is known, for finding the values of fields in the text.
public struct TypedText: Sendable {
  /// The trimmed body of the capture.
  public let text: String
  /// The type of the capture.
  public let type: String
  /// The schema of the collection's page or, if the page has none, of the type; nil if neither has
  /// one.
  public let schema: Schema?
}

extension Notebook {
  /// Returns the text and the type of a new capture; the type may have been detected. Nil if the
  /// type is unknown, if there is no text, if the capture uses a template, or if the text is a
  /// whole file with front matter. Reads only the page of the collection.
  ///
  /// - Throws: The error with which ``add(_:_:using:)`` would refuse the capture.
  public func typedText(_ new: NewCapture) throws -> TypedText? {
    let checked = try CheckedCapture(new, in: self)
    let found: String? = if case .found(let type, _, _) = new.filing { type } else { nil }
    guard !checked.isWhole, new.template == nil, !checked.body.isEmpty,
      let type = checked.type ?? found
    else { return nil }
    return TypedText(text: checked.body, type: type, schema: checked.schema)
  }
}

extension Document {
  /// Returns this document with the result of classification. If a type was found, sets the type,
  /// the field `type_by` that names the classifier, and the found fields. Otherwise, sets only
  /// `type_by`, to `unsure` or `undetected`. A found field that the document already has is left
  /// unchanged.
  func filed(_ filing: Filing) throws(Diagnostic) -> Document {
    let mark = MachineMark.key(for: "type")
    switch filing {
    case .undetected:
      return try applying([.set(mark, .text(MachineMark.undetected))])
    case .unsure:
      return try applying([.set(mark, .text(MachineMark.unsure))])
    case .found(let type, let maker, let fields):
      return try applying([
        .set("type", .text(type)),
        .set(mark, .text(MachineMark(maker: maker, value: type).text)),
      ]).filled(fields)
    }
  }

  /// Returns this document with the fields that were found in the text. A field that the document
  /// already has is left unchanged.
  func filled(_ fields: [(key: String, text: String)]) throws(Diagnostic) -> Document {
    try applying(
      fields.filter { self[$0.key] == nil }
        .flatMap { FieldChange.marked($0.key, .text($0.text), $0.text) })
  }

  /// Returns this document with the found time in the fields `due` and `repeat`, each with a
  /// machine mark (`due_by: cairn …`). Returns the document unchanged if it already has one of
  /// these fields.
  func timed(_ time: FoundTime) throws(Diagnostic) -> Document {
    guard self["due"] == nil, self["repeat"] == nil else { return self }
    let rule = time.rule.map { FieldChange.marked("repeat", .text($0), $0) } ?? []
    return try applying(FieldChange.marked("due", .literal(time.due), time.due) + rule)
  }
}

extension FieldChange {
  /// Returns the changes that set a field to a value determined by Cairn, and record this in a
  /// second field, such as `due_by` for `due` (``MachineMark``). `text` is `value` as text.
  public static func marked(_ key: String, _ value: NewValue, _ text: String) -> [FieldChange] {
    let mark = MachineMark(maker: "cairn", value: text)
    return [.set(key, value), .set(MachineMark.key(for: key), .text(mark.text))]
  }
}
