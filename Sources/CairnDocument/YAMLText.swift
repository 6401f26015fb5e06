import CairnText
import Yams

/// A front matter, or some of its fields, read by a full YAML parser: what `FieldScanner` leaves
/// open.
///
/// The parser gives the nodes; what a scalar means is decided by ``YAMLScalar``, as everywhere.
struct YAMLText {
  /// Why a text could not be read.
  struct Failure: Error, Hashable {
    /// Byte offset in the file, or nil where the parser named no place.
    let offset: Int?
    let reason: String
  }

  /// More values than these are refused: an alias may stand for a thousand others.
  private static let maximumNodes = 1 << 20

  /// The reason where the text is YAML, but not a mapping.
  static let notFields = "it is not made of fields `key: value`"
  /// The reason where a parser finds other fields than a scan.
  static let notAsScanned = "its lines can be read in two ways"

  private let text: [UInt8]
  /// The bytes of the file that the text is made of, each with where they begin in it.
  private let parts: [(range: Range<Int>, start: Int)]

  /// The text between the fences, or any part of it.
  init(_ bytes: [UInt8], _ content: Range<Int>) {
    text = Array(bytes[content])
    parts = [(content, 0)]
  }

  /// Some fields of a front matter and nothing between them, each called by its number, so that no
  /// key occurs twice.
  private init(_ bytes: [UInt8], _ fields: [FieldLayout]) {
    var text: [UInt8] = []
    var parts: [(range: Range<Int>, start: Int)] = []
    for (number, field) in fields.enumerated() {
      text += bytes[field.lines.lowerBound..<field.keyRange.lowerBound] + Array("\(number)".utf8)
      let rest = field.keyRange.upperBound..<field.lines.upperBound
      parts.append((rest, text.count))
      text += bytes[rest]
    }
    self.text = text
    self.parts = parts
  }

  /// The values of fields that a scan has told apart, in order.
  ///
  /// Throws a ``Failure`` where the text of one is not YAML, is beyond the limits, or is read as
  /// something else than one value.
  static func values(
    of fields: [FieldLayout], in bytes: [UInt8]
  ) throws(Failure) -> [FieldValue] {
    guard !fields.isEmpty else { return [] }
    let entries = try YAMLText(bytes, fields).entries()
    guard entries.count == fields.count,
      entries.enumerated().allSatisfy({ $1.key == "\($0)" })
    else { throw Failure(offset: nil, reason: notAsScanned) }
    return entries.map(\.value)
  }

  /// The entries of the mapping at the root, in order; none where the text holds only comments.
  ///
  /// Throws a ``Failure`` where the text is not YAML, is not a mapping, or is beyond the limits.
  func entries() throws(Failure) -> [FieldValue.Entry] {
    guard let root = try root() else { return [] }
    guard case .mapping(let mapping) = root else {
      throw Failure(offset: offset(inFile: 0), reason: Self.notFields)
    }
    var budget = Self.maximumNodes
    var entries: [FieldValue.Entry] = []
    for (key, value) in mapping {
      entries.append(.init(try text(of: key, &budget), try self.value(of: value, &budget)))
    }
    return entries
  }

  /// The root node, or nil where there is none.
  private func root() throws(Failure) -> Node? {
    if let breach = YAMLLimits.breach(of: text, subject: "the front matter") {
      throw Failure(offset: offset(inFile: 0), reason: breach)
    }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw Failure(offset: offset(inFile: 0), reason: "the front matter is not UTF-8")
    }
    do {
      let parser = try Parser(yaml: string, encoding: .utf8)
      return try parser.singleRoot()
    } catch let error as YamlError {
      let complaint = error.complaint(in: string)
      throw Failure(offset: complaint.offset.map(offset(inFile:)), reason: complaint.reason)
    } catch {
      throw Failure(offset: nil, reason: "the front matter is not YAML")
    }
  }

  /// Where a byte of the text stands in the file.
  private func offset(inFile offset: Int) -> Int {
    guard let part = parts.last(where: { $0.start <= offset }) ?? parts.first else { return 0 }
    return part.range.lowerBound + max(0, min(offset - part.start, part.range.count))
  }
}

// MARK: - Nodes

extension YAMLText {
  private func value(of node: Node, _ budget: inout Int) throws(Failure) -> FieldValue {
    budget -= 1
    guard budget > 0 else {
      throw Failure(offset: nil, reason: "the aliases in the front matter stand for too much")
    }
    switch node {
    case .scalar(let scalar):
      return Self.value(of: scalar)
    case .sequence(let sequence):
      var list: [FieldValue] = []
      for element in sequence { list.append(try value(of: element, &budget)) }
      return .list(list)
    case .mapping(let mapping):
      var entries: [FieldValue.Entry] = []
      for (key, element) in mapping {
        entries.append(.init(try text(of: key, &budget), try value(of: element, &budget)))
      }
      return .map(entries)
    case .alias:
      return .null
    }
  }

  /// A key as text: a scalar as it stands, anything else in flow style.
  private func text(of node: Node, _ budget: inout Int) throws(Failure) -> String {
    if case .scalar(let scalar) = node, !scalar.string.isEmpty { return scalar.string }
    return try value(of: node, &budget).flowText
  }

  private static func value(of scalar: Node.Scalar) -> FieldValue {
    let tag = scalar.tag.description
    let text = Array(scalar.string.utf8)[...]
    switch tag {
    case "tag:yaml.org,2002:str", "!": return .string(scalar.string)
    case "tag:yaml.org,2002:null": return .null
    case "tag:yaml.org,2002:int": return YAMLScalar.integer(text) ?? .string(scalar.string)
    case "tag:yaml.org,2002:float":
      let number = YAMLScalar.float(text) ?? YAMLScalar.integer(text)
      if case .integer(let whole) = number { return .float(Double(whole)) }
      return number ?? .string(scalar.string)
    case "tag:yaml.org,2002:timestamp": return YAMLScalar.timestamp(text) ?? .string(scalar.string)
    case "tag:yaml.org,2002:bool", "": return YAMLScalar.plain(text)
    default: return scalar.style == .plain ? YAMLScalar.plain(text) : .string(scalar.string)
    }
  }
}

extension FieldValue {
  /// The value in YAML's flow style, on one line: how a key that is no scalar is shown.
  var flowText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .float(let value): String(value)
    case .string(let value): value
    case .date(let value): value.description
    case .dateTime(let value): value.description
    case .list(let elements): "[" + elements.map(\.flowText).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key): \($0.value.flowText)" }.joined(separator: ", ") + "}"
    }
  }
}
