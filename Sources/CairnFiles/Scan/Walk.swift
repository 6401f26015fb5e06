public import CairnText
import Synchronization

/// Everything that a walk found, except the files, which are passed to the visitor.
public struct Walk: Sendable {
  /// The folders below the root, ordered by path, including those that could not be read.
  public internal(set) var folders: [NotePath] = []
  /// Symbolic links, pipes, sockets and devices, ordered by path.
  public internal(set) var specials: [Scan.Special] = []
  /// Temporary files left by an interrupted write, ordered by path.
  public internal(set) var leftovers: [NotePath] = []
  /// Folders that are never entered, such as those whose name begins with a dot, ordered by path.
  public internal(set) var hidden: [NotePath] = []
  /// Notes matched by an ignore file, ordered by path; files inside ignored folders are not listed.
  public internal(set) var ignored: [NotePath] = []
  /// Folders and special files that have the name of a note and are matched by an ignore file.
  public internal(set) var ignoredOthers: [NotePath] = []
  /// Errors for files and folders that could not be read. The walk may have missed files below
  /// these folders.
  public internal(set) var problems: [FileError] = []

  /// Creates a walk that found nothing.
  public init() {}

  /// Whether everything was read. If not, a file that was not visited may still exist.
  public var isComplete: Bool { problems.isEmpty }

  /// Returns this walk without the folders for which `hidesFolder` returns true, and without the
  /// files and errors for which `hidesFile` returns true.
  public func without(
    folders hidesFolder: (NotePath) -> Bool, files hidesFile: (NotePath) -> Bool
  ) -> Walk {
    var walk = self
    walk.folders.removeAll(where: hidesFolder)
    walk.hidden.removeAll(where: hidesFolder)
    walk.specials.removeAll { hidesFile($0.path) }
    walk.leftovers.removeAll(where: hidesFile)
    walk.ignored.removeAll(where: hidesFile)
    walk.ignoredOthers.removeAll(where: hidesFile)
    walk.problems.removeAll { $0.notePath.map(hidesFile) ?? false }
    return walk
  }
}

extension Store {
  /// Visits the root and all folders below it, several at a time.
  ///
  ///     let count = Atomic(0)
  ///     let walk = store.walk { folder in
  ///       count.add(folder.names.count, ordering: .relaxed)
  ///     }
  ///
  /// `visit` is called once for each folder that could be listed, on several threads and in no
  /// particular order. Leaves out the same files as a ``Scan``. Never fails: errors are in
  /// ``Walk/problems``; a folder or file that is removed during the walk is not an error.
  ///
  /// Reads only `.cairnignore` files and changes nothing. Costs one system call for each note and
  /// about five for each folder, and keeps two folders open per thread at any depth.
  ///
  /// - Parameters:
  ///   - threads: The number of threads, at least 1; by default one for each processor, up to 8.
  ///   - known: A function that returns the names in a folder that has not changed. A folder for
  ///     which it returns nil is listed.
  ///   - estimatesStamps: Whether a few stamps suffice to estimate the sizes of all files. Saves
  ///     most of the system calls. Has no effect on a store that remembers folders.
  public func walk(
    threads: Int? = nil, known: @escaping KnownFolder.Lookup = { _, _ in nil },
    estimatesStamps: Bool = false, _ visit: @Sendable (borrowing FolderListing) -> Void
  ) -> Walk {
    memory?.beginWalk()
    let found = Mutex(Walk())
    // If the notebook has no subfolders, or only remembered ones, starting threads would cost more
    // time than they save.
    var first = FolderWalker(
      store: self, known: known, estimatesStamps: estimatesStamps, threads: threads)
    var folders = first.visit(.root, visit)
    if memory != nil { folders = first.visitRemembered(folders, visit) }
    found.withLock { $0.add(first.found) }
    if !folders.isEmpty {
      let queue = FolderQueue(folders)
      inParallel(threads) {
        var walker = FolderWalker(
          store: self, known: known, estimatesStamps: estimatesStamps, threads: threads)
        walker.run(queue, visit)
        found.withLock { $0.add(walker.found) }
      }
    }
    return found.withLock {
      $0.sort()
      return $0
    }
  }
}

extension Walk {
  /// Adds the results of another part of the walk.
  mutating func add(_ other: Walk) {
    folders += other.folders
    specials += other.specials
    leftovers += other.leftovers
    ignored += other.ignored
    ignoredOthers += other.ignoredOthers
    hidden += other.hidden
    problems += other.problems
  }

  fileprivate mutating func sort() {
    folders.sort()
    specials.sort { $0.path < $1.path }
    leftovers.sort()
    ignored.sort()
    ignoredOthers.sort()
    hidden.sort()
    problems.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }
}
