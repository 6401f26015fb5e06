import CairnJSON

/// The form of a JSON value, written as a JSON Schema (2020-12) in the OpenAPI document.
indirect enum Schema: Sendable {
  /// Any value.
  case any
  /// A string, with a format such as `date-time`.
  case string(format: String? = nil)
  /// One of these strings.
  case choice([String])
  /// A whole number in a range.
  case integer(ClosedRange<Int>? = nil)
  case number
  case boolean
  case array(Schema)
  /// An object with these members. If the object is open, other members are allowed, too.
  case object([Member], isOpen: Bool = false)
  /// An object whose members can have any names, and whose values all have this schema.
  case map(Schema)
  case nullable(Schema)
  case either([Schema])
  /// A schema that has a name in the document; see ``Schemas``.
  case named(String)

  /// A member of an object.
  struct Member: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool

    /// Returns a member that is always present.
    static func required(_ name: String, _ schema: Schema) -> Member {
      Member(name: name, schema: schema, isRequired: true)
    }

    /// Returns a member that can be missing.
    static func optional(_ name: String, _ schema: Schema) -> Member {
      Member(name: name, schema: schema, isRequired: false)
    }
  }

  /// A string without a format.
  static var text: Schema { .string() }

  /// Returns the schema of an object that has these members and the member `schema`, which is 1.
  static func document(_ members: Member..., isOpen: Bool = false) -> Schema {
    .object([.required("schema", .integer(1...1))] + members, isOpen: isOpen)
  }
}

extension Schema {
  /// The schema as a JSON Schema.
  var json: JSONValue {
    switch self {
    case .any: [:]
    case .string(nil): ["type": "string"]
    case .string(let format?): ["type": "string", "format": .string(format)]
    case .choice(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .integer(nil): ["type": "integer"]
    case .integer(let range?):
      [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .array(let element): ["type": "array", "items": element.json]
    case .map(let value): ["type": "object", "additionalProperties": value.json]
    case .nullable(let schema): ["anyOf": [schema.json, ["type": "null"]]]
    case .either(let schemas): ["anyOf": .array(schemas.map(\.json))]
    case .named(let name): ["$ref": .string("#/components/schemas/\(name)")]
    case .object(let members, let isOpen):
      [
        "type": "object",
        "properties": .object(members.map { .init($0.name, $0.schema.json) }),
        "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": .boolean(isOpen),
      ]
    }
  }
}
