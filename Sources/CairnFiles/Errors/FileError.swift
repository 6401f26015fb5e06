public import CairnText
public import SystemPackage

/// Something that could not be done with a file or folder: what, where, why.
///
///     work/x.md: cannot be written: no space left on the disk
public struct FileError: Error, Hashable, Sendable {
  /// What was tried.
  public enum Operation: String, Hashable, Sendable {
    /// A root or a state folder was to be opened.
    case open = "opened"
    /// The names in a folder were to be read.
    case list = "listed"
    /// A file, or what `stat` says of it, was to be read.
    case read
    /// A file's bytes were to be replaced.
    case write = "written"
    /// A file or folder was to be made.
    case create = "created"
    /// A file or folder was to get another path.
    case move = "moved"
    /// A file or folder was to be removed.
    case remove = "removed"
    /// The lock was to be taken.
    case lock = "locked"
    /// What was written was to be made durable. The new bytes are in place, and are lost only if
    /// the power goes.
    case sync = "made safe from a power cut, though it is written"
  }

  /// Why it could not be done.
  public enum Code: Hashable, Sendable {
    /// There is nothing of that name.
    case notFound
    /// Something of that name is there, and nothing is ever replaced by mistake.
    case exists
    /// The user may not do that.
    case denied
    /// The file's mode lets nobody write, and the caller respects that.
    case writeProtected
    /// The disk, or the user's share of it, is full.
    case noSpace
    /// The file system is mounted for reading only.
    case readOnly
    /// A folder is where a file was expected.
    case isFolder
    /// Something else is where a folder was expected.
    case notFolder
    /// A pipe, socket or device is where a file was expected.
    case notRegular
    /// It has more bytes than are read of a text, or than the file system takes.
    case tooLarge
    /// A folder still holds something.
    case notEmpty
    /// A name, or the whole path, is longer than the file system takes.
    case nameTooLong
    /// Links lead in a circle.
    case loop
    /// A link on the way leads out of the root.
    case outsideRoot
    /// The two places are on different file systems.
    case crossDevice
    /// A folder was to be moved into itself.
    case intoItself
    /// It lies in a folder that every scan skips (`.git`, `node_modules` …), or is such a folder:
    /// what is not seen is not changed either.
    case hidden
    /// The name is one that no capture or collection may have.
    case badName(FileNameError)
    /// Another process held the lock for longer than was to be waited.
    case locked(LockHolder)
    /// It is not as the operation that was to be taken back had left it.
    case changedSince
    /// It is not in the trash any more.
    case notInTrash
    /// The operation was interrupted, and taken back then.
    case takenBack
    /// Another program changed the file each time it was to be written. `kept` is the name beside
    /// it under which a save of that program lies, where it could not be put back.
    case contended(kept: String?)
    /// What is stored there does not read as it should.
    case damaged(String)
    /// Any other errno.
    case other(Int32)
  }

  /// What was tried.
  public let operation: Operation
  /// Relative to the root for what is in the notebook, absolute for what is outside of it.
  public let path: FilePath
  /// Why it could not be done.
  public let code: Code

  /// The error that `operation` on `path` could not be done for the reason `code`.
  public init(_ operation: Operation, _ path: FilePath, _ code: Code) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The path within the notebook, or nil where it is outside of it.
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
  /// The one place where an errno gets its meaning.
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
  /// `path: cannot be written: reason`, on one line. Not escaped for a terminal.
  public var description: String {
    "\(path.isEmpty ? "." : path.description): cannot be \(operation.rawValue): \(code)"
  }
}

extension FileError.Code: CustomStringConvertible {
  /// The reason, as the end of a sentence.
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
  /// `cairn set … (process 4711)`, as far as it is known. Not escaped for a terminal.
  public var description: String {
    let name = words.isEmpty ? "another process" : "`\(words.joined(separator: " "))`"
    return name + (process.map { " (process \($0))" } ?? "")
  }
}

// MARK: - Paths

extension FilePath {
  /// The path's bytes without the NUL that ends them.
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

  /// The path with these bytes, up to the first NUL.
  package init(bytes: some Collection<UInt8>) {
    self = cString(bytes).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
  }
}

extension NotePath {
  /// The same path as swift-system has it, relative to the root.
  public var filePath: FilePath { FilePath(bytes: bytes) }
}
