import CairnFiles
import CairnIndex
public import CairnNotebook
public import CairnText
import Synchronization

/// A notebook that is open for the requests of one caller. Its methods carry out these requests.
///
/// A request is a value. Some methods carry it out immediately and return the result. Others return
/// a plan, with a question to ask before another method carries out the plan. Most errors are a
/// ``Refusal``, a `Diagnostic` with a position, or a `FileError`.
///
/// Not thread-safe: each caller opens its own workspace with ``with(_:_:_:)``.
public final class Workspace {
  /// The notebook.
  public internal(set) var notebook: Notebook
  /// The surroundings of the requests.
  public let context: RequestContext
  /// The source of new ids.
  public var ids: IDSource
  /// The saved queries; their files are read on first use.
  public private(set) lazy var views = loadedViews()
  /// The catalogs opened so far. For each catalog, `told` counts the messages about problems in the
  /// index that were already reported.
  private var catalogs: [(catalog: Catalog, told: Int)] = []
  private var catalogHasAttachments = false
  private let written = WrittenOperations()
  /// The vectors of texts in the queries and questions of this workspace, keyed by text.
  var textVectors: [String: QuantizedVector] = [:]
  /// Whether the caller was told the number of captures that lack vectors.
  var hasToldLacking = false
  /// The minimum number of captures in a large notebook. In a large notebook, an editor's first
  /// completions do not wait until all files have been checked for changes.
  package var manyCaptures = 20_000
  private var knownHabits: NotebookHabits?

  private init(_ root: NotebookRoot, _ context: RequestContext) throws {
    self.context = context
    ids = IDSource(seed: context.idSeed)
    var caller = context.caller
    caller.tell = { [written] notice in
      if case .wrote(let operation) = notice { written.add(operation) }
      context.caller.tell(notice)
    }
    var notebook = try Notebook(
      root: root.path, stateBase: context.folders.state, cacheBase: context.folders.cache,
      settings: { SettingsFiles(context).settings(of: $0) }, clock: context.clock, caller: caller)
    notebook.resident = context.resident(notebook)
    notebook.unsaved = context.unsaved
    notebook.audience = context.audience
    self.notebook = notebook
    notebook.state.recoverIfPossible()
    if context.tellsSettings { notebook.settings.diagnostics.forEach(tell) }
  }

  /// Opens a notebook for the requests of `body`, and returns the result of `body`.
  ///
  /// Before `body` runs, finishes or undoes an interrupted operation, and reports problems in the
  /// settings. After `body` returns or throws, commits its changes to git if the setting
  /// `git.commit` is on.
  ///
  /// Throws `FileError` if the folder cannot be opened, and any error of `body`.
  public static func with<Result>(
    _ root: NotebookRoot, _ context: RequestContext,
    _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    let work = try Workspace(root, context)
    let result: Result
    do {
      result = try await body(work)
    } catch {
      await work.end()
      throw error
    }
    await work.end()
    return result
  }

  private func end() async {
    await commitOperations()
    updateVectors()
    tellIndexNotes()
  }

  /// The journal ids of the operations in which this workspace has changed files, in order.
  public var writtenOperations: [String] { written.all }
  /// Whether this workspace has changed any files of the notebook.
  public var hasWritten: Bool { !writtenOperations.isEmpty }

  /// The caller's clock.
  public var clock: LocalClock { context.clock }

  /// Passes a note to the caller.
  func note(_ text: String) { context.tell(.note(text)) }

  /// Passes a warning to the caller.
  public func tell(_ diagnostic: Diagnostic) { context.tell(.warning(diagnostic)) }
}

// MARK: - Reading the notebook

extension Workspace {
  /// The habits that the classifier has learned from the notebook's captures. They stay the same
  /// until ``learn()`` is called, so that all pieces of the same text are classified alike. If there
  /// is no index yet, builds it first: otherwise, the first capture would be classified differently.
  /// If no index can be kept, the habits stay unknown.
  var habits: NotebookHabits {
    if let knownHabits { return knownHabits }
    var habits = notebook.currentHabits
    if habits.captures == nil, notebook.cache != nil {
      learn()
      habits = notebook.currentHabits
    }
    knownHabits = habits
    return habits
  }

