import CLinux

/// Facts about the file system of an open folder.
enum FileSystem {
  /// The magic numbers of local file systems, where every change is made by this machine's kernel
  /// (statfs(2)): ext2 to ext4, XFS, Btrfs, tmpfs, ramfs, F2FS, ZFS, bcachefs, JFS, ReiserFS,
  /// NILFS2, FAT, exFAT, NTFS.
  private static let local: [UInt32] = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x8584_58F6, 0xF2F5_2010, 0x2FC1_2FC1,
    0xCA45_1A4E, 0x3153_464A, 0x5265_4973, 0x3434, 0x4D44, 0x2011_BAB0, 0x7366_746E,
  ]

  /// The magic numbers of the local file systems that store the time of each change to a folder, in
  /// fractions of a second: ext2 to ext4, XFS, Btrfs, tmpfs, F2FS, ZFS, bcachefs. FAT, for example,
  /// stores no times for its root.
  private static let timed: [UInt32] = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E,
  ]

  /// Returns whether the file system of an open folder changes a folder's time whenever a name in
  /// the folder changes. Conservative, like ``reportsChanges(_:)``.
  static func keepsFolderTimes(_ folder: Int32) -> Bool {
    timed.contains(cairn_file_system(folder))
  }

  /// Returns whether the file system encrypts an open folder (fscrypt). When the key of such a
  /// folder is added or removed, the names in the folder change, but the folder's time does not.
  static func isEncrypted(_ folder: Int32) -> Bool { cairn_is_encrypted(folder) != 0 }

  /// Returns whether the kernel reports all changes in an open folder. Conservative: false for file
  /// systems that are unknown, shared over a network, implemented in user space, or overlaid.
  static func reportsChanges(_ folder: Int32) -> Bool {
    local.contains(cairn_file_system(folder))
  }
}
