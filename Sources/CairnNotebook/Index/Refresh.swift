import CairnFiles
import CairnIndex
import CairnText
import Glibc
import Synchronization

/// A comparison of the files that an index lists in its segments with the files that a walk finds.
///
/// A file is known if a segment contains its path with its current identity; every other file is
/// new. Files in folders that cannot be listed count as gone. In that case,
/// ``Findings/hidesDocuments`` is true, and the index is not rewritten, so that the files stay in
/// the index.
struct Refresh {
  private let layers: [Segment]
  /// For each layer, the documents that later layers replace.
  private let replaced: [DocumentSet]

  /// The result of comparing the files that a walk found with the segments.
  struct Findings: Sendable {
    /// For each layer, the documents whose files have not changed, including pages of collections.
    var live: [DocumentSet]
    /// Files whose current version is in no layer.
    var unknown: [Scan.File] = []
    /// For each layer, the documents whose files are gone or changed.
    var gone: [DocumentSet]
    /// The walk that found the files.
    var walk: Walk
    /// Whether some documents count as gone only because their folder could not be listed.
    var hidesDocuments = false
    /// The files that are not captures, if requested.
    var attachments: [NotePath] = []
  }

  init(_ contents: IndexCache.Contents) {
    var layers: [Segment] = []
    var replaced: [DocumentSet] = []
    if let base = contents.base {
      var dead = DocumentSet(capacity: base.count)
      for document in contents.changes?.summary.replaced ?? [] where Int(document) < base.count {
        dead.insert(Int(document))
      }
      layers.append(base)
      replaced.append(dead)
    }
    if let changes = contents.changes {
      layers.append(changes)
      replaced.append(DocumentSet(capacity: changes.count))
    }
    self.layers = layers
    self.replaced = replaced
  }

  /// The findings if no file has changed since the segments were written.
  var assumingNoChanges: Findings {
    Findings(
      live: replaced.map { ~$0 }, gone: layers.map { DocumentSet(capacity: $0.count) },
      walk: Walk())
  }

  /// Walks over the store, and compares the files that it finds with the segments. If
  /// `listsAttachments` is true, also lists files that are not captures. With a `memory`, compares
  /// only folders that were listed again since the last comparison with the same segments.
  func run(
    _ store: Store, listsAttachments: Bool = false, memory: IndexMemory? = nil
  ) -> Findings {
    let segments = memory == nil ? [] : layers.map(\.fingerprint)
    let known = memory?.comparisons(with: segments) ?? [:]
    let found = Mutex(Found(layers))
    // A long-lived process remembers listings, which therefore must include the attachments.
    let needsAttachments = listsAttachments || memory != nil
    let knowsFolders = layers.first?.summary.noteEndings == store.noteEndings
    let walk = store.walk(
      known: { knowsFolders ? knownFolder($0, $1, needsAttachments) : nil }
    ) { listing in
      let number = listing.number
      let folder: FolderFindings
      if let earlier = known[listing.path], earlier.listing == number {
        folder = earlier.findings
      } else {
        folder = compare(listing)
      }
      let attachments =
        listsAttachments ? listing.attachments.map { listing.path.appending(listed: $0) } : []
      found.withLock {
        $0.sawFolder(folder, number)
        $0.attachments += attachments
      }
    }
    return found.withLock {
      memory?.remember($0.comparisons, with: segments)
      return $0.findings(layers, replaced, walk)
    }
  }
}

// MARK: - One folder

extension Refresh {
  /// Returns the names in a folder that has not changed since the base segment was written; nil if
  /// the folder must be listed.
  private func knownFolder(
    _ path: NotePath, _ stamp: Stamp, _ needsAttachments: Bool
  ) -> KnownFolder? {
    guard let base = layers.first, let number = base.folder(at: path),
      let state = base.state(ofFolder: number), state.identity == FileIdentity(stamp),
      !state.hasAttachments || !needsAttachments
    else { return nil }
    let names = base.listedNames(ofFolder: number)
    let subfolders = base.subfolders(ofFolder: number)
    // A folder that could not be opened is not in the index. A name with a slash, in a damaged
    // index, could lead to a file in another folder.
    guard subfolders.count == state.subfolderCount, names.offset(of: UInt8(ascii: "/")) == nil
    else { return nil }
    return KnownFolder(
      names: NameList(terminated: names, count: base.listing(ofFolder: number).count),
      subfolders: subfolders, hiddenFolders: state.hiddenFolders)
  }
}

extension Refresh {
  /// The findings in one folder.
  struct FolderFindings: Sendable {
    fileprivate let path: NotePath
    /// The number of the folder in each layer; nil for a layer without the folder.
    fileprivate var numbers: [Int?]
    fileprivate var unknown: [Scan.File] = []
    /// For each layer, the folder's documents that are gone or changed.
    fileprivate var gone: [[Int]]
    /// Whether the whole folder was listed.
    fileprivate var isComplete: Bool
  }

  private func compare(_ listing: borrowing FolderListing) -> FolderFindings {
    let numbers = layers.map { $0.folder(at: listing.path) }
    var folder = FolderFindings(
      path: listing.path, numbers: numbers, gone: layers.map { _ in [] },
      isComplete: listing.isComplete)
    if compareInOrder(listing, numbers, &folder) { return folder }
    compareByName(listing, numbers, &folder)
    return folder
  }

