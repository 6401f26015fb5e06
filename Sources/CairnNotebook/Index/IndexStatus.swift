import CairnCapture
import CairnDocument
import CairnFiles
public import CairnIndex
public import SystemPackage

/// The size and location of an index.
public struct IndexStatus: Sendable {
  /// The number of captures.
  public let captures: Int
  /// The number of distinct words, including words in replaced versions of captures.
  public let words: Int
  /// The size of the index in bytes.
  public let byteCount: Int
  /// The size of all captures' files in bytes.
  public let noteBytes: Int
  /// The number of captures added or changed since the index was last written as a whole.
  public let changed: Int
  /// The folder of the index; nil if the index could not be written.
  public let folder: FilePath?
}

extension Catalog {
  /// Returns the status of the index. Costs one pass over its words.
  ///
  /// - Throws: `IndexDamage` if the index turns out to be damaged.
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
