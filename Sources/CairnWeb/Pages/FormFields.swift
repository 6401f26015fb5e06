import CairnJSON

/// The fields of a form as a browser sends them, in order.
///
/// - `fields[due]` is the member `due` of the object `fields`.
/// - `tags[add][]` is an element of the list `add` in `tags`.
/// - `pieces[0][text]` is the member `text` of the first object in the list `pieces`, if the schema
///   says that `pieces` is a list.
/// - `was[due]` is the earlier value of `fields[due]`. If both are equal, the person did not change
///   the field, and the field is left out.
struct FormFields: Sendable {
  let fields: [(name: String, value: String)]
  /// The maximum number of parts of a name.
  private static let mostParts = 8

  /// Reads a form in the format `application/x-www-form-urlencoded` or `multipart/form-data`.
  ///
  /// Throws an ``ErrorAnswer`` if the form is not valid, or if one field would replace another, as
  /// `tags` would replace `tags[add]`.
  init(_ body: [UInt8], type: String) throws(ErrorAnswer) {
    let invalid = ErrorAnswer(400, "form-invalid", "the form is not valid")
    if type.lowercased().hasPrefix("multipart/form-data") {
      guard let form = MultipartForm(body, type: type) else { throw invalid }
      fields = try form.parts.filter { $0.fileName == nil }.map { part throws(ErrorAnswer) in
        guard let text = String(validating: part.bytes, as: UTF8.self) else {
          throw ErrorAnswer(400, "form-invalid", "`\(part.name)`: the text is not UTF-8")
        }
        return (part.name, Self.unixLines(text))
      }
      try check()
      return
    }
    guard let text = String(validating: body, as: UTF8.self) else { throw invalid }
    var fields: [(name: String, value: String)] = []
    for pair in text.split(separator: "&") {
      let sign = pair.firstIndex(of: "=") ?? pair.endIndex
      let parts = [pair[..<sign], pair[sign...].dropFirst()].compactMap {
        try? RequestTarget.decoded($0.replacing("+", with: " ")[...])
      }
      guard parts.count == 2 else { throw invalid }
      fields.append((parts[0], Self.unixLines(parts[1])))
    }
    self.fields = fields
    try check()
  }

  /// Throws an ``ErrorAnswer`` if a name has too many parts, or if one field would replace another
  /// field, as `tags` would replace `tags[add]`.
  private func check() throws(ErrorAnswer) {
    let paths = fields.filter { !Self.controls.contains($0.name) }.map {
      (name: $0.name, value: $0.value, path: Self.path($0.name))
    }
    var values: [[String]: String] = [:]
    for (name, value, path) in paths {
      guard path.count <= Self.mostParts else {
        throw ErrorAnswer(400, "form-invalid", "the form is not valid")
      }
      // A page sends `false` for each check box, and then `true` if the box is selected.
      guard let old = values.updateValue(value, forKey: path), path.last != "",
        (old, value) != ("false", "true")
      else { continue }
      throw ErrorAnswer(400, "request-field-twice", "`\(name)`: the field occurs twice")
    }
    // A field such as `tags` would replace `tags[add]`.
    for (_, _, path) in paths {
      guard
        let name = path.indices.dropFirst().map({ Array(path[..<$0]) })
          .first(where: { values[$0] != nil })?.last
      else { continue }
      throw ErrorAnswer(400, "request-field-twice", "`\(name)`: the field occurs twice")
    }
  }

  /// Returns text with LF line endings. Browsers end every line with CR LF, even if the original
  /// text did not.
  private static func unixLines(_ text: String) -> String { text.replacing("\r\n", with: "\n") }

  /// Returns the last value of a field; nil if the form does not have it.
  subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

  /// The names of the fields that control the form itself and are not part of the API request.
  static let controls: Set<String> = [
    "token", "request", "page", "back", "version", "newline", "key", "draft",
  ]
}

// MARK: - JSON

extension FormFields {
  /// Returns the form as the JSON of an API request.
  ///
  /// - Parameter schema: The schema of the request. The schema determines whether a value is text,
  ///   a number or a boolean.
  func json(_ schema: Schema) -> JSONValue {
    let isWindows = self["newline"] == "crlf"
    var root = FormNode()
    for (name, value) in fields where !Self.controls.contains(name) {
      let path = Self.path(name)
      guard path.first != "was" else { continue }
      var value = value
      if isWindows { value = value.replacing("\n", with: "\r\n") }
      if path.count == 2, path[0] == "fields", let was = self["was[\(path[1])]"] {
        guard was != self[name] else { continue }
        // An empty meaning is a person's choice, which is recorded.
        if value.isEmpty, path[1] != "meaning" {
          root.set(["unset", ""], path[1])
          continue
        }
      }
      root.set(path, value)
    }
    return root.json(schema.resolved)
  }

  /// Returns the parts of a name: `tags[add][]` becomes `tags`, `add` and an empty part.
  private static func path(_ name: String) -> [String] {
    guard let bracket = name.firstIndex(of: "["), name.hasSuffix("]") else { return [name] }
    let rest = name[name.index(after: bracket)...].dropLast()
    return [String(name[..<bracket])]
      + rest.split(separator: "][", omittingEmptySubsequences: false)
      .map(String.init)
  }
}

/// A value that the fields of a form describe: an object, a list or a string.
private struct FormNode {
  private var members: [(name: String, node: FormNode)] = []
  private var list: [String] = []
  private var text: String?

  mutating func set(_ path: [String], _ value: String) {
    guard let name = path.first else {
      text = value
      return
    }
    if name.isEmpty { return list.append(value) }
    let place = members.firstIndex { $0.name == name } ?? members.count
    if place == members.count { members.append((name, FormNode())) }
    members[place].node.set(Array(path.dropFirst()), value)
  }

  func json(_ schema: Schema) -> JSONValue {
    if let text { return Self.value(text, schema) }
    if case .array(let element) = schema, !members.isEmpty {
      return .array(members.map { $0.node.json(element.resolved) })
    }
    if !list.isEmpty { return .array(list.map { .string($0) }) }
    return .object(
      members.map { .init($0.name, $0.node.json(schema.member($0.name))) }.filter {
        // An empty text means that the person did not fill in the field.
        if case .string("") = $0.value { Self.keptIfEmpty.contains($0.name) } else { true }
      })
  }

  private static func value(_ text: String, _ schema: Schema) -> JSONValue {
    switch schema {
    case .boolean where text == "true": true
    case .boolean where text == "false" || text.isEmpty: false
    case .integer: Int(text).map { .integer($0) } ?? .string(text)
    case .nullable(let inner): text.isEmpty ? .null : value(text, inner)
    default: .string(text)
    }
  }

  private static let keptIfEmpty: Set<String> = ["text", "body", "text_content", "meaning"]
}

extension Schema {
  /// The schema that this schema refers to by name; this schema itself if it is not such a
  /// reference.
  var resolved: Schema {
    if case .named(let name) = self {
      return Schemas.all.first { $0.name == name }?.schema ?? .any
    }
    return self
  }

  /// Returns the schema of a member of an object.
  fileprivate func member(_ name: String) -> Schema {
    guard case .object(let members, _) = self else { return .any }
    return members.first { $0.name == name }?.schema.resolved ?? .any
  }
}
