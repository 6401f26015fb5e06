import CairnCapture
import CairnDocument
import CairnFiles
import CairnInsight
import CairnNotebook
import CairnText

extension Session {
  /// Makes `type` a capture's type, as a person's word.
  ///
  /// What a machine found because it took it for something else goes with that: the time of an action,
  /// the person of what is about nobody. What is about somebody gets the person, and an action the time that
  /// its text says, as it was meant when it was written.
  func settle(_ capture: Capture, as type: String, _ mode: Mode = .write) throws -> ChangeReport {
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

// MARK: - Learning

extension Session {
  /// Brings the index up to date, so that what a person said of captures counts for the next one.
  func learn() { _ = metering { notebook.catalog(keepsAll: true, progress: $0) } }

  /// Does so where that takes no longer than adding a capture: in notebooks of so many captures.
  func learnWhereCheap() {
    if let captures = notebook.habits.captures, captures <= 3_000 { learn() }
  }
}
