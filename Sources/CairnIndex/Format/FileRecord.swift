/// The metadata that a segment stores for each file, in 40 bytes.
struct FileRecord {
  static let size = 40

  let identity: FileIdentity
  let folder: UInt32
  /// The offset of the name in the `fileNames` section.
  let nameOffset: UInt32
  let nameCount: UInt16

  init(identity: FileIdentity, folder: UInt32, nameOffset: UInt32, nameCount: UInt16) {
    self.identity = identity
    self.folder = folder
    self.nameOffset = nameOffset
    self.nameCount = nameCount
  }

  func write(to writer: inout ByteWriter) {
    writer.fixed(identity)
    writer.fixed(folder)
    writer.fixed(nameOffset)
    writer.fixed(nameCount)
    writer.fixed(0 as UInt16)
  }

  /// Reads the record at `offset`. All bytes of the record must be within `bytes`.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    identity = FileIdentity(bytes, at: offset)
    folder = bytes.integer(at: offset + 28)
    nameOffset = bytes.integer(at: offset + 32)
    nameCount = bytes.integer(at: offset + 36)
  }
}

// MARK: - Identities

extension ByteWriter {
  /// Appends an identity in 28 bytes.
  mutating func fixed(_ identity: FileIdentity) {
    fixed(identity.number)
    fixed(identity.modified)
    fixed(identity.changed)
    fixed(identity.size)
  }
}

extension FileIdentity {
  /// Reads the identity at `offset`. All of its 28 bytes must be within `bytes`.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    self.init(
      size: bytes.integer(at: offset + 24), modified: bytes.integer(at: offset + 8),
      changed: bytes.integer(at: offset + 16), number: bytes.integer(at: offset))
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the little-endian integer at `offset`. All of its bytes must be within the buffer.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(at offset: Int) -> Value {
    Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: Value.self))
  }
}
