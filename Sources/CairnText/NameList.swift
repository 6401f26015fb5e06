/// File names packed into one array: a list of any length takes only a few allocations.
///
///     for name in listing.names { … }          // each an ArraySlice<UInt8>
///     let bytes = listing.names.bytes.span     // all of them, without reference counting
///     let name = bytes.extracting(listing.names.range(at: 3))
///
/// Two lists of the same names in the same order have the same ``bytes``.
public struct NameList: RandomAccessCollection, Hashable, Sendable {
  /// The names, each followed by a NUL.
  public private(set) var bytes: [UInt8] = []
  /// The offset of each name in `bytes`.
  private var starts: [Int] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list of names, which must not contain a NUL.
  public init(_ names: some Sequence<[UInt8]>) {
    for name in names { name.withUnsafeBufferPointer { append($0) } }
  }

  /// The first name's index: 0.
  public var startIndex: Int { 0 }
  /// The number of names.
  public var endIndex: Int { starts.count }

  /// Returns one name, without the NUL.
  public subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(at: index)] }

  /// Returns the range of a name in ``bytes``, without the NUL.
  public func range(at index: Int) -> Range<Int> {
    let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
    return starts[index]..<(end - 1)
  }
}

extension NameList {
  /// Creates a list from the names in `bytes`, each followed by a NUL. `count` is their expected
  /// number.
  package init(terminated bytes: UnsafeRawBufferPointer, count: Int = 0) {
    self.bytes = Array(bytes)
    starts.reserveCapacity(count)
    var start = 0
    while let end = bytes.offset(of: 0, from: start) {
      starts.append(start)
      start = end + 1
    }
  }

  /// Appends a name, which must not contain a NUL.
  package mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
    starts.append(bytes.count)
    bytes.append(contentsOf: name)
    bytes.append(0)
  }

  /// Returns a copy without unused capacity.
  package func trimmed() -> NameList {
    var copy = NameList()
    copy.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    copy.starts = starts.withUnsafeBufferPointer { Array($0) }
    return copy
  }

  /// Removes all names but keeps the capacity.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Removes the names at these indices.
  package mutating func removeAll(at gone: Set<Int>) {
    var kept = NameList()
    for index in indices where !gone.contains(index) {
      self[index].withUnsafeBufferPointer { kept.append($0) }
    }
    self = kept
  }

  /// Removes the names for which `isGone` returns true.
  package mutating func removeAll(where isGone: (ArraySlice<UInt8>) -> Bool) {
    let gone = Set(indices.filter { isGone(self[$0]) })
    if !gone.isEmpty { removeAll(at: gone) }
  }
}
