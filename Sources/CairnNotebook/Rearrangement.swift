import CairnCapture
import CairnDocument
import CairnFiles
import CairnText

/// A plan to move files and folders, with the resulting changes of fields, titles and links.
///
/// A plan is carried out completely or not at all. Files are moved first and edited afterwards,
/// because the folder of a file determines its collection. Fields and links only repeat the folder.
struct Rearrangement {
  /// The moves of files and folders.
  var moves: [Relocation.Move] = []
  /// The moves of media files that move with their captures. They are made after ``moves``.
  var media: [Relocation.Move] = []
  /// A folder to create before all moves; nil if none is needed.
  var newFolder: NotePath?
  /// A file to create after all moves; nil if none is needed.
  var newFile: (path: NotePath, bytes: [UInt8])?
  /// The old paths of the captures to which `edit` applies, in the order of the report.
  var edited: [NotePath] = []
  /// A heading that one of the edits replaces; nil if none does.
  var heading: HeadingChange?
  /// The errors found while planning.
  var refused: [Diagnostic] = []
  /// The old paths of the captures whose texts are open in an editor. The editor changes these
  /// texts; the report contains the changes, but Cairn does not write them.
  var held: Set<NotePath> = []
  /// The texts of the captures in ``held`` after the changes, keyed by old path.
  var heldTexts: [NotePath: [UInt8]] = [:]
  /// Whether an editor has already made ``moves``; if so, they are only recorded.
  var areMoved = false
  /// A callback that returns the edited document of a capture in `edited`.
  let edit: @Sendable (Capture) throws(Diagnostic) -> Document

  init(edit: @escaping @Sendable (Capture) throws(Diagnostic) -> Document) { self.edit = edit }
}

/// The names and captures that are needed to carry out a rearrangement, as they were before any
/// move.
struct LinkedContents {
  /// The names of all captures, sorted by path.
  let names: [LinkNames]
  /// The files that are not captures, sorted by path.
  let attachments: [NotePath]
  /// The captures that move, are edited or may have links to rewrite, and the canvases that show a
  /// moved file, sorted by path, followed by all collection pages.
  let sources: [Capture]
}

extension Rearrangement {
  /// Returns the elements of `captures` to which `edit` applies, with their new content and path,
  /// keyed by old path. Captures for which `edit` fails are left out.
  func edited(among captures: [Capture], _ relocation: Relocation) -> [NotePath: Capture] {
    let paths = Set(edited)
    return captures.reduce(into: [:]) { edited, capture in
      guard paths.contains(capture.path), let document = try? edit(capture) else { return }
      edited[capture.path] = Capture(
        path: relocation(capture.path), document: document, modified: capture.modified)
    }
  }

  /// Returns the error to throw if the whole rearrangement fails, with the path of the file before
  /// the move. If `isHalfDone` is true, the message says that the next command moves the other
  /// files back.
  fileprivate func refusal(_ error: FileError, isHalfDone: Bool) -> any Error {
    guard let path = error.notePath else { return error }
    let move = moves.first { path.isInside($0.to) }
    let rest = path.bytes.dropFirst((move?.to.bytes.count ?? 0) + 1)
    let old = move.map { rest.isEmpty ? $0.from : $0.from.appending(rest) ?? path } ?? path
    let diagnostic = error.diagnostic(old)
    let end =
      isHalfDone
      ? "the move is incomplete; the next command moves the files back" : "nothing was moved"
    return Diagnostic(.error, diagnostic.code, "\(diagnostic.message); \(end)", path: old)
  }
}

extension Notebook {
  /// Carries out a plan and updates all links; in a dry run, only reports the changes.
  func carryOut(
    _ plan: Rearrangement, _ mode: Mode, in catalog: Catalog
  ) throws -> ChangeReport {
    let contents: LinkedContents
    do {
      contents = try catalog.whole.linkedContents(of: plan)
    } catch let error as FileError {
      throw plan.refusal(error, isHalfDone: false)
    }
    return try carryOut(plan, mode, in: contents, visible: catalog.visible(in: contents))
  }

