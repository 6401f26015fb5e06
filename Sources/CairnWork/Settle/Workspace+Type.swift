public import CairnCapture
import CairnDocument
import CairnIndex
import CairnInsight
public import CairnNotebook
import CairnText

/// What a person says a capture is.
public struct TypeRequest: Sendable {
  /// The capture: its id, the beginning of that, its path or title.
  public var capture: String
  /// The type: one of ``TypeWord/all``, or one that another capture has.
  public var type: String

  /// A request to make a capture's type `type`.
  public init(_ capture: String, _ type: String) {
    self.capture = capture
    self.type = type
  }
}

extension Workspace {
  /// Makes a capture what a person says it is; other captures are classified with that in mind.
  ///
  /// Throws a ``Refusal`` if no capture has the name, or the type.
  public func setType(_ request: TypeRequest, _ mode: Mode) throws -> ChangeReport {
    let (capture, catalog) = try capture(named: request.capture)
    try checkType(request.type, in: catalog)
    let report = try settle(capture, as: request.type, mode)
    if mode == .write { learn() }
    return report
  }

  /// Makes `type` a capture's type, as a person's word.
  ///
  /// What a machine found because it took the capture for another type goes with that: the time of an
  /// action, the person of what is about nobody. What is about somebody gets the person, and an action
  /// the time that its text says, as it was meant when it was written.
  public func settle(
    _ capture: Capture, as type: String, _ mode: Mode = .write
  ) throws -> ChangeReport {
    try notebook.change([capture], mode) { capture throws(Diagnostic) in
      try notebook.applying(
        [.set("type", .text(type)), .unset(MachineMark.key(for: "type"))]
          + outdated(in: capture, as: type) + time(of: capture, as: type)
          + person(of: capture, as: type), to: capture)
    }
  }

  /// The changes that take away what a machine found of another type.
  private func outdated(in capture: Capture, as type: String) -> [FieldChange] {
    var keys: [String] = []
    if type != CaptureKind.action.rawValue { keys += ["due", "repeat"] }
    if ![CaptureKind.action, .person].map(\.rawValue).contains(type) { keys.append("person") }
    return keys.filter { capture.maker(of: $0) != nil }.flatMap { key in
      [FieldChange.unset(key), .unset(MachineMark.key(for: key))]
    }
  }

  /// The changes that give an action the time in its text, where no field says one.
  private func time(of capture: Capture, as type: String) -> [FieldChange] {
    guard type == CaptureKind.action.rawValue, capture["due"] == nil, capture["repeat"] == nil,
      let words = Classifier().due(in: capture.textToClassify),
      let phrase = reader(asOf: capture.created).due(saidAs: words)
    else { return [] }
    let rule = phrase.rule.map(\.description)
    return FieldChange.marked("due", .literal(phrase.due), phrase.due)
      + (rule.map { FieldChange.marked("repeat", .text($0), $0) } ?? [])
  }

  /// The changes that give a capture the person in its text, where its type has one and no field says who.
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
  /// The link to the card of somebody whom a text names, as far as the index knows of one, be it in other
  /// letters or by more words than were found; else the person as found.
  public func person(_ found: String?, in text: String) -> String? {
    let names = CalledNames.all(in: text, person: found) + (found.map { [$0] } ?? [])
    return notebook.person(namedAnyOf: names)?.wikilink ?? found
  }
}

extension Capture {
  /// The text by which it is classified: its title, if a field has one, and its body.
  public var textToClassify: String {
    [text("title"), String(decoding: document.bytes[document.body], as: UTF8.self)]
      .compactMap(\.self).joined(separator: "\n")
  }
}

// MARK: - Types

extension Workspace {
  /// Throws a ``Refusal`` with the nearest type where `type` is none of ours, and no capture has it.
  public func checkType(_ type: String, in catalog: Catalog) throws {
    guard !TypeWord.all.contains(type) else { return }
    let used = catalog.usedTypes
    guard !used.contains(type) else { return }
    let near = Nearest.name(to: type, among: TypeWord.all + used)
    throw Refusal(
      "type-unknown",
      "no capture has the type `\(type)`; "
        + (near.map { "did you mean `\($0)`? " } ?? "") + "`cairn set` takes any word",
      .invalid)
  }
}

/// The types that captures have, besides words of the user's own.
public enum TypeWord {
  /// All of them; no two begin with the same letter.
  public static let all = CaptureKind.allCases.map(\.rawValue) + ["entry", "gift", "note"]
}

extension Catalog {
  /// The types that captures have, in order.
  public var usedTypes: [String] {
    Set(facts(of: snapshot.entries).lazy.compactMap(\.type)).sorted()
  }
}

// MARK: - Learning

extension Workspace {
  /// Brings the index up to date, so that what a person said of captures counts for the next one.
  public func learn() { _ = withReadingProgress { notebook.catalog(keepsAll: true, progress: $0) } }

  /// Does so if that takes no longer than adding a capture: in notebooks of up to 3,000 captures.
  public func learnIfSmall() {
    if let captures = notebook.habits.captures, captures <= 3_000 { learn() }
  }
}
