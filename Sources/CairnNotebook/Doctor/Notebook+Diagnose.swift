import CairnCapture
import CairnDocument
import CairnText

extension Notebook {
  /// What is wrong in the notebook, by file and place.
  ///
  /// Changes nothing. `library` is loaded with its attachments; `views` are those that can be named
  /// here. Parses every body once, at about 50 MB/s; of the notebook's disk it asks only what dead
  /// links and links in the file system name. Looks at every byte of the journal and the index.
  public func diagnose(_ library: Library, views: SavedViews = SavedViews()) -> [Finding] {
    let examination = Examination(self, library, views)
    let findings: [[Finding]] = [
      examination.malformedSettings(),
      examination.malformedViews(),
      examination.damagedState(),
      examination.damagedIndex(),
      examination.forsakenStates(),
      examination.unreadableFiles(),
      examination.specialFiles(),
      examination.leftovers(),
      examination.namesOtherSystemsCannotHold(),
      examination.namesThatClash(),
      examination.malformedFrontMatter(),
      examination.malformedPages(),
      examination.textThatIsNotUTF8(),
      examination.bodiesThatAreNotRead(),
      examination.malformedIDs(),
      examination.duplicateIDs(),
      examination.collectionFieldsThatDisagree(),
      examination.schemaBreaches(),
      examination.unknownScores(),
      examination.unknownDates(),
      examination.deadLinks(),
      examination.ambiguousLinks(),
      examination.deadHeadings(),
      examination.lostMedia(),
      examination.orphanedAttachments(),
    ]
    return findings.flatMap(\.self).sorted()
  }
}

/// One look at a whole notebook: what the checks look at.
struct Examination {
  let notebook: Notebook
  let library: Library
  let views: SavedViews
  /// Which link leads where.
  let links: LinkGraph
  /// The pages that collections have, by their own paths.
  let pages: [(path: NotePath, page: CollectionPage)]
  /// The schema that holds in each folder.
  let schemas: [NotePath: Schema]

  init(_ notebook: Notebook, _ library: Library, _ views: SavedViews = SavedViews()) {
    self.notebook = notebook
    self.library = library
    self.views = views
    links = LinkGraph(library)
    pages = library.collections.compactMap { collection in
      guard let page = collection.page,
        let path = collection.path.appending(CollectionPage.fileName)
      else { return nil }
      return (path, page)
    }
    schemas = Self.schemas(library)
  }

  /// The schema of each folder: its own page's, else that of the folder above, which comes first.
  private static func schemas(_ library: Library) -> [NotePath: Schema] {
    library.collections.reduce(into: [:]) { schemas, collection in
      schemas[collection.path] =
        collection.page.map { $0.schema } ?? schemas[collection.path.parent]
    }
  }

  /// Every document there is: the captures' and the pages'.
  var documents: [(path: NotePath, document: Document)] {
    library.captures.map { ($0.path, $0.document) } + pages.map { ($0, $1.document) }
  }
}
