public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnText

extension Notebook {
  /// Reads one capture.
  ///
  /// - Throws: `FileError` if the file cannot be read.
  public func capture(at path: NotePath) throws(FileError) -> Capture {
    if let capture = unsaved[path] { return capture }
    let contents = try store.readText(path)
    return Capture(
      path: path, document: Document(contents.bytes), modified: contents.stamp.modified)
  }

  /// Reads the page of a collection; nil if there is none. A folder, or a symbolic link that scans
  /// do not follow, does not count as a page.
  ///
  /// - Throws: `FileError` if the page exists but cannot be read.
  public func page(of collection: NotePath) throws(FileError) -> CollectionPage? {
    guard let path = collection.appending(CollectionPage.fileName) else { return nil }
    if let capture = unsaved[path] { return CollectionPage(capture.document) }
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

  /// Returns the page that applies to captures in a folder: the folder's own page or, if it has
  /// none, the page of the nearest folder above; nil if none of them has one.
  ///
  /// - Throws: `FileError` if a page cannot be read.
  public func nearestPage(of collection: NotePath) throws(FileError) -> CollectionPage? {
    var folder = collection
    while true {
      if let page = try page(of: folder) { return page }
      if folder.isRoot { return nil }
      folder = folder.parent
    }
  }

  /// Returns the captures at `paths`, in the same order, and the errors of files that cannot be
  /// read. Leaves out missing files. Reads on several threads.
  func captures(at paths: [NotePath]) -> (captures: [Capture], problems: [FileError]) {
    let outcomes = Parallel.map(paths.chunked(into: 128)) { part in
      part.map { path in Result { () throws(FileError) in try capture(at: path) } }
    }
    var (captures, problems): ([Capture], [FileError]) = ([], [])
    for outcome in outcomes.joined() {
      switch outcome {
      case .success(let capture): captures.append(capture)
      case .failure(let error): if error.code != .notFound { problems.append(error) }
      }
    }
    return (captures, problems)
  }

  /// Returns the captures at some paths, in the order of the paths and without missing files.
  ///
  /// - Throws: `FileError` if a file cannot be read.
  func presentCaptures(at paths: [NotePath]) throws(FileError) -> [Capture] {
    let (captures, problems) = captures(at: paths)
    if let problem = problems.first { throw problem }
    return captures
  }
}