  /// Compares a folder file by file. If the folder's file names or their order differ from those in
  /// the first layer that contains the folder, compares nothing and returns false. A document that
  /// a later layer replaces is looked up in that layer. `numbers` contains the folder's number in
  /// each layer; nil for layers without the folder.
  private func compareInOrder(
    _ listing: borrowing FolderListing, _ numbers: [Int?], _ folder: inout FolderFindings
  ) -> Bool {
    guard let layer = numbers.firstIndex(where: { $0 != nil }), let number = numbers[layer] else {
      return false
    }
    let segment = layers[layer]
    let places = segment.listing(ofFolder: number)
    guard places.count == listing.stamps.count else { return false }
    let names = segment.listedNames(ofFolder: number)
    let isSame = listing.names.bytes.withUnsafeBytes { listed in
      guard listed.count == names.count else { return false }
      guard let one = listed.baseAddress, let other = names.baseAddress else { return true }
      return memcmp(one, other, listed.count) == 0
    }
    guard isSame else { return false }
    var above = known(numbers, from: layer + 1)
    let dead = replaced[layer]
    for (index, (place, stamp)) in zip(places, listing.stamps).enumerated() {
      let document = segment.listed(place)
      if !dead.contains(document) {
        if segment.identity(document) == FileIdentity(stamp) { continue }
        folder.gone[layer].append(document)
      } else if let found = above.removeValue(forKey: Array(listing.names[index])) {
        if layers[found.layer].identity(found.document) == FileIdentity(stamp) { continue }
        folder.gone[found.layer].append(found.document)
      }
      let path = listing.path.appending(listed: listing.names[index])
      folder.unknown.append(Scan.File(path: path, stamp: stamp))
    }
    for (layer, document) in above.values { folder.gone[layer].append(document) }
    return true
  }

  private func compareByName(
    _ listing: borrowing FolderListing, _ numbers: [Int?], _ folder: inout FolderFindings
  ) {
    var known = known(numbers, from: 0)
    for (name, stamp) in zip(listing.names, listing.stamps) {
      let name = Array(name)
      if let (layer, document) = known[name],
        layers[layer].identity(document) == FileIdentity(stamp)
      {
        known[name] = nil
      } else {
        folder.unknown.append(
          Scan.File(path: listing.path.appending(listed: name), stamp: stamp))
      }
    }
    for (layer, document) in known.values { folder.gone[layer].append(document) }
  }

  /// Returns the folder's documents in the layer `first` and all later layers, keyed by file name.
  /// Replaced documents are excluded. `numbers` contains the folder's number in each layer; nil for
  /// layers without the folder.
  private func known(
    _ numbers: [Int?], from first: Int
  ) -> [[UInt8]: (layer: Int, document: Int)] {
    var known: [[UInt8]: (layer: Int, document: Int)] = [:]
    for layer in numbers.indices.dropFirst(first) {
      guard let number = numbers[layer] else { continue }
      for place in layers[layer].listing(ofFolder: number) {
        let document = layers[layer].listed(place)
        if replaced[layer].contains(document) { continue }
        known[Array(layers[layer].nameBytes(document))] = (layer, document)
      }
    }
    return known
  }
}

// MARK: - All folders

extension Refresh {
  /// The findings of the walk so far.
  fileprivate struct Found {
    var gone: [DocumentSet]
    var unknown: [Scan.File] = []
    var attachments: [NotePath] = []
    /// For each layer and folder number, whether the folder was listed.
    var seen: [[Bool]]
    /// Whether documents are missing from a folder that was listed only in part.
    var lacksDocuments = false
    /// The comparisons of watched folders.
    var comparisons: [NotePath: IndexMemory.Comparison] = [:]

    init(_ layers: [Segment]) {
      gone = layers.map { DocumentSet(capacity: $0.count) }
      seen = layers.map { [Bool](repeating: false, count: $0.folderCount) }
    }

    mutating func sawFolder(_ folder: FolderFindings, _ listing: Int?) {
      if let listing {
        comparisons[folder.path] = IndexMemory.Comparison(listing: listing, findings: folder)
      }
      unknown += folder.unknown
      if !folder.isComplete, folder.gone.contains(where: { !$0.isEmpty }) { lacksDocuments = true }
      for layer in gone.indices {
        if let number = folder.numbers[layer] { seen[layer][number] = true }
        for document in folder.gone[layer] { gone[layer].insert(document) }
      }
    }

    /// Returns the final findings. A document counts as gone if its folder was not found.
    func findings(
      _ layers: [Segment], _ replaced: [DocumentSet], _ walk: Walk
    ) -> Findings {
      var live: [DocumentSet] = []
      var gone = gone
      var hidesDocuments = lacksDocuments
      for (layer, segment) in layers.enumerated() {
        for (number, isSeen) in seen[layer].enumerated() where !isSeen {
          for place in segment.listing(ofFolder: number) {
            let document = segment.listed(place)
            if replaced[layer].contains(document) { continue }
            gone[layer].insert(document)
            if !walk.isComplete { hidesDocuments = true }
          }
        }
        live.append(~(replaced[layer] | gone[layer]))
      }
      return Findings(
        live: live, unknown: unknown.sorted { $0.path < $1.path }, gone: gone, walk: walk,
        hidesDocuments: hidesDocuments, attachments: attachments.sorted())
    }
  }
}
