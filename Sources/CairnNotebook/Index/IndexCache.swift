import CairnFiles
import CairnIndex

/// The storage of a notebook's index between commands: the base segment contains all captures, and
/// the segment of changes contains the captures that changed after the base segment was written.
///
/// The cache can be deleted at any time. A segment that is missing or damaged, or that belongs to
/// another version or notebook, is ignored. If a segment cannot be written, a later command builds
/// it again. ``notes`` describes damage and errors.
struct IndexCache {
  private static let baseName = "captures"
  private static let changesName = "changes"

  /// The folder of the cache, outside the notebook; nil if there is no place for a cache.
  let folder: StateFolder?
  /// The segments that stay open between uses of the cache; nil to open them each time.
  private let memory: IndexMemory?
  /// Descriptions of the problems found, displayed on request.
  private(set) var notes: [String] = []

  /// The segments in the cache.
  struct Contents: Sendable {
    var base: Segment?
    var changes: Segment?
  }

  init(_ folder: StateFolder?, _ memory: IndexMemory? = nil) {
    self.folder = folder
    self.memory = memory
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

  /// Returns one reader for each usable segment. The readers provide the lessons from which the
  /// classifier learns. Reads no other part of the segments.
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
    if let memory, let stamp = folder.cachedStamp(name),
      let open = memory.segment(name, at: stamp)
    {
      return open
    }
    do {
      guard let file = try folder.mapCached(name) else { return nil }
      let segment = try Segment(IndexBytes(file.bytes, owner: file))
      guard segment.summary.root == folder.root.bytes else {
        note("the index belongs to another notebook")
        return nil
      }
      memory?.remember(segment, name, at: file.stamp)
      return segment
    } catch let damage as IndexDamage {
      note("the index cannot be used: \(damage.reason)")
    } catch {
      note("the index cannot be read: \(error)")
    }
    return nil
  }

  /// Writes the base segment that `make` creates, and removes the segment of changes. Returns the
  /// bytes of the base segment; nil if they could not be stored in the cache.
  mutating func store(base make: Making) -> IndexBytes? {
    guard let bytes = stored(Self.baseName, make) else { return nil }
    _ = write { try $0.removeCached(Self.changesName) }
    return bytes
  }

  /// Writes the segment of changes that `make` creates. Returns its bytes; nil if they could not be
  /// stored in the cache.
  mutating func store(changes make: Making) -> IndexBytes? { stored(Self.changesName, make) }

  /// A function that passes a segment to `sink`, piece by piece.
  typealias Making = (_ sink: @escaping ([UInt8]) -> Void) -> Void

  /// Returns the bytes of the segment that `make` creates, without storing them in the cache.
  static func bytes(_ make: Making) -> IndexBytes {
    var pieces: [[UInt8]] = []
    make { pieces.append($0) }
    return IndexBytes(pieces)
  }

  private mutating func stored(_ name: String, _ make: Making) -> IndexBytes? {
    guard let folder else { return nil }
    do {
      let draft = try folder.draftCached(name)
      make { draft.append($0) }
      let file = try draft.keep()
      return IndexBytes(file.bytes, owner: file)
    } catch {
      note("the index cannot be written: \(error)")
      return nil
    }
  }

  /// Removes both segments.
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
