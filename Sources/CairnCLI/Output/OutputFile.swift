import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file that a command makes could not be written.
typealias FileFailure = FileError

/// A file that a command makes: complete or not at all. In the notebook it is written like everything
/// there, so that it can be undone; elsewhere beside its place first, then in it. A device or a pipe is
/// written to as the bytes come.
struct OutputFile {
  /// What takes the bytes of a file.
  typealias Sink = ([UInt8]) throws(FileFailure) -> Void

  /// The name that was typed.
  let name: String
  /// The absolute path.
  let path: FilePath
  /// Where it lies in the notebook, if it does.
  let pathInNotebook: NotePath?
  private let session: Session
  private let isForced: Bool
  /// Whether it is a device or a pipe, by whatever name: it is written to as it is.
  private let isDevice: Bool

  /// The file that was named from the working folder; where `isForced`, whatever it is.
  ///
  /// Throws a ``Failure`` where something lies there that is no file.
  init(_ name: String, isForced: Bool, _ session: Session) throws {
    self.name = name
    self.session = session
    path = session.surroundings.workingFolder.pushing(FilePath(name)).lexicallyNormalized()
    pathInNotebook = Self.pathInNotebook(path, session)
    let kind = Self.status(path).map { $0.st_mode & S_IFMT }
    // `/dev/stdout` may lead to a file, which is somebody else's to replace.
    isDevice =
      kind == S_IFCHR || kind == S_IFIFO
      || kind != nil && path.string.hasPrefix("/dev/") && !path.string.hasPrefix("/dev/shm/")
    self.isForced = isForced || isDevice
    if let kind, kind != S_IFREG, !isDevice {
      throw Failure("output-no-file", "`\(name)` is no file; -o wants the name of one")
    }
  }

  /// The folder it lies in.
  var folder: FilePath { path.removingLastComponent() }

  /// Where a file lies in the notebook; nil where it does not, also if a linked folder of the notebook
  /// leads there.
  private static func pathInNotebook(_ path: FilePath, _ session: Session) -> NotePath? {
    guard let below = session.notebook.path(below: path) else { return nil }
    guard let root = real(session.notebook.store.root),
      var folder = real(path.removingLastComponent())
    else { return below }
    return folder.removePrefix(root) && folder.bytes == below.parent.bytes ? below : nil
  }

  /// A path without links; nil where nothing is there.
  private static func real(_ path: FilePath) -> FilePath? {
    guard let text = path.withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(text) }
    return FilePath(platformString: text)
  }

  private static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 ? status : nil
  }
}

// MARK: - What may be replaced

extension OutputFile {
  /// Throws a ``Failure`` where something lies there that is neither empty nor a digest, by its end.
  /// Whether somebody wrote into it is found out when it is replaced.
  func check() throws {
    try checkContents { _, end in DigestSeal.isSealed(end) }
  }

  /// Throws a ``Failure`` where something lies there that is neither empty nor a digest as it was
  /// written.
  private func checkAll() throws {
    try checkContents { file, _ in
      try DigestSeal.closes(Int(file.seek(offset: 0, from: .end))) { try file.read($0) }
    }
  }

  /// - Parameter isDigest: Is asked of what lies there, and of its end.
  private func checkContents(_ isDigest: (FileDescriptor, [UInt8]) throws -> Bool) throws {
    guard !isForced, let status = Self.status(path), status.st_size > 0 else { return }
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
      try refuse([])
    }
    let count = Int(status.st_size)
    try file.closeAfter {
      let end = (try? file.read(max(0, count - DigestSeal.endLength)..<count)) ?? []
      if (try? isDigest(file, end)) != true { try refuse(end) }
    }
  }

  private func check(_ bytes: [UInt8]) throws {
    if isForced || bytes.isEmpty || DigestSeal.closes(bytes) { return }
    try refuse(bytes)
  }

  private func refuse(_ end: [UInt8]) throws -> Never {
    throw DigestSeal.isSealed(end)
      ? Failure(
        "output-changed",
        "somebody wrote into the digest `\(name)`; choose another name, or say --force to replace it"
      )
      : Failure(
        "output-exists",
        "`\(name)` is there already and no digest as -o writes it; choose another name, or say "
          + "--force to replace it")
  }

}

