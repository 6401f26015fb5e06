import CairnCapture
import CairnDocument
import CairnFiles
import CairnText

/// Files and folders that change their places, and what follows from that: a field or a title in
/// some of them, links in any.
///
/// The files move first and are written to afterwards, since the folder is the truth about where a
/// capture is and a field or a link only repeats it: a move that fails leaves nothing pointing to a
/// place that was never taken, and after a crash in between every file is whole, in its old place
/// or its new one, with at most a stale field or link, which `doctor` finds.
struct Rearrangement {
  /// What moves, in this order.
  var moves: [Relocation.Move] = []
  /// Files that go with the captures that name them, after those.
  var media: [MediaMove] = []
  /// A folder that is made first.
  var newFolder: NotePath?
  /// Captures with a change of their own, by old path, in the order of the report.
  var edited: [NotePath] = []
  /// A heading that one of these edits replaces.
  var heading: HeadingChange?
  /// That change.
  let edit: (Capture) throws(Diagnostic) -> Document
}

extension Notebook {
  /// Does what `plan` says and brings all links in line; or only says what would be done.
  ///
  /// `report` holds what was refused while planning.
  func carryOut(
    _ plan: Rearrangement, _ report: ChangeReport, _ mode: Mode, in library: Library
  ) throws -> ChangeReport {
    guard mode == .write else {
      var plan = plan
      plan.moves += plan.media.map(\.move)
      return follow(plan, report, library, nil)
    }
    return try state.transaction(at: clock.now) { transaction in
      var (plan, report) = (plan, report)
      if let folder = plan.newFolder { try transaction.makeFolder(folder) }
      var stayed: Set<NotePath> = []
      plan.moves = plan.moves.filter { move in
        do throws(FileError) {
          try transaction.move(move.from, to: move.to)
          return true
        } catch {
          stayed.insert(move.from)
          report.refused.append(error.diagnostic(move.from))
          plan.edited.removeAll { $0.isInside(move.from) }
          return false
        }
      }
      plan.moves += carry(plan.media, with: stayed, transaction)
      report = follow(plan, report, library, transaction)
      report.operation = report.changed.isEmpty ? nil : transaction.operation
      return report
    }
  }

  /// Makes the edits that the moves ask for: in the files themselves, and in those with links.
  private func follow(
    _ plan: Rearrangement, _ report: ChangeReport, _ library: Library, _ transaction: Transaction?
  ) -> ChangeReport {
    let relocation = Relocation(plan.moves)
    let edited = Set(plan.edited)
    let sources = library.linkSources
    var captures: [NotePath: Capture] = [:]
    for capture in sources where edited.contains(capture.path) {
      guard let document = try? plan.edit(capture) else { continue }
      captures[capture.path] = Capture(
        path: relocation(capture.path), document: document, modified: capture.modified)
    }
    let repair = LinkRepair(library, relocation, edited: captures, heading: plan.heading) {
      [store] in
      (try? store.kind($0)) ?? nil != nil
    }
    var report = report
    let files = Set(sources.lazy.map(\.path))
    report.changed = plan.moves.filter { !files.contains($0.from) }.map {
      ChangeReport.Changed(id: nil, path: $0.to, from: $0.from)
    }
    let moved = sources.filter { edited.contains($0.path) || relocation.moves($0.path) }
    let rest = sources.filter { !edited.contains($0.path) && !relocation.moves($0.path) }
    for source in moved.inOrder(of: plan.edited) + rest {
      let edit = edited.contains(source.path) ? plan.edit : nil
      rewrite(source, edit, repair, transaction, &report)
    }
    return report
  }

  /// Rewrites one file at its new place, and notes what became of it.
  private func rewrite(
    _ source: Capture, _ edit: ((Capture) throws(Diagnostic) -> Document)?, _ repair: LinkRepair,
    _ transaction: Transaction?, _ report: inout ChangeReport
  ) {
    let place = repair.relocation(source.path)
    let isMoved = place != source.path
    var warnings: [Diagnostic] = []
    // Called again with newer bytes where an editor saves meanwhile.
    let change = { (bytes: [UInt8]) throws(Diagnostic) -> [UInt8] in
      let capture = Capture(
        path: source.path, document: Document(bytes), modified: source.modified)
      let repaired = repair.repaired(
        try edit?(capture) ?? capture.document, at: source.path)
      warnings = repaired.warnings
      return repaired.document.bytes
    }
    var (before, after) = (source.document.bytes, source.document.bytes)
    do {
      after = try change(before)
      if let transaction, isMoved || after != before {
        let done = try transaction.edit(place, change)
        (before, after) = (done.before, done.after)
      }
    } catch let error as Diagnostic {
      after = before
      warnings = [error]
    } catch let error as FileError {
      after = before
      warnings = [error.diagnostic(place)]
    } catch {}
    report.refused += warnings.map { $0.at(place) }
    if isMoved || after != before {
      report.changed.append(
        ChangeReport.Changed(
          id: source.id, path: place, from: isMoved ? source.path : nil, before: before,
          after: after))
    } else if edit != nil, warnings.isEmpty {
      report.unchanged.append(place)
    }
  }
}

extension [Capture] {
  /// Those at `paths` in that order, then the others.
  fileprivate func inOrder(of paths: [NotePath]) -> [Capture] {
    let places = Dictionary(zip(paths, paths.indices)) { first, _ in first }
    return enumerated().sorted { left, right in
      let (a, b) = (places[left.element.path], places[right.element.path])
      return (a ?? paths.count, left.offset) < (b ?? paths.count, right.offset)
    }.map(\.element)
  }
}
