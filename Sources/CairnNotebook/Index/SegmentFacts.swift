import CairnCapture
import CairnDocument
import CairnIndex
import Synchronization

/// The facts of a segment that a long-lived process reads once and keeps as long as the segment is
/// in use. Each fact is read when it is first needed. Thread-safe. Two threads that need a fact at
/// the same time may both read it. Only the names are never read twice (``linkNames()``).
final class SegmentFacts: Sendable {
  /// A collection's page in a segment.
  struct IndexedPage {
    let document: Int
    let page: CollectionPage
  }

  private struct Values {
    var pages: [IndexedPage]?
    var ids: IDWidth.Table?
  }

  private let segment: Segment
  private let values = Mutex(Values())
  private let names = Mutex<LinkNameTable?>(nil)

  init(_ segment: Segment) { self.segment = segment }

  /// Returns the pages of collections.
  func pages() throws(IndexDamage) -> [IndexedPage] {
    try kept(\.pages) { (segment) throws(IndexDamage) in
      try segment.pages().filter { $0.document < segment.count }.map {
        IndexedPage(document: $0.document, page: CollectionPage(Document($0.bytes)))
      }
    }
  }

  /// Returns the ids that Cairn created.
  func ids() throws(IndexDamage) -> IDWidth.Table {
    try kept(\.ids) { (segment) throws(IndexDamage) in try IDWidth.Table(segment) }
  }

  /// Returns the names that can be written in links. While one thread reads the names, other
  /// threads wait, because reading occupies all processors.
  func linkNames() -> LinkNameTable {
    names.withLock { names in
      let table = names ?? LinkNameTable(segment)
      names = table
      return table
    }
  }

  /// Returns the value at a key path, and reads it with `read` on first use.
  private func kept<Value: Sendable, Failure>(
    _ path: any WritableKeyPath<Values, Value?> & Sendable,
    _ read: (Segment) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = values.withLock({ $0[keyPath: path] }) { return known }
    let value = try read(segment)
    values.withLock { $0[keyPath: path] = value }
    return value
  }
}
