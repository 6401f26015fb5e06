public import CairnDocument
public import CairnText

/// The fields of the captures in a collection, as listed on the collection's page.
public struct Schema: Hashable, Sendable {
  /// A field of the captures in the collection.
  public struct Field: Hashable, Sendable {
    /// The key in the captures' front matter.
    public let name: String
    /// The kind of the field's values.
    public let kind: FieldKind
    /// Whether every capture must have the field.
    public let isRequired: Bool
    /// The allowed values of a field of kind `choice`.
    public let choices: [String]

    /// Creates a field.
    public init(name: String, kind: FieldKind, isRequired: Bool = false, choices: [String] = []) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.choices = choices
    }
  }

  /// The fields, in the order in which the page lists them.
  public let fields: [Field]

  /// Creates a schema with these fields.
  public init(fields: [Field]) {
    self.fields = fields
  }

  /// Returns the field with this name; nil if there is none.
  public func field(_ name: String) -> Field? { fields.first { $0.name == name } }

  /// Returns the required fields that are missing or empty in a document.
  public func missing(in document: Document) -> [Field] {
    fields.filter { $0.isRequired && (document[$0.name] ?? .null).isNothing }
  }

  /// Returns a warning for each breach of the schema in a capture: a missing required field, a
  /// value of the wrong kind, or a value that is not one of the choices.
  public func breaches(by capture: Capture) -> [Diagnostic] {
    fields.compactMap { field in
      let value = capture[field.name] ?? .null
      if field.isRequired, value.isNothing {
        return Diagnostic(
          .warning, "schema-required", "the required field `\(field.name)` is missing",
          path: capture.path)
      }
      guard value != .null, let breach = field.breach(by: value) else { return nil }
      let place = capture.document.field(field.name)?.range ?? 0..<0
      return Diagnostic(
        .warning, "schema-breach", breach, at: place,
        in: capture.document.bytes, path: capture.path)
    }
  }
}

extension Schema {
  /// Checks that a changed capture fits the schema. Breaches that the capture already had before
  /// the change are allowed.
  ///
  /// - Parameters:
  ///   - old: The schema that applied before the change; nil if there was none.
  /// - Throws: The first new breach, as an error.
  public func check(
    _ after: Capture, changedFrom before: Capture, under old: Schema?
  ) throws(Diagnostic) {
    let breaches = breaches(by: after)
    if breaches.isEmpty { return }
    let known = Set((old?.breaches(by: before) ?? []).map(\.message))
    guard let breach = breaches.first(where: { !known.contains($0.message) }) else { return }
    throw Diagnostic(.error, breach.code, breach.message)
  }
}

extension FieldValue {
  /// Whether the value is null, an empty string or an empty list.
  fileprivate var isNothing: Bool { self == .null || self == .string("") || self == .list([]) }
}

extension Schema.Field {
  /// A description of the values that fit the field, for prompts: `text`, `one of paper, audio`,
  /// `a date such as 2026-11-21`.
  public var wanted: String {
    switch kind {
    case .text: "text"
    case .number: "a number"
    case .date: "a date such as 2026-11-21"
    case .boolean: "true or false"
    case .list: "a comma-separated list"
    case .choice: "one of \(choices.joined(separator: ", "))"
    }
  }

  /// Returns a message that says why the field cannot have this value; nil if it can.
  package func breach(by value: FieldValue) -> String? {
    let shown =
      switch value {
      case .list: "a list"
      case .map: "a map"
      default: "`\(value.text ?? "")`"
      }
    switch kind {
    case .text: return value.text == nil ? "\(name): \(shown) is not text" : nil
    case .number:
      switch value {
      case .integer, .float: return nil
      default: return "\(name): \(shown) is not a number"
      }
    case .date:
      return FieldTime(value) == nil
        ? "\(name): \(shown) is not a valid date such as 2026-11-21" : nil
    case .boolean:
      if case .boolean = value { return nil }
      return "\(name) must be true or false (not \(shown))"
    case .list:
      if case .list = value { return nil }
      return "\(name): \(shown) is not a list"
    case .choice:
      return choices.contains(value.text ?? "")
        ? nil : "\(name) must be one of \(choices.joined(separator: ", ")) (not \(shown))"
    }
  }
}

/// A collection's own page, `_collection.md`. The page gives the collection's name and lists the
/// fields of the collection's captures.
public struct CollectionPage: Sendable {
  /// The file name of every collection page.
  public static let fileName = "_collection.md"

  /// Returns whether the file at a path is a collection's own page.
  public static func isPage(_ path: NotePath) -> Bool {
    path.nameBytes.elementsEqual(fileName.utf8)
  }

  /// The parsed file of the page.
  public let document: Document
  /// The name to show for the collection; nil if the page gives none, in which case the folder's
  /// name is shown.
  public var name: String? { document["name"]?.text }
  /// The icon of the collection: an emoji or any other text. Nil if the page gives none.
  public var icon: String? { document["icon"]?.text }
  /// The contents of the collection in one sentence; nil if the page does not describe them.
  public var description: String? { document["description"]?.text }
  /// The default type of captures that are added to the collection; nil if the page gives none.
  public var defaultType: String? { document["type"]?.text }
  /// The name of the template for captures that are added to the collection; nil if the page gives
  /// none.
  public var template: String? { document["template"]?.text }
  /// The fields of the collection's captures, or nil if the page lists none.
  public let schema: Schema?
  /// The problems found on the page. The diagnostics contain no path.
  public let diagnostics: [Diagnostic]

  /// Creates a page from its parsed file.
  public init(_ document: Document) {
    self.document = document
    var diagnostics = document.diagnostics
    let place = document.field("fields")?.range ?? 0..<0
    if case .list(let entries)? = document["fields"] {
      schema = Schema(
        fields: entries.compactMap { entry in
          do throws(Complaint) {
            return try Schema.Field(entry)
          } catch {
            diagnostics.append(
              Diagnostic(.warning, "schema-malformed", error.text, at: place, in: document.bytes))
            return nil
          }
        })
    } else {
      schema = nil
      if document["fields"] ?? .null != .null {
        diagnostics.append(
          Diagnostic(
            .warning, "schema-malformed", "`fields` is not a list of fields", at: place,
            in: document.bytes))
      }
    }
    self.diagnostics = diagnostics
  }

  /// The reason why an entry of the page's `fields` is invalid.
  struct Complaint: Error {
    let text: String
  }
}

extension Schema.Field {
  /// Reads one entry of a page's `fields`: a name, or a map with `name`, `kind`, `required` and
  /// `choices`.
  init(_ entry: FieldValue) throws(CollectionPage.Complaint) {
    if case .string(let name) = entry {
      self.init(name: name, kind: .text)
      return
    }
    guard case .map(let entries) = entry else {
      throw .init(text: "each entry of `fields` must be a name or a map")
    }
    let value = { (key: String) in entries.last { $0.key == key }?.value }
    guard let name = value("name")?.text else {
      throw .init(text: "an entry of `fields` has no `name`")
    }
    let kindName = value("kind")?.text ?? FieldKind.text.rawValue
    guard let kind = FieldKind(rawValue: kindName) else {
      let known = FieldKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw .init(
        text: "the field `\(name)` has the unknown kind `\(kindName)`; use one of \(known)")
    }
    self.init(
      name: name, kind: kind, isRequired: value("required") == .boolean(true),
      choices: value("choices")?.words(splitAtBlanks: false) ?? [])
  }
}
