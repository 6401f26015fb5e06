import Synchronization

/// The facts about a whole notebook that a ``Catalog`` creates on first use. All catalogs of one
/// ``Indexer/Result`` share them. The exceptions are catalogs for an audience, catalogs with
/// unsaved texts, and catalogs whose index was rebuilt.
final class CatalogFacts: Sendable {
  /// The values of the catalog's properties of the same names; nil until they are first used.
  struct Values: Sendable {
    var collections: [CaptureCollection]?
    var idWidth: Int?
    var changedNames: [String: [Int]]?
    var pathCodes: PathCodes?
  }

  let values = Mutex(Values())
}
