public import CairnCapture
public import CairnDocument
import CairnText

/// What a machine found a new capture to be, where nobody says it.
public enum Filing: Sendable {
  /// It is of this type, as `maker` says, and these fields are known of it.
  case found(type: String, maker: String, fields: [(key: String, text: String)])
  /// It may be several things: it waits without a type until a person says which.
  case unsure
}

/// When the text of an action says that it is due.
public struct FoundTime: Hashable, Sendable {
  /// The day or the moment, as a field says it.
  public let due: String
  /// How it comes again, as the field `repeat` says it; nil where it does not.
  public let rule: String?

  /// A time that was found in a text.
  public init(due: String, rule: String?) {
    self.due = due
    self.rule = rule
  }
}

/// The text by which a new capture is to be filed, and the type that something says already.
public struct TextToFile: Hashable, Sendable {
  /// The title, if there is one, and the body.
  public let text: String
  /// The type that was given, or that the page of its collection or the settings say; nil for none.
  public let type: String?
}

extension Notebook {
  /// The text by which a new capture is to be filed; nil where it is of a kind of its own: a whole file
  /// with front matter, what begins with a template, and captures of a collection whose page lists
  /// their fields are what they are. Reads no more than the page of the collection.
  ///
  /// - Throws: as ``add(_:_:using:)`` does, where the capture would not be taken.
  public func textToFile(_ new: NewCapture) throws -> TextToFile? {
    let checked = try CheckedCapture(new, in: self)
    guard !checked.isWhole, new.template == nil, checked.page?.schema == nil,
      !checked.body.isEmpty
    else { return nil }
    let text = [new.field("title"), checked.body].compactMap(\.self).joined(separator: "\n")
    return TextToFile(text: text, type: checked.type)
  }
}

/// A new text whose type something says, to read fields from.
public struct TypedText: Sendable {
  /// The text without blanks around it.
  public let text: String
  /// The type.
  public let type: String
  /// The fields of its collection's page, else of its type; nil where nothing lists any.
  public let schema: Schema?
}

extension Notebook {
  /// The text of a new capture and the type that something says of it; nil where nothing does, and for a
  /// whole file with front matter and what begins with a template. Reads no more than the page of the
  /// collection.
  ///
  /// - Throws: as ``add(_:_:using:)`` does, where the capture would not be taken.
  public func typedText(_ new: NewCapture) throws -> TypedText? {
    let checked = try CheckedCapture(new, in: self)
    guard !checked.isWhole, new.template == nil, !checked.body.isEmpty, let type = checked.type
    else {
      return nil
    }
    return TypedText(text: checked.body, type: type, schema: checked.schema)
  }
}

extension Document {
  /// This document with what a machine found of a new capture, as far as no field says otherwise.
  func filed(_ filing: Filing) throws(Diagnostic) -> Document {
    let mark = MachineMark.key(for: "type")
    switch filing {
    case .unsure:
      return try applying([.set(mark, .text(MachineMark.unsure))])
    case .found(let type, let maker, let fields):
      let known = fields.filter { self[$0.key] == nil }
        .flatMap { FieldChange.marked($0.key, .text($0.text), $0.text) }
      return try applying(
        [
          .set("type", .text(type)),
          .set(mark, .text(MachineMark(maker: maker, value: type).text)),
        ] + known)
    }
  }

  /// This document with when its text says that it is due, where no field does, each value with the
  /// mark of the machine.
  func timed(_ time: FoundTime) throws(Diagnostic) -> Document {
    guard self["due"] == nil, self["repeat"] == nil else { return self }
    let rule = time.rule.map { FieldChange.marked("repeat", .text($0), $0) } ?? []
    return try applying(FieldChange.marked("due", .literal(time.due), time.due) + rule)
  }
}

extension FieldChange {
  /// The changes that write a value which a machine found, which is `text`, with the mark that says so.
  public static func marked(_ key: String, _ value: NewValue, _ text: String) -> [FieldChange] {
    let mark = MachineMark(maker: "cairn", value: text)
    return [.set(key, value), .set(MachineMark.key(for: key), .text(mark.text))]
  }
}
