import CairnCapture
import CairnDocument
import CairnFiles
import CairnGit
import CairnNotebook
import CairnText
import CairnWork

/// A file on which two copies of the notebook disagree.
struct FileConflict {
  /// What they disagree on.
  enum State: String {
    /// Both changed it, and marks in the file say where.
    case changed
    /// Both changed it, and the file holds our version alone: a picture, say.
    case unmerged
    /// Each has another capture at this path, and the file holds ours.
    case twoCaptures = "two-captures"
    /// It is gone here, and the other copy changed or moved it.
    case removedHere = "removed-here"
    /// It was changed or moved here, and the other copy removed it.
    case removedThere = "removed-there"
    /// Here it lies at another path, and the other copy changed it at this one.
    case movedHere = "moved-here"
    /// It was changed here, and in the other copy it lies at another path.
    case movedThere = "moved-there"
    /// Each copy gave it another path; the other one is theirs.
    case movedApart = "moved-apart"
    /// One copy has it, and git could not tell where the other would.
    case unplaced
  }

  var state: State
  /// The file as it lies here, also where it is no capture.
  let capture: Capture
  /// The same capture at its other path.
  var other: Capture?
  /// What is marked in it.
  var conflicts = Conflicts([])
  /// Its bytes before both, where they are known.
  var base: [UInt8]?
  /// Its bytes in the version that is merged into the one that is checked out, and what git calls
  /// them.
  var theirs: (blob: String, bytes: [UInt8])?
  /// Whether the version that is checked out is the remote's, as in a rebase: then git's "ours" and
  /// "theirs" are the other way round.
  var isReplaying = false

  var path: NotePath { capture.path }

  /// Whether a side must be chosen, because neither is safe to take unasked.
  var wantsSide: Bool { state == .unmerged || !openFields.isEmpty || !conflicts.hunks.isEmpty }

  /// Whether a word is the capture's title, its file's name, its id or how that begins.
  func isCalled(_ word: String) -> Bool {
    [capture.title.folded, path.stem.folded].contains(word.folded)
      || word.count >= 4 && capture.id?.hasPrefix(word) ?? false
  }

  /// The fields to be settled, without `collection`, which follows from the folder.
  var openFields: [ConflictMark] {
    let settled = collectionSide
    return conflicts.fields.filter { settled[$0.key] == nil }
  }

  /// Which side of the field `collection` says where the file lies.
  var collectionSide: [String: Conflicts.Side] { Self.collectionSide(of: conflicts, in: capture) }

  static func collectionSide(
    of conflicts: Conflicts, in capture: Capture
  ) -> [String: Conflicts.Side] {
    let (key, folder) = ("collection", capture.collection.description)
    guard let mark = conflicts.fields.first(where: { $0.key == key }) else { return [:] }
    if mark.value?.text == folder { return [key: .theirs] }
    return capture.document[key]?.text == folder ? [key: .ours] : [:]
  }
}

extension Session {
  /// The files on which two copies disagree, by path: those with marks in them, and, where git is
  /// installed, those that a merge could not settle.
  func conflicts() async -> [FileConflict] {
    let captures = work.load().captures
    let unmerged = await unmergedFiles(captures).conflicts
    let known = Set(unmerged.flatMap { [$0.path, $0.other?.path].compactMap(\.self) })
    let marked = captures.compactMap { capture -> FileConflict? in
      let found = Conflicts(capture.document.bytes)
      if found.isEmpty || known.contains(capture.path) { return nil }
      return FileConflict(state: .changed, capture: capture, conflicts: found)
    }
    return (marked + unmerged).sorted { $0.path < $1.path }
  }

  /// What a merge could not settle, and the paths that git still calls so although a person settled them
  /// in an editor, or removed them.
  func unmergedFiles(
    _ captures: [Capture]? = nil
  ) async -> (conflicts: [FileConflict], settled: [[UInt8]]) {
    guard let git = try? git(), let repository = try? await Repository(git),
      let files = try? await repository.unmerged().files,
      !files.isEmpty, let contents = try? await repository.contents(of: files)
    else { return ([], []) }
    let table = UnmergedTable(
      files, contents, isReplaying: repository.isReplaying,
      captures: captures ?? work.load().captures
    ) { path in
      // One that is too large to be read is there all the same.
      guard (try? self.notebook.store.kind(path)) == .file else { return nil }
      let bytes = (try? self.notebook.store.read(path).bytes) ?? []
      return Capture(path: path, document: Document(bytes), modified: self.clock.now)
    }
    let open = Set(table.conflicts.flatMap { [$0.path.bytes, $0.other?.path.bytes ?? []] })
    return (table.conflicts, files.map(\.path).filter { !open.contains($0) })
  }
}

