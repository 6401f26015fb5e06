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
  /// The type. If ``creates`` is false, the type must be built in or already in use in the
  /// notebook.
  public var type: String
  /// Whether a type that is new to the notebook is allowed.
  public var creates = false

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
  /// Sets the type of captures. The classifier learns from these types.
  ///
  /// Throws a ``Refusal`` if there is no such capture or type.
  public func setType(_ request: TypeRequest, _ mode: Mode) throws -> ChangeReport {
    let (captures, _) = try capturesToWrite(named: request.captures)
    guard !request.type.isBlank else {
      throw Refusal("type-unknown", "the type is empty; pass a type, such as idea", .invalid)
    }
    try checkType(request.type, creates: request.creates)
    let report = try settle(captures, as: TypeWord.spelled(request.type), mode)
    if mode == .write { learn() }
    return report
  }

  /// Sets the type of captures to one that a person confirmed.
  ///
  /// Sets the values that the text mentions: the person, the time of an action (relative to when
  /// the text was written), and the details of a gift or an entry. Existing fields keep their
  /// values. Removes detected values that belong only to other types. The report says which fields
  /// were set and removed.
  public func settle(
    _ captures: [Capture], as type: String, _ mode: Mode = .write
  ) throws -> ChangeReport {
    var explanations: [NotePath: String] = [:]
    var report = try notebook.change(captures, mode) { capture throws(Diagnostic) in
      var changes = [FieldChange.set("type", .text(type)), .unset(MachineMark.key(for: "type"))]
      changes += outdated(in: capture, as: type) + time(of: capture, as: type)
      changes += person(of: capture, as: type)
      changes += try details(of: capture, as: type)
      let document = try notebook.applying(changes, to: capture)
      explanations[capture.path] = explanation(ofChange: capture, to: document)
      return document
    }
    for index in report.changed.indices {
      report.changed[index].explanation = explanations[report.changed[index].path]
    }
    return report
  }

  /// Returns the changes that remove outdated fields. A field is outdated if its value was
  /// detected, not set by a person, and if the field does not belong to the new type.
  private func outdated(in capture: Capture, as type: String) -> [FieldChange] {
    var keys: [String] = []
    if type != CaptureKind.action.rawValue { keys += ["due", "repeat"] }
    if ![CaptureKind.action, .person].map(\.rawValue).contains(type) { keys.append("person") }
    if type != CaptureKind.person.rawValue { keys.append("birthday") }
    let own = NewDetails.written(for: type)
    let details = NewDetails.keys.keys.reduce(into: Set()) {
      $0.formUnion(NewDetails.written(for: $1))
    }
    .subtracting(own).sorted()
    // Details that a lookup service set also have a maker, but they stay.
    let found =
      keys.filter { capture.maker(of: $0) != nil }
      + details.filter { capture.maker(of: $0) == "cairn" }
    return found.flatMap { [FieldChange.unset($0), .unset(MachineMark.key(for: $0))] }
  }

  /// Returns the changes that set the details of a gift or an entry from a capture's text, which
  /// must be a single line. Returns none for other types. Existing fields keep their values.
  private func details(of capture: Capture, as type: String) throws(Diagnostic) -> [FieldChange] {
    let text = String(decoding: capture.body, as: UTF8.self).trimmedAsCapture
    guard NewDetails.canRead(text),
      var details = NewDetails(text, type, reader(asOf: capture.created))
    else { return [] }
    let schema = notebook.schema(in: capture.collection, ofType: type)
    details.adapt(to: schema, known: Set(capture.document.fields.map(\.key)))
    var changes: [FieldChange] = []
    for field in details.fields {
      let value = try TypedValue(field.value, isText: field.key == "title")
        .value(for: field.key, existing: nil, schema: schema)
      changes += FieldChange.marked(field.key, value, field.value)
    }
    return changes
  }

  /// Returns the changes that set the time of an action from its text. Returns none for other
  /// types, or if the field `due` or `repeat` exists.
  private func time(of capture: Capture, as type: String) -> [FieldChange] {
    guard type == CaptureKind.action.rawValue, capture["due"] == nil, capture["repeat"] == nil,
      let time = time(
        Classifier().due(in: capture.textToClassify, timeReader.language), of: capture)
    else { return [] }
    return FieldChange.marked("due", .literal(time.due), time.due)
      + (time.rule.map { FieldChange.marked("repeat", .text($0), $0) } ?? [])
  }

  /// Returns the due time expressed by `words`, which are part of a capture's text; nil if they
  /// express no time. Interprets the words relative to the time when the text was written.
  func time(_ words: String?, of capture: Capture) -> FoundTime? {
    words.flatMap(reader(asOf: capture.created).due).map { phrase in
      FoundTime(
        due: phrase.due, rule: phrase.rule.map(\.description), assumedHalf: phrase.assumedHalf)
    }
  }

  /// Returns the changes that set the person named in the text and, for a person, the birthday.
  /// Returns none if captures of the type have no person. Existing fields keep their values.
  private func person(of capture: Capture, as type: String) -> [FieldChange] {
    guard let kind = CaptureKind(rawValue: type),
      let name = Classifier().classify(capture.textToClassify, as: kind).person
    else { return [] }
    let schema = notebook.schema(in: capture.collection, ofType: type)
    return aboutPerson(name, in: capture.textToClassify, of: kind).flatMap { key, text in
      let value = try? TypedValue(text, isText: true)
        .value(for: key, existing: nil, schema: schema)
      return capture[key] == nil ? value.map { FieldChange.marked(key, $0, text) } ?? [] : []
    }
  }
}

