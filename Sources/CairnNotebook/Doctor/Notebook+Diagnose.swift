public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// Returns the problems of the notebook, sorted by file and position. Also returns the number of
  /// captures, and the hidden folders, which scans never enter.
  ///
  /// Changes nothing. Reads every file and every byte of the journal and the index, on several
  /// threads. Does not rely on the index, which may be damaged.
  public func diagnose(
    views: SavedViews = SavedViews()
  ) -> (findings: [Finding], captures: Int, hidden: [NotePath]) {
    let examination = Examination(self, views)
    let checks: [@Sendable () -> [Finding]] = [
      examination.malformedSettings,
      examination.malformedViews,
      examination.damagedState,
      examination.damagedIndex,
      examination.forsakenStates,
      examination.unreadableFiles,
      examination.specialFiles,
      examination.leftovers,
      examination.namesOtherSystemsCannotHold,
      examination.namesThatClash,
      examination.malformedFrontMatter,
      examination.malformedPages,
      examination.textThatIsNotUTF8,
      examination.bodiesThatAreNotRead,
      examination.malformedIDs,
      examination.duplicateIDs,
      examination.collectionFieldsThatDisagree,
      examination.schemaBreaches,
      examination.unknownScores,
      examination.unknownDates,
      examination.deadLinks,
      examination.ambiguousLinks,
      examination.deadHeadings,
      examination.deadBlocks,
      examination.lostMedia,
      examination.orphanedAttachments,
    ]
    let findings = Parallel.map(checks) { $0() }
    let (captures, hidden) = (examination.captures.count, examination.scan.hidden)
    return (findings.flatMap(\.self).sorted(), captures, hidden)
  }
}

extension Notebook {
  /// Returns the problems of one capture, sorted by position, with the codes of
  /// ``diagnose(views:)``.
  ///
  /// Checks the capture's text, its fields and the destinations of its links, but neither its name
  /// nor its place on disk. Costs a few lookups, and a pass over all names if a link is dead.
  /// `catalog` must list attachments; otherwise, links to attachments count as dead.
  public func problems(of capture: Capture, in catalog: Catalog) -> [Finding] {
    let examination = Examination(of: capture, in: catalog)
    let checks = [
      examination.malformedFrontMatter, examination.malformedPages, examination.textThatIsNotUTF8,
      examination.bodiesThatAreNotRead, examination.malformedIDs, examination.duplicateIDs,
      examination.collectionFieldsThatDisagree, examination.schemaBreaches,
      examination.unknownScores, examination.unknownDates, examination.deadLinks,
      examination.ambiguousLinks, examination.deadHeadings, examination.deadBlocks,
      examination.lostMedia,
    ]
    return checks.flatMap { $0() }.filter { $0.diagnostic.path == capture.path }.sorted()
  }
}

/// The content of a whole notebook or of one of its captures, read once for all checks.
struct Examination: Sendable {
  let notebook: Notebook
  let views: SavedViews
  /// The files and folders of the notebook, for checks of the whole notebook.
  let scan: Scan
  /// The captures, sorted by path.
  let captures: [Capture]
  /// The collections, sorted by path; the root is first.
  let collections: [CaptureCollection]
  /// Markdown files that `.cairnignore` excludes: they are not captures, but may mention files.
  let ignored: [Capture]
  /// The errors of folders and files that could not be read.
  let problems: [FileError]
  /// The links of each capture, in the order of ``captures``. The links of one capture are in the
  /// order of its text.
  let links: Lazy<[[LinkEdge]]>
  /// The pages of collections, each with the path of the page's file.
  let pages: [(path: NotePath, page: CollectionPage)]
  /// The schema that applies to captures in a folder, keyed by folder.
  let schemas: [NotePath: Schema]
  /// The names to suggest for dead links.
  let linkable: LinkableNames
  /// A callback that returns the capture at a path; nil if there is none.
  let capture: @Sendable (NotePath) -> Capture?

  init(_ notebook: Notebook, _ views: SavedViews = SavedViews()) {
    self.notebook = notebook
    self.views = views
    scan = notebook.store.scan(including: .allFiles)
    let files = notebook.captures(at: scan.files.map(\.path))
    let hidden = notebook.captures(at: scan.ignored)
    ignored = hidden.captures
    problems = scan.problems + files.problems + hidden.problems
    let captures = files.captures.filter { !CollectionPage.isPage($0.path) }
    self.captures = captures
    pages = files.captures.filter { CollectionPage.isPage($0.path) }.map {
      ($0.path, CollectionPage($0.document))
    }
    collections = CaptureCollection.all(
      scan.folders, Dictionary(uniqueKeysWithValues: pages.map { ($0.path.parent, $0.page) }),
      captures.reduce(into: [:]) { $0[$1.collection, default: 0] += 1 })
    // The parent of a folder comes before the folder, so its schema is already known.
    schemas = collections.reduce(into: [:]) { schemas, collection in
      schemas[collection.path] =
        collection.page.map { $0.schema } ?? schemas[collection.path.parent]
    }
    let attachments = scan.attachments
    linkable = LinkableNames(captures, attachments: attachments)
    let known = Lazy {
      Dictionary(captures.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }
    capture = { known.value[$0] }
    links = Lazy {
      let names = NameTable(captures.map { LinkNames($0) }, attachments: attachments)
      return Parallel.map(captures) { capture in
        capture.links(in: capture.bodyText).map { link in
          LinkEdge(
            source: capture.path, link: link,
            resolution: names.resolve(link, in: capture))
        }
      }
    }
  }

  /// Creates the examination of one capture, or of the page of a collection.
  init(of capture: Capture, in catalog: Catalog) {
    notebook = catalog.notebook
    views = SavedViews()
    scan = Scan(walk: catalog.walk)
    let isPage = CollectionPage.isPage(capture.path)
    // Captures with the same id are examined, too.
    let twins = isPage ? [] : capture.id.map { catalog.entries(withID: $0) } ?? []
    let others = catalog.captures(twins).filter { $0.path != capture.path }
    captures = isPage ? [] : [capture] + others
    pages = isPage ? [(capture.path, CollectionPage(capture.document))] : []
    collections = catalog.collections
    (ignored, problems) = ([], [])
    schemas = captures.reduce(into: [:]) { schemas, capture in
      schemas[capture.collection] = catalog.nearestPage(of: capture.collection)?.schema
    }
    linkable = LinkableNames(catalog)
    self.capture = { path in catalog.entry(at: path).flatMap { catalog.capture($0) } }
    let captures = captures
    links = Lazy { captures.map { $0.path == capture.path ? catalog.links(from: $0) : [] } }
  }

  /// The documents of all captures and pages.
  var documents: [(path: NotePath, document: Document)] {
    captures.map { ($0.path, $0.document) } + pages.map { ($0, $1.document) }
  }
}
