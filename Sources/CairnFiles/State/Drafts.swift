public import CairnText
public import SystemPackage

/// A text that could not be kept where it belongs, and was not lost.
public struct Draft: Hashable, Sendable {
  /// The draft's own name: the later one sorts behind.
  public let id: String
  /// Where the text lies, to be opened with anything.
  public let file: FilePath
  /// What belongs to the text, by key, as it was given.
  public let notes: [String: String]
}

extension Draft {
  /// The note that says what a draft is of that is no new capture.
  public static let purpose = "for"

  /// Whether it is the text of a new capture, which `add --retry` takes up.
  public var isCapture: Bool { notes[Self.purpose] == nil }

  /// The notes of a draft with what a capture was before or after an editor had it.
  public static func notes(edited path: NotePath) -> [String: String] {
    [purpose: "edit", "path": path.description]
  }
}

// MARK: - Keeping

extension StateFolder {
  /// Keeps a text, and what belongs to it, where no lock and no notebook is needed.
  ///
  /// Both are durable when this returns. Throws ``FileError`` where even that is impossible.
  public func saveDraft(
    _ bytes: [UInt8], notes: [String: String] = [:], at time: Instant
  ) throws(FileError) -> Draft {
    let state = try opened()
    try state.makeFolders(Drafts.folder, permissions: .privateFolder)
    state.removeStale(in: Drafts.folder)
    let sorted = notes.sorted { $0.key < $1.key }
    let record = Record(sorted.map { ($0.key, Array($0.value.utf8)) })
    var number = try Drafts.next(at: time, in: state)
    while true {
      let id = UniqueName(time, number: number).text
      do throws(FileError) {
        try state.createFile(Drafts.text(id), bytes, permissions: .ownerReadWrite)
      } catch  where error.code == .exists {
        // Another process was faster.
        number &+= 1
        continue
      }
      try state.createFile(Drafts.notes(id), record.bytes, permissions: .ownerReadWrite)
      return Draft(id: id, file: state.absolute(Drafts.text(id)), notes: notes)
    }
  }

  /// The drafts, the latest first. A draft without readable notes has none.
  ///
  /// Throws ``FileError`` where they cannot be listed.
  public func drafts() throws(FileError) -> [Draft] {
    guard let state = try existing(), try state.kind(Drafts.folder) != nil else { return [] }
    return try state.names(in: Drafts.folder, for: .list).reversed().compactMap { name in
      let path = Drafts.folder.appending(listed: name)
      guard path.isMarkdown else { return nil }
      let record = (try? state.read(Drafts.notes(path.stem))).flatMap { Record($0.bytes) }
      let notes = (record?.fields ?? []).map { ($0.key, String(decoding: $0.value, as: UTF8.self)) }
      return Draft(
        id: path.stem, file: state.absolute(path),
        notes: Dictionary(notes, uniquingKeysWith: { $1 }))
    }
  }

  /// The text of a draft.
  ///
  /// Throws ``FileError`` where it cannot be read.
  public func text(of draft: Draft) throws(FileError) -> [UInt8] {
    try opened().read(Drafts.text(draft.id)).bytes
  }

  /// Removes a draft, whose text is now where it belongs.
  public func removeDraft(_ draft: Draft) throws(FileError) {
    let state = try opened()
    try state.removeFile(Drafts.text(draft.id))
    try? state.removeFile(Drafts.notes(draft.id))
  }
}

/// How drafts lie on the disk: `drafts/ID.md` is the text, `drafts/ID.notes` what belongs to it.
enum Drafts {
  static let folder = NotePath.root.appending(listed: "drafts".utf8)

  static func text(_ id: String) -> NotePath { folder.appending(listed: "\(id).md".utf8) }
  /// The number of the next draft of a second: they are counted, so that their names sort by time.
  static func next(at time: Instant, in state: Store) throws(FileError) -> UInt32 {
    let stamp = Array("\(UniqueName.stamp(time))-".utf8)
    let last = try state.names(in: folder, for: .list).last { $0.starts(with: stamp) }
    let digits = last?.dropFirst(stamp.count).prefix { $0 != UInt8(ascii: ".") }
    let number = digits.flatMap { UInt32(String(decoding: $0, as: UTF8.self), radix: 16) }
    return number.map { $0 &+ 1 } ?? 0
  }

  static func notes(_ id: String) -> NotePath { folder.appending(listed: "\(id).notes".utf8) }
}