  /// Carries out a plan with the given contents; in a dry run, only reports the changes.
  ///
  /// - Parameter visible: The captures and files of `contents` that the notebook's audience sees;
  ///   nil if the audience sees everything.
  func carryOut(
    _ plan: Rearrangement, _ mode: Mode, in contents: LinkedContents,
    visible: LinkedContents? = nil
  ) throws -> ChangeReport {
    guard mode == .write else {
      var plan = plan
      plan.moves += plan.media
      return try follow(plan, contents, visible, nil).adding(plan.newFile)
    }
    return try state.transaction(at: clock.now) { transaction in
      try checkHashes(of: plan.edited)
      // Moves that an editor has already made are not rolled back.
      if plan.areMoved { return try carryOut(plan, transaction, contents, visible) }
      do {
        return try transaction.wholly { try carryOut(plan, transaction, contents, visible) }
      } catch let error as FileError {
        throw plan.refusal(error, isHalfDone: transaction.isHalfDone)
      }
    }
  }

  private func carryOut(
    _ plan: Rearrangement, _ transaction: Transaction, _ contents: LinkedContents,
    _ visible: LinkedContents?
  ) throws(FileError) -> ChangeReport {
    var plan = plan
    if let folder = plan.newFolder { try transaction.makeFolder(folder) }
    for move in plan.moves.steps {
      if plan.areMoved {
        try transaction.noteMove(of: move.from, to: move.to)
      } else {
        try transaction.move(move.from, to: move.to)
      }
    }
    if plan.areMoved { try noteTexts(plan, transaction, contents) }
    plan.moves += carry(plan.media, transaction)
    if let file = plan.newFile { try transaction.create(file.path, file.bytes) }
    var report = try follow(plan, contents, visible, transaction).adding(plan.newFile)
    report.operation = report.changed.isEmpty ? nil : transaction.operation
    return report
  }

  /// Records in the journal the changes of titles, fields and links in moved captures, which the
  /// editor has already saved. Records no other text of the editor, because an undo must not write
  /// unsaved text to the disk.
  private func noteTexts(
    _ plan: Rearrangement, _ transaction: Transaction, _ contents: LinkedContents
  ) throws(FileError) {
    let relocation = Relocation(plan.moves)
    let moved = contents.sources.filter {
      plan.held.contains($0.path) && relocation.moves($0.path)
    }
    _ = try transaction.editAll(
      moved.map { relocation($0.path) }, since: moved.map(\.document.bytes)
    ) { index, bytes in
      guard bytes == plan.heldTexts[moved[index].path] else { throw NotSaved() }
      return bytes
    }
  }

  /// Edits the moved files, and the files with links to them, as the moves require. If
  /// `transaction` is nil, only reports the changes.
  private func follow(
    _ plan: Rearrangement, _ contents: LinkedContents, _ visible: LinkedContents?,
    _ transaction: Transaction?
  ) throws(FileError) -> ChangeReport {
    let relocation = Relocation(plan.moves)
    let edited = Set(plan.edited)
    let sources = contents.sources
    let edits = plan.edited(among: sources, relocation)
    let whole = LinkRepair(contents, relocation, edited: edits, heading: plan.heading) {
      !isMissing($0)
    }
    // In a file that the audience sees, a link to a hidden file counts as dead, and a hidden name
    // counts as unused. When a visible file moves, its links to paths are rewritten even if nothing
    // exists at these paths. Otherwise, the rewritten links would reveal which hidden files exist.
    let seen = visible.map {
      LinkRepair($0, relocation, edited: edits, heading: plan.heading) { _ in true }
    }
    let shown = Set((visible?.sources ?? []).lazy.map(\.path))
    let repair: @Sendable (Capture) -> LinkRepair = { source in
      shown.contains(source.path) ? seen ?? whole : whole
    }
    var report = ChangeReport()
    report.refused = plan.refused
    let files = Set(sources.lazy.map(\.path))
    report.changed = plan.moves.filter { !files.contains($0.from) }.map {
      ChangeReport.Changed(id: nil, path: $0.to, from: $0.from)
    }
    let moved = sources.filter { edited.contains($0.path) || relocation.moves($0.path) }
    let rest = sources.filter { !edited.contains($0.path) && !relocation.moves($0.path) }
    try rewrite(moved.inOrder(of: plan.edited) + rest, plan, repair, transaction, &report)
    return report
  }

