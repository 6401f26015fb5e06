import CairnText
import SystemPackage

extension Store {
  /// Lists what lies below the root.
  ///
  /// Reads no file but `.cairnignore`s, and changes nothing. Never fails: what could not be seen
  /// is in ``Scan/problems``. Costs one system call for each file and about five for each folder;
  /// holds two folders open at a time, however deep they are nested.
  public func scan(including contents: Scan.Contents = .markdown) -> Scan {
    var scanner = Scanner(store: self, contents: contents)
    scanner.run()
    return scanner.scan
  }
}

/// One walk over a store.
private struct Scanner: ~Copyable {
  /// What is still to be visited, the next one last.
  private enum Step {
    case file(Scan.File)
    case folder(NotePath, rules: [IgnoreFile])
  }

  /// A name in a folder, with what the listing says it is.
  private struct Entry {
    let name: [UInt8]
    let kind: FileKind

    /// What orders entries as their paths, and those of what lies in them, are ordered.
    var key: [UInt8] { kind == .folder ? name + [UInt8(ascii: "/")] : name }
  }

  let store: Store
  let contents: Scan.Contents
  var scan = Scan()
  /// The folder that was listed last: most often the parent of the next, so that a folder costs
  /// the same however deep it is.
  private var last: Descriptor?
  private var lastPath = NotePath.root

  init(store: Store, contents: Scan.Contents) {
    self.store = store
    self.contents = contents
  }

  mutating func run() {
    var steps = [Step.folder(.root, rules: [])]
    while let step = steps.popLast() {
      switch step {
      case .file(let file): scan.files.append(file)
      case .folder(let path, let rules):
        if !path.isRoot { scan.folders.append(path) }
        steps += visit(path, rules).reversed()
      }
    }
    scan.specials.sort { $0.path < $1.path }
    scan.leftovers.sort()
  }

  /// Lists one folder: what is in it, in order.
  private mutating func visit(_ path: NotePath, _ inherited: [IgnoreFile]) -> [Step] {
    do throws(Errno) {
      let folder = try open(path)
      let entries = entries(folder, path)
      let rules = inherited + ignoreFile(folder, path)
      let steps = entries.compactMap { step($0, folder, path.appending(listed: $0.name), rules) }
      last = consume folder
      lastPath = path
      return steps
    } catch .noSuchFileOrDirectory where !path.isRoot {
      // Removed since its parent was listed.
      return []
    } catch {
      scan.problems.append(store.failure(.list, path, .init(error)))
      return []
    }
  }

  private var lastRaw: Int32? {
    switch last {
    case .some(let folder): folder.raw
    case nil: nil
    }
  }

  private func open(_ path: NotePath) throws(Errno) -> Descriptor {
    guard let raw = lastRaw, !path.isRoot, path.parent == lastPath else {
      return try store.openPlain(path, SystemCalls.folderFlags)
    }
    return try store.system.openat(raw, cString(path.nameBytes), SystemCalls.folderFlags)
  }

  /// The names in a folder that are not hidden, in the order of their paths.
  private mutating func entries(_ folder: borrowing Descriptor, _ path: NotePath) -> [Entry] {
    var names: [(name: [UInt8], kind: FileKind?)] = []
    do throws(Errno) {
      try store.system.list(folder) { names.append((Array($0), $1)) }
    } catch {
      scan.problems.append(store.failure(.list, path, .init(error)))
    }
    var entries: [Entry] = []
    for (name, kind) in names {
      if TemporaryName.isOne(name) { scan.leftovers.append(path.appending(listed: name)) }
      if FileName.isHidden(name) { continue }
      if let kind = kind ?? status(folder, path.appending(listed: name))?.kind {
        entries.append(Entry(name: name, kind: kind))
      }
    }
    return entries.map { ($0.key, $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map { $0.1 }
  }

  /// What is to be done with an entry, or nil where it is left out.
  private mutating func step(
    _ entry: Entry, _ folder: borrowing Descriptor, _ path: NotePath, _ rules: [IgnoreFile]
  ) -> Step? {
    let isFolder = entry.kind == .folder
    let verdict = rules.reversed().lazy.compactMap { $0.verdict(path, isFolder: isFolder) }.first
    if verdict == true { return nil }
    switch entry.kind {
    case .folder: return .folder(path, rules: rules)
    case .file:
      guard contents == .allFiles || path.isMarkdown, let status = status(folder, path),
        status.kind == .file
      else { return nil }
      return .file(Scan.File(path: path, stamp: status.stamp))
    default:
      scan.specials.append(Scan.Special(path: path, kind: entry.kind))
      return nil
    }
  }

  /// What `stat` says, or nil where the file has gone or could not be looked at.
  private mutating func status(_ folder: borrowing Descriptor, _ path: NotePath) -> FileStatus? {
    do throws(Errno) {
      return try store.system.fstatat(folder.raw, cString(path.nameBytes))
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      scan.problems.append(store.failure(.read, path, .init(error)))
      return nil
    }
  }

  /// The folder's own ignore file, if it has one.
  private mutating func ignoreFile(
    _ folder: borrowing Descriptor, _ path: NotePath
  ) -> [IgnoreFile] {
    let name = Array(IgnoreFile.name.utf8)
    let file: Descriptor
    do throws(Errno) {
      file = try store.system.openat(folder.raw, cString(name), SystemCalls.readFlags)
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      scan.problems.append(store.failure(.read, path.appending(listed: name), .init(error)))
      return []
    }
    do throws(FileError) {
      let (contents, _) = try store.readAll(file, path.appending(listed: name))
      return [IgnoreFile(contents.bytes, in: path)]
    } catch {
      scan.problems.append(error)
      return []
    }
  }
}
