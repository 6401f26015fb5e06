import ArgumentParser
import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText

struct TypeCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "type",
    abstract: "Say what a capture is.",
    discussion: """
      The type is a person's from then on, also where it is the one that was found: the mark \
      `type_by` goes. `cairn set` changes the type of many captures.

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
  func settle(_ capture: Capture, as type: String, _ mode: Mode = .write) throws -> ChangeReport {
    try notebook.change([capture], mode) { capture throws(Diagnostic) in
      try notebook.applying(
        [.set("type", .text(type)), .unset(MachineMark.key(for: "type"))], to: capture)
    }
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
