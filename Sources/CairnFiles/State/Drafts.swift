public import CairnText
public import SystemPackage

/// Text that could not be saved where it belongs. It is stored separately, so that it is not lost.
public struct Draft: Hashable, Sendable {
  /// The draft's unique name, which sorts by time.
  public let id: String
  /// The file with the text, which any program can open.
  public let file: FilePath
  /// The metadata that was passed when the draft was saved, such as the purpose of the draft.
  public let notes: [String: String]
}

extension Draft {
  /// The key in ``Draft/notes`` for a draft's purpose. The draft of a new capture has no such note.
  public static let purpose = "for"

  /// The purpose of a draft if the process that wrote it was killed before recording the real
  /// purpose.
  static let unknownPurpose = "unknown"

  /// Whether the draft is the text of a new capture, which `add --retry` picks up.
  public var isCapture: Bool { notes[Self.purpose] == nil }

  /// Whether the draft is text that `append --retry` picks up and inserts in an existing capture.
  /// The purpose is then the name of the command, `append` or `prepend`.
  public var isInsertion: Bool { ["append", "prepend"].contains(notes[Self.purpose]) }

  /// The time when the draft was saved; nil if the id does not contain a time.
  public var time: Instant? { UniqueName.time(of: id) }

  /// The path of the capture if this draft is an editor's copy of a capture; nil for other drafts.
  public var editedPath: NotePath? {
    notes[Self.purpose] == "edit" ? notes["path"].flatMap { NotePath($0) } : nil
  }

  /// Returns the notes for a draft that is an editor's copy of a capture.
  public static func notes(edited path: NotePath) -> [String: String] {
    [purpose: "edit", "path": path.description]
  }
}

// MARK: - Saving

extension StateFolder {
  /// Saves text and the notes about it without taking the lock, even if the notebook cannot be
  /// used.
  ///
  /// The text and the notes are durable when the method returns. Throws ``FileError`` if the text
  /// or the notes cannot be written.
  public func saveDraft(
    _ bytes: [UInt8], notes: [String: String] = [:], at time: Instant
  ) throws(FileError) -> Draft {
    try opened().saveDraft(bytes, notes, at: time)
  }

  /// Returns the drafts, the latest first. Unreadable notes count as no notes.
  ///
  /// Throws ``FileError`` if the drafts cannot be listed.
  public func drafts() throws(FileError) -> [Draft] { try existing()?.drafts() ?? [] }

  /// Returns the text of a draft.
  ///
  /// Throws ``FileError`` if the text cannot be read.
  public func text(of draft: Draft) throws(FileError) -> [UInt8] {
    try Drafts.store(of: draft).read(Drafts.path(of: draft)).bytes
  }

  /// Removes a draft whose text has been saved elsewhere.
  public func removeDraft(_ draft: Draft) throws(FileError) {
    let state = try Drafts.store(of: draft)
    try state.removeFile(Drafts.path(of: draft))
    try? state.removeFile(Drafts.notes(draft.id))
  }

  /// Removes each draft that a killed editor left behind and that has the same bytes as its
  /// capture.
  ///
  /// Throws ``FileError`` if the drafts cannot be listed.
  public func removeNeedlessCopies() throws(FileError) {
    guard let state = try existing() else { return }
    for draft in try state.drafts() {
      guard let path = draft.editedPath, !state.isLocked(Drafts.text(draft.id)),
        let bytes = try? store.read(path).bytes, (try? text(of: draft)) == bytes
      else { continue }
      try? removeDraft(draft)
    }
  }
}

// MARK: - Without a notebook

extension StateFolder {
  /// Saves text whose notebook is unknown. Stores the draft in the folder `base`, and is otherwise
  /// like ``saveDraft(_:notes:at:)``.
  public static func saveDraft(
    _ bytes: [UInt8], notes: [String: String] = [:], in base: FilePath, at time: Instant
  ) throws(FileError) -> Draft {
    let disk = try Store(root: "/", showsAbsolutePaths: true, faults: nil)
    guard base.isAbsolute,
      let folder = NotePath(bytes: base.lexicallyNormalized().bytes.dropFirst())
    else { throw FileError(.open, base, .notFound) }
    try disk.makeFolders(folder, permissions: .privateFolder)
    return try Store(root: base, showsAbsolutePaths: true, faults: nil)
      .saveDraft(bytes, notes, at: time, number: .random(in: .min ... .max))
  }

  /// Returns the drafts below `base` that belong to no known notebook, the latest first; none if
  /// `base` does not exist.
  public static func drafts(in base: FilePath) throws(FileError) -> [Draft] {
    do throws(FileError) {
      return try Store(root: base, showsAbsolutePaths: true, faults: nil).drafts()
    } catch  where error.code == .notFound {
      return []
    }
  }
}

