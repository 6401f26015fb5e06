import CairnCapture
import CairnDocument
import CairnFiles
public import CairnIndex
public import SystemPackage

/// What an index holds, and where.
public struct IndexStatus: Sendable {
  /// How many captures there are.
  public let captures: Int
  /// How many different words they have, and those had that changed since.
  public let words: Int
  /// The bytes that the index takes.
  public let byteCount: Int
  /// The bytes of all captures' files.
  public let noteBytes: Int
  /// How many captures are new or changed since all of the index was written.
  public let changed: Int
  /// Where it lies; nil where nothing could be written.
  public let folder: FilePath?
}

extension Catalog {
  /// What the index holds. Costs one pass over its words.
  ///
  /// - Throws: `IndexDamage` where it turns out to be damaged.
  public func status() throws(IndexDamage) -> IndexStatus {
    let layers = snapshot.layers
    var words = 0
    var noteBytes = snapshot.changed.reduce(0) { $0 + $1.document.bytes.count }
    for (number, layer) in layers.enumerated() {
      words +=
        number == 0
        ? try layer.segment.wordCount()
        : try layer.segment.wordCount(notIn: layers[0].segment)
      layer.live.forEach { noteBytes += Int(layer.segment.identity($0).size) }
    }
    return IndexStatus(
      captures: count, words: words,
      byteCount: layers.reduce(0) { $0 + $1.segment.byteCount }, noteBytes: noteBytes,
      changed: layers.dropFirst().reduce(snapshot.changed.count) { $0 + $1.live.count },
      folder: isKept ? notebook.cache?.location : nil)
  }
}
