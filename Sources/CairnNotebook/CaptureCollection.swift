public import CairnCapture
public import CairnText

/// A folder of captures.
public struct CaptureCollection: Sendable {
  /// The path of the folder.
  public let path: NotePath
  /// The collection's page; nil if it has none.
  public let page: CollectionPage?
  /// The number of captures directly in the folder, not in folders below it.
  public let count: Int
  /// The number of captures in the folder and all folders below it.
  public let total: Int

  /// The name on the collection's page; without one, the name of the folder or, for the root,
  /// `Inbox`.
  public var name: String { page?.name ?? (path.isRoot ? "Inbox" : path.name) }
}

extension CaptureCollection {
  /// Returns the root and the collections among `folders`, sorted by path. `counts` contains the
  /// number of captures directly in each folder. Folders that contain only the pictures and files
  /// of captures are excluded.
  static func all(
    _ folders: [NotePath], _ pages: [NotePath: CollectionPage], _ counts: [NotePath: Int]
  ) -> [CaptureCollection] {
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
      CaptureCollection(
        path: path, page: pages[path], count: counts[path] ?? 0, total: totals[path] ?? 0)
    }
  }
}

/// A table for finding collections by their displayed names.
struct CollectionNames: Sendable {
  private let folders: [NotePath]
  private let pages: [NotePath: CollectionPage]

  init(_ folders: [NotePath], _ pages: [NotePath: CollectionPage]) {
    (self.folders, self.pages) = (folders, pages)
  }

  /// Returns the collections below the root with the folded name `name`, sorted by path. Empty if
  /// `name` is also the path of a folder, because paths take precedence.
  @Sendable func paths(named name: String) -> [NotePath] {
    let name = name.folded
    if folders.contains(where: { $0.description.folded == name }) { return [] }
    return folders.filter { folder in
      if let page = pages[folder]?.name { return page.folded == name }
      return folder.name != Capture.mediaFolder && folder.name.folded == name
    }.sorted()
  }
}

extension [NotePath: CollectionPage] {
  /// The choices that schemas list for fields, keyed by field name. If several schemas list choices
  /// for the same field, the schema of the collection with the first path in sorted order applies.
  var choices: [String: [String]] {
    var choices: [String: [String]] = [:]
    for (_, page) in sorted(by: { $0.key < $1.key }) {
      for field in page.schema?.fields ?? [] where !field.choices.isEmpty {
        choices[field.name] = choices[field.name] ?? field.choices
      }
    }
    return choices
  }
}