  /// Updates the index, so that the classifier learns from changes. An index that stays in memory
  /// is updated shortly afterward instead.
  public func learn() {
    knownHabits = nil
    if notebook.learnSoon() { return }
    _ = withReadingProgress { notebook.catalog(keepsAll: true, progress: $0) }
  }

  /// Updates the index, reports files that could not be read, and returns the catalog.
  ///
  /// - Parameters:
  ///   - attachments: Whether to also list files that are not captures.
  ///   - isFresh: Whether to read all files, ignoring the existing index.
  ///   - keepsAll: Whether to write every change to the index, even if rereading the changed files
  ///     is cheaper.
  public func catalog(
    attachments: Bool = false, isFresh: Bool = false, keepsAll: Bool = false
  ) -> Catalog {
    let catalog = withReadingProgress { progress in
      notebook.catalog(
        listsAttachments: attachments, isFresh: isFresh, keepsAll: keepsAll, progress: progress)
    }
    if !catalog.problems.isEmpty { context.tell(.unreadable(catalog.problems)) }
    if catalogs.isEmpty { tellSpecialFiles(catalog.specialFileWarnings) }
    catalogs.append((catalog, 0))
    catalogHasAttachments = attachments
    tellIndexNotes()
    return catalog
  }

  /// Warns of links and special files that Cairn does not read. If there are many, names only the
  /// first ones.
  private func tellSpecialFiles(_ warnings: [Diagnostic]) {
    let named = warnings.count > Self.mostNamed ? Self.mostNamed - 1 : warnings.count
    for warning in warnings.prefix(named) { tell(warning) }
    let rest = warnings.count - named
    if rest > 0 {
      tell(
        Diagnostic(
          .warning, "special-files", "Cairn skipped \(rest) more links and special files"))
    }
  }

  /// The maximum number of warnings about special files.
  private static let mostNamed = 5

  /// The catalog that was opened last; opens one if there is none.
  var lastCatalog: Catalog { catalogs.last?.catalog ?? catalog() }

  /// Returns the catalog with which to carry out a plan: usually the one that was opened last.
  /// Opens a new one if the last one lacks the requested attachments. Also opens a new one if the
  /// plan had a question (`hasAsked`), because files may have changed since the question was asked.
  func catalogToApply(attachments: Bool, hasAsked: Bool) -> Catalog {
    if !hasAsked, let catalog = catalogs.last?.catalog, catalogHasAttachments || !attachments {
      return catalog
    }
    return catalog(attachments: attachments)
  }

  /// Reports the new messages about problems in the index: those added since the last call. A
  /// message can be added late, because some damage is found only when the damaged part is read.
  private func tellIndexNotes() {
    for (index, (catalog, told)) in catalogs.enumerated() {
      for note in catalog.notes[told...] { context.tell(.index(note)) }
      catalogs[index].told = catalog.notes.count
    }
  }

  /// Runs `body` with a callback that `body` uses to report the number of files that it has read.
  /// The callback is nil if the caller needs no progress.
  public func withReadingProgress<Result>(_ body: (IndexProgress?) -> Result) -> Result {
    guard let progress = context.progress else { return body(nil) }
    defer { progress(.ended) }
    return body { progress(.reading(done: $0, total: $1)) }
  }

  /// Runs `body`, which writes output, with a callback that reports progress. The callback takes
  /// the numbers of finished steps and of all steps. It is nil if the caller needs no progress.
  func withMakingProgress<Failure: Error>(
    _ body: (((Int, Int) -> Void)?) throws(Failure) -> Void
  ) throws(Failure) {
    guard let progress = context.progress else { return try body(nil) }
    defer { progress(.ended) }
    try body { progress(.making(done: $0, total: $1)) }
  }
}

// MARK: - Operations

/// A thread-safe list of the operations that were written. Notices of operations can come from any
/// thread.
private final class WrittenOperations: Sendable {
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock { $0 } }

  func add(_ operation: String) { names.withLock { $0.append(operation) } }
}
