public import CairnCapture
public import CairnInsight
import CairnNotebook
import CairnQuery

/// A capture without a type, and the types that it may have.
public struct UnclassifiedCapture: Sendable {
  /// The capture.
  public let capture: Capture
  /// The types that it may have.
  public let found: Classification
}

extension Workspace {
  /// The query for captures that were saved without a type because it was not certain. One that got a
  /// type in an editor is not among them.
  static let unclassifiedQuery =
    "\(MachineMark.key(for: "type")):=\(MachineMark.unsure) is:untyped"

  /// The captures whose type was not certain when they were added, and how many characters of an id
  /// tell them apart.
  public func unclassified() throws -> (captures: [UnclassifiedCapture], idWidth: Int) {
    let catalog = catalog()
    let found = try catalog.select(Query(Self.unclassifiedQuery), in: catalog.context(clock))
    return (classified(catalog.captures(found.entries)), catalog.idWidth)
  }

  /// Captures with the types that they may have by their text.
  public func classified(_ captures: [Capture]) -> [UnclassifiedCapture] {
    let classifier = Classifier(notebook.habits.experience)
    return captures.map {
      UnclassifiedCapture(capture: $0, found: classifier.classify($0.textToClassify))
    }
  }

  /// The type that a word is, or that alone begins with it: one of ``TypeWord/all``, else one that
  /// captures have. If there is none, all types that there are.
  public func type(beginning word: String) -> (type: String?, all: [String]) {
    if let type = Self.type(word, among: TypeWord.all) { return (type, []) }
    let used = catalog().usedTypes
    if let type = Self.type(word, among: used) { return (type, []) }
    return (nil, TypeWord.all + used.filter { !TypeWord.all.contains($0) })
  }

  private static func type(_ word: String, among types: [String]) -> String? {
    let word = word.lowercased()
    if let type = types.first(where: { $0.lowercased() == word }) { return type }
    let found = types.filter { $0.lowercased().hasPrefix(word) }
    return found.count == 1 ? found.first : nil
  }
}

extension Classification {
  /// The two likeliest types, for people: `idea or fact`.
  public var likeliest: String {
    candidates.prefix(2).map(\.kind.rawValue).joined(separator: " or ")
  }
}