  /// Rewrites files at their new paths and adds the results to the report. If `transaction` is nil,
  /// only reports the changes.
  private func rewrite(
    _ sources: [Capture], _ plan: Rearrangement, _ repair: @Sendable (Capture) -> LinkRepair,
    _ transaction: Transaction?, _ report: inout ChangeReport
  ) throws(FileError) {
    let edited = Set(plan.edited)
    var rewritten = Parallel.map(sources) { source in
      Rewriting(source, edited.contains(source.path) ? plan.edit : nil, repair(source))
    }
    if let transaction {
      let places = rewritten.indices.filter {
        rewritten[$0].isWanted && !plan.held.contains(rewritten[$0].source.path)
      }
      let outcomes = try transaction.editAll(
        places.map { rewritten[$0].place }, isLast: true, isWhole: true
      ) { index, bytes in
        try rewritten[places[index]].apply(to: bytes)
      }
      for (index, outcome) in zip(places, outcomes) { rewritten[index].note(outcome) }
    }
    for file in rewritten { file.report(to: &report) }
  }
}

/// The error for a file that does not contain the text that an editor was supposed to save.
private struct NotSaved: Error {}

/// A file that may have to be rewritten after a move.
private struct Rewriting: Sendable {
  let source: Capture
  let edit: (@Sendable (Capture) throws(Diagnostic) -> Document)?
  let repair: LinkRepair
  private var after: [UInt8]
  private var warnings: [Diagnostic] = []

  /// Creates the rewriting of a file, and determines the file's new content from the content in
  /// `source`. `edit` is nil if only the file's links may change.
  init(
    _ source: Capture, _ edit: (@Sendable (Capture) throws(Diagnostic) -> Document)?,
    _ repair: LinkRepair
  ) {
    self.source = source
    self.edit = edit
    self.repair = repair
    after = source.document.bytes
    do throws(Diagnostic) {
      _ = try apply(to: source.document.bytes)
    } catch {
      warnings = [error]
    }
  }

  /// The current path of the file.
  var place: NotePath { repair.relocation(source.path) }

  private var isMoved: Bool { place != source.path }

  /// Whether the file must be read again from disk, because it moves or changes.
  var isWanted: Bool { isMoved || after != source.document.bytes }

  /// Returns the new content of the file if its current content is `bytes`. Called again if the
  /// file has changed since it was read.
  mutating func apply(to bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    let capture = Capture(path: source.path, document: Document(bytes), modified: source.modified)
    let repaired = repair.repaired(try edit?(capture) ?? capture.document, at: source.path)
    warnings = repaired.warnings
    after = repaired.document.bytes
    return after
  }

  /// Records the result of writing the file. If writing failed, the file counts as unchanged, and
  /// the error is reported.
  mutating func note(_ outcome: Transaction.EditOutcome) {
    if case .unsafe(let error) = outcome { warnings.append(error.diagnostic(place)) }
    guard case .failed(let error) = outcome else { return }
    after = source.document.bytes
    if let error = error as? Diagnostic { warnings = [error] }
    if let error = error as? FileError { warnings = [error.diagnostic(place)] }
  }

  func report(to report: inout ChangeReport) {
    report.refused += warnings.filter { $0.severity == .error }.map { $0.at(place) }
    report.warnings += warnings.filter { $0.severity != .error }.map { $0.at(place) }
    let before = source.document.bytes
    if isMoved || after != before {
      report.changed.append(
        ChangeReport.Changed(
          id: source.id, path: place, from: isMoved ? source.path : nil, before: before,
          after: after))
    } else if edit != nil, warnings.allSatisfy({ $0.severity != .error }) {
      report.unchanged.append(place)
    }
  }
}

extension ChangeReport {
  /// Returns this report with a created file added if `file` is not nil.
  fileprivate func adding(_ file: (path: NotePath, bytes: [UInt8])?) -> ChangeReport {
    var report = self
    if let file { report.changed.append(Changed(id: nil, path: file.path, after: file.bytes)) }
    return report
  }
}

extension [Capture] {
  /// Returns the captures at `paths` in that order, then the others.
  fileprivate func inOrder(of paths: [NotePath]) -> [Capture] {
    let places = Dictionary(zip(paths, paths.indices)) { first, _ in first }
    return enumerated().sorted { left, right in
      let (a, b) = (places[left.element.path], places[right.element.path])
      return (a ?? paths.count, left.offset) < (b ?? paths.count, right.offset)
    }.map(\.element)
  }
}
