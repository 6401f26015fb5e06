public import CairnCapture
public import CairnText

/// A search for words. The words are folded and split into pieces by ``CairnText/Words``.
public enum WordPattern: Hashable, Sendable {
  /// Consecutive pieces, at least one. If `isOpen` is true, the last piece matches as a prefix.
  case phrase([[UInt8]], isOpen: Bool)
  /// A substring that may be anywhere in a single piece. Must not contain a separator.
  case inside([UInt8])
  /// A word that may be mistyped. Matches each piece that the user may have meant.
  case spelling(MistypedWord)
}

/// The occurrences of a pattern in the documents of a segment.
public struct Occurrences: Sendable {
  /// The documents, in order.
  public fileprivate(set) var documents: [Int] = []
  /// For each document, the index of its first position in ``positions``. The last element is the
  /// number of positions.
  public fileprivate(set) var starts: [Int] = [0]
  /// The positions at which the pattern begins, in ascending order within each document. A position
  /// is repeated if its piece contains the pattern several times.
  public fileprivate(set) var positions: [UInt32] = []

  fileprivate mutating func close(_ document: Int) {
    if let last = starts.last, positions.count > last {
      documents.append(document)
      starts.append(positions.count)
    }
  }
}

extension Segment {
  /// Returns the documents in which a pattern occurs in `zone`, or anywhere if `zone` is nil.
  ///
  /// - Parameter isCancelled: A callback that returns whether the caller no longer needs the
  ///   result. Once it has returned true, the result may lack documents. The callback is called
  ///   often.
  public func documents(
    with pattern: WordPattern, in zone: Zone? = nil, until isCancelled: () -> Bool = { false }
  ) throws(IndexDamage) -> DocumentSet {
    var set = DocumentSet(capacity: count)
    if let terms = try singleTerms(of: pattern, until: isCancelled) {
      let extents = try Extents(store, documentCount: count)
      for term in terms {
        if isCancelled() { break }
        try forEachOccurrence(in: term.postings) { document, position in
          if zone.map({ extents.range(of: $0, in: document).contains(position) }) ?? true {
            set.insert(document)
          }
        }
      }
      return set
    }
    let found = try occurrences(of: pattern, in: zone, until: isCancelled)
    for document in found.documents { set.insert(document) }
    return set
  }

  /// Returns the terms that the user may have meant by `word`. Leaves out terms that occur in none
  /// of the given documents. If `zone` is not nil, only occurrences in this zone count.
  public func spellings(
    of word: MistypedWord, in zone: Zone?, among documents: DocumentSet
  ) throws(IndexDamage) -> [[UInt8]] {
    var terms: [(term: [UInt8], postings: Range<Int>)] = []
    try TermDictionary(store).forEach(spelling: word) { terms.append(($0, $1)) }
    let extents = try Extents(store, documentCount: count)
    var found: [[UInt8]] = []
    for (term, postings) in terms {
      let bytes = try store.bytes(of: .postings, postings)
      guard var reader = try PostingReader(bytes, documentCount: count) else { continue }
      while try reader.advance() {
        guard documents.contains(reader.document),
          zone.map({ extents.range(of: $0, in: reader.document).contains(reader.position) }) ?? true
        else { continue }
        found.append(term)
        break
      }
    }
    return found
  }

  @inline(__always)
  func forEachOccurrence(
    in postings: Range<Int>, _ body: (Int, Int) -> Void
  ) throws(IndexDamage) {
    let bytes = try store.bytes(of: .postings, postings)
    guard var reader = try PostingReader(bytes, documentCount: count) else { return }
    while try reader.advance() { body(reader.document, reader.position) }
  }
}

// MARK: - Terms

extension Segment {
  /// A term that matches a piece of a pattern, and how often the term contains the piece.
  struct Term {
    let postings: Range<Int>
    /// Whether the term is longer than the word that was searched for, or spelled differently.
    var isInexact = false
    var times = 1
  }

