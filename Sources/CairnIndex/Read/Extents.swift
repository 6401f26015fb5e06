import CairnCapture

/// The end positions of the zones (title, meaning, names, fields, body) of each document, and each
/// document's number of words.
struct Extents {
  private let bytes: UnsafeRawBufferPointer
  private let isShort: Bool

  static let size = 6 * 4
  static let shortSize = 6 * 2

  init(_ store: SectionStore, documentCount: Int) throws(IndexDamage) {
    bytes = try store.all(.extents)
    isShort = bytes.count == documentCount * Self.shortSize
  }

  @inline(__always)
  private func number(_ index: Int) -> Int {
    isShort
      ? Int(bytes.number(index, as: UInt16.self)) : Int(bytes.number(index, as: UInt32.self))
  }

  /// Returns the first position after a zone of a document.
  @inline(__always)
  func end(of zone: Zone, in document: Int) -> Int {
    number(document * 6 + zone.rawValue)
  }

  /// Returns the number of words in a document.
  @inline(__always)
  func length(of document: Int) -> Int {
    number(document * 6 + 5)
  }

  /// Returns the weight of an occurrence at a position. The weight is 0 in a title that is the
  /// first line of the body, because the same words are also counted in the body.
  @inline(__always)
  func weight(of position: Int, in document: Int, isLineTitle: @autoclosure () -> Bool) -> Int {
    if position >= end(of: .fields, in: document) { return Zone.body.weight }
    if position < end(of: .title, in: document) { return isLineTitle() ? 0 : Zone.title.weight }
    if position < end(of: .names, in: document) { return Zone.meaning.weight }
    return Zone.fields.weight
  }

  /// Returns the positions of a zone of a document.
  @inline(__always)
  func range(of zone: Zone, in document: Int) -> Range<Int> {
    let start =
      Zone(rawValue: zone.rawValue - 1).map { end(of: $0, in: document) } ?? 0
    return start..<max(start, end(of: zone, in: document))
  }
}
