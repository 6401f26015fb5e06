import ArgumentParser
import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnInsight
import CairnNotebook
import CairnQuery
import CairnText

struct TypeCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "type",
    abstract: "Say what a capture is.",
    discussion: """
      The type is a person's from then on, also where it is the one that was found: the mark \
      `type_by` goes. So does what was found of an action or somebody, where it is none; what \
      becomes one gets the person and the time that its text says. `cairn set` changes the type of many captures.

      EXAMPLES
        cairn type k7x2 idea
        cairn type 'Pay the Acme invoice' action --dry-run
      """)

  @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
  var capture: String

  @Argument(help: ArgumentHelp("What it is: action, idea, fact, person, …", valueName: "type"))
  var type: String

  @Flag(help: "Show what would change, and change nothing.")
  var dryRun = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let (capture, catalog) = try session.chooseOne(capture)
    try session.checkType(type, in: catalog)
    let mode: Mode = dryRun ? .dryRun : .write
    let report = try session.settle(capture, as: type, mode)
    if mode == .write { session.learn() }
    try session.finish(report, mode)
  }
}

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
    let text = knownLinkToPerson(name) ?? name
    return FieldChange.marked("person", .text(text), text)
  }

  /// Brings the index up to date, so that what a person said of captures counts for the next one.
  func learn() { _ = metering { notebook.catalog(keepsAll: true, progress: $0) } }

  /// Does so where that takes no longer than adding a capture: in notebooks of so many captures.
  func learnWhereCheap() {
    if let captures = notebook.habits.captures, captures <= 3_000 { learn() }
  }

  /// Throws a ``Failure`` with the nearest type where `type` is none of ours, and no capture has it.
  func checkType(_ type: String, in catalog: Catalog) throws {
    guard !TypeWord.all.contains(type) else { return }
    let used = Set(catalog.facts(of: catalog.snapshot.entries).lazy.compactMap(\.type))
    guard !used.contains(type) else { return }
    let near = Nearest.name(to: type, among: TypeWord.all + used.sorted())
    throw Failure(
      "type-unknown",
      "no capture has the type `\(type)`; "
        + (near.map { "did you mean `\($0)`? " } ?? "") + "`cairn set` takes any word",
      status: .usage
    )
  }
}
