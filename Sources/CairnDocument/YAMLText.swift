import CairnText
import Yams

/// A front matter read by a full YAML parser: what `FieldScanner` leaves open.
///
/// The parser gives the nodes; what a scalar means is decided by ``YAMLScalar``, as everywhere.
struct YAMLText {
  /// Why a text could not be read.
  struct Failure: Error, Hashable {
    /// Byte offset in the file, or nil where the parser named no place.
    let offset: Int?
    let reason: String
  }

  /// One entry of the mapping at the root.
  struct Entry {
    let key: String
    let value: FieldValue
    /// The line of the key, from 0, counted from the first line of the text.
    let line: Int
  }

  /// More values than these are refused: an alias may stand for a thousand others.
  private static let maximumNodes = 1 << 20

  /// The reason where the text is YAML, but not a mapping.
  static let notFields = "it is not made of fields `key: value`"

  let bytes: [UInt8]
  let content: Range<Int>

  /// The entries of the mapping at the root, in order; none where the text holds only comments.
  ///
  /// Throws a ``Failure`` where the text is not YAML, is not a mapping, or is beyond the limits.
  func entries() throws(Failure) -> [Entry] {
    guard let root = try root() else { return [] }
    guard case .mapping(let mapping) = root else {
      throw Failure(offset: content.lowerBound, reason: Self.notFields)
    }
    var budget = Self.maximumNodes
    var entries: [Entry] = []
    for (key, value) in mapping {
      entries.append(
        Entry(
          key: try text(of: key, &budget), value: try self.value(of: value, &budget),
          line: (key.mark?.line ?? 1) - 1))
    }
    return entries
  }

  /// The root node, or nil where there is none.
  private func root() throws(Failure) -> Node? {
    if let breach = YAMLLimits.breach(of: bytes[content], subject: "the front matter") {
      throw Failure(offset: content.lowerBound, reason: breach)
    }
    guard let text = String(validating: bytes[content], as: UTF8.self) else {
      throw Failure(offset: content.lowerBound, reason: "the front matter is not UTF-8")
    }
    do {
      let parser = try Parser(yaml: text, encoding: .utf8)
      return try parser.singleRoot()
    } catch let error as YamlError {
      throw Failure(error, text: text, start: content.lowerBound)
    } catch {
      throw Failure(offset: nil, reason: "the front matter is not YAML")
    }
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

// MARK: - Errors

extension YAMLText.Failure {
  /// The parser's complaint, at its byte in the file.
  fileprivate init(_ error: YamlError, text: String, start: Int) {
    let complaint = error.complaint(in: text)
    self.init(offset: complaint.offset.map { start + $0 }, reason: complaint.reason)
  }
}
