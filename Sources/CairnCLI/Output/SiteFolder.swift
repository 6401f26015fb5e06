import CairnDigest
import CairnFiles
import CairnIndex
import CairnText
import Synchronization

/// The folder of a site, and what is known of the files in it. May be used from several threads.
///
/// A file is written where nothing lies, where the manifest says that what lies there was made by us
/// and it still is that, or where a run that was cut short may have left it. Anything else is a
/// stranger's: it stays, and is named.
final class SiteFolder: Sendable {
  private let folder: OutputFolder
  /// What an earlier run made.
  private let known: SiteManifest
  /// Whether a page that bears our mark may be replaced, whoever changed it.
  private let isForced: Bool

  /// What became of the files of this run.
  struct Outcome {
    /// What is in the site now.
    var files: [String: SiteManifest.Entry] = [:]
    var written = 0
    var removed = 0
    /// Files that are a stranger's and so are not as they should be.
    var strangers: [String] = []
    /// Those of them that an earlier run made: they are named until they are settled.
    var changed: [String: SiteManifest.Entry] = [:]
    var failures: [FileError] = []
  }

  private let state = Mutex(Outcome())

  init(_ folder: OutputFolder, known: SiteManifest, isForced: Bool) {
    self.folder = folder
    self.known = known
    self.isForced = isForced
  }

  /// What became of the files until now.
  var outcome: Outcome { state.withLock { $0 } }

  /// What stands in the first bytes of the files that we make.
  private static let marks = [
    #"<meta name="generator" content="Cairn">"#, "A site made by Cairn.",
  ]
  private static let headLength = 2048
}

// MARK: - What is there

extension SiteFolder {
  /// Whether a file is there as an earlier run made it of the same, and all that it refers to.
  func isUpToDate(_ file: Site.File) -> Bool {
    guard !known.unfinished.contains(file.path), let entry = known.files[file.path],
      entry.inputs == file.inputs, isThere(file.path, entry)
    else { return false }
    return entry.media.allSatisfy { path in
      known.files[path].map { isThere(path, $0) } ?? false
    }
  }

  private func isThere(_ path: String, _ entry: SiteManifest.Entry) -> Bool {
    NotePath(path).flatMap { folder.size(of: $0) } == entry.size
  }

  /// Takes a file over as it is, with what it refers to.
  func keep(_ path: String) {
    guard let entry = known.files[path] else { return }
    state.withLock { state in
      state.files[path] = entry
      for path in entry.media { state.files[path] = known.files[path] }
    }
  }
}

// MARK: - Writing

extension SiteFolder {
  /// Writes a file of the site, unless it is there already, or a stranger's is; whether it is there.
  @discardableResult
  func write(_ path: String, _ bytes: [UInt8], inputs: String = "", media: [String] = []) -> Bool {
    guard let place = NotePath(path) else { return false }
    let entry = SiteManifest.Entry(
      inputs: inputs, digest: Checksum.digits(of: bytes), size: bytes.count, media: media)
    do throws(FileError) {
      let held = try folder.read(place)
      if held != bytes {
        if let held, !isOurs(path, held) {
          leave(path)
          return false
        }
        try folder.write(place, bytes)
        state.withLock { $0.written += 1 }
      }
      state.withLock { $0.files[path] = entry }
      return true
    } catch {
      state.withLock { state in
        state.failures.append(error)
        // What is there is what was there before, if anything.
        state.files[path] = known.files[path]
      }
      return false
    }
  }

  /// Leaves a stranger's file as it is.
  private func leave(_ path: String) {
    state.withLock { state in
      state.strangers.append(path)
      guard let entry = known.files[path] else { return }
      // What it would be made of is not what it is made of.
      state.changed[path] = SiteManifest.Entry(
        inputs: "", digest: entry.digest, size: entry.size, media: [])
    }
  }

  /// Whether bytes that lie at a path may be replaced.
  private func isOurs(_ path: String, _ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty { return true }
    if known.files[path]?.digest == Checksum.digits(of: bytes) { return true }
    // What files of words and pictures there will be, a run does not know when it begins.
    let mayBeUnfinished =
      known.unfinished.contains(path) || !known.unfinished.isEmpty && path.hasPrefix("site/")
    return (isForced || mayBeUnfinished) && Self.bearsMark(bytes)
  }

  private static func bearsMark(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(headLength), as: UTF8.self)
    return marks.contains { head.contains($0) }
  }

  /// Removes what earlier runs made and is no part of the site any more.
  func removeOthers() {
    let outcome = outcome
    let stay = Set(outcome.files.keys).union(outcome.strangers)
    for path in known.files.keys.sorted() where !stay.contains(path) { remove(path) }
  }

  private func remove(_ path: String) {
    guard let place = NotePath(path) else { return }
    do throws(FileError) {
      guard let held = try folder.read(place) else { return }
      let isUnchanged = known.files[path]?.digest == Checksum.digits(of: held)
      guard isUnchanged || isForced && Self.bearsMark(held) else { return leave(path) }
      try folder.remove(place)
      state.withLock { $0.removed += 1 }
    } catch {
      state.withLock { state in
        state.failures.append(error)
        state.files[path] = known.files[path]
      }
    }
  }

  /// Takes over everything that earlier runs made and this one did not make anew.
  func keepOthers() {
    state.withLock { state in state.files.merge(known.files) { new, _ in new } }
  }
}

// MARK: - Manifest

extension SiteFolder {
  private static let manifestPath = NotePath(SiteManifest.fileName) ?? .root

  /// Writes down what is about to be made, before anything is.
  func begin(_ paths: [String]) throws(FileError) {
    var manifest = known
    manifest.unfinished.formUnion(paths)
    try folder.write(Self.manifestPath, manifest.bytes)
  }

  /// Removes what runs that were killed have left of files they were writing, from the folders that
  /// they made.
  func removeDrafts() {
    let paths = Set(known.files.keys).union(known.unfinished).compactMap { NotePath($0)?.parent }
    for path in Set(paths).union([.root]) { folder.removeDrafts(in: path) }
  }

  /// Writes down what is there, where that is not what was known.
  func finish() throws(FileError) {
    var manifest = SiteManifest()
    manifest.files = outcome.files.merging(outcome.changed) { made, _ in made }
    let bytes = manifest.bytes
    guard try folder.read(Self.manifestPath) != bytes else { return }
    try folder.write(Self.manifestPath, bytes)
  }

  /// The manifest in a folder; an empty one where the folder is empty, or all of it may be used.
  ///
  /// Throws a ``Failure`` where the folder is not ours, or the manifest cannot be read.
  static func manifest(
    in folder: OutputFolder, name: String, isForced: Bool
  ) throws -> SiteManifest {
    if let bytes = try folder.read(manifestPath) {
      if let manifest = SiteManifest(bytes) { return manifest }
      if isForced { return SiteManifest() }
      throw Failure(
        "site-damaged",
        "`\(name)/\(SiteManifest.fileName)`, which says what in that folder was made by Cairn, is "
          + "damaged; name another folder, or say --force to make the site anew: pages made by Cairn "
          + "are then replaced, nothing is removed")
    }
    guard try isForced || folder.isEmpty() else {
      throw Failure(
        "site-not-ours",
        "`\(name)` is not empty, and no site of Cairn's (it has no \(SiteManifest.fileName)); name "
          + "another folder, or say --force to write beside what is there")
    }
    return SiteManifest()
  }
}
