import CairnCapture
import CairnText

/// Captures that stand together in a digest.
struct DigestGroup {
  /// What stands above them.
  let name: String
  /// The icon of the collection.
  var icon: String?
  /// Which captures, by their places in the selection.
  var captures: [Int]

  /// The groups of a selection in their order; none is empty.
  static func groups(
    of captures: [Capture], _ options: DigestOptions, _ surroundings: DigestSurroundings
  ) -> [DigestGroup] {
    switch options.grouping {
    case .none:
      return captures.isEmpty ? [] : [DigestGroup(name: "", captures: Array(captures.indices))]
    case .collection:
      return grouped(captures) { [$0.collection] }.sorted { $0.key < $1.key }.map { path, places in
        let (name, icon) = surroundings.collection(path)
        return DigestGroup(name: name, icon: icon, captures: places)
      }
    case .type:
      return named(captures, missing: "Without a type") { [$0.type].compactMap(\.self) }
    case .tag:
      return named(captures, missing: "Without tags") { $0.tags.map { "#\($0)" } }
    case .month:
      return grouped(captures) { [Month(of: $0.created.localDay(options.clock))] }
        .sorted { $0.key > $1.key }
        .map { DigestGroup(name: $0.key.name, captures: $0.value) }
    }
  }

  private static func grouped<Key: Hashable>(
    _ captures: [Capture], by keys: (Capture) -> [Key]
  ) -> [Key: [Int]] {
    captures.indices.reduce(into: [:]) { groups, place in
      for key in keys(captures[place]) { groups[key, default: []].append(place) }
    }
  }

  /// Groups by names, which are the same however they are written and go by the first spelling;
  /// captures without one come last.
  private static func named(
    _ captures: [Capture], missing: String, by names: (Capture) -> [String]
  ) -> [DigestGroup] {
    var groups: [String: DigestGroup] = [:]
    var without = DigestGroup(name: missing, captures: [])
    for place in captures.indices {
      let names = names(captures[place])
      for name in names {
        groups[FoldedText(name).text, default: DigestGroup(name: name, captures: [])]
          .captures.append(place)
      }
      if names.isEmpty { without.captures.append(place) }
    }
    let sorted = groups.sorted { $0.key < $1.key }.map(\.value)
    return without.captures.isEmpty ? sorted : sorted + [without]
  }
}

/// A month of a year.
private struct Month: Hashable, Comparable {
  let year: Int
  let month: Int

  init(of day: CalendarDate) {
    year = day.year
    month = day.month
  }

  /// `November 2026`
  var name: String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return "\(names[month - 1]) \(year)"
  }

  static func < (left: Month, right: Month) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}
