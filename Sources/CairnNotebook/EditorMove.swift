public import CairnCapture
import CairnDocument
import CairnFiles
import CairnMarkup
public import CairnText

/// A rename or move that an editor requested, with the changes that it requires in links.
///
/// The editor changes the texts that it has open, because they may be unsaved. Cairn changes all
/// other files as one operation. The editor also moves the files that it has open, so that their
/// windows show the new paths. Cairn records these moves in the same operation, so that one undo
/// reverses everything on disk.
public struct EditorMove: Sendable {
  /// All changes, to open files and to other files.
  public let report: ChangeReport
  fileprivate let plan: Rearrangement
  fileprivate let contents: LinkedContents

  fileprivate init(_ plan: Rearrangement, in catalog: Catalog) throws {
    self.plan = plan
    contents = try catalog.linkedContents(of: plan)
    report = try catalog.notebook.carryOut(plan, .dryRun, in: contents)
  }

  /// The files and folders that move, each with its old and new path.
  public var moves: [(from: NotePath, to: NotePath)] { plan.moves.map { ($0.from, $0.to) } }
}

// MARK: - Planning

extension Notebook {
  /// Returns a plan that changes the title of a capture and, unless `keepsName` is true, the name
  /// of its file.
  ///
  /// - Throws: The same errors as ``rename(_:title:fileName:_:in:)``.
  public func planRename(
    of capture: Capture, title: String, keepsName: Bool, in catalog: Catalog
  ) throws -> EditorMove {
    let name = keepsName ? capture.path.name : nil
    return try EditorMove(
      planToRename(capture, title: title, fileName: name), in: catalog)
  }

  /// Returns a plan that replaces the text of a heading. `number` is the index of the heading among
  /// all headings of the capture, from 0.
  ///
  /// - Throws: A `Diagnostic` if the text is empty or cannot be written as a heading.
  public func planRename(
    ofHeading number: Int, of capture: Capture, to text: String, in catalog: Catalog
  ) throws -> EditorMove {
    let text = String(text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingBlanks)
    let edit = { @Sendable (capture: Capture) throws(Diagnostic) -> Document in
      guard !text.isEmpty,
        let document = capture.document.replacingHeading(number, by: text)
      else {
        throw Diagnostic(
          .error, "heading-invalid", "`\(text)` cannot be written as a heading; change it by hand")
      }
      return document
    }
    var plan = Rearrangement(edit: edit)
    plan.edited = [capture.path]
    let edited = try edit(capture)
    plan.heading = HeadingChange(
      path: capture.path, old: capture.markup.headings[number],
      new: Capture(path: capture.path, document: edited, modified: capture.modified)
        .markup.headings[number])
    return try EditorMove(plan, in: catalog)
  }

  /// Returns a plan that moves files and folders to other paths. Like
  /// ``move(_:to:creating:_:in:)``, the plan also updates the field `collection` of moved captures,
  /// and moves their pictures in the folder `media`.
  ///
  /// - Throws: A `Diagnostic` if a new path is invalid, taken, or inside the folder that moves.
  public func planMoves(
    _ moves: [(from: NotePath, to: NotePath)], in catalog: Catalog
  ) throws -> EditorMove {
    let moves = moves.filter { $0.from != $0.to }.map { Relocation.Move(from: $0.from, to: $0.to) }
    let relocation = Relocation(moves)
    var plan = Rearrangement { capture throws(Diagnostic) in
      let parent = relocation(capture.path).parent
      return parent == capture.collection
        ? capture.document : try following(parent, capture)
    }
    plan.moves = moves
    for move in moves {
      guard !move.to.isRoot, !move.to.isInside(move.from) else {
        throw Diagnostic(
          .error, "move-into-itself", "`\(move.from)` cannot be moved into itself")
      }
      try Self.checkName(move.to.nameBytes)
      try checkIsListed(move.to)
      try checkIsFree(move.to, for: move.from)
      let captures = catalog.entry(at: move.from).flatMap { catalog.capture($0) }
      plan.media += mediaMoves(of: [captures].compactMap(\.self), with: [move], in: catalog)
      plan.edited += captures.map { [$0.path] } ?? catalog.paths(inside: move.from)
    }
    return try EditorMove(plan, in: catalog)
  }
}

// MARK: - Carrying out

extension Notebook {
  /// Changes the files of a plan as one operation.
  ///
  /// - Parameters:
  ///   - held: The old paths of the captures whose texts the editor changes.
  ///   - areMoved: Whether the editor has already moved the files. If so, the operation records the
  ///     moves, and the changes to the moved files that the editor has saved.
  /// - Throws: `FileError` if the notebook cannot be locked, or a file cannot be moved or written.
  public func carryOut(
    _ move: EditorMove, leaving held: Set<NotePath>, areMoved: Bool
  ) throws -> ChangeReport {
    var plan = move.plan
    plan.held = held
    plan.heldTexts = Dictionary(
      move.report.changed.map { ($0.from ?? $0.path, $0.after) }, uniquingKeysWith: { $1 })
    plan.areMoved = areMoved
    return try carryOut(plan, .write, in: move.contents)
  }
}