/// What git could not settle, as conflicts that a person can decide.
private struct UnmergedTable {
  private(set) var conflicts: [FileConflict] = []
  private let contents: [String: [UInt8]]
  private let isReplaying: Bool
  private let captures: [Capture]
  private let read: (NotePath) -> Capture?

  init(
    _ files: [Repository.Unmerged], _ contents: [String: [UInt8]], isReplaying: Bool,
    captures: [Capture], read: @escaping (NotePath) -> Capture?
  ) {
    (self.contents, self.isReplaying, self.captures) = (contents, isReplaying, captures)
    self.read = read
    // Where each copy moved it elsewhere, git writes the same bytes to both paths.
    var apart: [String: Capture] = [:]
    for file in files where file.base == nil && file.ours == nil {
      if let blob = file.theirs, let path = NotePath(bytes: file.path), let copy = read(path) {
        apart[blob] = copy
      }
    }
    var taken: Set<NotePath> = []
    for file in files where file.base == nil && file.theirs == nil {
      guard let path = NotePath(bytes: file.path), let capture = read(path), let blob = file.ours,
        let other = apart[blob], other.document.bytes == capture.document.bytes
      else { continue }
      apart[blob] = nil
      taken.formUnion([path, other.path])
      conflicts.append(
        FileConflict(
          state: .movedApart, capture: capture, other: other,
          conflicts: Conflicts(capture.document.bytes), isReplaying: isReplaying))
    }
    for file in files {
      guard let path = NotePath(bytes: file.path), !taken.contains(path), let capture = read(path),
        let conflict = conflict(file, capture)
      else { continue }
      conflicts.append(conflict)
    }
  }

  /// What is to be decided about one file; nil where a person did that already.
  private func conflict(_ file: Repository.Unmerged, _ capture: Capture) -> FileConflict? {
    let base = file.base.flatMap { contents[$0] }
    let theirs = file.theirs.flatMap { blob in contents[blob].map { (blob, $0) } }
    var found = FileConflict(
      state: .unplaced, capture: capture, conflicts: Conflicts(capture.document.bytes), base: base,
      theirs: theirs, isReplaying: isReplaying)
    switch (file.ours, file.theirs) {
    case (let ours?, _?):
      let bytes = capture.document.bytes
      if !found.conflicts.isEmpty {
        found.state = .changed
      } else if !bytes.isEmpty, contents[ours]?.differs(from: bytes) ?? false {
        return nil
      } else {
        found.state = isTwo(base, contents[ours], theirs?.1) ? .twoCaptures : .unmerged
      }
    case (nil, nil): return nil
    case (let ours, _):
      guard let base else {
        // What was moved apart may be marked, too.
        if !found.conflicts.isEmpty { found.state = .changed }
        break
      }
      found.state = (ours == nil) == isReplaying ? .removedThere : .removedHere
      guard let id = Capture.id(in: base), capture.id == id,
        let moved = captures.first(where: { $0.id == id && $0.path != capture.path })
      else { break }
      found.state = found.state == .removedHere ? .movedHere : .movedThere
      found.other = moved
    }
    return found
  }

  private func isTwo(_ base: [UInt8]?, _ ours: [UInt8]?, _ theirs: [UInt8]?) -> Bool {
    guard let ours, let theirs else { return false }
    return CaptureMerge.areTwo(
      base: Document(base ?? []), ours: Document(ours), theirs: Document(theirs))
  }
}

extension Capture {
  fileprivate static func id(in bytes: [UInt8]) -> String? { Document(bytes)["id"]?.text }
}

extension [UInt8] {
  /// Whether these are other bytes, the ends of lines aside, which git may write in its own way.
  fileprivate func differs(from other: [UInt8]) -> Bool {
    let cr = UInt8(ascii: "\r")
    return !lazy.filter { $0 != cr }.elementsEqual(other.lazy.filter { $0 != cr })
  }
}

// MARK: - Showing

