public import CairnCapture
import CairnDocument
import CairnIndex
import CairnInsight
public import CairnNotebook
import CairnText

/// A request to set the type of captures.
public struct TypeRequest: Sendable {
  /// The handles of the captures.
  public var captures: [String]
  /// The type: one of ``TypeWord/all``, or a type that another capture already has.
  public var type: String

  /// Creates a request to set the type of a capture.
  public init(_ capture: String, _ type: String) {
    self.init([capture], type)
  }

  /// Creates a request to set the type of captures.
  public init(_ captures: [String], _ type: String) {
    self.captures = captures
    self.type = type
  }
}

extension Workspace {
  /// Sets the type of captures, from which the classifier learns.
  ///
  /// Throws a ``Refusal`` if there is no such capture or type.
  public func setType(_ request: TypeRequest, _ mode: Mode) throws -> ChangeReport {
    let (captures, catalog) = try capturesToWrite(named: request.captures)
    try checkType(request.type, in: catalog)
    let report = try settle(captures, as: request.type, mode)
    if mode == .write { learn() }
    return report
  }

  /// Sets the type of captures to one that a person confirmed.
  ///
  /// Also removes fields that a machine set and the new type does not have: the times of an action,
  /// or the person. Sets the person that the text names and, for an action, the time that the text
  /// names, relative to when it was written. Existing fields keep their values.
  public func settle(
    _ captures: [Capture], as type: String, _ mode: Mode = .write
  ) throws -> ChangeReport {
    try notebook.change(captures, mode) { capture throws(Diagnostic) in
      try notebook.applying(
        [.set("type", .text(type)), .unset(MachineMark.key(for: "type"))]
          + outdated(in: capture, as: type) + time(of: capture, as: type)
          + person(of: capture, as: type), to: capture)
    }
  }

  /// Returns the changes that remove fields that a machine set and the new type does not have.
  private func outdated(in capture: Capture, as type: String) -> [FieldChange] {
    var keys: [String] = []
    if type != CaptureKind.action.rawValue { keys += ["due", "repeat"] }
    if ![CaptureKind.action, .person].map(\.rawValue).contains(type) { keys.append("person") }
    return keys.filter { capture.maker(of: $0) != nil }.flatMap { key in
      [FieldChange.unset(key), .unset(MachineMark.key(for: key))]
    }
  }

  /// Returns the changes that set the time of an action from its text. Returns none for other
  /// types, or if the field `due` or `repeat` exists.
  private func time(of capture: Capture, as type: String) -> [FieldChange] {
    guard type == CaptureKind.action.rawValue, capture["due"] == nil, capture["repeat"] == nil,
      let words = Classifier().due(in: capture.textToClassify),
      let phrase = reader(asOf: capture.created).due(saidAs: words)
    else { return [] }
    let rule = phrase.rule.map(\.description)
    return FieldChange.marked("due", .literal(phrase.due), phrase.due)
      + (rule.map { FieldChange.marked("repeat", .text($0), $0) } ?? [])
  }

  /// Returns the changes that set the person named in the text. Returns none if captures of the
  /// type have no person, or if the field `person` exists.
  private func person(of capture: Capture, as type: String) -> [FieldChange] {
    guard let kind = CaptureKind(rawValue: type), capture["person"] == nil,
      let name = Classifier().classify(capture.textToClassify, as: kind).person
    else { return [] }
    let text = person(name, in: capture.textToClassify) ?? name
    return FieldChange.marked("person", .text(text), text)
  }
}

// MARK: - People

extension Workspace {
  /// Returns a link to the card of the person that a text names; without a card, the name `found`.
  /// The card is also found if its title is spelled differently or has more words than `found`.
  ///
  /// - Parameter found: The name that was detected in the text; nil if none was.
  public func person(_ found: String?, in text: String) -> String? {
    let names = CalledNames.all(in: text, person: found) + (found.map { [$0] } ?? [])
    return notebook.person(namedAnyOf: names)?.wikilink ?? found
  }
}

extension Capture {
  /// The text to classify: the field `title`, if there is one, followed by the body.
  public var textToClassify: String {
    [text("title"), String(decoding: document.bytes[document.body], as: UTF8.self)]
      .compactMap(\.self).joined(separator: "\n")
  }
}

// MARK: - Types

extension Workspace {
  /// Throws a ``Refusal`` that suggests the nearest type if `type` is neither built in nor in use.
  public func checkType(_ type: String, in catalog: Catalog) throws {
    guard !TypeWord.all.contains(type) else { return }
    let used = catalog.usedTypes
    guard !used.contains(type) else { return }
    let near = Nearest.name(to: type, among: TypeWord.all + used)
    throw Refusal(
      "type-unknown",
      "unknown type `\(type)`; " + (near.map { "did you mean `\($0)`? Run " } ?? "run ")
        + "`cairn set CAPTURE type=\(type)` to use a new type",
      .invalid)
  }
}

/// The built-in types of captures.
public enum TypeWord {
  /// All built-in types; no two begin with the same letter.
  public static let all = CaptureKind.allCases.map(\.rawValue) + ["entry", "gift", "note"]
}

extension Catalog {
  /// The types that captures have, sorted.
  public var usedTypes: [String] {
    Set(facts(of: snapshot.entries).lazy.compactMap(\.type)).sorted()
  }
}

// MARK: - Learning

extension Workspace {
  /// Updates the index, so that the classifier learns from changes.
  public func learn() { _ = withReadingProgress { notebook.catalog(keepsAll: true, progress: $0) } }

  /// Calls ``learn()`` in notebooks of up to 3,000 captures, in which updating the index takes no
  /// longer than adding a capture.
  public func learnIfSmall() {
    if let captures = notebook.habits.captures, captures <= 3_000 { learn() }
  }
}
