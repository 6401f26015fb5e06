public import CairnFiles
public import CairnIndex
public import CairnInsight
import CairnText

/// The model that makes the vectors of texts, and the prefix that it expects before each text.
public struct EmbeddingModel: Hashable, Sendable {
  /// The name of the model.
  public let name: String
  /// The text that precedes each capture's text, such as `passage: `.
  public let textPrefix: String

  /// Creates a model.
  public init(_ name: String, textPrefix: String = "") {
    (self.name, self.textPrefix) = (name, textPrefix)
  }

  /// A hash of everything that determines the vector of a text.
  public var hash: UInt64 { Checksum.of(Array("\(name)\u{0}\(textPrefix)".utf8)) }

  /// Returns the hash of a piece of text.
  static func hash(ofText text: String) -> UInt64 { Checksum.of(Array(text.utf8)) }
}

/// The file of vectors, which is stored beside the index.
///
/// The file can be deleted at any time. It is never changed in place: a new file replaces it, so
/// the old file remains if a command is killed while writing. A file that is missing, damaged or of
/// another model counts as empty. Only the user can read it (mode 0600).
public struct VectorStore: Sendable {
  private static let fileName = "vectors"
  private let folder: StateFolder

  init(_ folder: StateFolder) { self.folder = folder }

  /// Whether there is a file, which may be damaged.
  public var exists: Bool { (try? folder.mapCached(Self.fileName)) != nil }

  /// The vectors in the file, whatever model made them; nil if there are none.
  public var table: VectorTable? {
    guard let file = try? folder.mapCached(Self.fileName) else { return nil }
    return try? VectorTable(IndexBytes(file.bytes, owner: file))
  }

  /// Returns the vectors in the file if this model made them; otherwise nil.
  public func table(of model: EmbeddingModel) -> VectorTable? {
    table.flatMap { $0.model == model.hash ? $0 : nil }
  }

  /// Replaces the file with the vectors that `change` returns. Leaves the file unchanged if
  /// `change` returns nil, and removes it if `change` returns no vectors. `change` receives the
  /// vectors in the file, whatever model made them, or nil if there are none. No other process
  /// changes the file meanwhile.
  ///
  /// Throws `FileError` if the file cannot be locked or written.
  public func update(
    _ change: (VectorTable?) -> VectorTableWriter?
  ) throws(FileError) {
    let lock = try folder.hold()
    defer { withExtendedLifetime(lock) {} }
    guard let writer = change(table) else { return }
    guard writer.count > 0 else { return try folder.removeCached(Self.fileName) }
    let draft = try folder.draftCached(Self.fileName)
    draft.append(writer.bytes)
    _ = try draft.keep()
  }
}

// MARK: - Types

extension VectorStore {
  private static let typesName = "types"
  /// The first eight bytes of the file that ``types(of:)`` reads. They identify the format of the
  /// file.
  private static let typesMark: UInt64 = 0x3273_6570_7974_6e63

  /// Returns the classifier that was trained with the vectors of this model; nil if there is none.
  public func types(of model: EmbeddingModel) -> MeaningTypes? {
    guard let file = try? folder.mapCached(Self.typesName) else { return nil }
    let bytes = file.copied
    guard bytes.count > 16, bytes.count % 4 == 0 else { return nil }
    return bytes.withUnsafeBytes { bytes in
      func word<Word: FixedWidthInteger>(_ offset: Int, _ type: Word.Type) -> Word {
        Word(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
      }
      guard word(0, UInt64.self) == Self.typesMark, word(8, UInt64.self) == model.hash else {
        return nil
      }
      return MeaningTypes(
        numbers: stride(from: 16, to: bytes.count, by: 4).map {
          Float(bitPattern: word($0, UInt32.self))
        })
    }
  }

  /// Saves a classifier that was trained with the vectors of a model, in place of any other.
  ///
  /// Throws `FileError` if the file cannot be written.
  public func save(_ types: MeaningTypes, of model: EmbeddingModel) throws(FileError) {
    let lock = try folder.hold()
    defer { withExtendedLifetime(lock) {} }
    func bytes(_ word: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: word.littleEndian, Array.init)
    }
    let draft = try folder.draftCached(Self.typesName)
    draft.append(
      bytes(Self.typesMark) + bytes(model.hash) + types.numbers.flatMap { bytes($0.bitPattern) })
    _ = try draft.keep()
  }
}

extension Notebook {
  /// The file of vectors; nil if the user has no folder for the index.
  public var vectors: VectorStore? { cache.map { VectorStore($0) } }
}

extension FileIdentity {
  /// A hash of the identity; never 0.
  var vectorStamp: UInt64 {
    let parts = [UInt64(size), UInt64(bitPattern: modified), UInt64(bitPattern: changed), number]
    return max(1, parts.withUnsafeBytes { Checksum.of($0) })
  }
}

extension Stamp {
  /// Returns the stamp to store with the vectors of a file that was read at `moment` or later.
  /// Returns 0 if the file may have changed since then without getting another stamp.
  func vectorStamp(at moment: Instant) -> UInt64 {
    isRacy(at: moment) ? 0 : FileIdentity(self).vectorStamp
  }
}