// MARK: - People

extension Workspace {
  /// Returns a link to the card of the person named in the text. A card is a capture of the type
  /// `person`; its title can be spelled differently from the name in the text, or have more words.
  /// If there is no card, returns the name `found`.
  ///
  /// - Parameter found: The name that was detected in the text; nil if none was.
  public func person(_ found: String?, in text: String) -> String? {
    var names = CalledNames.all(in: text, person: found) + (found.map { [$0] } ?? [])
    if let found, !CalledNames.isKnown(found) { names += CalledNames.all(in: text, person: nil) }
    return card(namedAnyOf: names, updatesIndex: habits.captures == nil)?.wikilink ?? found
  }

  /// Returns the fields about the person named in a text: `person` for an action or a person, and
  /// `birthday` for a person if the text clearly states it.
  ///
  /// - Parameter found: The name that was detected in the text; nil if none was.
  func aboutPerson(
    _ found: String?, in text: String, of kind: CaptureKind
  ) -> [(key: String, text: String)] {
    guard [.action, .person].contains(kind) else { return [] }
    let birthday =
      kind == .person ? found.flatMap { YearlyDay(birthdayOf: $0, in: text)?.written } : nil
    return [("person", person(found, in: text)), ("birthday", birthday)]
      .compactMap { key, value in value.map { (key, $0) } }
  }

  /// Returns the card for the first name that belongs to exactly one card (a capture of the type
  /// `person`); nil if there is none. Searches the index as last written. If nothing is found there
  /// and `updatesIndex` is true, also searches the updated index.
  func card(namedAnyOf names: [String], updatesIndex: Bool) -> Capture? {
    if names.isEmpty { return nil }
    if let card = notebook.person(namedAnyOf: names) { return card }
    guard updatesIndex else { return nil }
    let catalog = lastCatalog
    return names.lazy.map { name in
      catalog.entries(called: name).compactMap(catalog.capture).filter { $0.isCard(of: name) }
    }.first { $0.count == 1 }?.first
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
  /// Throws a ``Refusal`` that suggests the nearest type if `type` is unknown and `creates` is
  /// false.
  ///
  /// A type is known if it is built in, if a setting, a template or the page of a collection names
  /// it, or if a capture has it.
  public func checkType(_ type: String, creates: Bool) throws(Refusal) {
    let spelled = TypeWord.spelled(type)
    guard !creates, !type.isEmpty, !TypeWord.known.contains(spelled) else { return }
    let known = TypeWord.known + knownTypes
    guard !known.contains(type) else { return }
    let near = Nearest.name(to: type, among: known)
    throw Refusal(
      "type-unknown",
      "unknown type `\(type)`; "
        + (near.map { "did you mean `\($0)`? To use a new type, pass --create" }
          ?? "pass --create to use it as a new type"),
      .invalid)
  }

  /// Returns whether a type is known.
  func isType(_ type: String) -> Bool { (try? checkType(type, creates: false)) != nil }

  /// The types that this notebook knows in addition to the built-in ones.
  private var knownTypes: [String] {
    let catalog = lastCatalog
    return notebook.settings.types + templates.captureNames + catalog.pageTypes
      + catalog.choices(ofField: "type") + catalog.usedTypes
  }
}

/// The built-in types of captures.
public enum TypeWord {
  /// All built-in types, and `briefing`, which only `cairn brief` sets.
  static let known = all + ["briefing"]

  /// The built-in types that a person can set; no two begin with the same letter.
  public static let all = CaptureKind.allCases.map(\.rawValue) + ["entry", "gift", "note"]

  /// Returns the name of a built-in type in lower case, as in files: `gift` for `Gift`. Returns the
  /// name of any other type unchanged.
  static func spelled(_ type: String) -> String {
    let lower = type.lowercased()
    return known.contains(lower) ? lower : type
  }
}

extension Catalog {
  /// The types that captures have, sorted.
  public var usedTypes: [String] {
    Set(facts(of: snapshot.entries).lazy.compactMap(\.type)).sorted()
  }
}

// MARK: - Learning

extension Workspace {
  /// Calls ``learn()`` if the notebook has at most 3,000 captures. In a notebook of this size,
  /// learning takes no longer than adding a capture.
  public func learnIfSmall() {
    if let captures = notebook.habits.captures, captures <= 3_000 { learn() }
  }
}
