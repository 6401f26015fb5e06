public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnQuery
public import CairnText

/// All that a notebook held when it was read: captures, collections, and what could not be read.
public struct Library: Sendable {
  /// The captures, by path.
  public let captures: [Capture]
  /// The folders, the root first, by path.
  public let collections: [Collection]
  /// Other files than captures, where they were asked for.
  public let attachments: [NotePath]
  /// Entries that are neither files nor folders nor links.
  public let specials: [Scan.Special]
  /// Files that an interrupted write left behind.
  public let leftovers: [NotePath]
  /// Markdown files that `.cairnignore` leaves out, where attachments were asked for: they are no
  /// captures, and may mention files.
  let ignored: [Capture]
  /// Folders and files that could not be read: what they hold is missing here, not gone.
  public let problems: [FileError]

  /// Whether everything could be read.
  public var isComplete: Bool { problems.isEmpty }

  /// A folder of captures.
  public struct Collection: Sendable {
    /// The folder.
    public let path: NotePath
    /// Its own page, where it has one.
    public let page: CollectionPage?
    /// How many captures lie in it, those in folders below not counted.
    public let count: Int
    /// How many captures lie in it and below.
    public let total: Int

    /// What it is called: its page's name, else its folder's.
    public var name: String { page?.name ?? (path.isRoot ? "Inbox" : path.name) }
  }
}

// MARK: - Reading

extension Notebook {
  /// Reads every capture.
  ///
  /// - Parameter attachments: whether files that are no captures are listed too.
  public func load(attachments: Bool = false) -> Library {
    let scan = store.scan(including: attachments ? .allFiles : .markdown)
    var captures: [Capture] = []
    var pages: [NotePath: CollectionPage] = [:]
    var problems = scan.problems
    for file in scan.files {
      do throws(FileError) {
        let contents = try store.readText(file.path)
        let document = Document(contents.bytes)
        if file.path.name == CollectionPage.fileName {
          pages[file.path.parent] = CollectionPage(document)
        } else {
          captures.append(
            Capture(path: file.path, document: document, modified: contents.stamp.modified))
        }
      } catch  where error.code == .notFound {
        // Removed since the folder was listed.
        continue
      } catch {
        problems.append(error)
      }
    }
    let ignored = (attachments ? scan.ignored : []).compactMap { path -> Capture? in
      do throws(FileError) {
        return try capture(at: path)
      } catch {
        if error.code != .notFound { problems.append(error) }
        return nil
      }
    }
    return Library(
      captures: captures,
      collections: Library.collections(
        scan.folders, pages, captures.reduce(into: [:]) { $0[$1.collection, default: 0] += 1 }),
      attachments: scan.attachments, specials: scan.specials, leftovers: scan.leftovers,
      ignored: ignored, problems: problems)
  }

  /// Reads one capture.
  ///
  /// - Throws: `FileError` where the file cannot be read.
  public func capture(at path: NotePath) throws(FileError) -> Capture {
    let contents = try store.readText(path)
    return Capture(
      path: path, document: Document(contents.bytes), modified: contents.stamp.modified)
  }

  /// Reads a collection's own page, or nil where it has none: what has its name and is no file, or a
  /// link that no scan follows, is no page.
  ///
  /// - Throws: `FileError` where there is one that cannot be read.
  public func page(of collection: NotePath) throws(FileError) -> CollectionPage? {
    guard let path = collection.appending(CollectionPage.fileName) else { return nil }
    do throws(FileError) {
      guard try store.kind(path) == .file else { return nil }
      return CollectionPage(Document(try store.readText(path).bytes))
    } catch {
      switch error.code {
      case .notFound, .loop, .outsideRoot: return nil
      default: throw error
      }
    }
  }

  /// The page that holds for captures in a folder: the folder's own, else the nearest one above.
  ///
  /// - Throws: `FileError` where a page cannot be read.
  public func nearestPage(of collection: NotePath) throws(FileError) -> CollectionPage? {
    var folder = collection
    while true {
      if let page = try page(of: folder) { return page }
      if folder.isRoot { return nil }
      folder = folder.parent
    }
  }
}

extension Library {
  /// The collections that folders are, from how many captures each holds: all but those for the
  /// pictures and files of captures.
  static func collections(
    _ folders: [NotePath], _ pages: [NotePath: CollectionPage], _ counts: [NotePath: Int]
  ) -> [Collection] {
    var totals = counts
    for (path, count) in counts {
      var folder = path
      while !folder.isRoot {
        folder = folder.parent
        totals[folder, default: 0] += count
      }
    }
    let isShelf = { (path: NotePath) in
      path.nameBytes.elementsEqual(Capture.mediaFolder.utf8) && totals[path] == nil
        && pages[path] == nil
    }
    return Set(folders.filter { !isShelf($0) }).union([.root]).sorted().map { path in
      Collection(
        path: path, page: pages[path], count: counts[path] ?? 0, total: totals[path] ?? 0)
    }
  }
}

// MARK: - Looking up

extension Library {
  /// The collection at a path.
  public func collection(_ path: NotePath) -> Collection? {
    collections.first { $0.path == path }
  }

  /// The page that holds for captures in a folder: the folder's own, else the nearest one above.
  public func nearestPage(of folder: NotePath) -> CollectionPage? {
    var folder = folder
    while true {
      if let page = collection(folder)?.page { return page }
      if folder.isRoot { return nil }
      folder = folder.parent
    }
  }

  /// Every field that a capture has or a schema names.
  public var fieldNames: Set<String> {
    var names: Set<String> = []
    for capture in captures { names.formUnion(capture.document.fields.lazy.map(\.key)) }
    for collection in collections {
      names.formUnion((collection.page?.schema?.fields ?? []).lazy.map(\.name))
    }
    return names
  }

  /// What a query over this library is asked with.
  public func context(_ clock: LocalClock) -> QueryContext {
    QueryContext(
      clock: clock, links: LinkGraph(self),
      choices: Self.choices(of: Dictionary(collections.map { ($0.path, $0.page) }) { $1 }))
  }

  /// The choices that schemas name, by field: the first of the collections by path wins.
  static func choices(of pages: [NotePath: CollectionPage?]) -> [String: [String]] {
    var choices: [String: [String]] = [:]
    for (_, page) in pages.sorted(by: { $0.key < $1.key }) {
      for field in page?.schema?.fields ?? [] where !field.choices.isEmpty {
        choices[field.name] = choices[field.name] ?? field.choices
      }
    }
    return choices
  }

  /// Checks that what a query names exists here.
  ///
  /// - Throws: a `Diagnostic` with the nearest name.
  public func check(_ query: Query) throws(Diagnostic) {
    try query.check(fields: fieldNames, collections: collections.map(\.path))
  }
}
