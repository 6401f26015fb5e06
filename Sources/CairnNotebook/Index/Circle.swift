import CairnCapture
public import CairnIndex
import CairnMarkup
import CairnQuery
import CairnText

/// A group of related captures with a name.
public struct Circle: Sendable {
  /// The name that a person gave to the circle. If nobody named the circle, the name is a phrase
  /// that is typical of it (``/CairnQuery/CircleName``).
  public let name: String
  /// The significant words of this phrase; also determined for a circle that a person
  /// named.
  public let words: [String]
  /// Whether a person assigned captures to the circle.
  public let isNamed: Bool
  /// The captures in the circle, the most central first.
  public let entries: [Snapshot.Entry]

  /// Returns whether a name in the field `circle` means that a capture is in no circle.
  static func isNone(_ name: String) -> Bool { name.folded == "none" }
}

extension Catalog {
  /// Returns the circles of the notebook, the largest first, and the number of captures in no
  /// circle.
  ///
  /// The field `circle` assigns a capture to a circle; the value `none` keeps the capture out of
  /// all circles. Other captures are grouped by their words and links. Briefings are in no circle,
  /// and are not counted, because they name unrelated captures. Reads the postings of all words,
  /// and compares every capture with the most similar captures. With vectors, two captures count as
  /// linked in both directions if each is among the captures most similar to the other. Without
  /// vectors, the circles are determined only once for the same content of the notebook.
  ///
  /// - Parameter similar: The vectors of the captures; nil to use none.
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func circles(
    similar: CurrentVectors? = nil
  ) throws(IndexDamage) -> (circles: [Circle], alone: Int) {
    if similar != nil { return try newCircles(similar: similar) }
    return try kept(\.circles) { () throws(IndexDamage) in try newCircles(similar: nil) }
  }

  /// Determines the circles; see ``circles(similar:)``.
  private func newCircles(
    similar: CurrentVectors?
  ) throws(IndexDamage) -> (circles: [Circle], alone: Int) {
    let (found, names, all) = try asking {
      (snapshot) throws(IndexDamage) -> ([WordCircle], [String], Int) in
      let entries = Array(snapshot.entries)
      let names = try snapshot.names(inField: "circle", of: entries).map(\.first)
      let outside = Set(zip(entries, names).filter { $1.map(Circle.isNone) ?? false }.map(\.0))
      let briefings = try snapshot.briefings()
      let vectors = try WordVectors(snapshot, leavingOut: briefings.union(outside))
      var numbers: [Snapshot.Entry: Int] = [:]
      for (number, entry) in vectors.entries.enumerated() { numbers[entry] = number }
      var links: [(from: Int, to: Int)] = []
      let linked = try LinkedCaptures.find(
        in: IndexedNames(snapshot: snapshot, attachments: []), of: notebook, isCounting: true)
      for (target, sources) in linked {
        guard let to = numbers[target] else { continue }
        for source in sources { if let from = numbers[source] { links.append((from, to)) } }
      }
      let pairs: [(from: Int, to: Int)] = (similar?.pairs ?? []).compactMap { from, to in
        guard let from = numbers[from], let to = numbers[to] else { return nil }
        return (from, to)
      }
      let pins = try CirclePins(snapshot, vectors.entries)
      let texts = CircleTexts(
        names: { number in
          guard let row = self.row(vectors.entries[number]) else { return (.root, "", []) }
          return (row.path, row.title, row.tags)
        }, tags: { self.tags(of: vectors.entries[$0]) },
        body: { number in
          self.capture(vectors.entries[number]).map {
            String(decoding: $0.bodyText.plainText, as: UTF8.self)
          } ?? ""
        })
      return (
        WordCircle.all(
          in: vectors, links: links, similar: pairs, pins: pins.numbers, texts: texts), pins.names,
        vectors.entries.count + outside.subtracting(briefings).count
      )
    }
    let circles = found.map { circle in
      let name = circle.pin.map { names[$0] }
      return Circle(
        name: name ?? circle.name?.text ?? "", words: circle.name?.words ?? [],
        isNamed: name != nil, entries: circle.members)
    }
    return (circles, all - circles.reduce(0) { $0 + $1.entries.count })
  }
}

/// The circles to which people assigned captures. If a capture names several circles, the first
/// name counts.
private struct CirclePins {
  /// For each capture, in the order given to the initializer, the index of its circle in ``names``;
  /// nil for a capture that is not assigned to a circle.
  private(set) var numbers: [Int?] = []
  /// The distinct names of the circles, each in the spelling of the first capture that uses it.
  private(set) var names: [String] = []

  init(_ snapshot: Snapshot, _ entries: [Snapshot.Entry]) throws(IndexDamage) {
    var known: [String: Int] = [:]
    for names in try snapshot.names(inField: "circle", of: entries) {
      guard let name = names.first else {
        numbers.append(nil)
        continue
      }
      if known[name.folded] == nil {
        known[name.folded] = self.names.count
        self.names.append(name)
      }
      numbers.append(known[name.folded])
    }
  }
}
