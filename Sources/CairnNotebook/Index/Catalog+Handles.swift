import CairnCapture
public import CairnIndex
import CairnQuery
public import CairnText

// MARK: - Handles
//
// A handle names one capture. Every command that acts on captures accepts the same handles:
//
// | handle | names |
// |---|---|
// | `k7x2m9q4ab` | the capture with this id |
// | `work/invoice.md`, `work/invoice` | the capture at this path |
// | `k7x2` | the captures whose ids begin with this; at least four characters |
// | `u7k2` | the captures whose ``PathCodes`` begin with this; at least four characters |
// | `Pay the invoice` | the captures with this title or alias |
// | `invoice`, `invoice.md` | the captures with this file name |
// | `id:k7` | the captures with this id or, if there are none, those whose ids begin with this |
//
// A whole id takes precedence over a path, and a path over everything else. All other handles have
// the same rank, so a word is ambiguous if it names one capture by its title and another by its
// file name. Titles, aliases and file names are compared in folded form. Ids and path codes match
// in upper and lower case; ids that Cairn did not create match only as a whole. An id that looks
// like a path, an option or a query, or that contains blanks, counts only as a name. `Workspace`
// adds handles that only work at a terminal: rows of lists, and parts of titles.

extension Catalog {
  /// The minimum number of characters in a handle that is the beginning of an id or of a path code.
  static let leastOfHandle = IDWidth.least

  /// Returns the captures that a handle names, sorted by path.
  ///
  /// Costs a few lookups if the handle is a whole id or a path. Any other handle may also cost a
  /// pass over all ids, and a pass over all paths to create ``pathCodes``.
  public func entries(withHandle word: String) -> [Snapshot.Entry] {
    let explicit = word.hasPrefix("id:") ? String(word.dropFirst(3)) : nil
    let whole = explicit.map { entries(withWholeID: $0) } ?? entries(withPlainID: word)
    if !whole.isEmpty { return whole }
    if let explicit {
      let found = entries(withIDPrefix: explicit)
      return sorted(found.isEmpty ? entries(called: word) : found)
    }
    if Selector.isPath(word), let entry = entry(atTyped: NotePath(word)) { return [entry] }
    var found = entries(called: word)
    if word.count >= Self.leastOfHandle { found += entries(withIDPrefix: word) }
    if PathCodes.isBeginning(word) { found += pathCodes.entries(beginning: word) }
    return sorted(found)
  }

  /// Returns the capture at a path that may lack the file extension; nil if there is none.
  public func entry(atTyped path: NotePath?) -> Snapshot.Entry? {
    path?.firstOfEndings { entry(at: $0) }
  }

  /// Returns the captures whose id, path, file name, title or alias equals `name`. Names are
  /// compared folded. Paths and file names match with and without the file extension.
  public func entries(called name: String) -> [Snapshot.Entry] {
    let wanted = name.folded
    guard !wanted.isEmpty else { return [] }
    let found = documents(named: name).filter { entry in
      names(of: entry)?.inOrder.joined().contains { $0.folded == wanted } ?? false
    }
    return found + (changedNames[wanted] ?? []).map { .changed($0) }
  }

  /// Returns the captures with exactly this id.
  public func entries(withID id: String) -> [Snapshot.Entry] {
    entries(called: id).filter { self.id(of: $0) == id }
  }

