import CairnFiles
import CairnIndex
import CairnSite
import CairnText
import Synchronization

/// The folder of a site. Thread-safe.
///
/// An existing file is replaced if it is empty, or unchanged since an earlier run wrote it
/// (``SiteManifest``). A file with Cairn's mark is also replaced if an interrupted run may have
/// left it, or if ``isForced`` is true. Any other file is reported and not changed.
final class SiteFolder: Sendable {
  private let folder: OutputFolder
  /// The manifest of the files that earlier runs wrote.
  private let known: SiteManifest
  /// Whether to replace a page that contains Cairn's mark, even if the page was edited.
  private let isForced: Bool

  /// The result of this run so far.
  struct Outcome {
    /// The manifest entries of the files that are up to date, keyed by path.
    var files: [String: SiteManifest.Entry] = [:]
    /// The number of files written.
    var written = 0
    /// The number of files removed.
    var removed = 0
    /// The paths at which no file of the site is written, because a file exists there that does not
    /// belong to the site.
    var strangers: [String] = []
    /// The manifest entries of files that somebody changed after an earlier run wrote them, keyed
    /// by path. Such a file is never replaced or removed. Its entry stays, so that the next run
    /// reports the file again.
    var changed: [String: SiteManifest.Entry] = [:]
    /// The files that could not be written or removed.
    var failures: [FileError] = []
  }

  private let state = Mutex(Outcome())

  init(_ folder: OutputFolder, known: SiteManifest, isForced: Bool) {
    self.folder = folder
    self.known = known
    self.isForced = isForced
  }

  /// The result of this run so far.
  var outcome: Outcome { state.withLock { $0 } }

  /// The strings that mark a page as made by Cairn. Each page has one in its first ``headLength``
  /// bytes.
  private static let marks = [
    #"<meta name="generator" content="Cairn">"#, "A site made by Cairn.",
  ]
  private static let headLength = 2048
}

// MARK: - Files of earlier runs

extension SiteFolder {
  /// Returns whether this file is up to date. True if an earlier run made the file from the same
  /// inputs, and if the file and all files that it refers to still have the sizes that they had
  /// then.
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

  /// Records that a file is up to date. The file, and the files to which it refers, are then kept.
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
  /// Writes a file, unless the existing one has the same bytes or does not belong to the site.
  /// Returns whether the file now has these bytes.
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
        // The earlier file still exists.
        state.files[path] = known.files[path]
      }
      return false
    }
  }

  /// Records that the existing file at a path does not belong to the site, and is not changed.
  private func leave(_ path: String) {
    state.withLock { state in
      state.strangers.append(path)
      guard let entry = known.files[path] else { return }
      // Without inputs, the next run does not consider the file up to date.
      state.changed[path] = SiteManifest.Entry(
        inputs: "", digest: entry.digest, size: entry.size, media: [])
    }
  }

  /// Returns whether the site is allowed to replace the existing file at a path. `bytes` are the
  /// bytes of the existing file.
  private func isOurs(_ path: String, _ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty { return true }
    if known.files[path]?.digest == Checksum.digits(of: bytes) { return true }
    // The manifest does not list unfinished pictures and search files, because their names are not
    // known when a run begins. All of them are in `site/`.
    let mayBeUnfinished =
      known.unfinished.contains(path) || !known.unfinished.isEmpty && path.hasPrefix("site/")
    return (isForced || mayBeUnfinished) && Self.bearsMark(bytes)
  }

  private static func bearsMark(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(headLength), as: UTF8.self)
    return marks.contains { head.contains($0) }
  }

  /// Removes files of earlier runs that are no longer part of the site.
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

  /// Records that all files of earlier runs stay part of the site, even if this run did not write
  /// them.
  func keepOthers() {
    state.withLock { state in state.files.merge(known.files) { new, _ in new } }
  }
}

// MARK: - Manifest

extension SiteFolder {
  private static let manifestPath = NotePath(SiteManifest.fileName) ?? .root

  /// Records in the manifest which files are about to be written.
  func begin(_ paths: [String]) throws(FileError) {
    var manifest = known
    manifest.unfinished.formUnion(paths)
    try folder.write(Self.manifestPath, manifest.bytes)
  }

  /// Removes the temporary files of interrupted runs.
  func removeDrafts() {
    let paths = Set(known.files.keys).union(known.unfinished).compactMap { NotePath($0)?.parent }
    for path in Set(paths).union([.root]) { folder.removeDrafts(in: path) }
  }

  /// Writes the manifest if it has changed.
  func finish() throws(FileError) {
    var manifest = SiteManifest()
    manifest.files = outcome.files.merging(outcome.changed) { made, _ in made }
    let bytes = manifest.bytes
    guard try folder.read(Self.manifestPath) != bytes else { return }
    try folder.write(Self.manifestPath, bytes)
  }

  /// Reads the list of the files that earlier runs wrote in a folder. Returns an empty list for an
  /// empty folder and, if `isForced` is true, for a folder without a valid list.
  ///
  /// Throws a ``Refusal`` if `isForced` is false and the list is damaged, or the folder has files
  /// but no list.
  static func manifest(
    in folder: OutputFolder, name: String, isForced: Bool
  ) throws -> SiteManifest {
    if let bytes = try folder.read(manifestPath) {
      if let manifest = SiteManifest(bytes) { return manifest }
      if isForced { return SiteManifest() }
      throw Refusal(
        "site-damaged",
        "`\(name)/\(SiteManifest.fileName)`, the list of files made by Cairn, is damaged; choose "
          + "another folder, or pass --force to replace the pages made by Cairn without removing "
          + "any files")
    }
    guard try isForced || folder.isEmpty() else {
      throw Refusal(
        "site-not-ours",
        "`\(name)` is not empty and not a site made by Cairn (it has no \(SiteManifest.fileName)); "
          + "choose another folder, or pass --force to add the site to the existing files")
    }
    return SiteManifest()
  }
}
