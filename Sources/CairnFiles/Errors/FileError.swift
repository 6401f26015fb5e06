public import CairnText
public import SystemPackage

/// An error from an operation on a file or folder. Contains the operation, the path and the reason.
/// Example of a description:
///
///     cannot write work/x.md: no space left on the disk
public struct FileError: Error, Hashable, Sendable {
  /// An operation that can fail.
  public enum Operation: String, Hashable, Sendable {
    /// Opening a notebook's root or its state folder.
    case open
    /// Reading the names in a folder.
    case list
    /// Reading a file or its status.
    case read
    /// Replacing a file's bytes.
    case write
    /// Creating a file or folder.
    case create
    /// Moving a file or folder.
    case move
    /// Removing a file or folder.
    case remove
    /// Taking the notebook's lock or locking a draft.
    case lock
    /// Making a write durable. If this fails, the new bytes are in place but may be lost in a power
    /// failure.
    case sync
  }

  /// A reason why an operation failed.
  public enum Code: Hashable, Sendable {
    /// The path does not exist.
    case notFound
    /// A file or folder with this name already exists and was not replaced.
    case exists
    /// The user lacks permission.
    case denied
    /// The file's mode makes it read-only, and ``Caller/writesProtected`` is not set.
    case writeProtected
    /// The disk, or the user's quota, is full.
    case noSpace
    /// The file system is mounted read-only.
    case readOnly
    /// ``Caller/mayWrite`` is false.
    case notAllowed
    /// The path is a folder, but a file was expected.
    case isFolder
    /// A folder was expected, but the path or one of its parents is not a folder.
    case notFolder
    /// The path is a pipe, socket or device, but a file was expected.
    case notRegular
    /// The file exceeds Cairn's size limit for text files or the file system's size limit.
    case tooLarge
    /// The folder is not empty.
    case notEmpty
    /// A name or the whole path exceeds the file system's limit.
    case nameTooLong
    /// Symbolic links form a cycle.
    case loop
    /// A symbolic link in the path points outside the root.
    case outsideRoot
    /// The old and the new path of a move are on different file systems.
    case crossDevice
    /// The new path of a folder is inside the folder itself.
    case intoItself
    /// The path contains a name that every scan skips, such as `.git` or `node_modules`. Cairn
    /// never changes a file or folder at such a path.
    case hidden
    /// The name is not valid for a capture or collection.
    case badName(FileNameError)
    /// Another process held the lock longer than the timeout.
    case locked(LockHolder)
    /// The file was changed after the operation that was to be undone.
    case changedSince
    /// The item is no longer in the trash.
    case notInTrash
    /// The operation was interrupted and has already been rolled back.
    case takenBack
    /// Another program saved the file each time Cairn tried to write it. If Cairn replaced one of
    /// these saved versions and could not restore it, that version is in the file `kept` in the
    /// same folder.
    case contended(kept: String?)
    /// The stored data is not valid; the string says why.
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

  /// Creates an error for an `operation` that failed on `path` with the reason `code`.
  public init(_ operation: Operation, _ path: FilePath, _ code: Code) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The path relative to the notebook's root; nil if the path is outside the notebook.
  public var notePath: NotePath? { NotePath(bytes: path.bytes) }
}

extension FileError.Code {
  /// Whether operations on other files are likely to fail as well: the disk is probably full,
  /// read-only or broken, or the caller is not allowed to write.
  var isOfDisk: Bool {
    switch self {
    case .noSpace, .readOnly, .notAllowed, .other: true
    default: false
    }
  }
}

// MARK: - From errno

extension FileError {
  /// Creates an error whose reason is the ``Code`` for an errno.
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
  /// The error on one line: `cannot write PATH: REASON`. Not escaped for a terminal.
  public var description: String {
    "\(operation.failure(on: path.isEmpty ? "." : path.description)): \(code)"
  }

  /// The error without the path, for messages that name the path elsewhere: `cannot write: REASON`.
  public var message: String { "\(operation.failure(on: nil)): \(code)" }
}

extension FileError.Operation {
  /// Returns the first part of the message: `cannot write x.md`, or `cannot write` if `path` is
  /// nil.
  fileprivate func failure(on path: String?) -> String {
    let object = path.map { " \($0)" } ?? ""
    return self == .sync
      ? "wrote\(object), but a power failure may undo the write" : "cannot \(rawValue)\(object)"
  }
}

extension FileError.Code: CustomStringConvertible {
  /// The reason, worded as the end of a sentence.
  public var description: String {
    switch self {
    case .notFound: "no such file or folder"
    case .exists: "a file or folder with this name already exists"
    case .denied: "permission denied"
    case .writeProtected:
      "the file is write-protected; run `chmod u+w` on it, or set `edit.write_protected` to `true`"
    case .noSpace: "no space left on the disk"
    case .readOnly: "the file system is read-only"
    case .notAllowed: "this session can only read the notebook"
    case .isFolder: "the path is a folder, not a file"
    case .notFolder: "part of the path is not a folder"
    case .notRegular: "the path is not a regular file"
    case .tooLarge: "the file is too large (the limit is \(Store.largestText >> 20) MiB)"
    case .notEmpty: "the folder is not empty"
    case .nameTooLong: "the name is too long for the file system"
    case .loop: "the symbolic links form a loop"
    case .outsideRoot: "a symbolic link points outside the notebook"
    case .crossDevice: "the target is on another file system"
    case .intoItself: "a folder cannot be moved into itself"
    case .hidden: "Cairn never changes hidden files, hidden folders or `node_modules`"
    case .badName(let error): error.description
    case .locked(let holder): "\(holder) is writing to the notebook; try again later"
    case .changedSince: "the file has changed since the operation"
    case .notInTrash: "the file is no longer in the trash"
    case .takenBack: "the operation was interrupted and has already been rolled back"
    case .contended(nil): "another program keeps changing the file; try again later"
    case .contended(let kept?):
      "another program keeps changing the file; one of its versions is saved as \(kept)"
    case .damaged(let what): what
    case .other(let number): Errno(rawValue: number).description.lowercased()
    }
  }
}

extension LockHolder: CustomStringConvertible {
  /// The holder's command line and process id: `cairn set …` (process 4711). If the command line is
  /// unknown, the text begins with `another process`. Not escaped for a terminal.
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
