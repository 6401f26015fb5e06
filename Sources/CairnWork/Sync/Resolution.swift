import CairnCapture
import CairnDocument
import CairnFiles
import CairnGit
import CairnNotebook
import CairnText

/// The steps that carry out a person's answers about conflicts.
struct Resolution {
  /// The changes to files, in order. Each group contains steps that belong together.
  var steps: [[Notebook.SettlingStep]] = []
  /// The files that the answers keep as they are, such as a file that only the other copy removed.
  var kept: [NotePath] = []
  /// The paths, besides the paths of the conflicts, at which files are created or removed. Git must
  /// learn about these paths.
  var touched: [NotePath] = []
  /// The files that remain in conflict.
  var open: Set<NotePath> = []
}

extension Workspace {
  /// Returns the steps that carry out these answers.
  ///
  /// Throws `GitFailure` if git fails, or a `Diagnostic` if a conflict cannot be resolved as
  /// requested.
  func resolution(of answers: [ConflictAnswer]) async throws -> Resolution {
    let needsGit = answers.contains { $0.conflict.state != .changed }
    return try await resolution(of: answers, needsGit ? try await repository() : nil)
  }

  // The optimizer of Swift 6.3 crashes if this or the next function is inlined.
  @inline(never)
  private func resolution(
    of answers: [ConflictAnswer], _ repository: Repository?
  ) async throws -> Resolution {
    var resolution = Resolution()
    for answer in answers { try await add(answer.inGitTerms, repository, to: &resolution) }
    return resolution
  }

  /// Adds the steps that carry out the answer about one file.
  @inline(never)
  private func add(
    _ answer: ConflictAnswer, _ repository: Repository?, to resolution: inout Resolution
  ) async throws {
    let conflict = answer.conflict
    switch conflict.state {
    case .changed: resolution.steps.append(marksSettled(answer, in: conflict.capture))
    case .unmerged: try await settleUnmerged(answer, repository, &resolution)
    case .movedApart: try await settleApart(answer, repository, &resolution)
    case .twoCaptures, .removedHere, .removedThere, .movedHere, .movedThere, .unplaced:
      guard let keeps = answer.keeps else {
        resolution.open.insert(conflict.path)
        return
      }
      if keeps, let repository {
        try await keep(answer, repository, &resolution)
      } else if conflict.state == .twoCaptures {
        resolution.kept.append(conflict.path)
      } else {
        resolution.steps.append([.trash(conflict.capture)])
      }
    }
  }

  /// Returns the steps that resolve the conflict markers in a file. For the field `collection`, the
  /// value that matches the file's folder is kept, unless the answer says otherwise.
  private func marksSettled(
    _ answer: ConflictAnswer, in capture: Capture
  ) -> [Notebook.SettlingStep] {
    let isSaid = answer.side != nil || !answer.fields.isEmpty || !answer.passages.isEmpty
    guard isSaid || !answer.conflict.collectionSide.isEmpty,
      !answer.conflict.marks.isEmpty
    else { return [] }
    let edit = Notebook.SettlingStep.edit(capture) { capture throws(Diagnostic) in
      let conflicts = Conflicts(capture.document.bytes)
      let fields = FileConflict.collectionSide(of: conflicts, in: capture)
        .merging(answer.fields) { $1 }
      return Document(try conflicts.settled(answer.side, fields, hunks: answer.passages))
    }
    return [edit]
  }

  /// Adds the steps for a file without conflict markers that both copies changed. The steps keep
  /// the version that git calls *ours*, replace it with *theirs*, or keep both. To keep both, the
  /// steps merge the versions of a note; for any other file, they save *theirs* at a new path.
  private func settleUnmerged(
    _ answer: ConflictAnswer, _ repository: Repository?, _ resolution: inout Resolution
  ) async throws {
    let conflict = answer.conflict
    guard let theirs = conflict.theirs?.bytes, let git = repository?.git else {
      resolution.open.insert(conflict.path)
      return
    }
    switch answer.side {
    case .both where notebook.store.isNote(conflict.path.nameBytes):
      let ours = conflict.capture.document.bytes
      let merge = try await CaptureMerge(
        base: conflict.base ?? [], ours: ours, theirs: theirs, at: conflict.path,
        by: { try await git.mergeLines(base: $0, ours: $1, theirs: $2) })
      let merged = try Conflicts(merge.bytes).settled(.both)
      resolution.steps.append([.edit(conflict.capture, Self.replacing(ours, by: merged))])
    case .theirs:
      resolution.steps.append([.edit(conflict.capture) { _ in Document(theirs) }])
    case .both:
      let path = freeName(like: conflict.path, resolution)
      resolution.steps.append([.create(path, theirs)])
      resolution.touched.append(path)
    case .ours: resolution.kept.append(conflict.path)
    case nil: resolution.open.insert(conflict.path)
    }
  }

  /// Adds the steps for a file that each copy moved to a different path. The steps keep the file at
  /// one of the two paths, or remove it from both.
  private func settleApart(
    _ answer: ConflictAnswer, _ repository: Repository?, _ resolution: inout Resolution
  ) async throws {
    let conflict = answer.conflict
    guard let keeps = answer.keeps, let other = conflict.other else {
      resolution.open.insert(conflict.path)
      return
    }
    resolution.touched.append(other.path)
    guard keeps else {
      resolution.steps.append([.trash(conflict.capture), .trash(other)])
      return
    }
    let isTheirs = (answer.place ?? answer.side) == .theirs
    let kept = isTheirs ? other : conflict.capture
    resolution.steps.append(
      marksSettled(answer, in: kept) + [.trash(isTheirs ? conflict.capture : other)])
    resolution.kept.append(kept.path)
    guard let repository else { return }
    try await bringBackFiles(
      of: kept, from: isTheirs ? repository.joined ?? "HEAD" : "HEAD", repository, &resolution)
  }

