import CLinux
import CairnText
import Glibc
import SystemPackage

/// The system calls that this module makes.
///
/// Each method returns the call's result or throws its errno, and repeats the call on `EINTR`. A
/// ``FaultPlan`` can make any call fail. Without a plan, a call costs only one additional
/// comparison with nil.
struct SystemCalls: Sendable {
  let faults: FaultPlan?

  private func call<Result: SignedInteger>(
    _ name: SystemCall, _ body: () -> Result
  ) throws(Errno) -> Result {
    while true {
      do throws(Errno) {
        if let faults { try faults.meet(name) }
        let result = body()
        if result != -1 { return result }
        throw Errno(rawValue: errno)
      } catch .interrupted {
        continue
      }
    }
  }
}

/// An open file or folder, closed when the value is destroyed.
struct Descriptor: ~Copyable, Sendable {
  let raw: Int32

  deinit { _ = close(raw) }
}

/// Returns `bytes` as a NUL-terminated C string.
func cString(_ bytes: some Collection<UInt8>) -> [CChar] {
  var name = [CChar]()
  name.reserveCapacity(bytes.count + 1)
  for byte in bytes { name.append(CChar(bitPattern: byte)) }
  name.append(0)
  return name
}

/// Calls `body` with `bytes` as a C string; short strings are kept on the stack.
func withCString<Result: ~Copyable>(
  _ bytes: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) throws(Errno) -> Result
) throws(Errno) -> Result {
  try withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) {
    (name) throws(Errno) in
    bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(name).copyMemory(from: $0) }
    name[bytes.count] = 0
    guard let start = name.baseAddress else { throw .invalidArgument }
    return try body(start)
  }
}

// MARK: - Opening

extension SystemCalls {
  /// Flags for traversing a folder. Requires search permission, but not read permission.
  static var walkFlags: Int32 {
    cairn_O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  }
  /// Flags for listing or syncing a folder.
  static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  /// Flags for reading a file without blocking on a FIFO.
  static let readFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
  /// Flags for writing to an existing file.
  static let writeFlags = O_WRONLY | O_NOFOLLOW | O_CLOEXEC
  /// Flags for creating a file that must not exist.
  static let createFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  /// Flags for creating a file that is mapped after it is written.
  static let mappedFlags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC

  /// An additional flag: each write goes to the end of the file.
  static let appendFlag = O_APPEND

  /// Flags for opening or creating a lock file.
  static let lockFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
  static let createFlag = O_CREAT

  /// Opens the folder at `path`, which is absolute or relative to the working folder. Follows a
  /// link at the end of the path only if `followingLink` is true. Follows all other links in the
  /// path.
  func open(
    folder path: UnsafePointer<CChar>, followingLink: Bool = true
  ) throws(Errno) -> Descriptor {
    let link = followingLink ? 0 : O_NOFOLLOW
    return try Descriptor(
      raw: call(.open) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | link) })
  }

  /// Opens the file or folder with a name in the open folder `folder`. `flags` and `mode` are those
  /// of openat(2).
  func openat(
    _ folder: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0
  ) throws(Errno) -> Descriptor {
    let file = try Descriptor(raw: call(.openat) { Glibc.openat(folder, name, flags, mode) })
    if let trace = faults?.trace, flags & O_CREAT != 0 { trace.created(file.raw, folder, name) }
    return file
  }

  /// Opens a path below the open folder `folder` without following links; throws `ENOSYS` if the
  /// kernel is too old. `flags` are those of open(2).
  func openBeneath(
    _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32
  ) throws(Errno) -> Descriptor {
    try Descriptor(raw: call(.openat2) { cairn_open_beneath(folder, path, flags) })
  }

  /// Returns the absolute path with all symbolic links resolved.
  func realpath(_ path: UnsafePointer<CChar>) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try call(.realpath) { () -> Int32 in
      guard let real = Glibc.realpath(path, nil) else { return -1 }
      defer { free(real) }
      bytes = UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:))
      return 0
    }
    return bytes
  }
}

// MARK: - Reading

extension SystemCalls {
  /// Returns the status of an open file.
  func fstat(_ file: Int32) throws(Errno) -> FileStatus {
    var status = stat()
    _ = try call(.fstat) { Glibc.fstat(file, &status) }
    return FileStatus(status)
  }

  /// Returns whether something is at an absolute path; false if that cannot be determined.
  func exists(_ path: [CChar]) -> Bool {
    var status = stat()
    let result = try? call(.fstatat) { Glibc.fstatat(AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) }
    return result != nil
  }

  /// Returns the status of a name in a folder, without following a link.
  func fstatat(_ folder: Int32, _ name: UnsafePointer<CChar>) throws(Errno) -> FileStatus {
    var status = stat()
    _ = try call(.fstatat) { Glibc.fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
  }

  /// Returns the target of a symbolic link; throws `EINVAL` if the name is not a link.
  func readlinkat(_ folder: Int32, _ name: UnsafePointer<CChar>) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try call(.readlinkat) {
      bytes.withUnsafeMutableBytes { buffer -> Int in
        guard let start = buffer.baseAddress else { return -1 }
        return Glibc.readlinkat(
          folder, name, start.assumingMemoryBound(to: CChar.self), buffer.count)
      }
    }
    return Array(bytes.prefix(count))
  }

