public import CairnCapture
public import CairnInsight
import CairnNotebook
import CairnQuery

/// A capture without a type, with its likely types.
public struct UnclassifiedCapture: Sendable {
  /// The capture.
  public let capture: Capture
  /// The likely types.
  public let found: Classification
}

extension Workspace {
  /// The query for captures that still have no type because their type was uncertain or not
  /// detected when they were saved.
  static let unclassifiedQuery: String = {
    let mark = MachineMark.key(for: "type")
    return "(\(mark):=\(MachineMark.unsure) OR \(mark):=\(MachineMark.undetected)) is:untyped"
  }()

  /// Returns the captures that still lack a type, because the type was uncertain or not detected
  /// when the capture was added.
  ///
  /// - Parameter limit: The maximum number of captures; nil for all.
  public func unclassified(limit: Int? = nil) throws -> [UnclassifiedCapture] {
    let catalog = catalog()
    let found = try catalog.select(
      Query(Self.unclassifiedQuery), in: catalog.context(clock), limit: limit)
    return classified(catalog.captures(found.entries))
  }

  /// Returns the captures, each with the likely types of its text.
  public func classified(_ captures: [Capture]) -> [UnclassifiedCapture] {
    let classifier = Classifier(notebook.currentHabits.experience)
    return captures.map {
      UnclassifiedCapture(capture: $0, found: classifier.classify($0.textToClassify))
    }
  }

  /// Returns the type that equals a word, or the only type that begins with it. Built-in types
  /// (``TypeWord/all``) take precedence over types that only captures use. If no type is found,
  /// also returns all types to choose from; otherwise `all` is empty.
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
  /// The two most likely types, as a phrase: `idea or fact`.
  public var likeliest: String {
    candidates.prefix(2).map(\.kind.rawValue).joined(separator: " or ")
  }
}