extension Store {
  func saveDraft(
    _ bytes: [UInt8], _ notes: [String: String], at time: Instant, number: UInt32? = nil
  ) throws(FileError) -> Draft {
    try makeFolders(Drafts.folder, permissions: .privateFolder)
    removeStale(in: Drafts.folder, where: Drafts.isOfNotes)
    let sorted = notes.sorted { $0.key < $1.key }
    let record = Record(sorted.map { ($0.key, Array($0.value.utf8)) })
    var number = if let number { number } else { try Drafts.next(at: time, in: self) }
    while true {
      let id = UniqueName(time, number: number).text
      do throws(FileError) {
        try createFile(Drafts.text(id), bytes, permissions: .ownerReadWrite)
      } catch  where error.code == .exists {
        // Another process has just saved a draft with this number.
        number &+= 1
        continue
      }
      try createFile(
        Drafts.notes(id), record.bytes, permissions: .ownerReadWrite, by: Drafts.notesTemporary())
      return Draft(id: id, file: absolute(Drafts.text(id)), notes: notes)
    }
  }

  func drafts() throws(FileError) -> [Draft] {
    guard try kind(Drafts.folder) != nil else { return [] }
    return try names(in: Drafts.folder, for: .list).reversed().compactMap { name in
      let path = Drafts.folder.appending(listed: name)
      if TemporaryName.isOne(name) { return unnamedDraft(path) }
      guard path.isMarkdown else { return nil }
      let record = (try? read(Drafts.notes(path.stem))).flatMap { Record($0.bytes) }
      let notes = (record?.fields ?? []).map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }
      return Draft(
        id: path.stem, file: absolute(path), notes: Dictionary(notes, uniquingKeysWith: { $1 }))
    }
  }

  /// Returns the draft whose text is in the file at `path`. The file still has its temporary name,
  /// because the process that wrote it was killed. Nil if the file is empty or contains notes.
  private func unnamedDraft(_ path: NotePath) -> Draft? {
    guard !Drafts.isOfNotes(path.nameBytes), let status = try? status(path), status.stamp.size > 0
    else { return nil }
    let number = UInt32(truncatingIfNeeded: ByteDigest(Array(path.nameBytes)).hash)
    return Draft(
      id: UniqueName(status.stamp.modified, number: number).text, file: absolute(path),
      notes: [Draft.purpose: Draft.unknownPurpose])
  }
}

/// The files of drafts: `drafts/ID.md` contains the text, `drafts/ID.notes` the notes.
enum Drafts {
  static let folder = NotePath.root.appending(listed: "drafts".utf8)

  /// Opens the parent of the folder `drafts` that contains the draft.
  static func store(of draft: Draft) throws(FileError) -> Store {
    let folder = draft.file.removingLastComponent().removingLastComponent()
    return try Store(root: folder, showsAbsolutePaths: true, faults: nil)
  }

  static func text(_ id: String) -> NotePath { folder.appending(listed: "\(id).md".utf8) }

  /// Returns the path of the file with a draft's text, relative to ``store(of:)``.
  static func path(of draft: Draft) -> NotePath {
    folder.appending(listed: draft.file.bytes.split(separator: UInt8(ascii: "/")).last ?? [])
  }

  /// Returns a temporary name for a draft's notes, with at most eight hexadecimal digits.
  static func notesTemporary() -> TemporaryName {
    TemporaryName(number: UInt64(UInt32.random(in: .min ... .max)))
  }

  /// Returns whether a name is the temporary name of a draft's notes: a temporary name with at most
  /// eight digits. The temporary name of a draft's text has up to 16 random digits; only one in
  /// four billion such names has at most eight digits.
  static func isOfNotes(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    TemporaryName.isOne(name) && name.count <= ".cairn-12345678.tmp".utf8.count
  }

  /// Returns the number for the next draft saved in the same second as `time`. Numbers are
  /// consecutive, so that names sort by time.
  static func next(at time: Instant, in state: Store) throws(FileError) -> UInt32 {
    let stamp = Array("\(UniqueName.stamp(time))-".utf8)
    let last = try state.names(in: folder, for: .list).last { $0.starts(with: stamp) }
    let digits = last?.dropFirst(stamp.count).prefix { $0 != UInt8(ascii: ".") }
    let number = digits.flatMap { UInt32(String(decoding: $0, as: UTF8.self), radix: 16) }
    return number.map { $0 &+ 1 } ?? 0
  }

  static func notes(_ id: String) -> NotePath { folder.appending(listed: "\(id).notes".utf8) }
}