  /// The buffer size for listing a folder, in bytes.
  static let listingSize = 1 << 16

  /// Calls `body` with the name and the kind of each entry in a folder except `.` and `..`, in the
  /// disk's order. The name is followed by a NUL; the kind is nil if the file system does not
  /// report it. Reads the entries into `buffer`, which has ``listingSize`` bytes.
  ///
  /// Names listed before a failure have already been passed to `body`.
  func list(
    _ folder: Int32, through buffer: UnsafeMutableRawBufferPointer,
    _ body: (UnsafeBufferPointer<UInt8>, FileKind?) -> Void
  ) throws(Errno) {
    while true {
      let size = try call(.getdents) { getdents64(folder, buffer.baseAddress, buffer.count) }
      if size == 0 { return }
      var rest = UnsafeRawBufferPointer(rebasing: buffer[..<size])
      while let entry = DirectoryEntry(&rest) {
        if !entry.isDots { body(entry.name, FileKind(entryType: entry.type)) }
      }
    }
  }
}

// MARK: - Reading and writing

extension SystemCalls {
  /// Reads a whole file from its start; throws `EFBIG` if the file has, or grows to, more than
  /// `limit` bytes. `size` is the expected size of the file.
  func readAll(
    _ file: Int32, expecting size: Int, upTo limit: Int = .max
  ) throws(Errno) -> [UInt8] {
    if size > limit { throw .fileTooLarge }
    // Reading one byte more than expected detects a file that has grown.
    var room = max(size, 0) + 1
    var bytes: [UInt8] = []
    while true {
      let count = try append(upTo: room, to: &bytes, from: file)
      if bytes.count > limit { throw .fileTooLarge }
      if count == 0 || bytes.count == size { return bytes }
      room = bytes.count < size ? size + 1 - bytes.count : max(bytes.count, 4096)
    }
  }

  /// Reads at most `limit` bytes from the start of a file.
  func readStart(_ file: Int32, upTo limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      if try append(upTo: limit - bytes.count, to: &bytes, from: file) == 0 { break }
    }
    return bytes
  }

  /// Reads at most `room` bytes with one system call, appends them to `bytes`, and returns their
  /// number.
  private func append(
    upTo room: Int, to bytes: inout [UInt8], from file: Int32
  ) throws(Errno) -> Int {
    let before = bytes.count
    try bytes.append(addingCapacity: room) { (output) throws(Errno) in
      _ = try call(.read) {
        output.withUnsafeMutableBufferPointer { buffer, known in
          let limit = faults?.limit(of: .read, count: room) ?? room
          let count = Glibc.read(file, buffer.baseAddress, limit)
          known = max(count, 0)
          return count
        }
      }
    }
    return bytes.count - before
  }

  /// Writes all bytes, in as many calls as necessary.
  func writeAll(_ file: Int32, _ bytes: [UInt8]) throws(Errno) {
    var done = 0
    while done < bytes.count {
      let count = try call(.write) {
        bytes.withUnsafeBytes { buffer in
          let count = buffer.count - done
          let limit = faults?.limit(of: .write, count: count) ?? count
          return Glibc.write(file, buffer.baseAddress.map { $0 + done }, limit)
        }
      }
      faults?.trace?.wrote(file, bytes[done..<(done + count)])
      done += count
    }
  }

  /// Truncates a file to `size` bytes.
  func ftruncate(_ file: Int32, _ size: Int) throws(Errno) {
    _ = try call(.ftruncate) { Glibc.ftruncate(file, size) }
    faults?.trace?.note(.truncate(inode: DiskTrace.inode(file), size: size))
  }

  /// Syncs the whole file system that contains a file.
  func syncAll(_ file: Int32) throws(Errno) {
    _ = try call(.syncfs) { cairn_syncfs(file) }
    faults?.trace?.note(.syncAll)
  }

  /// Syncs a file or folder.
  func fsync(_ file: Int32) throws(Errno) {
    _ = try call(.fsync) { Glibc.fsync(file) }
    faults?.trace?.note(.sync(inode: DiskTrace.inode(file)))
  }
}

// MARK: - Attributes

extension SystemCalls {
  /// Sets the permission bits.
  func fchmod(_ file: Int32, _ mode: mode_t) throws(Errno) {
    _ = try call(.fchmod) { Glibc.fchmod(file, mode) }
  }

  /// Sets owner and group.
  func fchown(_ file: Int32, _ owner: uid_t, _ group: gid_t) throws(Errno) {
    _ = try call(.fchown) { Glibc.fchown(file, owner, group) }
  }

  /// Sets the modification time and the access time to `modified`.
  func futimens(_ file: Int32, modified: Instant) throws(Errno) {
    let time = timespec(tv_sec: modified.seconds, tv_nsec: modified.nanoseconds)
    _ = try call(.futimens) { Glibc.futimens(file, [time, time]) }
  }

