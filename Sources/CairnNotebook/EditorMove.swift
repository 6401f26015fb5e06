public import CairnCapture
import CairnDocument
import CairnFiles
import CairnMarkup
public import CairnText

/// A rename or move that an editor requested, with the changes that it requires in links.
///
/// The editor changes the texts that it has open, because they may be unsaved. It also moves their
/// files, so that its windows show the new paths. Cairn changes all other files, and records the
/// editor's moves, in one operation, so that one undo reverses everything on disk.
public struct EditorMove: Sendable {
  /// All changes, to open files and to other files.
  public let report: ChangeReport
  fileprivate let plan: Rearrangement
  fileprivate let contents: LinkedContents
  /// The stamps of files that exchange their places with others, as when `a.md` becomes `b.md` and
  /// `b.md` becomes `a.md`. Keyed by old path.
  fileprivate let exchanged: [NotePath: Stamp]

  fileprivate init(_ plan: Rearrangement, in catalog: Catalog) throws {
    self.plan = plan
    let places = Set(plan.moves.map(\.from))
    exchanged = try plan.moves.reduce(into: [:]) { files, move in
      guard places.contains(move.to) else { return }
      files[move.from] = try catalog.notebook.store.stamp(move.from)
    }
    contents = try catalog.linkedContents(of: plan)
    report = try catalog.notebook.carryOut(plan, .dryRun, in: contents)
  }

  /// For each file in ``exchanged``, its text before and after the changes. Keyed by old path.
  fileprivate var texts: [NotePath: [[UInt8]]] {
    var texts: [NotePath: [[UInt8]]] = [:]
    for source in contents.sources where exchanged[source.path] != nil {
      texts[source.path, default: []].append(source.document.bytes)
    }
    for change in report.changed {
      let path = change.from ?? change.path
      if exchanged[path] != nil { texts[path, default: []].append(change.after) }
    }
    return texts
  }

  /// The files and folders that move, each with its old and new path.
  public var moves: [(from: NotePath, to: NotePath)] { plan.moves.map { ($0.from, $0.to) } }
}

// MARK: - Planning

extension Notebook {
  /// Returns a plan that changes the title of a capture. If `keepsName` is false, the plan also
  /// changes the name of the capture's file.
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

  /// Returns a plan that renames a tag in the captures at `paths`.
  ///
  /// - Throws: `FileError` if an existing file cannot be read.
  public func planRename(
    of rename: TagRename, at paths: [NotePath], in catalog: Catalog
  ) throws -> EditorMove {
    var plan = Rearrangement { capture throws(Diagnostic) in
      try renamingTag(rename, in: capture)
    }
    plan.edited = paths
    return try EditorMove(plan, in: catalog)
  }

  /// Returns a plan that moves files and folders to other paths. Files can exchange their places.
  /// The plan also updates the field `collection` of moved captures, and moves their pictures in
  /// the folder `media`.
  ///
  /// - Throws: A `Diagnostic` if a new path is invalid, taken, or inside the folder that moves.
  public func planMoves(
    _ moves: [(from: NotePath, to: NotePath)], in catalog: Catalog
  ) throws -> EditorMove {
    let moves = moves.filter { $0.from != $0.to }.map { Relocation.Move(from: $0.from, to: $0.to) }
    let relocation = Relocation(moves)
    let places = Set(moves.map(\.from))
    var targets: Set<NotePath> = []
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
      let isExchanged = try places.contains(move.to) && store.stamp(move.from) != nil
      if !isExchanged { try checkIsFree(move.to, for: move.from) }
      guard targets.insert(move.to).inserted else { throw Self.taken(move.to, for: move.from) }
      let captures = catalog.entry(at: move.from).flatMap { catalog.capture($0) }
      plan.media += mediaMoves(of: [captures].compactMap(\.self), with: [move], in: catalog)
      plan.edited += captures.map { [$0.path] } ?? catalog.paths(inside: move.from)
    }
    return try EditorMove(plan, in: catalog)
  }
}

// MARK: - Carrying out

extension Notebook {
  /// Returns whether the editor has made all moves of a plan.
  public func areMade(_ move: EditorMove) -> Bool {
    let targets = Set(move.moves.map(\.to))
    return areExchanged(move)
      && move.moves.allSatisfy { from, to in
        (targets.contains(from) || isMissing(from)) && (try? store.kind(to)) != nil
      }
  }

  /// Returns whether the files that exchange their places have moved.
  ///
  /// A file at its new place is recognized by its inode or by its text. The inode is not enough,
  /// because many editors save a file by replacing it with a new file. The text is not enough,
  /// because the editor may have changed it. If neither identifies a file, the other files decide.
  /// If a path still has the text that was there before the move, the files have not moved.
  private func areExchanged(_ move: EditorMove) -> Bool {
    let olds = move.exchanged
    let texts: [NotePath: [[UInt8]?]] = move.texts
    var isProven = olds.isEmpty
    for (from, to) in move.moves {
      guard let old = olds[from] else { continue }
      guard let file = (try? store.stamp(to)) ?? nil else { return false }
      let bytes = try? store.readText(to).bytes
      let hasOldText = texts[to]?.contains(bytes) == true
      let hasNewText = texts[from]?.contains(bytes) == true
      let isOld = file.isFile(of: old)
      if isOld && (file.modified == old.modified || hasNewText)
        || !hasOldText && (isOld || hasNewText)
      {
        isProven = true
      } else if hasOldText
        || olds.values.contains(where: { file.isFile(of: $0) && file.modified == $0.modified })
      {
        return false
      }
    }
    return isProven
  }

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

extension Stamp {
  /// Returns whether another stamp has the same inode and device, and so usually describes the same
  /// file. A new file can get the inode of a removed file.
  fileprivate func isFile(of other: Stamp) -> Bool {
    inode == other.inode && device == other.device
  }
}
