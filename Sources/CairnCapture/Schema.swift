public import CairnDocument
public import CairnText

/// The fields that the captures of a collection have, as its page lists them.
public struct Schema: Hashable, Sendable {
  /// One of the fields.
  public struct Field: Hashable, Sendable {
    /// The key in the captures' front matter.
    public let name: String
    /// What its values are.
    public let kind: FieldKind
    /// Whether each capture has to have it.
    public let isRequired: Bool
    /// The values it may have, of kind `choice`.
    public let choices: [String]

    /// A field with this name and kind.
    public init(name: String, kind: FieldKind, isRequired: Bool = false, choices: [String] = []) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.choices = choices
    }
  }

  /// The fields in the order of the page.
  public let fields: [Field]

  /// A schema of these fields.
  public init(fields: [Field]) {
    self.fields = fields
  }

  /// The field with this name.
  public func field(_ name: String) -> Field? { fields.first { $0.name == name } }

  /// The fields that have to be there, and in a document are missing or empty.
  public func missing(in document: Document) -> [Field] {
    fields.filter { $0.isRequired && (document[$0.name] ?? .null).isNothing }
  }

  /// What in a capture does not fit: a required field that is missing, a value of another kind or
  /// not among the choices. The values stay as they are.
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
  /// Makes sure that a change breaks no rule which the capture kept before.
  ///
  /// - Parameters:
  ///   - old: the schema before the change, where that was another one.
  /// - Throws: the first new breach, as an error.
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
  /// Whether nothing stands there: no value, no text, or no element.
  fileprivate var isNothing: Bool { self == .null || self == .string("") || self == .list([]) }
}

extension Schema.Field {
  /// What is to be put in, for people: `text`, `one of paper, audio`, `a date, such as 2026-11-21`.
  public var wanted: String {
    switch kind {
    case .text: "text"
    case .number: "a number"
    case .date: "a date, such as 2026-11-21"
    case .boolean: "true or false"
    case .list: "texts, with commas between them"
    case .choice: "one of \(choices.joined(separator: ", "))"
    }
  }

  /// What is wrong with a value, in a sentence with the field's name; nil where it fits.
  func breach(by value: FieldValue) -> String? {
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
        ? "\(name): \(shown) is not a date, such as 2026-11-21" : nil
    case .boolean:
      if case .boolean = value { return nil }
      return "\(name): \(shown) is neither true nor false"
    case .list:
      if case .list = value { return nil }
      return "\(name): \(shown) is not a list"
    case .choice:
      return choices.contains(value.text ?? "")
        ? nil : "\(name) must be one of \(choices.joined(separator: ", ")); \(shown) is not"
    }
  }
}

/// A collection's own page, `_collection.md`: what it is called and what its captures have.
public struct CollectionPage: Sendable {
  /// The name of the file.
  public static let fileName = "_collection.md"

  /// Whether the file at a path is a collection's own page.
  public static func isPage(_ path: NotePath) -> Bool {
    path.nameBytes.elementsEqual(fileName.utf8)
  }

  /// The page's file.
  public let document: Document
  /// What the collection is called, where that is not the folder's name.
  public var name: String? { document["name"]?.text }
  /// An emoji, or whatever stands for it.
  public var icon: String? { document["icon"]?.text }
  /// What it holds, in a sentence.
  public var description: String? { document["description"]?.text }
  /// The type of captures added to it.
  public var defaultType: String? { document["type"]?.text }
  /// The name of the template that captures added to it begin with.
  public var template: String? { document["template"]?.text }
  /// The fields its captures have, or nil where the page lists none.
  public let schema: Schema?
  /// What is wrong with the page, without a path.
  public let diagnostics: [Diagnostic]

  /// Reads a page.
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
            .warning, "schema-malformed", "`fields` is no list of fields", at: place,
            in: document.bytes))
      }
    }
    self.diagnostics = diagnostics
  }

  /// Why an entry of the page's `fields` is none.
  struct Complaint: Error {
    let text: String
  }
}

extension Schema.Field {
  /// Reads one entry of a page's `fields`: a name, or a map with `name`, `kind`, `required`,
  /// `choices`.
  init(_ entry: FieldValue) throws(CollectionPage.Complaint) {
    if case .string(let name) = entry {
      self.init(name: name, kind: .text)
      return
    }
    guard case .map(let entries) = entry else {
      throw .init(text: "an entry of `fields` is neither a name nor a map")
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