  /// Returns the terms that match a pattern of one piece, or nil if the pattern has several pieces.
  /// May return fewer terms once `isCancelled` has returned true.
  func singleTerms(
    of pattern: WordPattern, until isCancelled: () -> Bool
  ) throws(IndexDamage) -> [Term]? {
    switch pattern {
    case .inside(let bytes): try terms(holding: bytes, until: isCancelled)
    case .phrase(let pieces, let isOpen) where pieces.count == 1:
      try terms(for: pieces[0], isOpen: isOpen)
    case .phrase: nil
    case .spelling(let word): try terms(spelling: word)
    }
  }

  func terms(for piece: [UInt8], isOpen: Bool) throws(IndexDamage) -> [Term] {
    let dictionary = try TermDictionary(store)
    if !isOpen { return try dictionary.find(piece).map { [Term(postings: $0)] } ?? [] }
    var terms: [Term] = []
    try dictionary.forEach(from: piece) { (term, postings) throws(IndexDamage) in
      guard term.starts(with: piece) else { return false }
      terms.append(Term(postings: postings, isInexact: term.count > piece.count))
      return true
    }
    return terms
  }

  private func terms(spelling word: MistypedWord) throws(IndexDamage) -> [Term] {
    var terms: [Term] = []
    try TermDictionary(store).forEach(spelling: word) { term, postings in
      terms.append(Term(postings: postings, isInexact: term != word.bytes))
    }
    return terms
  }

  private func terms(
    holding bytes: [UInt8], until isCancelled: () -> Bool
  ) throws(IndexDamage) -> [Term] {
    var terms: [Term] = []
    var count = 0
    try TermDictionary(store).forEach { (term, postings) throws(IndexDamage) in
      count += 1
      if count % 1024 == 0, isCancelled() { return false }
      let times = term.count(of: bytes)
      if times > 0 { terms.append(Term(postings: postings, times: times)) }
      return true
    }
    return terms
  }
}

extension [UInt8] {
  /// Returns the number of non-overlapping occurrences of `other`, which must not be empty.
  fileprivate func count(of other: [UInt8]) -> Int {
    guard let first = other.first, count >= other.count else { return 0 }
    var found = 0
    var index = 0
    while index <= count - other.count {
      if self[index] == first, self[index..<index + other.count].elementsEqual(other) {
        found += 1
        index += other.count
      } else {
        index += 1
      }
    }
    return found
  }
}

// MARK: - Positions

extension Segment {
  /// Returns the occurrences of a pattern in `zone`, or anywhere if `zone` is nil. If `candidates`
  /// is not nil, returns only occurrences in these documents.
  ///
  /// - Parameter isCancelled: A callback that returns whether the caller no longer needs the
  ///   result. Once the callback has returned true, the result may be incomplete.
  public func occurrences(
    of pattern: WordPattern, in zone: Zone? = nil, among candidates: DocumentSet? = nil,
    until isCancelled: () -> Bool = { false }
  ) throws(IndexDamage) -> Occurrences {
    var found: Occurrences
    if let terms = try singleTerms(of: pattern, until: isCancelled) {
      found = try merge(terms, among: candidates, until: isCancelled)
    } else if case .phrase(let pieces, let isOpen) = pattern {
      found = try phrase(pieces, isOpen: isOpen, among: candidates, until: isCancelled)
    } else {
      found = Occurrences()
    }
    guard let zone else { return found }
    let extents = try Extents(store, documentCount: count)
    var kept = Occurrences()
    for (index, document) in found.documents.enumerated() {
      let range = extents.range(of: zone, in: document)
      for position in found.positions[found.starts[index]..<found.starts[index + 1]]
      where range.contains(Int(position)) {
        kept.positions.append(position)
      }
      kept.close(document)
    }
    return kept
  }