  /// Adds the steps to keep a file in one of these conflicts: one copy removed or moved the file,
  /// only one copy has the file, or each copy has a different capture at the file's path.
  private func keep(
    _ answer: ConflictAnswer, _ repository: Repository, _ resolution: inout Resolution
  ) async throws {
    let conflict = answer.conflict
    let path = conflict.path
    // If a folder has the same name as a capture, git gives the capture a name such as `a.md~HEAD`.
    let name = Array(path.nameBytes.prefix { $0 != UInt8(ascii: "~") })
    switch conflict.state {
    case .movedHere, .movedThere:
      guard let moved = conflict.other, let base = conflict.base else { return }
      let isHere = conflict.state == .movedHere
      let (ours, theirs) = isHere ? (moved, conflict.capture) : (conflict.capture, moved)
      let merge = try await CaptureMerge(
        base: base, ours: ours.document.bytes, theirs: theirs.document.bytes,
        by: { try await repository.git.mergeLines(base: $0, ours: $1, theirs: $2) })
      let expected = moved.document.bytes
      resolution.steps.append([
        .edit(moved, Self.replacing(expected, by: merge.bytes)), .trash(conflict.capture),
      ])
      resolution.touched.append(moved.path)
    case .twoCaptures:
      guard let theirs = conflict.theirs else { return }
      let tree = try await repository.tree(of: repository.joined ?? "HEAD")
      let old = tree.filter { $0.value == theirs.blob }.keys.compactMap { NotePath(bytes: $0) }
        .sorted().first {
          (try? notebook.store.kind($0)) == nil && !resolution.touched.contains($0)
        }
      let place = old ?? freeName(like: path, resolution)
      resolution.steps.append([.create(place, theirs.bytes)])
      resolution.touched.append(place)
      resolution.kept.append(path)
    case _ where name.count < path.nameBytes.count && notebook.store.isNote(name):
      let place = freeName(like: path.parent.appending(listed: name), resolution)
      resolution.steps.append([.move(conflict.capture, to: place)])
      resolution.touched.append(place)
    default:
      resolution.kept.append(path)
      guard [.removedHere, .removedThere].contains(conflict.state) else { return }
      let isTheirs = (conflict.state == .removedHere) != repository.isReplaying
      try await bringBackFiles(
        of: conflict.capture, from: isTheirs ? repository.joined ?? "HEAD" : "HEAD", repository,
        &resolution)
    }
  }

  /// Returns an edit that replaces a file's bytes. The edit throws a `Diagnostic` if the file no
  /// longer has the expected bytes.
  private static func replacing(
    _ expected: [UInt8], by bytes: [UInt8]
  ) -> (Capture) throws(Diagnostic) -> Document {
    { capture throws(Diagnostic) in
      guard capture.document.bytes == expected else {
        throw Diagnostic(
          .error, "conflict-changed",
          "the file has changed since it was read; run the command again")
      }
      return Document(bytes)
    }
  }

  /// Adds steps that restore the attached files of a kept capture, if the other copy removed or
  /// moved them. `commit` is the commit that has the files.
  private func bringBackFiles(
    of capture: Capture, from commit: String, _ repository: Repository,
    _ resolution: inout Resolution
  ) async throws {
    guard notebook.store.isNote(capture.path.nameBytes) else { return }
    let missing = capture.mentionedPaths.sorted().filter {
      !notebook.store.isNote($0.nameBytes) && (try? notebook.store.kind($0)) == nil
        && !resolution.touched.contains($0)
    }
    for path in missing {
      guard let bytes = try await repository.file(path.bytes, at: commit) else { continue }
      resolution.steps.append([.create(path, bytes)])
      resolution.touched.append(path)
    }
  }

  /// Returns an unused path that resembles `path` but whose name ends in a number: `gate-2.jpg`.
  private func freeName(like path: NotePath, _ resolution: Resolution) -> NotePath {
    let name = path.name
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var number = 2
    while true {
      let free = path.parent.appending(
        listed: "\(name[..<dot])-\(number)\(name[dot...])".utf8)
      if (try? notebook.store.kind(free)) == nil, !resolution.touched.contains(free) { return free }
      number += 1
    }
  }
}

// MARK: - Reporting to git

extension Workspace {
  /// Tells git which files an operation resolved. Does nothing if git has neither unmerged files
  /// nor an operation in progress.
  ///
  /// Throws `GitFailure` if git fails.
  func markSettled(
    _ answers: [ConflictAnswer], _ resolution: Resolution, by operation: String?
  ) async throws {
    guard let repository = try? await repository() else { return }
    let files = try await repository.unmerged().files
    guard repository.underWay != nil || !files.isEmpty else { return }
    let unmerged = Set(files.map(\.path))
    let paths = answers.map(\.conflict.path).filter { !resolution.open.contains($0) }
    var settled: [[UInt8]] = []
    for path in paths + resolution.touched {
      let isSettled =
        notebook.isMissing(path)
        ? unmerged.contains(path.bytes)
        : (try? notebook.store.read(path)).map { Conflicts($0.bytes).isEmpty } ?? false
      if isSettled { settled.append(path.bytes) }
    }
    // A path that both copies removed is resolved together with the file's new paths.
    let gone = files.filter { $0.ours == nil && $0.theirs == nil }.map(\.path)
    if !settled.isEmpty { try await repository.markSettled(settled + gone, by: operation) }
  }
}
