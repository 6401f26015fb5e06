import CairnCapture
import CairnDocument
import CairnFiles
public import CairnIndex
public import CairnQuery
public import CairnText

extension Catalog {
  /// The number of captures.
  public var count: Int { snapshot.count }

  /// Returns the captures that match a query, in the order that the query requests or, if it
  /// requests none, in `order`. If `limit` is not nil, returns at most `limit` captures. If `named`
  /// is not nil, considers only captures at the paths in `named`.
  ///
  /// - Throws: `IndexDamage`, if the index is damaged even after a rebuild.
  public func select(
    _ query: Query, in context: QueryContext, order: Query.DefaultOrder = .newest,
    limit: Int? = nil, among named: Set<NotePath>? = nil
  ) throws(IndexDamage) -> IndexedSelection {
    let read = reader
    return try asking { (snapshot) throws(IndexDamage) in
      try query.select(
        from: snapshot, in: context, order: order, limit: limit, among: named, read: read)
    }
  }

  /// Returns how many captures each part of a query matches.
  ///
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func explanation(
    of query: Query, in context: QueryContext
  ) throws(IndexDamage) -> Explanation {
    let read = reader
    return try asking { (snapshot) throws(IndexDamage) in
      try query.explanation(over: snapshot, in: context, read: read)
    }
  }

  /// Returns the context in which a query is evaluated.
  ///
  /// - Parameter isCancelled: A callback that returns whether the caller no longer needs the result
  ///   of the query.
  public func context(
    _ clock: LocalClock, until isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> QueryContext {
    var context = QueryContext(
      clock: clock, language: notebook.settings.dateLanguage,
      links: IndexedLinks(notebook, snapshot), choices: choices,
      collectionsNamed: CollectionNames(walk.folders, pages).paths(named:))
    context.isCancelled = isCancelled
    return context
  }

  /// Checks that the fields, collections and captures in a query exist in this notebook, and that
  /// dates in words are understood.
  ///
  /// - Throws: A `Diagnostic` if the check fails. For an unknown name, it suggests the most similar
  ///   name.
  public func check(_ query: Query) throws(Diagnostic) {
    // List all fields only in the rare case that a name is unknown.
    let isKnown = query.fields.allSatisfy { hasField($0) }
    try query.check(
      fields: isKnown ? Array(query.fields) : Array(fieldNames),
      collections: [.root] + walk.folders,
      collectionsNamed: CollectionNames(walk.folders, pages).paths(named:),
      capturesLike: capturesLike,
      language: notebook.settings.dateLanguage)
  }

  /// Returns suggestions for a name that is probably misspelled; nil if a capture has the name or a
  /// link contains it. The suggestions are the captures that `name` identifies in another way, for
  /// example as the beginning of an id, followed by the most similar title.
  private func capturesLike(_ name: String) -> [String]? {
    guard entries(called: name).isEmpty, links.captures(linkingTo: name).isEmpty else { return nil }
    let named = entries(withHandle: name).map { id(of: $0) ?? snapshot.path($0).description }
    return named + entries(nearest: name, most: 1).compactMap { row($0)?.title }
  }

  func hasField(_ name: String) -> Bool {
    let known = try? asking { (snapshot) throws(IndexDamage) in
      for layer in snapshot.layers where !layer.isSpent {
        guard let column = try layer.segment.field(name.folded) else { continue }
        if !(try column.documents() & layer.live).isEmpty { return true }
      }
      return false
    }
    return known ?? false
  }

  /// The names of all fields of captures and schemas, as written.
  public var fieldNames: Set<String> {
    var names: Set<String> = []
    let found = try? asking { (snapshot) throws(IndexDamage) in
      var names: Set<String> = []
      for layer in snapshot.layers where !layer.isSpent {
        for field in try layer.segment.fieldNames() {
          if !(try field.column.documents() & layer.live).isEmpty { names.insert(field.name) }
        }
      }
      return names
    }
    names.formUnion(found ?? [])
    for capture in snapshot.changed { names.formUnion(capture.document.fields.lazy.map(\.key)) }
    for page in pages.values { names.formUnion((page.schema?.fields ?? []).lazy.map(\.name)) }
    return names
  }
}