  /// Returns the occurrences of all the terms, ordered by document and position. If `candidates` is
  /// not nil, returns only occurrences in these documents. If `isCancelled` returns true, returns
  /// no occurrences.
  func merge(
    _ terms: [Term], among candidates: DocumentSet?, until isCancelled: () -> Bool
  ) throws(IndexDamage) -> Occurrences {
    if terms.count == 1, terms[0].times == 1 { return try list(terms[0], among: candidates) }
    // A counting sort: count per document, compute where each document starts, then fill in.
    var ends = [Int](repeating: 0, count: count + 1)
    for term in terms {
      if isCancelled() { return Occurrences() }
      try forEachOccurrence(in: term.postings) { document, _ in
        if candidates?.contains(document) ?? true { ends[document + 1] += term.times }
      }
    }
    for document in 0..<count { ends[document + 1] += ends[document] }
    var positions = [UInt32](repeating: 0, count: ends[count])
    var next = ends
    for term in terms {
      if isCancelled() { return Occurrences() }
      try forEachOccurrence(in: term.postings) { document, position in
        guard candidates?.contains(document) ?? true else { return }
        for _ in 0..<term.times {
          positions[next[document]] = UInt32(truncatingIfNeeded: position)
          next[document] += 1
        }
      }
    }
    var found = Occurrences()
    for document in 0..<count where ends[document] < ends[document + 1] {
      positions[ends[document]..<ends[document + 1]].sort()
      found.documents.append(document)
      found.starts.append(ends[document + 1])
    }
    found.positions = positions
    return found
  }

  private func list(
    _ term: Term, among candidates: DocumentSet?
  ) throws(IndexDamage) -> Occurrences {
    var found = Occurrences()
    var last = -1
    try forEachOccurrence(in: term.postings) { document, position in
      guard candidates?.contains(document) ?? true else { return }
      if document != last {
        found.close(last)
        last = document
      }
      found.positions.append(UInt32(truncatingIfNeeded: position))
    }
    found.close(last)
    return found
  }

  /// Returns the occurrences of consecutive pieces. Pieces are merged from rarest to most common,
  /// each only within the documents that still match. If `isOpen` is true, the last piece also
  /// matches longer pieces that begin with it.
  private func phrase(
    _ pieces: [[UInt8]], isOpen: Bool, among candidates: DocumentSet?,
    until isCancelled: () -> Bool
  ) throws(IndexDamage) -> Occurrences {
    var terms: [[Term]] = []
    for (index, piece) in pieces.enumerated() {
      let found = try self.terms(for: piece, isOpen: isOpen && index == pieces.count - 1)
      if found.isEmpty { return Occurrences() }
      terms.append(found)
    }
    let order = terms.indices.sorted { terms[$0].size < terms[$1].size }
    // The possible starts of the phrase, given the pieces merged so far.
    var found: Occurrences?
    var candidates = candidates
    for index in order {
      let piece = try merge(terms[index], among: candidates, until: isCancelled)
      found = found.map { $0.intersection(piece, shift: index) } ?? piece.shifted(by: index)
      var documents = DocumentSet(capacity: count)
      for document in found?.documents ?? [] { documents.insert(document) }
      candidates = documents
    }
    return found ?? Occurrences()
  }
}

extension [Segment.Term] {
  /// The total size of the terms' postings in bytes.
  fileprivate var size: Int { reduce(0) { $0 + $1.postings.count } }
}

extension Occurrences {
  /// Returns the occurrences moved `shift` positions earlier. Leaves out occurrences that would
  /// then be before the start of the text.
  fileprivate func shifted(by shift: Int) -> Occurrences {
    var result = Occurrences()
    for (index, document) in documents.enumerated() {
      for position in positions[starts[index]..<starts[index + 1]] where Int(position) >= shift {
        result.positions.append(position - UInt32(shift))
      }
      result.close(document)
    }
    return result
  }

  /// Returns the occurrences for which `other` has an occurrence `shift` positions later in the
  /// same document.
  func intersection(_ other: Occurrences, shift: Int) -> Occurrences {
    var result = Occurrences()
    var index = 0
    var place = 0
    while index < documents.count, place < other.documents.count {
      let (document, candidate) = (documents[index], other.documents[place])
      if document < candidate {
        index += 1
      } else if document > candidate {
        place += 1
      } else {
        var next = other.starts[place]
        let end = other.starts[place + 1]
        for position in positions[starts[index]..<starts[index + 1]] {
          let wanted = position &+ UInt32(shift)
          while next < end, other.positions[next] < wanted { next += 1 }
          if next < end, other.positions[next] == wanted { result.positions.append(position) }
        }
        result.close(document)
        index += 1
        place += 1
      }
    }
    return result
  }
}
