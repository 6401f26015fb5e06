import CairnText
import Glibc

/// A hash table with open addressing that numbers byte strings in the order in which they are first
/// added.
package struct KeyTable: ~Copyable {
  /// The number of distinct keys.
  package private(set) var count = 0

  private var keys: UnsafeMutablePointer<UInt8>
  private var keyRoom: Int
  /// The offset in ``keys`` at which each key ends. The first element is 0, so key n consists of
  /// the bytes from `ends[n]` to `ends[n + 1]`.
  private var ends: UnsafeMutablePointer<Int>
  private var endRoom: Int
  /// The slots of the hash table. The upper 32 bits of a slot are the upper half of a key's hash;
  /// the lower 32 bits are the key's number plus one. A free slot is 0.
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask: Int

  /// Creates an empty table.
  package init() {
    keyRoom = 1 << 12
    keys = .allocate(capacity: keyRoom)
    endRoom = 1 << 8
    ends = .allocate(capacity: endRoom)
    ends[0] = 0
    mask = (1 << 9) - 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: 0, count: mask + 1)
  }

  deinit {
    keys.deallocate()
    ends.deallocate()
    slots.deallocate()
  }

  /// Returns the bytes of the key with this number, valid until the next key is added.
  @inline(__always)
  package func key(_ number: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: keys + ends[number], count: ends[number + 1] - ends[number])
  }

  /// Returns the number of a key, adding the key if it is new.
  package mutating func number(of key: UnsafeRawBufferPointer) -> Int {
    let hash = Checksum.of(key)
    let index = slot(of: key, hash)
    if slots[index] != 0 { return Int(slots[index] & 0xFFFF_FFFF) - 1 }
    slots[index] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(count + 1)
    append(key)
    if count * 2 > mask { grow() }
    return count - 1
  }

  /// Returns whether the table contains a key.
  package func contains(_ key: UnsafeRawBufferPointer) -> Bool {
    slots[slot(of: key, Checksum.of(key))] != 0
  }

  /// Returns the index of the slot for a key. The slot is free if the table lacks the key.
  @inline(__always)
  private func slot(of key: UnsafeRawBufferPointer, _ hash: UInt64) -> Int {
    let tag = hash & 0xFFFF_FFFF_0000_0000
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index] != 0 {
      if slots[index] & 0xFFFF_FFFF_0000_0000 == tag,
        isEqual(self.key(Int(slots[index] & 0xFFFF_FFFF) - 1), key)
      {
        return index
      }
      index = (index + 1) & mask
    }
    return index
  }

  /// Releases the memory that is only needed to add keys. No key may be added afterwards.
  package mutating func seal() {
    slots.deallocate()
    slots = .allocate(capacity: 0)
    mask = 0
    let exact = UnsafeMutablePointer<UInt8>.allocate(capacity: ends[count])
    exact.update(from: keys, count: ends[count])
    keys.deallocate()
    keys = exact
    keyRoom = ends[count]
  }

  @inline(__always)
  private func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let one = left.baseAddress, let other = right.baseAddress else { return true }
    return memcmp(one, other, left.count) == 0
  }

  private mutating func append(_ key: UnsafeRawBufferPointer) {
    let start = ends[count]
    if start + key.count > keyRoom {
      keyRoom = max(keyRoom * 2, start + key.count)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: keyRoom)
      larger.update(from: keys, count: start)
      keys.deallocate()
      keys = larger
    }
    UnsafeMutableRawPointer(keys + start).copyMemory(from: key)
    if count + 2 > endRoom {
      endRoom *= 2
      let larger = UnsafeMutablePointer<Int>.allocate(capacity: endRoom)
      larger.update(from: ends, count: count + 1)
      ends.deallocate()
      ends = larger
    }
    count += 1
    ends[count] = start + key.count
  }

  private mutating func grow() {
    slots.deallocate()
    mask = (mask + 1) * 2 - 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: 0, count: mask + 1)
    // Reads the keys in the order in which they are stored, because random access is slower.
    for number in 0..<count {
      let hash = Checksum.of(key(number))
      var index = Int(truncatingIfNeeded: hash) & mask
      while slots[index] != 0 { index = (index + 1) & mask }
      slots[index] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
    }
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func copyMemory(from bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress { copyMemory(from: start, byteCount: bytes.count) }
  }
}
