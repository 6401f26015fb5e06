public import CairnFiles
public import CairnText
public import SystemPackage

/// A folder of captures, and all operations on it.
///
///     let notebook = try Notebook(root: root, stateBase: base, settings: settings, clock: clock)
///     let catalog = notebook.catalog()
///     let found = try catalog.select(query, in: catalog.context(clock))
///     try notebook.trash(catalog.captures(found.entries), in: catalog)
///
/// Combines scanning, parsing, querying and writing. The files on disk are authoritative: a
/// notebook keeps no data between calls, except in a ``ResidentIndex``. Opening a notebook reads no
/// captures, so commands that need none cost the same in a notebook of any size.
public struct Notebook: Sendable {
  /// The files of the notebook.
  public let store: Store
  /// The folder of the notebook's lock, journal, trash and drafts.
  public let state: StateFolder
  /// The folder of the index; nil if the index is kept only in memory.
  public let cache: StateFolder?
  /// The settings of the user and the notebook.
  public let settings: Settings
  /// The user's clock.
  public let clock: LocalClock
  /// The index that a long-lived process keeps in memory; nil in a process that runs one command.
  public var resident: ResidentIndex?
  /// The reader for whom catalogs are made, if that reader sees only a part of the notebook; nil if
  /// the reader sees everything.
  public var audience: Audience?
  /// The hashes that files must still have for Cairn to change them, keyed by path.
  public var requiredHashes: [NotePath: String] = [:]
  /// The texts that are open in an editor, which are read instead of their files.
  public var unsaved = UnsavedTexts()

  /// The name of the folder that marks a notebook and contains its settings.
  public static let markerName = ".cairn"

  /// Opens the notebook at `root`, with its state below `stateBase` and its index below
  /// `cacheBase`. If `cacheBase` is nil, the index is kept only in memory. The settings determine
  /// how long operations stay in the journal.
  ///
  /// - Throws: `FileError` if the folder does not exist or cannot be opened.
  public init(
    root: FilePath, stateBase: FilePath, cacheBase: FilePath? = nil,
    settings: (Store) -> Settings, clock: LocalClock, caller: Caller = Caller()
  ) throws(FileError) {
    var store = try Store(root: root)
    let settings = settings(store)
    let endings = settings.noteEndings
    if !endings.isEmpty { store = try Store(root: root, noteEndings: endings) }
    self.init(
      store: store, stateBase: stateBase, cacheBase: cacheBase, settings: settings, clock: clock,
      caller: caller)
  }

  /// Opens the notebook in `store`, with its state below `stateBase`.
  package init(
    store: Store, stateBase: FilePath, cacheBase: FilePath? = nil, settings: Settings,
    clock: LocalClock, caller: Caller = Caller()
  ) {
    self.store = store
    var caller = caller
    caller.retention = settings.retention
    caller.writesProtected = settings.isOn("edit.write_protected")
    if caller.patience == nil { caller.patience = settings.patience }
    state = StateFolder(in: stateBase, of: store, caller: caller)
    cache = cacheBase.map { [caller] in StateFolder(in: $0, of: store, caller: caller) }
    self.settings = settings
    self.clock = clock
  }

  /// Returns whether a folder contains the marker of a notebook.
  public static func isMarked(_ folder: FilePath) -> Bool {
    guard let store = try? Store(root: folder), let marker = NotePath(markerName) else {
      return false
    }
    return (try? store.kind(marker)) == .folder
  }

  /// The path of the notebook's settings.
  public static let settingsPath = NotePath(".cairn/config.yml") ?? .root
}

extension Settings {
  /// The extensions of captures besides `.md`, `.markdown` and `.mdx`, in lowercase.
  fileprivate var noteEndings: [String] {
    let words = self["notebook.extensions"]?.text.split { $0 == "," || $0 == " " } ?? []
    return words.map { ".\($0.drop { $0 == "." }.lowercased())" }
  }

  /// The maximum time to wait for another command that writes; nil if the setting is invalid.
  fileprivate var patience: Duration? { count("lock.timeout").map { .seconds($0) } }

  /// The limits for keeping operations in the journal.
  fileprivate var retention: Retention {
    var retention = Retention()
    if let days = count("journal.days") { retention.days = days }
    if let bytes = count("journal.max_bytes") { retention.bytes = bytes }
    return retention
  }
}
