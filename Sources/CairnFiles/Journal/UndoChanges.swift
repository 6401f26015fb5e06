import CairnText

/// What will happen to each file, as the steps of an ``InversePlan`` are noted one after the other.
struct UndoChanges {
  private var entries: [OperationChange?] = []
  /// The places in `entries` of what happens to a file, by the path that it has until now.
  private var places: [NotePath: [Int]] = [:]

  /// In the order in which they were noted.
  var all: [OperationChange] { entries.compactMap(\.self) }

  mutating func add(_ change: OperationChange) {
    places[change.path, default: []].append(entries.count)
    entries.append(change)
  }

  /// Notes that a file goes: what else happens to it does not matter.
  mutating func remove(_ path: NotePath) {
    for place in places.removeValue(forKey: path) ?? [] { entries[place] = nil }
    add(OperationChange(kind: .removed, path: path))
  }

  /// Notes that a file gets another path: one that changes, too, is noted once.
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
