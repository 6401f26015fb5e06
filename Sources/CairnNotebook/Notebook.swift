public import CairnFiles
public import CairnText
public import SystemPackage

/// A folder of captures, and everything that can be done with it.
///
///     let notebook = try Notebook(root: root, state: base, settings: settings, clock: clock)
///     let catalog = notebook.catalog()
///     let found = try catalog.select(query, in: catalog.context(clock))
///     try notebook.change(catalog.captures(found.entries), [.set("score", .literal("3"))])
///
/// This is the one place where scanning, parsing, asking and writing are put together. Nothing is
/// kept between calls: what is on the disk is the truth. Opening a notebook reads nothing but its
/// folder's name; commands that need no captures cost the same in a notebook of any size.
public struct Notebook: Sendable {
  /// The files.
  public let store: Store
  /// Where the notebook's lock, journal, trash and drafts lie.
  public let state: StateFolder
  /// Where its index lies between two commands; nil where nowhere.
  public let cache: StateFolder?
  /// What the user and the notebook have set.
  public let settings: Settings
  /// The user's clock.
  public let clock: LocalClock

  /// The folder that holds a notebook's settings and makes it one.
  public static let markerName = ".cairn"

  /// Opens the notebook at `root`, whose state lies below `stateBase`, and whose index lies below
  /// `cacheBase` if that is given. How long operations stay in the journal, the settings say.
  ///
  /// - Throws: `FileError` where there is no such folder or it cannot be opened.
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

  /// The notebook in `store`, whose state lies below `stateBase`.
  package init(
    store: Store, stateBase: FilePath, cacheBase: FilePath? = nil, settings: Settings,
    clock: LocalClock, caller: Caller = Caller()
  ) {
    self.store = store
    cache = cacheBase.map { StateFolder(in: $0, of: store) }
    var caller = caller
    caller.retention = settings.retention
    caller.writesProtected = settings.isOn("edit.write_protected")
    if caller.patience == nil { caller.patience = settings.patience }
    state = StateFolder(in: stateBase, of: store, caller: caller)
    self.settings = settings
    self.clock = clock
  }

  /// Whether a folder holds what makes it a notebook.
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
  /// What else the names of captures end with, besides `.md`, `.markdown` and `.mdx`, written small.
  fileprivate var noteEndings: [String] {
    let words = self["notebook.extensions"]?.text.split { $0 == "," || $0 == " " } ?? []
    return words.map { ".\($0.drop { $0 == "." }.lowercased())" }
  }

  /// How long another command that writes is waited for.
  fileprivate var patience: Duration? { count("lock.timeout").map { .seconds($0) } }

  /// How long operations stay in the journal.
  fileprivate var retention: Retention {
    var retention = Retention()
    if let days = count("journal.days") { retention.days = days }
    if let bytes = count("journal.max_bytes") { retention.bytes = bytes }
    return retention
  }
}
