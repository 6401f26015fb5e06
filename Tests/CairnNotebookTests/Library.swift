import CairnCapture
import CairnDocument
import CairnFiles
import CairnQuery
import CairnText

@testable import CairnNotebook

/// All that a notebook held when it was read, one file after the other: what an index is held against.
struct Library: Sendable {
  /// The captures, by path.
  let captures: [Capture]
  /// The folders, the root first, by path.
  let collections: [CaptureCollection]
  /// Other files than captures, where they were asked for.
  let attachments: [NotePath]
  /// Markdown files that `.cairnignore` leaves out, where attachments were asked for: they are no
  /// captures, and may mention files.
  let ignored: [Capture]
  /// Folders and files that could not be read: what they hold is missing here, not gone.
  let problems: [FileError]
}

// MARK: - Reading

extension Notebook {
  /// Reads every capture.
  ///
  /// - Parameter attachments: whether files that are no captures are listed too.
  func load(attachments: Bool = false) -> Library {
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
      collections: CaptureCollection.all(
        scan.folders, pages, captures.reduce(into: [:]) { $0[$1.collection, default: 0] += 1 }),
      attachments: scan.attachments, ignored: ignored, problems: problems)
  }
}

// MARK: - Looking up

extension Library {
  /// Every field that a capture has or a schema names.
  var fieldNames: Set<String> {
    var names: Set<String> = []
    for capture in captures { names.formUnion(capture.document.fields.lazy.map(\.key)) }
    for collection in collections {
      names.formUnion((collection.page?.schema?.fields ?? []).lazy.map(\.name))
    }
    return names
  }

  /// What a query over this library is asked with.
  func context(_ clock: LocalClock) -> QueryContext {
    QueryContext(
      clock: clock, links: LinkGraph(self),
      choices: Dictionary(
        collections.compactMap { collection in collection.page.map { (collection.path, $0) } }
      ) { $1 }.choices,
      novelty: SlowNovelty(self))
  }
}
