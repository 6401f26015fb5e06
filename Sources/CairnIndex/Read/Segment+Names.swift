import CairnText

extension Segment {
  /// The documents that a name may be one of: an id, a path, a file's name without its ending, a
  /// title or an alias, compared folded. Whoever asks looks whether it is so: two names may have the
  /// same hash.
  public func documents(named name: String) throws(IndexDamage) -> [Int] {
    try documents(named: LinkKey(name: name))
  }

  /// The documents that what a wikilink names may be a name of; to be looked at likewise.
  public func documents(named key: LinkKey) throws(IndexDamage) -> [Int] {
    try table(.names, width: 32).documents(with: UInt64(key.brief))
  }

  /// The documents with a link that has one of these keys.
  public func documents(
    linkingBy keys: some Sequence<LinkKey>
  ) throws(IndexDamage) -> DocumentSet {
    let links = try table(.links, width: 64)
    var set = DocumentSet(capacity: count)
    for key in keys { for document in try links.documents(with: key.bits) { set.insert(document) } }
    return set
  }

  /// The documents that may have a link which is no wikilink and has this target as it is written,
  /// compared folded.
  public func documents(withTarget target: String) throws(IndexDamage) -> [Int] {
    try table(.targets, width: 32).documents(with: UInt64(LinkKey(name: target).brief))
  }

  /// Calls `body` with each link and the document that has it, by key.
  public func forEachLink(_ body: (LinkKey, Int) -> Void) throws(IndexDamage) {
    try table(.links, width: 64).forEach { body(LinkKey(bits: $0), $1) }
  }

  private func table(_ section: Section, width: Int) throws(IndexDamage) -> HashTable {
    try HashTable(section, in: store, width: width, documentCount: count)
  }
}
