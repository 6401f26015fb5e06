public import CairnCapture
public import CairnText

/// A folder of captures.
public struct CaptureCollection: Sendable {
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

extension CaptureCollection {
  /// The collections that folders are, from how many captures each holds: all but those for the
  /// pictures and files of captures.
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

extension [NotePath: CollectionPage] {
  /// The choices that schemas name, by field: the first of the collections by path wins.
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
