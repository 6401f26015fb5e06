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
    writer.fixed(identity.number)
    writer.fixed(identity.modified)
    writer.fixed(identity.changed)
    writer.fixed(identity.size)
    writer.fixed(folder)
    writer.fixed(nameOffset)
    writer.fixed(nameCount)
    writer.fixed(0 as UInt16)
  }

  /// Reads the record at `offset`. All bytes of the record must be within `bytes`.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    func load<Value: FixedWidthInteger>(_ at: Int, as type: Value.Type = Value.self) -> Value {
      Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + at, as: Value.self))
    }
    identity = FileIdentity(
      size: load(24), modified: load(8), changed: load(16), number: load(0))
    folder = load(28)
    nameOffset = load(32)
    nameCount = load(36)
  }
}
