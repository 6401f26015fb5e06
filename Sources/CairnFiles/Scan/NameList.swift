/// Names of files, packed into one array: a list of any length costs a few allocations.
///
///     for name in listing.names { … }          // each an ArraySlice<UInt8>
///     let bytes = listing.names.bytes.span     // all of them, without reference counting
///     let name = bytes.extracting(listing.names.range(at: 3))
///
/// Two lists of the same names in the same order have the same ``bytes``.
public struct NameList: RandomAccessCollection, Hashable, Sendable {
  /// The names, each with a NUL behind it.
  public private(set) var bytes: [UInt8] = []
  /// Where each name begins in `bytes`.
  private var starts: [Int] = []

  /// A list of no names.
  public init() {}

  /// The first name's index: 0.
  public var startIndex: Int { 0 }
  /// How many names there are.
  public var endIndex: Int { starts.count }

  /// One name, without the NUL.
  public subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(at: index)] }

  /// Where in ``bytes`` a name lies, without the NUL.
  public func range(at index: Int) -> Range<Int> {
    let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
    return starts[index]..<(end - 1)
  }
}

extension NameList {
  /// Adds a name, which has no NUL in it.
  mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
    starts.append(bytes.count)
    bytes.append(contentsOf: name)
    bytes.append(0)
  }

  /// Takes all names away and keeps the room for them.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Takes away the names at these indices.
  mutating func removeAll(at gone: Set<Int>) {
    var kept = NameList()
    for index in indices where !gone.contains(index) {
      self[index].withUnsafeBufferPointer { kept.append($0) }
    }
    self = kept
  }

  /// Takes away the names of which `isGone` is true.
  mutating func removeAll(where isGone: (ArraySlice<UInt8>) -> Bool) {
    let gone = Set(indices.filter { isGone(self[$0]) })
    if !gone.isEmpty { removeAll(at: gone) }
  }
}