  /// Searches the segments for captures that may have `name` as their id, path without extension,
  /// file name, title or alias. The result contains all captures in segments that have the name,
  /// and possibly others.
  func documents(named name: String) -> [Snapshot.Entry] {
    let found = try? asking { (snapshot) throws(IndexDamage) in
      var found: [Snapshot.Entry] = []
      for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
        for document in try layer.segment.documents(named: name)
        where layer.live.contains(document) {
          found.append(.document(layer: index, document))
        }
      }
      return found
    }
    return found ?? []
  }

  /// Returns the captures whose ids begin with a prefix. An id that Cairn did not create must equal
  /// the prefix.
  public func entries(withIDPrefix prefix: String) -> [Snapshot.Entry] {
    let heads = Set([prefix, prefix.lowercased()]).map { Array($0.utf8) }
    let found = try? asking { (snapshot) throws(IndexDamage) in
      var found: [Snapshot.Entry] = []
      for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
        guard let ids = try layer.segment.ids() else { continue }
        let documents = try ids.documents { (number) throws(IndexDamage) in
          for head in heads where try ids.hasPrefix(head, number) {
            return Capture.isID(try ids.text(number), beginningWith: prefix)
          }
          return false
        }
        (documents & layer.live).forEach { found.append(.document(layer: index, $0)) }
      }
      return found
    }
    let changed = snapshot.changed.indices.filter {
      snapshot.changed[$0].hasID(beginningWith: prefix)
    }
    return (found ?? []) + changed.map { .changed($0) }
  }

  /// Returns the captures with this id, sorted by path. If no capture has exactly this id, an id
  /// created by Cairn also matches in upper case.
  public func entries(withWholeID id: String) -> [Snapshot.Entry] {
    let exact = entries(withID: id)
    guard exact.isEmpty, let own = CaptureID(id.lowercased()) else { return sorted(exact) }
    return sorted(entries(withID: own.text))
  }

  /// Returns the captures with this id. If the id looks like a path, an option or a query, returns
  /// an empty array.
  public func entries(withPlainID id: String) -> [Snapshot.Entry] {
    CaptureID(id.lowercased()) != nil || Self.isPlain(id) ? entries(withWholeID: id) : []
  }

  /// Returns the captures without duplicates, sorted by path.
  private func sorted(_ entries: [Snapshot.Entry]) -> [Snapshot.Entry] {
    entries.count < 2 ? entries : snapshot.byPath(Set(entries))
  }

  /// Returns the id of a capture; nil if it has none.
  func id(of entry: Snapshot.Entry) -> String? {
    guard case .document(let layer, let document) = entry else { return names(of: entry)?.id }
    do throws(IndexDamage) {
      guard let ids = try snapshot.layers[layer].segment.ids(),
        let number = try ids.values(of: document).first
      else { return nil }
      return try ids.text(number)
    } catch {
      return capture(entry)?.id
    }
  }

  /// Returns the names of a capture; nil if it no longer exists.
  func names(of entry: Snapshot.Entry) -> LinkNames? {
    let names = IndexedNames(snapshot: snapshot, attachments: [])
    return (try? names.names(of: entry)) ?? capture(entry).map { LinkNames($0) }
  }
}

// MARK: - Shown handles

extension Catalog {
  /// Returns a short handle that names this capture and no other.
  ///
  /// The handle is the beginning of the id or, if Cairn did not create the id, the whole id. For a
  /// capture whose id is missing, not unique or hard to type, the handle is the beginning of the
  /// path's code. If no such beginning is unique, the handle is the path.
  ///
  /// Costs a few lookups. The first call for a capture without an id also creates ``pathCodes``.
  public func handle(of entry: Snapshot.Entry) -> String {
    if let id = uniqueID(of: entry) {
      guard CaptureID(id) != nil else { return id }
      let width = idWidth
      for length in width..<max(width, CaptureID.length)
      where !isName(String(id.prefix(length)), besides: entry) {
        return String(id.prefix(length))
      }
      return id
    }
    let path = snapshot.path(entry)
    return pathCodes.beginnings(of: path).first { !isName($0, besides: entry) } ?? path.description
  }

  /// Returns the id of a capture if it can be typed and no other capture has it; otherwise nil.
  public func uniqueID(of entry: Snapshot.Entry) -> String? {
    guard let id = id(of: entry), CaptureID(id) != nil || Self.isPlain(id) else { return nil }
    // Nearly always the capture is the only candidate, so its names need not be compared.
    let candidates = documents(named: id).count + (changedNames[id.folded]?.count ?? 0)
    return candidates == 1 || entries(withWholeID: id) == [entry] ? id : nil
  }

  /// Returns whether commands accept an id that Cairn did not create. Commands accept the id if
  /// nobody can mistake it for a path, an option or a query.
  private static func isPlain(_ id: String) -> Bool {
    let bytes = Array(id.utf8)
    return bytes.first.map(isLetterOrDigit) == true
      && bytes.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
      && !Selector.isPath(id)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Returns whether a capture other than `entry` has the name `word`.
  private func isName(_ word: String, besides entry: Snapshot.Entry) -> Bool {
    entries(called: word).contains { $0 != entry }
  }
}

// MARK: - Kept for lookups

extension Catalog {
  /// The number of leading characters that distinguish the ids of all captures; at least 4,
  /// possibly more than necessary.
  public var idWidth: Int {
    kept(\.idWidth) { snapshot in
      let segments = snapshot.layers.map(\.segment)
      let known = segments.map(\.summary.idWidth).max() ?? 0
      return max(known, width(of: snapshot.changed.compactMap(\.id), beside: segments))
    }
  }