  /// Copies the extended attributes (ACLs, tags, labels) from one file to another.
  ///
  /// Skips attributes that the file system or the user's permissions do not allow.
  func copyAttributes(from source: Int32, to target: Int32) throws(Errno) {
    do throws(Errno) {
      for name in try attributeNames(source) {
        let size = try call(.fgetxattr) { CLinux.fgetxattr(source, name, nil, 0) }
        var value = [UInt8](repeating: 0, count: size)
        let count = try call(.fgetxattr) { CLinux.fgetxattr(source, name, &value, size) }
        do throws(Errno) {
          _ = try call(.fsetxattr) { CLinux.fsetxattr(target, name, value, count, 0) }
        } catch .notPermitted, .permissionDenied {
          continue
        }
      }
    } catch .notSupported {
      return
    }
  }

  private func attributeNames(_ file: Int32) throws(Errno) -> [[CChar]] {
    let size = try call(.flistxattr) { CLinux.flistxattr(file, nil, 0) }
    guard size > 0 else { return [] }
    var list = [CChar](repeating: 0, count: size)
    let count = try call(.flistxattr) { CLinux.flistxattr(file, &list, size) }
    return list.prefix(count).split(separator: 0).map { Array($0) + [0] }
  }
}

// MARK: - Names

extension SystemCalls {
  /// Renames a file or folder; throws `EEXIST` if the new name is taken.
  func renameNew(
    _ folder: Int32, _ name: UnsafePointer<CChar>, to target: Int32,
    _ newName: UnsafePointer<CChar>
  ) throws(Errno) {
    _ = try call(.renameNew) {
      renameat2(folder, name, target, newName, cairn_RENAME_NOREPLACE)
    }
    faults?.trace?.renamed(folder, name, target, newName)
  }

  /// Atomically exchanges two names in a folder.
  func exchange(
    _ folder: Int32, _ name: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>
  ) throws(Errno) {
    _ = try call(.exchange) { renameat2(folder, name, folder, other, cairn_RENAME_EXCHANGE) }
    faults?.trace?.exchanged(folder, name, other)
  }

  /// Renames a file or folder, replacing an existing one.
  func renameat(
    _ folder: Int32, _ name: UnsafePointer<CChar>, to target: Int32,
    _ newName: UnsafePointer<CChar>
  ) throws(Errno) {
    _ = try call(.renameat) { Glibc.renameat(folder, name, target, newName) }
    faults?.trace?.renamed(folder, name, target, newName)
  }

  /// Creates a hard link to a file; throws `EEXIST` if the name is taken.
  func linkat(
    _ folder: Int32, _ name: UnsafePointer<CChar>, to target: Int32,
    _ newName: UnsafePointer<CChar>
  ) throws(Errno) {
    _ = try call(.linkat) { Glibc.linkat(folder, name, target, newName, 0) }
  }

  /// Creates a symbolic link to `destination`.
  func symlinkat(
    _ destination: UnsafePointer<CChar>, _ folder: Int32, _ name: UnsafePointer<CChar>
  ) throws(Errno) {
    _ = try call(.symlinkat) { Glibc.symlinkat(destination, folder, name) }
  }

  /// Removes a file's name, and the file itself if that is its last hard link.
  func unlinkat(_ folder: Int32, _ name: UnsafePointer<CChar>) throws(Errno) {
    _ = try call(.unlinkat) { Glibc.unlinkat(folder, name, 0) }
    faults?.trace?.removed(folder, name)
  }

  /// Removes an empty folder.
  func rmdirat(_ folder: Int32, _ name: UnsafePointer<CChar>) throws(Errno) {
    _ = try call(.rmdirat) { Glibc.unlinkat(folder, name, AT_REMOVEDIR) }
    faults?.trace?.removed(folder, name)
  }

  /// Creates a folder.
  func mkdirat(_ folder: Int32, _ name: UnsafePointer<CChar>, _ mode: mode_t) throws(Errno) {
    _ = try call(.mkdirat) { Glibc.mkdirat(folder, name, mode) }
    faults?.trace?.madeFolder(folder, name)
  }
}

// MARK: - Clock and processors

extension SystemCalls {
  /// Returns the time of the system clock (`CLOCK_REALTIME`, clock_gettime(2)).
  func realTime() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  /// Returns the time of a clock that cannot be set (`CLOCK_MONOTONIC`, clock_gettime(2)).
  func uptime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The process id.
  static var process: Int { Int(getpid()) }

  /// The number of threads that can run at the same time, at least 1.
  static var processors: Int { Int(cairn_processors()) }
}

// MARK: - Locks

extension SystemCalls {
  /// Takes an exclusive lock on an open file; throws `EWOULDBLOCK` if another process has it.
  func lock(_ file: Int32) throws(Errno) {
    _ = try call(.flock) { flock(file, LOCK_EX | LOCK_NB) }
  }

  /// Sleeps for a number of milliseconds.
  func pause(milliseconds: Int) {
    _ = usleep(useconds_t(milliseconds) * 1000)
  }
}
