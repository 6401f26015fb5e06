extension Segment {
  /// Returns the documents that may have this name. A name is an id, a path or a file name (each
  /// with or without its ending), a title or an alias; names are compared in folded form. Different
  /// names may have the same hash, so the caller must check the documents.
  public func documents(named name: String) throws(IndexDamage) -> [Int] {
    try documents(named: LinkKey(name: name))
  }

  /// Returns the documents that may have the name from which `key` was created. Different names may
  /// have the same hash, so the caller must check the documents.
  public func documents(named key: LinkKey) throws(IndexDamage) -> [Int] {
    try table(.names, width: 32).documents(with: UInt64(key.brief))
  }

  /// Returns the documents with a link that has one of these keys.
  public func documents(
    linkingBy keys: some Sequence<LinkKey>
  ) throws(IndexDamage) -> DocumentSet {
    let links = try table(.links, width: 64)
    var set = DocumentSet(capacity: count)
    for key in keys { for document in try links.documents(with: key.bits) { set.insert(document) } }
    return set
  }

  /// Returns the documents that may have a link with this target. Wikilinks and external links are
  /// not considered. Targets are compared in folded form and are not resolved to paths. Different
  /// targets may have the same hash, so the caller must check the documents.
  public func documents(withTarget target: String) throws(IndexDamage) -> [Int] {
    try table(.targets, width: 32).documents(with: UInt64(LinkKey(name: target).brief))
  }

  /// Calls `body` with the key of each link and the document that contains the link, ordered by
  /// key.
  public func forEachLink(_ body: (LinkKey, Int) -> Void) throws(IndexDamage) {
    try table(.links, width: 64).forEach { body(LinkKey(bits: $0), $1) }
  }

  private func table(_ section: Section, width: Int) throws(IndexDamage) -> HashTable {
    try HashTable(section, in: store, width: width, documentCount: count)
  }
}
