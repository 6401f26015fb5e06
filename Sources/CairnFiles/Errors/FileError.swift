public import CairnText
public import SystemPackage

/// A failed operation on a file or folder, with its path and reason.
///
///     work/x.md: cannot be written: no space left on the disk
public struct FileError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Operation: String, Hashable, Sendable {
    /// Opening a root or a state folder.
    case open = "opened"
    /// Reading the names in a folder.
    case list = "listed"
    /// Reading a file or its status.
    case read
    /// Replacing a file's bytes.
    case write = "written"
    /// Creating a file or folder.
    case create = "created"
    /// Moving a file or folder.
    case move = "moved"
    /// Removing a file or folder.
    case remove = "removed"
    /// Taking the lock.
    case lock = "locked"
    /// Making a write durable. The new bytes are in place, and are lost only if the power fails.
    case sync = "made safe from a power cut, though it is written"
  }

  /// The reason for the failure.
  public enum Code: Hashable, Sendable {
    /// Nothing has that name.
    case notFound
    /// The name is taken; existing files are never replaced by mistake.
    case exists
    /// The user lacks permission.
    case denied
    /// The file's mode makes it read-only, and ``Caller/writesProtected`` is not set.
    case writeProtected
    /// The disk, or the user's quota, is full.
    case noSpace
    /// The file system is mounted read-only.
    case readOnly
    /// A folder is where a file was expected.
    case isFolder
    /// Something else is where a folder was expected.
    case notFolder
    /// A pipe, socket or device is where a file was expected.
    case notRegular
    /// The file exceeds Cairn's size limit for texts or the file system's size limit.
    case tooLarge
    /// The folder is not empty.
    case notEmpty
    /// A name or the whole path exceeds the file system's limit.
    case nameTooLong
    /// Symbolic links form a cycle.
    case loop
    /// A symbolic link leads out of the root.
    case outsideRoot
    /// The two paths are on different file systems.
    case crossDevice
    /// A folder cannot be moved into itself.
    case intoItself
    /// The path is in, or is, a folder that every scan skips (`.git`, `node_modules` …); such
    /// folders are never changed.
    case hidden
    /// The name is not valid for a capture or collection.
    case badName(FileNameError)
    /// Another process held the lock longer than the timeout.
    case locked(LockHolder)
    /// The file has changed since the operation that was to be undone.
    case changedSince
    /// The item is no longer in the trash.
    case notInTrash
    /// The operation was interrupted and has already been rolled back.
    case takenBack
    /// Another program saved the file during each attempt to write it. If one of its saves could
    /// not be put back, that save is in the file named `kept` in the same folder.
    case contended(kept: String?)
    /// The stored data is not valid; the message says why.
    case damaged(String)
    /// Any other failure of a system call, with its errno.
    case other(Int32)
  }

  /// The operation that failed.
  public let operation: Operation
  /// The path, relative to the root if it is in the notebook, otherwise absolute.
  public let path: FilePath
  /// The reason for the failure.
  public let code: Code

  /// Creates the error for `operation` on `path` failing with `code`.
  public init(_ operation: Operation, _ path: FilePath, _ code: Code) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The path in the notebook; nil if the path is outside.
  public var notePath: NotePath? { NotePath(bytes: path.bytes) }
}

extension FileError.Code {
  /// Whether the disk is full or broken, so that other files are likely to fail as well.
  var isOfDisk: Bool {
    switch self {
    case .noSpace, .readOnly, .other: true
    default: false
    }
  }
}

// MARK: - From errno

extension FileError {
  /// Creates an error from an errno. The mapping is defined only here.
  init(_ operation: Operation, _ path: FilePath, _ errno: Errno) {
    self.init(operation, path, Code(errno))
  }
}

extension FileError.Code {
  init(_ errno: Errno) {
    self =
      switch errno {
      case .noSuchFileOrDirectory: .notFound
      case .fileExists: .exists
      case .permissionDenied, .notPermitted: .denied
      case .noSpace, .diskQuotaExceeded: .noSpace
      case .readOnlyFileSystem: .readOnly
      case .isDirectory: .isFolder
      case .notDirectory: .notFolder
      case .directoryNotEmpty: .notEmpty
      case .fileNameTooLong: .nameTooLong
      case .fileTooLarge: .tooLarge
      case .tooManySymbolicLinkLevels: .loop
      case .improperLink: .crossDevice
      default: .other(errno.rawValue)
      }
  }
}

// MARK: - Text

extension FileError: CustomStringConvertible {
  /// The error on one line: `path: cannot be written: reason`. Not escaped for a terminal.
  public var description: String {
    "\(path.isEmpty ? "." : path.description): cannot be \(operation.rawValue): \(code)"
  }
}

extension FileError.Code: CustomStringConvertible {
  /// The reason, worded as the end of a sentence.
  public var description: String {
    switch self {
    case .notFound: "there is no such file or folder"
    case .exists: "something of that name is there already"
    case .denied: "permission denied"
    case .writeProtected:
      "it is write-protected; run `chmod u+w` on it, or set `edit.write_protected` to `true`"
    case .noSpace: "no space left on the disk"
    case .readOnly: "the file system is read-only"
    case .isFolder: "it is a folder"
    case .notFolder: "part of the path is no folder"
    case .notRegular: "it is no regular file"
    case .tooLarge: "it is too large (a text is read up to \(Store.largestText >> 20) MiB)"
    case .notEmpty: "the folder is not empty"
    case .nameTooLong: "the name is too long for the file system"
    case .loop: "symbolic links lead in a circle"
    case .outsideRoot: "a symbolic link leads out of the notebook"
    case .crossDevice: "it is on another file system"
    case .intoItself: "a folder cannot be moved into itself"
    case .hidden: "dot files, dot folders and node_modules are never touched"
    case .badName(let error): error.description
    case .locked(let holder): "\(holder) is writing here; try again when it has finished"
    case .changedSince: "it was changed since"
    case .notInTrash: "it is not in the trash any more"
    case .takenBack: "it was interrupted, and taken back already"
    case .contended(nil): "another program keeps changing it; try again when that has finished"
    case .contended(let kept?): "another program keeps changing it; what it saved is in \(kept)"
    case .damaged(let what): what
    case .other(let number): Errno(rawValue: number).description.lowercased()
    }
  }
}

extension LockHolder: CustomStringConvertible {
  /// The holder as far as known: `cairn set … (process 4711)`. Not escaped for a terminal.
  public var description: String {
    let name = words.isEmpty ? "another process" : "`\(words.joined(separator: " "))`"
    return name + (process.map { " (process \($0))" } ?? "")
  }
}

// MARK: - Paths

extension FilePath {
  /// The path's bytes without the terminating NUL.
  package var bytes: [UInt8] {
    withPlatformString { start in
      var bytes: [UInt8] = []
      var next = start
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return bytes
    }
  }

  /// Creates a path from its bytes, up to the first NUL.
  package init(bytes: some Collection<UInt8>) {
    self = cString(bytes).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
  }
}

extension NotePath {
  /// The path as a `FilePath`, relative to the root.
  public var filePath: FilePath { FilePath(bytes: bytes) }
}
