public import CairnText
import Synchronization

/// What a walk found besides the files, which its visitor has seen.
public struct Walk: Sendable {
  /// The folders below the root, ordered by path: those too that could not be read.
  public internal(set) var folders: [NotePath] = []
  /// Links, pipes, sockets and devices, ordered by path.
  public internal(set) var specials: [Scan.Special] = []
  /// Files that an interrupted write left behind, ordered by path.
  public internal(set) var leftovers: [NotePath] = []
  /// Folders that are never entered, such as those whose name begins with a dot, ordered by path.
  public internal(set) var hidden: [NotePath] = []
  /// Markdown files that an ignore file leaves out, ordered by path; those in folders that are left
  /// out are not looked for.
  public internal(set) var ignored: [NotePath] = []
  /// What could not be looked at, so that something below it was not visited.
  public internal(set) var problems: [FileError] = []

  /// Whether everything was seen. Where it was not, that a file was not visited says nothing.
  public var isComplete: Bool { problems.isEmpty }
}

extension Store {
  /// Visits the root and all folders below it, several at a time.
  ///
  ///     let count = Atomic(0)
  ///     let walk = store.walk { folder in
  ///       count.add(folder.names.count, ordering: .relaxed)
  ///     }
  ///
  /// `visit` is called once for each folder that could be listed, from several threads and in no
  /// particular order. What is left out is the same as for a ``Scan``. Never fails: what could
  /// not be seen is in ``Walk/problems``; a folder or file that is removed meanwhile is no
  /// problem.
  ///
  /// Reads no file but `.cairnignore`s, and changes nothing. Costs one system call for each
  /// Markdown file and about four for each folder, and holds two folders open for each thread,
  /// however deep they are nested.
  ///
  /// - Parameter threads: How many threads there are, at least 1; by default one for each
  ///   processor, up to 8.
  public func walk(
    threads: Int? = nil, _ visit: @Sendable (borrowing FolderListing) -> Void
  ) -> Walk {
    let queue = FolderQueue(.root)
    let found = Mutex(Walk())
    inParallel(threads) {
      var walker = FolderWalker(store: self)
      walker.run(queue, visit)
      found.withLock { $0.add(walker.found) }
    }
    return found.withLock {
      $0.sort()
      return $0
    }
  }
}

extension Walk {
  /// Adds what another thread found.
  fileprivate mutating func add(_ other: Walk) {
    folders += other.folders
    specials += other.specials
    leftovers += other.leftovers
    ignored += other.ignored
    hidden += other.hidden
    problems += other.problems
  }

  fileprivate mutating func sort() {
    folders.sort()
    specials.sort { $0.path < $1.path }
    leftovers.sort()
    ignored.sort()
    hidden.sort()
    problems.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }
}
