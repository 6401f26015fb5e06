import CairnText
import Glibc

/// The kind of a file on the disk.
public enum FileKind: String, Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link.
  case link
  /// A named pipe.
  case pipe
  /// A socket.
  case socket
  /// A device, or anything else that is never opened.
  case device
}

extension FileKind {
  /// Creates the kind reported by a folder's listing; nil if it is unknown.
  init?(entryType type: UInt8) {
    switch Int(type) {
    case Int(DT_REG): self = .file
    case Int(DT_DIR): self = .folder
    case Int(DT_LNK): self = .link
    case Int(DT_FIFO): self = .pipe
    case Int(DT_SOCK): self = .socket
    case Int(DT_CHR), Int(DT_BLK): self = .device
    default: return nil
    }
  }

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }
}

/// The result of `stat` for a file.
struct FileStatus {
  let kind: FileKind
  let mode: mode_t
  let owner: uid_t
  let group: gid_t
  let stamp: Stamp
  /// The number of names (hard links) that the file has.
  let links: UInt

  /// Whether the status describes a regular file whose mode makes it read-only.
  var isWriteProtected: Bool { kind == .file && mode & 0o222 == 0 }

  init(_ status: stat) {
    kind = FileKind(mode: status.st_mode)
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    links = UInt(status.st_nlink)
    stamp = Stamp(
      size: Int(status.st_size),
      modified: Instant(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec),
      changed: Instant(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec),
      inode: UInt64(status.st_ino), device: UInt64(status.st_dev))
  }
}