extension FileDescriptor {
  /// Bytes of a file, fewer where it ends.
  fileprivate func read(_ range: Range<Int>) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: range.count) { memory, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(memory)[count...]
        let found = try read(
          fromAbsoluteOffset: Int64(range.lowerBound + count),
          into: UnsafeMutableRawBufferPointer(rebasing: rest))
        if found == 0 { return }
        count += found
      }
    }
  }
}

// MARK: - Writing

extension OutputFile {
  /// Writes the file, unless it has become another meanwhile.
  ///
  /// - Parameter content: Is given what takes the bytes.
  func write(_ seal: DigestSeal, _ content: (Sink) throws(FileFailure) -> Void) throws {
    if isDevice { return try writeToDevice(content) }
    guard let pathInNotebook, !pathInNotebook.components.contains(where: FileName.isHidden) else {
      return try writeOutside(seal, content)
    }
    var seal = seal
    var bytes: [UInt8] = []
    try content { bytes += seal.add($0) }
    bytes += seal.close()
    try session.notebook.state.transaction(at: session.clock.now) { transaction in
      if try transaction.store.kind(pathInNotebook) == nil {
        try transaction.create(pathInNotebook, bytes, isLast: true)
      } else {
        _ = try transaction.edit(pathInNotebook, isLast: true) { held in
          try check(held)
          return bytes
        }
      }
    }
  }

  /// The descriptor of this program that the path stands for. Opened anew, a file that it leads to would
  /// be written over from its start.
  private var ownDescriptor: FileDescriptor? {
    switch path.string {
    case "/dev/stdout": .standardOutput
    case "/dev/stderr": .standardError
    case let name where name.hasPrefix("/dev/fd/"):
      Int32(name.dropFirst("/dev/fd/".count)).map { FileDescriptor(rawValue: $0) }
    default: nil
    }
  }

  /// Writes to what is there, as a pipe would be written to: nothing says where the digest ends.
  private func writeToDevice(_ content: (Sink) throws(FileFailure) -> Void) throws {
    do {
      let file = try ownDescriptor?.duplicate() ?? openDevice()
      try file.closeAfter {
        try content { bytes throws(FileFailure) in
          do { try file.writeAll(bytes) } catch { throw failure(error) }
        }
      }
    } catch {
      throw error is Failure ? error : failure(error)
    }
  }

  /// Opens what is there. A pipe has to be read by somebody, who is given a moment to begin.
  private func openDevice() throws -> FileDescriptor {
    guard Self.status(path).map({ $0.st_mode & S_IFMT }) == S_IFIFO else {
      return try .open(path, .writeOnly, options: .closeOnExec)
    }
    for _ in 0..<Self.looks {
      do {
        let pipe = try FileDescriptor.open(path, .writeOnly, options: [.closeOnExec, .nonBlocking])
        // From now on it is the reader who is waited for.
        _ = fcntl(pipe.rawValue, F_SETFL, fcntl(pipe.rawValue, F_GETFL) & ~O_NONBLOCK)
        return pipe
      } catch Errno.noSuchAddressOrDevice {
        usleep(Self.pause)
      }
    }
    throw Failure(
      "output-not-read",
      "no program reads from the pipe `\(name)`; start one that does, then try again")
  }

  /// How often it is looked whether somebody reads from a pipe, and how long it is waited in between, in
  /// microseconds.
  private static let (looks, pause) = (20, UInt32(50_000))

  private func writeOutside(
    _ seal: DigestSeal, _ content: (Sink) throws(FileFailure) -> Void
  ) throws {
    let draft = folder.appending(TemporaryName.fresh().description)
    var seal = seal
    do {
      let mode = Self.status(path).map { $0.st_mode & 0o777 }
      let file = try FileDescriptor.open(
        draft, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: mode ?? 0o666))
      try file.closeAfter {
        let write: Sink = { bytes throws(FileFailure) in
          do { try file.writeAll(bytes) } catch { throw failure(error) }
        }
        try content { bytes throws(FileFailure) in try write(seal.add(bytes)) }
        try write(seal.close())
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      try checkAll()
      let moved = draft.withPlatformString { from in
        path.withPlatformString { rename(from, $0) }
      }
      guard moved == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = draft.withPlatformString { unlink($0) }
      throw error is Failure ? error : failure(error)
    }
  }

  private func failure(_ error: any Error) -> FileFailure {
    if let error = error as? FileError { return error }
    return FileError(.write, path, .other((error as? Errno)?.rawValue ?? EIO))
  }
}
