public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnIndex
import CairnQuery
public import CairnText

extension Catalog {
  /// Returns the captures that must not be published, because of their own fields (see ``Privacy``)
  /// or the page of a collection that contains them. Briefings that link to one of these captures
  /// are included, because a briefing shows the titles of the captures to which it links.
  ///
  /// Costs a pass over the flags in the index. Reads the captures that may be excluded.
  public func unpublished(_ clock: LocalClock) throws -> Set<Snapshot.Entry> {
    try excluded(clock) { $0.isUnpublished }
  }

  /// Returns the visibility of a capture, from its own fields or, for a briefing, also from the
  /// captures to which it links. The pages of enclosing collections may restrict it further.
  public func privacy(of capture: Capture, _ clock: LocalClock) throws -> Privacy {
    let own = capture.privacy
    guard capture.isBriefing, let entry = entry(at: capture.path) else {
      return own
    }
    let isPrivate = try excluded(clock) { $0.isPrivate }.contains(entry)
    return Privacy(
      isPrivate: isPrivate, isUnpublished: try isPrivate || unpublished(clock).contains(entry))
  }

  /// Returns the visibility of a text that names the captures at `paths`: the strictest visibility
  /// of these captures.
  public func privacy(ofTextAbout paths: Set<NotePath>, _ clock: LocalClock) throws -> Privacy {
    func isAnyExcluded(by isExcluded: (Privacy) -> Bool) throws -> Bool {
      try excluded(clock, by: isExcluded).contains { paths.contains(snapshot.path($0)) }
    }
    let isPrivate = try isAnyExcluded { $0.isPrivate }
    return Privacy(
      isPrivate: isPrivate, isUnpublished: try isPrivate || isAnyExcluded { $0.isUnpublished })
  }

  /// Returns the captures that `isExcluded` excludes, because of their own privacy or the privacy
  /// of a collection that contains them. Briefings that link to one of these captures are included.
  func excluded(
    _ clock: LocalClock, by isExcluded: (Privacy) -> Bool
  ) throws -> Set<Snapshot.Entry> {
    var found = Set(candidates.filter { capture($0).map { isExcluded($0.privacy) } ?? false })
    let hidden = excludedCollections(by: isExcluded)
    if !hidden.isEmpty {
      found.formUnion(snapshot.entries.filter { lies(snapshot.path($0), in: hidden) })
    }
    guard !found.isEmpty else { return [] }
    let paths = Set(found.map { snapshot.path($0) })
    let briefings = try select(
      try Query(arguments: ["type:\(Capture.briefingType)"]), in: context(clock))
    for entry in briefings.entries where !found.contains(entry) {
      guard let briefing = capture(entry) else { continue }
      if self.briefing(briefing, linksTo: paths.contains) { found.insert(entry) }
    }
    return found
  }

  /// Returns whether a briefing links to a path for which `isHidden` returns true.
  private func briefing(_ briefing: Capture, linksTo isHidden: (NotePath) -> Bool) -> Bool {
    links(from: briefing).contains { edge in
      switch edge.resolution {
      case .found(let path): isHidden(path)
      case .ambiguous(let several): several.contains(where: isHidden)
      case .external, .dead: false
      }
    }
  }

  /// Returns whether a capture must not be sent to a provider: a capture that is private according
  /// to its fields or to the page of a collection that contains it, and a briefing that links to
  /// such a capture.
  ///
  /// For a briefing, reads the captures to which it links.
  public func isPrivate(_ capture: Capture) -> Bool {
    if notebook.isPrivate(capture) { return true }
    guard capture.isBriefing else { return false }
    return briefing(capture) { path in
      entry(at: path).flatMap { self.capture($0) }.map(notebook.isPrivate) ?? false
    }
  }

  /// The captures that may be excluded because of their own fields: captures that the index marks
  /// as unpublished, and captures in no segment of the index.
  private var candidates: [Snapshot.Entry] {
    let snapshot = snapshot
    var found = snapshot.changed.indices.map(Snapshot.Entry.changed)
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
      (layer.segment.unpublishedDocuments & layer.live).forEach {
        found.append(.document(layer: index, $0))
      }
    }
    return found
  }

  /// Returns the collections for which `isExcluded` returns true, given the privacy that the
  /// collection's page states. A page that cannot be read makes its collection private. A page that
  /// `.cairnignore` matches still counts.
  func excludedCollections(by isExcluded: (Privacy) -> Bool) -> Set<NotePath> {
    var found = Set(pages.filter { isExcluded(Privacy(of: $0.value.document)) }.map(\.key))
    let unread =
      walk.specials.map(\.path) + walk.folders + walk.ignored + walk.ignoredOthers
      + problems.compactMap(\.notePath)
    for path in unread where CollectionPage.isPage(path) {
      if isExcluded(notebook.privacy(ofPageIn: path.parent)) { found.insert(path.parent) }
    }
    return found
  }

  private func lies(_ path: NotePath, in folders: Set<NotePath>) -> Bool {
    var folder = path.parent
    while true {
      if folders.contains(folder) { return true }
      if folder.isRoot { return false }
      folder = folder.parent
    }
  }
}

extension Notebook {
  /// Returns whether a capture is private according to its fields or to the page of a collection
  /// that contains it. See ``Catalog/isPrivate(_:)`` for briefings.
  func isPrivate(_ capture: Capture) -> Bool {
    capture.privacy.isPrivate || isPrivate(collection: capture.collection)
  }

  /// Returns whether captures in a collection are private according to the page of the collection
  /// or of a collection that contains it. A page that cannot be read makes the captures private.
  public func isPrivate(collection: NotePath) -> Bool {
    var folder = collection
    while true {
      if privacy(ofPageIn: folder).isPrivate { return true }
      if folder.isRoot { return false }
      folder = folder.parent
    }
  }

  /// Returns the privacy that the page of a collection sets, even if `.cairnignore` matches the
  /// page. Returns the default if there is no page, and ``Privacy/unknown`` if the page cannot be
  /// read.
  fileprivate func privacy(ofPageIn folder: NotePath) -> Privacy {
    let path = folder.appending(listed: CollectionPage.fileName.utf8)
    if let capture = unsaved[path] { return capture.privacy }
    do {
      switch try store.kind(path) {
      case nil: return Privacy(of: Document([]))
      case .file: return Privacy(of: Document(try store.readText(path).bytes))
      default: return .unknown
      }
    } catch {
      return error.code == .notFound ? Privacy(of: Document([])) : .unknown
    }
  }
}
