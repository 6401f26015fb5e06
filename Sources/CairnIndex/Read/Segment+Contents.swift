import CairnCapture
import CairnDocument
public import CairnInsight
public import CairnText

/// Hashes of the facts about one document. Documents with the same facts have equal fingerprints,
/// even in different segments. Documents with different facts have different fingerprints, except
/// with a chance of 1 in 2⁶⁴.
public struct Fingerprint: Hashable, Sendable {
  /// A hash of the words, their positions and the ends of the zones.
  public internal(set) var words: UInt64 = 0
  /// A hash of the fields, title, tags and aliases.
  public internal(set) var fields: UInt64 = 0
  /// A hash of the creation and update times, the links and the flags.
  public internal(set) var facts: UInt64 = 0
}

extension Segment {
  /// Returns the number of distinct words. Costs one pass over all distinct words.
  public func wordCount() throws(IndexDamage) -> Int {
    var count = 0
    try TermDictionary(store).forEach { (_, _) throws(IndexDamage) in
      count += 1
      return true
    }
    return count
  }

  /// Returns the number of distinct words that another segment does not contain.
  public func wordCount(notIn other: Segment) throws(IndexDamage) -> Int {
    let known = try TermDictionary(other.store)
    var count = 0
    try TermDictionary(store).forEach { (term, _) throws(IndexDamage) in
      if try known.find(term) == nil { count += 1 }
      return true
    }
    return count
  }

  /// Returns the types that a person chose for the given documents, keyed by path. The classifier
  /// learns from these types. Documents without a chosen type are left out.
  public func chosenKinds(
    of documents: some Sequence<Int>
  ) throws(IndexDamage) -> [NotePath: CaptureKind] {
    guard let types = try field("type") else { return [:] }
    let marks = try field(MachineMark.key(for: "type"))
    let odd = try exceptions("type")
    func value(_ column: Column?, _ document: Int) throws(IndexDamage) -> FieldValue? {
      guard let column, let number = try column.values(of: document).last else { return nil }
      return try column.value(number)
    }
    var kinds: [NotePath: CaptureKind] = [:]
    for document in documents {
      let field = try value(types, document)
      let fact = try value(odd, document) ?? field
      guard let type = fact?.names.first, let kind = CaptureKind(rawValue: type)
      else { continue }
      let mark = MachineMark(try value(marks, document))
      if mark?.matches(fact?.text ?? "") != true { kinds[path(document)] = kind }
    }
    return kinds
  }

  /// Returns the fingerprints, indexed by document number. Costs one pass over the whole segment.
  public func fingerprints() throws(IndexDamage) -> [Fingerprint] {
    var prints = [Fingerprint](repeating: Fingerprint(), count: count)
    try addWords(to: &prints)
    for name in try columnNames().keys {
      if let column = try column(name) { try add(column, named: name, to: &prints) }
    }
    try addFacts(to: &prints)
    return prints
  }

  private func addWords(to prints: inout [Fingerprint]) throws(IndexDamage) {
    var found: [Fingerprint] = prints
    try TermDictionary(store).forEach { (term, postings) throws(IndexDamage) in
      let hash = Checksum.of(term)
      let bytes = try store.bytes(of: .postings, postings)
      guard var reader = try PostingReader(bytes, documentCount: count) else { return true }
      while try reader.advance() {
        found[reader.document].words &+= Self.mixed(hash, reader.position)
      }
      return true
    }
    let extents = try Extents(store, documentCount: count)
    for document in found.indices {
      for zone in Zone.allCases {
        found[document].words &+= Self.mixed(
          UInt64(zone.rawValue + 1), extents.range(of: zone, in: document).upperBound)
      }
    }
    prints = found
  }

  private func add(
    _ column: Column, named name: String, to prints: inout [Fingerprint]
  ) throws(IndexDamage) {
    let seed = Checksum.of(Array(name.utf8))
    var hashes: [UInt64] = []
    for number in 0..<column.valueCount { hashes.append(try column.hash(number) ^ seed) }
    var found = prints
    var last = (document: -1, place: 0)
    try column.forEachCell { document, value in
      last = document == last.document ? (document, last.place + 1) : (document, 0)
      found[document].fields &+= Self.mixed(hashes[value], last.place)
    }
    prints = found
  }

  private func addFacts(to prints: inout [Fingerprint]) throws(IndexDamage) {
    let clock = LocalClock(now: Instant(seconds: 0), offset: { _ in 0 })
    let created = try moments(.created, clock)
    let updated = try moments(.updated, clock)
    for document in prints.indices {
      for (place, moment) in [created[document], updated[document]].enumerated() {
        let hash = UInt64(bitPattern: Int64(moment.seconds)) &* 1_000_000_000
        prints[document].facts &+= Self.mixed(hash &+ UInt64(moment.nanoseconds), place)
      }
      prints[document].facts &+= Self.mixed(UInt64(flags[document]), 2)
    }
    var found = prints
    try forEachLink { key, document in found[document].facts &+= Self.mixed(key.bits, 3) }
    prints = found
  }

  /// Returns a hash that combines `hash` and `place`. Uses the finalizer of SplitMix64.
  private static func mixed(_ hash: UInt64, _ place: Int) -> UInt64 {
    var value = hash &+ UInt64(truncatingIfNeeded: place &+ 1) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