extension FileConflict {
  /// What the two copies did with the file, in words; nil where marks say it.
  var words: String? {
    let other = other.map { "`\($0.path)`" } ?? ""
    let isMoved = base == capture.document.bytes
    return switch state {
    case .changed: nil
    case .unmerged:
      "changed in both copies; the file here is \(isReplaying ? "theirs" : "ours")"
    case .twoCaptures: "another capture lies at this path in the other copy"
    case .removedHere: "removed here, \(isMoved ? "moved" : "changed") in the other copy"
    case .removedThere: "\(isMoved ? "moved" : "changed") here, removed in the other copy"
    case .movedHere: "moved to \(other) here, changed in the other copy"
    case .movedThere: "changed here, moved to \(other) in the other copy"
    case .movedApart: "moved here, and moved to \(other) in the other copy"
    case .unplaced: "only one copy has this file, and git could not tell where it belongs"
    }
  }
}

extension Session {
  /// Shows the conflicts of one file.
  func show(_ conflict: FileConflict) {
    if conflict.words != nil { showState(of: conflict) }
    var locator = SourceLocator(conflict.capture.document.bytes)
    for field in conflict.openFields { show(field, of: conflict, &locator) }
    for hunk in conflict.conflicts.hunks { show(hunk, of: conflict) }
  }

  /// Shows what became of a file in either copy, and what was changed where it was changed.
  func showState(of conflict: FileConflict) {
    let capture = conflict.capture
    let title = notebook.store.isNote(capture.path.nameBytes) ? " (\(capture.title))" : ""
    console.line(
      TerminalText.escaped("\(conflict.path)\(title): \(conflict.words ?? "")"))
    guard notebook.store.isNote(capture.path.nameBytes), let base = conflict.base,
      [.removedHere, .removedThere, .movedHere, .movedThere].contains(conflict.state)
    else { return }
    for part in CaptureDifference(from: base, to: capture.document.bytes).parts {
      console.line("    \(TerminalText.escaped(part.words))")
    }
  }

  func show(
    _ field: ConflictMark, of conflict: FileConflict, _ locator: inout SourceLocator
  ) {
    let capture = conflict.capture
    let line = locator.location(of: field.range.lowerBound).line
    var ours = capture.document[field.key]?.shown ?? "nothing"
    var theirs = field.value?.shown ?? "nothing"
    if conflict.isReplaying { swap(&ours, &theirs) }
    console.line(
      TerminalText.escaped(
        "\(conflict.path):\(line): \(field.key): ours \(ours), theirs \(theirs)"))
  }

  /// Shows the lines of both versions, with the lines around them.
  func show(_ hunk: ConflictHunk, of conflict: FileConflict) {
    let bytes = conflict.capture.document.bytes
    var (ours, theirs) = (hunk.ours, hunk.theirs)
    if conflict.isReplaying { swap(&ours, &theirs) }
    let counts = [ours, theirs].map { bytes[$0].terminalLines.count.of("line") }
    console.line(
      TerminalText.escaped(
        "\(conflict.path):\(hunk.line): text: ours \(counts[0]), theirs \(counts[1])"))
    let others = conflict.conflicts.hunks.map(\.range)
    let body = min(conflict.capture.document.body.lowerBound, hunk.range.lowerBound)
    let start = others.last { $0.upperBound <= hunk.range.lowerBound }?.upperBound ?? body
    let end = others.first { $0.lowerBound >= hunk.range.upperBound }?.lowerBound ?? bytes.count
    showLines(bytes[start..<hunk.range.lowerBound].terminalLines.suffix(Self.context), " ")
    showLines(bytes[ours].terminalLines, "<", .green)
    showLines(bytes[theirs].terminalLines, ">", .cyan)
    showLines(bytes[hunk.range.upperBound..<end].terminalLines.prefix(Self.context), " ")
  }

  /// How many lines around a conflict are shown, and how many of either version.
  private static let (context, most) = (3, 20)

  private func showLines(
    _ lines: some Collection<String>, _ sign: String, _ style: Style? = nil
  ) {
    for line in lines.prefix(Self.most) {
      let text = "  \(sign) \(TerminalText.escaped(line))"
      console.line(style.map { console.styled(text, $0) } ?? text)
    }
    if lines.count > Self.most {
      console.line("  \(sign) … \((lines.count - Self.most).of("more line"))")
    }
  }
}

extension ArraySlice<UInt8> {
  /// The lines without their ends.
  fileprivate var terminalLines: [String] {
    var lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
