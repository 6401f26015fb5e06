import CairnFiles
import CairnIndex

/// Where a notebook's index lies between two commands: a segment of all captures, and one of those
/// that changed since.
///
/// Nothing depends on it. What is missing, damaged, of another version or of another notebook is
/// passed over, and what cannot be written is made again the next time; either is noted.
struct IndexCache {
  private static let baseName = "captures"
  private static let changesName = "changes"

  /// Outside of the notebook; nil where there is no place for a cache.
  let folder: StateFolder?
  /// What was wrong with it, for people who want to know.
  private(set) var notes: [String] = []

  /// What is in it.
  struct Contents {
    var base: Segment?
    var changes: Segment?
  }

  init(_ folder: StateFolder?) {
    self.folder = folder
  }

  mutating func load() -> Contents {
    guard let folder else { return Contents() }
    var contents = Contents()
    contents.base = segment(Self.baseName, of: folder)
    guard let base = contents.base else { return contents }
    if let changes = segment(Self.changesName, of: folder),
      changes.summary.base == base.summary.identifier
    {
      contents.changes = changes
    }
    return contents
  }

  /// What the segments teach the classifier, of those that are whole; nothing else is read of them.
  func lessons() -> [LessonReader] {
    guard let folder else { return [] }
    let readers = [Self.baseName, Self.changesName].compactMap { name -> LessonReader? in
      guard let file = try? folder.mapCached(name) else { return nil }
      return try? LessonReader(IndexBytes(file.bytes, owner: file))
    }
    guard let base = readers.first, base.summary.base == 0,
      base.summary.root == folder.root.bytes
    else { return [] }
    return [base] + readers.dropFirst().filter { $0.summary.base == base.summary.identifier }
  }

  private mutating func segment(_ name: String, of folder: StateFolder) -> Segment? {
    do {
      guard let file = try folder.mapCached(name) else { return nil }
      let segment = try Segment(IndexBytes(file.bytes, owner: file))
      guard segment.summary.root == folder.root.bytes else {
        note("the index is of another notebook")
        return nil
      }
      return segment
    } catch let damage as IndexDamage {
      note("the index is of no use: \(damage.reason)")
    } catch {
      note("the index cannot be read: \(error)")
    }
    return nil
  }

  /// Replaces the segment of all captures; that of changes goes. Whether it is there then.
  mutating func save(base bytes: [UInt8]) -> Bool {
    write { folder in
      try folder.replaceCached(Self.baseName, by: bytes)
      try folder.removeCached(Self.changesName)
    }
  }

  /// Replaces the segment of changes. Whether it is there then.
  mutating func save(changes bytes: [UInt8]) -> Bool {
    write { try $0.replaceCached(Self.changesName, by: bytes) }
  }

  /// Removes what is there.
  mutating func clear() {
    _ = write { folder in
      try folder.removeCached(Self.baseName)
      try folder.removeCached(Self.changesName)
    }
  }

  private mutating func write(_ body: (StateFolder) throws -> Void) -> Bool {
    guard let folder else { return false }
    do {
      try body(folder)
      return true
    } catch {
      note("the index cannot be written: \(error)")
      return false
    }
  }

  private mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
