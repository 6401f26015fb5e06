public import CairnCapture
import CairnFiles
import CairnIndex
public import CairnText

extension Catalog {
  /// The folders, sorted by path with the root first, each with the number of its captures.
  public var collections: [CaptureCollection] {
    kept(\.collections) { snapshot in
      let folders = walk.folders.filter { shows(collection: $0) }
      return CaptureCollection.all(folders, pages, snapshot.countsByCollection)
    }
  }

  /// The collections, except folders that contain only attachments and have no page. Requires a
  /// catalog with attachments.
  public var listedCollections: [CaptureCollection] {
    let holders = Set(
      attachments.flatMap { sequence(first: $0.parent) { $0.isRoot ? nil : $0.parent } })
    return collections.filter { collection in
      collection.total > 0 || collection.path.isRoot || collection.page != nil
        || !holders.contains(collection.path)
    }
  }

  /// Returns the collection at a path; nil if there is none.
  public func collection(_ path: NotePath) -> CaptureCollection? {
    collections.first { $0.path == path }
  }

  /// Returns the collections that are shown with this name, sorted by path. Empty if the name is
  /// also the path of a folder. Names are compared in folded form.
  public func collections(named name: String) -> [NotePath] {
    CollectionNames(walk.folders, pages).paths(named: name).filter { shows(collection: $0) }
  }

  /// Returns the collections whose paths are the same as `path` except for case and accents.
  public func collections(spelledLike path: NotePath) -> [NotePath] {
    let name = path.description.folded
    return collections.map(\.path).filter { $0.description.folded == name }
  }

  /// Returns the page that applies to captures in a folder: the folder's own page or, if it has
  /// none, the page of the nearest folder above. Returns nil if none of these folders has a page.
  public func nearestPage(of folder: NotePath) -> CollectionPage? {
    var folder = folder
    while true {
      if let page = pages[folder] { return page }
      if folder.isRoot { return nil }
      folder = folder.parent
    }
  }

  /// The pages of collections, as captures that can contain links.
  var pageCaptures: [Capture] {
    pages.sorted { $0.key < $1.key }.map { folder, page in
      Capture(
        path: folder.appending(listed: CollectionPage.fileName.utf8), document: page.document,
        modified: Instant(seconds: 0))
    }
  }

  /// The types that pages set for the captures in their collections.
  public var pageTypes: [String] { pages.values.compactMap(\.defaultType) }

  /// The allowed values of fields for which a schema lists choices, keyed by field name.
  var choices: [String: [String]] { pages.choices }
}

extension Snapshot {
  /// The number of captures in each folder that has any.
  fileprivate var countsByCollection: [NotePath: Int] {
    var counts: [NotePath: Int] = [:]
    for layer in layers {
      var numbers = [Int](repeating: 0, count: layer.segment.folderCount)
      layer.live.forEach { numbers[layer.segment.folder($0)] += 1 }
      for (folder, count) in numbers.enumerated() where count > 0 {
        counts[layer.segment.folderPath(folder), default: 0] += count
      }
    }
    for capture in changed { counts[capture.collection, default: 0] += 1 }
    return counts
  }
}
