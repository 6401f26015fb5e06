public import CairnText

/// The state of a folder when Cairn looked through the notebook's folders. The state and the lists
/// of files and folders in the index together describe everything in the folder except attachments
/// and hidden files.
public struct FolderState: Hashable, Sendable {
  /// The identity that the folder itself had before it was listed.
  public let identity: FileIdentity
  /// The number of the folder's subfolders, without hidden ones.
  public let subfolderCount: Int
  /// The names of the folder's subfolders that are never entered.
  public let hiddenFolders: NameList
  /// Whether the folder contains files that are not notes.
  public let hasAttachments: Bool

  /// Creates a state from its parts.
  public init(
    identity: FileIdentity, subfolderCount: Int, hiddenFolders: NameList, hasAttachments: Bool
  ) {
    self.identity = identity
    self.subfolderCount = subfolderCount
    self.hiddenFolders = hiddenFolders
    self.hasAttachments = hasAttachments
  }
}

/// The data that a segment stores for each folder, in 44 bytes.
struct FolderRecord {
  static let size = 44

  /// The offset of the folder's path in the `folderPaths` section.
  let pathOffset: UInt32
  /// The index of the folder's first document in the `listing` section.
  let listingOffset: UInt32
  /// The offset of the names of the folder's hidden subfolders in the `hiddenFolders` section.
  let hiddenOffset: UInt32
  /// The number of subfolders; nil if the folder must be listed.
  let subfolderCount: UInt32?
  let hasAttachments: Bool
  let identity: FileIdentity

  private static let unknown = FileIdentity(size: 0, modified: 0, changed: 0, number: 0)
  private static let attachments: UInt32 = 1 << 31

  init(pathOffset: Int, listingOffset: Int, hiddenOffset: Int, state: FolderState?) {
    self.pathOffset = UInt32(pathOffset)
    self.listingOffset = UInt32(listingOffset)
    self.hiddenOffset = UInt32(hiddenOffset)
    subfolderCount = state.map { UInt32($0.subfolderCount) }
    hasAttachments = state?.hasAttachments ?? false
    identity = state?.identity ?? Self.unknown
  }

  func write(to writer: inout ByteWriter) {
    writer.fixed(pathOffset)
    writer.fixed(listingOffset)
    writer.fixed(hiddenOffset)
    writer.fixed((subfolderCount.map { $0 + 1 } ?? 0) | (hasAttachments ? Self.attachments : 0))
    writer.fixed(identity)
  }

  /// Reads the record at `offset`. All bytes of the record must be within `bytes`.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    pathOffset = bytes.integer(at: offset)
    listingOffset = bytes.integer(at: offset + 4)
    hiddenOffset = bytes.integer(at: offset + 8)
    let entries: UInt32 = bytes.integer(at: offset + 12)
    let count = entries & ~Self.attachments
    subfolderCount = count == 0 ? nil : count - 1
    hasAttachments = entries & Self.attachments != 0
    identity = FileIdentity(bytes, at: offset + 16)
  }
}
