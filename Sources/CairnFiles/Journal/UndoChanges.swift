import CairnText

/// The planned changes to files, collected while the steps of an ``InversePlan`` are added.
struct UndoChanges {
  private var entries: [OperationChange?] = []
  /// For each file, the indices of its changes in `entries`. Keyed by the file's path after these
  /// changes.
  private var places: [NotePath: [Int]] = [:]

  /// The changes in the order in which they were added. Leaves out changes that a later removal of
  /// the file replaced.
  var all: [OperationChange] { entries.compactMap(\.self) }

  mutating func add(_ change: OperationChange) {
    places[change.path, default: []].append(entries.count)
    entries.append(change)
  }

  /// Records the removal of a file, which replaces all other changes of that file.
  mutating func remove(_ path: NotePath) {
    for place in places.removeValue(forKey: path) ?? [] { entries[place] = nil }
    add(OperationChange(kind: .removed, path: path))
  }

  /// Records that a file is moved, merging the move with an earlier change of the file if possible.
  mutating func move(_ path: NotePath, to newPath: NotePath) {
    let index = places[path]?.firstIndex { place in
      entries[place].map { $0.from == nil } ?? false
    }
    guard let index, let place = places[path]?.remove(at: index) else {
      return add(OperationChange(kind: .moved, path: newPath, from: path))
    }
    entries[place]?.from = path
    entries[place]?.path = newPath
    places[newPath, default: []].append(place)
  }
}
