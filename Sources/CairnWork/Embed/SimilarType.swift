public import CairnCapture
import CairnNotebook
public import CairnText

/// The type of more than half of the captures that are similar to a given capture. It is a second
/// opinion on the type of the given capture.
public struct SimilarType: Hashable, Sendable {
  /// The type.
  public let type: String
  /// The number of similar captures with this type.
  public let count: Int
  /// The number of similar captures whose types were compared.
  public let total: Int

  /// The maximum number of similar captures whose types are compared.
  private static let most = 7
  /// The minimum number of similar captures from which a type can be found.
  private static let least = 3

  /// A phrase, such as `similar captures: idea (5 of 7)`.
  public var words: String { "similar captures: \(type) (\(count) of \(total))" }

  /// Finds the type of more than half of `types`, the types of similar captures, most similar
  /// first. Counts only the first ``most``. Nil if there is no such type, or if there are fewer
  /// than ``least`` types.
  init?(among types: some Sequence<String>) {
    let compared = types.prefix(Self.most)
    var counts: [String: Int] = [:]
    for type in compared { counts[type, default: 0] += 1 }
    total = counts.values.reduce(0, +)
    guard total >= Self.least,
      let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      best.value * 2 > total
    else { return nil }
    (type, count) = (best.key, best.value)
  }
}

extension Workspace {
  /// The maximum number of similar captures that are read to find the type for one capture.
  private static let mostSimilarRead = 50

  /// Finds, for each capture, the type that more than half of the most similar captures have.
  /// Returns these types, keyed by the path of the capture. Counts only types that a person chose.
  /// Empty if no embedding server is set or no vectors were made. Sends nothing to the server.
  ///
  /// Compares each capture with all others, and reads the most similar ones.
  public func typesOfSimilar(to captures: [Capture]) throws -> [NotePath: SimilarType] {
    guard !captures.isEmpty else { return [:] }
    let catalog = lastCatalog
    guard let vectors = try vectorsToCompare(in: catalog) else { return [:] }
    var types: [NotePath: SimilarType] = [:]
    for capture in captures {
      guard let entry = catalog.entry(at: capture.path), let vector = vectors.vector(of: entry)
      else {
        continue
      }
      let near = vectors.nearest(to: vector, except: entry).prefix(Self.mostSimilarRead)
      let chosen = catalog.captures(near.map(\.entry)).compactMap { other in
        other.maker(of: "type") == nil ? other.type?.lowercased() : nil
      }
      types[capture.path] = SimilarType(
        among: chosen.filter { $0 != Capture.briefingType })
    }
    return types
  }
}
