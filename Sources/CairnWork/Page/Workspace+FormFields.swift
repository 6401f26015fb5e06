public import CairnCapture
import CairnDocument
import CairnNotebook
import CairnText

/// A field of a capture in a form.
public struct FormField: Sendable {
  /// The key in the front matter.
  public let name: String
  /// The kind of the field's values.
  public let kind: FieldKind
  /// The value as a person would type it; empty if the capture does not have the field.
  public let value: String
  /// The values to choose from; empty if any value can be typed.
  public let choices: [String]
  /// Whether every capture of the collection must have the field.
  public let isRequired: Bool
}

extension Workspace {
  /// Returns the fields that a form for a capture shows: the usual fields of its type, the fields
  /// of its collection, and the other fields of the capture. Leaves out fields that the form cannot
  /// change, such as the id and maps.
  public func formFields(of capture: Capture) -> [FormField] {
    let catalog = catalog()
    let schema = catalog.nearestPage(of: capture.collection)?.schema
    let type = capture.type?.lowercased() ?? ""
    var names = ["title", "type", "score", "due"] + (Self.usualFields[type] ?? [])
    names += schema?.fields.map(\.name) ?? []
    names += FieldOrder.shown(capture.document.fieldsThatCount).map(\.key)
    var seen = Self.fixedFields
    return names.compactMap { name in
      guard seen.insert(name).inserted, !name.contains("["), !name.contains("]"),
        let value = typed(name, of: capture)
      else { return nil }
      let field = schema?.field(name)
      var choices = field?.choices ?? []
      if name == "type" { choices = TypeWord.all + catalog.usedTypes }
      if name == "score" { choices = ["undecided", "bad", "okay", "great"] }
      if !choices.isEmpty, !value.isEmpty, !choices.contains(value) { choices.append(value) }
      return FormField(
        name: name, kind: field?.kind ?? kind(of: name, in: capture), value: value,
        choices: choices.uniqued(),
        isRequired: field?.isRequired ?? false)
    }
  }

  /// Returns a field's value as a person would type it; nil if a form cannot change it.
  private func typed(_ name: String, of capture: Capture) -> String? {
    if name == "score", let score = capture.score { return score.name }
    guard let field = capture.document.field(name) else { return "" }
    if MachineMark.isMark(field) { return nil }
    switch field.value {
    case .map: return nil
    case .null: return ""
    case .list(let elements):
      let texts = elements.compactMap(\.text)
      guard texts.count == elements.count, !texts.contains(where: { $0.contains(",") }) else {
        return nil
      }
      return texts.joined(separator: ", ")
    default: return capture.document.writtenText(field) ?? field.value.text
    }
  }

  private func kind(of name: String, in capture: Capture) -> FieldKind {
    if let kind = FieldKind.ofBuiltIn(name) { return kind }
    return switch capture[name] {
    case .boolean: .boolean
    case .integer, .float: .number
    case .date, .dateTime: .date
    case .list: .list
    default: Self.usualKinds[name] ?? .text
    }
  }

  /// The fields that a form does not show, because commands maintain them or other parts of the
  /// page change them.
  private static let fixedFields: Set<String> = [
    "id", "created", "updated", "modified", "lastmod", "completed", "collection", "images",
    "files", "cover", "image", "originals",
  ]

  private static let usualFields: [String: [String]] = [
    "action": ["status", "person", "repeat"],
    "gift": ["recipient", "occasion", "date", "budget"],
    "entry": ["year", "genre", "author", "platform"], "person": ["birthday"],
    "idea": ["meaning"], "fact": ["meaning"],
  ]
  private static let usualKinds: [String: FieldKind] = ["budget": .number, "year": .number]
}