  private func width(of ids: [String], beside segments: [Segment]) -> Int {
    if ids.isEmpty { return 0 }
    do throws(IndexDamage) {
      guard let memory = notebook.resident?.memory else {
        return try IDWidth.width(of: ids, beside: segments)
      }
      var tables: [IDWidth.Table] = []
      for segment in segments { tables.append(try memory.facts(of: segment).ids()) }
      return IDWidth.width(of: ids, beside: tables)
    } catch {
      return CaptureID.length
    }
  }

  /// Maps a folded name to the captures with that name, as indices in `snapshot.changed`. These
  /// captures are in no segment of the index.
  var changedNames: [String: [Int]] { kept(\.changedNames) { $0.changedByName } }

  /// The codes of the paths of all captures. A code is the handle of a capture without an id.
  var pathCodes: PathCodes { kept(\.pathCodes) { PathCodes($0) } }
}

extension Snapshot {
  /// For each folded name, the indices in ``changed`` of the captures that have this name.
  var changedByName: [String: [Int]] {
    var places: [String: [Int]] = [:]
    for (place, capture) in changed.enumerated() {
      for name in Set(LinkNames(capture).inOrder.joined().map(\.folded)) where !name.isEmpty {
        places[name, default: []].append(place)
      }
    }
    return places
  }
}

// MARK: - Titles

extension Catalog {
  /// Returns the captures that a part of a title names (``PartOfTitle``), sorted by path.
  public func entries(withPartOfTitle part: String) -> [Snapshot.Entry] {
    sorted(PartOfTitle(part).choose(from: titles()) { $0.title }.map(\.entry))
  }

  /// Returns at most `count` captures whose titles are similar to `word`, the most similar first.
  public func entries(nearest word: String, most count: Int) -> [Snapshot.Entry] {
    let titles = titles()
    return Nearest.places(of: word, among: titles.lazy.map(\.title), most: count).map {
      titles[$0].entry
    }
  }

  /// Returns at most `count` captures whose paths are similar to `word`, the most similar first. A
  /// word without a `/` is compared with file names instead.
  public func entries(nearestPath word: String, most count: Int) -> [Snapshot.Entry] {
    let entries = snapshot.entries
    let names = entries.lazy.map { entry in
      let path = self.snapshot.path(entry)
      return word.contains("/") ? path.description : path.name
    }
    return Nearest.places(of: word, among: names, most: count).map { entries[$0] }
  }

  /// Returns all captures with their titles.
  private func titles() -> [(entry: Snapshot.Entry, title: String)] {
    let found = try? asking { (snapshot) throws(IndexDamage) in
      var found: [(entry: Snapshot.Entry, title: String)] = []
      for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
        guard let titles = try layer.segment.titles() else { continue }
        for document in layer.live.documents {
          guard let number = try titles.values(of: document).first else { continue }
          found.append((.document(layer: index, document), try titles.text(number)))
        }
      }
      return found
    }
    return (found ?? []) + snapshot.changed.enumerated().map { (.changed($0), $1.title) }
  }
}

/// A part of a title that a person typed to name something: the beginning of the title or of a word
/// in it. The comparison ignores case and accents.
public struct PartOfTitle {
  /// The minimum length of a part, in bytes of UTF-8. A shorter text matches no title.
  private static let least = 3
  /// The part in folded form; empty if it is too short.
  private let text: String

  /// Creates a part from the text that a person typed.
  public init(_ typed: String) { text = typed.utf8.count < Self.least ? "" : typed.folded }

  /// Returns the elements whose titles begin with the part or, if there are none, those in which a
  /// later word begins with the part.
  public func choose<Element>(
    from elements: [Element], title: (Element) -> String?
  ) -> [Element] {
    if text.isEmpty { return [] }
    let titled = elements.map { (element: $0, title: title($0)?.folded ?? "") }
    let beginning = titled.filter { $0.title.hasPrefix(text) }
    return (beginning.isEmpty ? titled.filter { hasWord($0.title) } : beginning).map(\.element)
  }

  /// Returns whether a word in a folded title begins with the part.
  private func hasWord(_ title: String) -> Bool {
    title.ranges(of: text).contains { range in
      title[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber } ?? true
    }
  }
}
