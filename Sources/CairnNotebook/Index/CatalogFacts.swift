import Synchronization

/// The facts about a whole notebook that a ``Catalog`` creates on first use. All catalogs of one
/// ``Indexer/Result`` share these facts, except catalogs for an audience, catalogs with unsaved
/// texts, and catalogs whose index was rebuilt.
final class CatalogFacts: Sendable {
  /// The facts, each with the name of the member of ``Catalog`` that returns it. A fact is nil
  /// until that member is first used.
  struct Values: Sendable {
    var collections: [CaptureCollection]?
    var idWidth: Int?
    var changedNames: [String: [Int]]?
    var pathCodes: PathCodes?
    /// The circles found from words and links, without vectors. `alone` is the number of captures
    /// in no circle.
    var circles: (circles: [Circle], alone: Int)?
  }

  let values = Mutex(Values())
}
