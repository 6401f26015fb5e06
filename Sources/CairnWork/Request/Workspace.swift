import CairnFiles
public import CairnNotebook
public import CairnText
import Synchronization

/// A notebook opened for the requests of one caller: use cases are its methods.
///
/// A request is a value; what it leads to is a result, or a plan with the question to ask before it
/// is carried out. A failure is a ``Refusal``, a `Diagnostic` with a place, or an error of the disk.
/// Not thread-safe: each caller opens its own, by ``with(_:_:_:)``.
public final class Workspace {
  /// The notebook.
  public let notebook: Notebook
  /// Who makes the requests.
  public let context: RequestContext
  /// Where new ids come from.
  public var ids: IDSource
  /// The saved queries that can be named; their files are read when they are first needed.
  public private(set) lazy var views = loadedViews()
  /// The catalogs that were opened, with the number of notes on the index that were told.
  private var catalogs: [(catalog: Catalog, told: Int)] = []
  private var catalogHasAttachments = false
  private let written = WrittenOperations()

  private init(_ root: NotebookRoot, _ context: RequestContext) throws {
    self.context = context
    ids = IDSource(seed: context.idSeed)
    var caller = context.caller
    caller.tell = { [written] notice in
      if case .wrote(let operation) = notice { written.add(operation) }
      context.caller.tell(notice)
    }
    notebook = try Notebook(
      root: root.path, stateBase: context.folders.state, cacheBase: context.folders.cache,
      settings: { SettingsFiles(context).settings(of: $0) }, clock: context.clock, caller: caller)
    notebook.state.recoverIfPossible()
    for diagnostic in notebook.settings.diagnostics { tell(diagnostic) }
  }

  /// Opens a notebook for the requests that `body` makes, and returns what `body` returns.
  ///
  /// An interrupted operation is brought to an end or taken back first, and what is wrong with the
  /// settings is told. After `body`, also if it throws, its changes are committed to git if the
  /// setting `git.commit` asks for that.
  ///
  /// Throws `FileError` if the folder cannot be opened, and whatever `body` throws.
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
    tellIndexNotes()
  }

  /// The journal's names of the operations that changed files of the notebook, in order.
  public var writtenOperations: [String] { written.all }
  /// Whether a request changed files of the notebook.
  public var hasWritten: Bool { !writtenOperations.isEmpty }

  /// The caller's clock.
  public var clock: LocalClock { context.clock }

  /// Tells the caller something besides the result.
  func note(_ text: String) { context.tell(.note(text)) }

  /// Tells the caller that something is not as it should be.
  public func tell(_ diagnostic: Diagnostic) { context.tell(.warning(diagnostic)) }
}

// MARK: - Reading the notebook

extension Workspace {
  /// Brings the index up to date, and tells what could not be read.
  public func catalog(
    attachments: Bool = false, isFresh: Bool = false, keepsAll: Bool = false
  ) -> Catalog {
    let catalog = withReadingProgress { progress in
      notebook.catalog(
        listsAttachments: attachments, isFresh: isFresh, keepsAll: keepsAll, progress: progress)
    }
    if !catalog.problems.isEmpty { context.tell(.unreadable(catalog.problems)) }
    catalogs.append((catalog, 0))
    catalogHasAttachments = attachments
    tellIndexNotes()
    return catalog
  }

  /// The index as it was last brought up to date, or is now.
  func lastCatalog(attachments: Bool) -> Catalog {
    if let catalog = catalogs.last?.catalog, catalogHasAttachments || !attachments {
      return catalog
    }
    return catalog(attachments: attachments)
  }

  /// Tells what was found to be wrong with the index since this was last done: some damage is found
  /// only where it is read.
  private func tellIndexNotes() {
    for (index, (catalog, told)) in catalogs.enumerated() {
      for note in catalog.notes[told...] { context.tell(.index(note)) }
      catalogs[index].told = catalog.notes.count
    }
  }

  /// Tells the caller how far `body` has come with reading files.
  public func withReadingProgress<Result>(_ body: (IndexProgress?) -> Result) -> Result {
    guard let progress = context.progress else { return body(nil) }
    defer { progress(.ended) }
    return body { progress(.reading(done: $0, total: $1)) }
  }

  /// Tells the caller how far `body` has come with writing a digest or a site.
  func withMakingProgress<Failure: Error>(
    _ body: (((Int, Int) -> Void)?) throws(Failure) -> Void
  ) throws(Failure) {
    guard let progress = context.progress else { return try body(nil) }
    defer { progress(.ended) }
    try body { progress(.making(done: $0, total: $1)) }
  }
}

// MARK: - Operations

/// The operations that the journal told of; notices may come from any thread.
private final class WrittenOperations: Sendable {
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock { $0 } }

  func add(_ operation: String) { names.withLock { $0.append(operation) } }
}
