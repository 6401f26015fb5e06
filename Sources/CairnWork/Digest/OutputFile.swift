import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import Glibc
import SystemPackage

/// The output file of a digest or an export, which is written completely or not at all. A file in
/// the notebook is written in a transaction, which can be undone. A file outside the notebook or in
/// a hidden folder is written under a temporary name and then renamed. A device or a pipe gets the
/// bytes directly.
struct OutputFile {
  /// A function that takes the next bytes of the file.
  typealias Sink = ([UInt8]) throws(FileError) -> Void

  /// The name of the file, as typed.
  let name: String
  /// The absolute path.
  let path: FilePath
  /// The file's path in the notebook; nil if the file is outside the notebook.
  let pathInNotebook: NotePath?
  private let notebook: Notebook
  /// Whether the output is a digest. If ``isForced`` is false, a digest replaces only an empty file
  /// or an earlier digest that nobody edited, and other output replaces only an empty file.
  private let isDigest: Bool
  /// Whether to replace an existing file regardless of its contents. Always true for a device or a
  /// pipe.
  private let isForced: Bool
  /// Whether the path leads to a device or a pipe.
  private let isDevice: Bool

  /// Creates the output file for a name that the caller passed.
  ///
  /// Throws a ``Refusal`` if the path leads to a folder or a socket.
  init(
    _ name: String, isForced: Bool, isDigest: Bool = true, _ work: Workspace
  ) throws(Refusal) {
    self.name = name
    self.isDigest = isDigest
    notebook = work.notebook
    path = work.absolutePath(name)
    pathInNotebook = Self.pathInNotebook(path, notebook)
    let kind = Self.status(path).map { $0.st_mode & S_IFMT }
    // `/dev/stdout` may lead to a file, which belongs to another program and must not be replaced.
    isDevice =
      kind == S_IFCHR || kind == S_IFIFO
      || kind != nil && path.string.hasPrefix("/dev/") && !path.string.hasPrefix("/dev/shm/")
    self.isForced = isForced || isDevice
    if let kind, kind != S_IFREG, !isDevice {
      throw Refusal(
        "output-no-file",
        "-o: `\(name)` is not a regular file; pass the name of a regular file")
    }
  }

  /// The folder of the file.
  var folder: FilePath { path.removingLastComponent() }

  /// Returns a file's path in the notebook; nil if the file is outside. A path that goes through a
  /// symbolic link in the notebook to another folder counts as outside.
  private static func pathInNotebook(_ path: FilePath, _ notebook: Notebook) -> NotePath? {
    guard let below = notebook.path(below: path) else { return nil }
    guard let root = real(notebook.store.root),
      var folder = real(path.removingLastComponent())
    else { return below }
    return folder.removePrefix(root) && folder.bytes == below.parent.bytes ? below : nil
  }

  /// Returns a path with all links resolved; nil if nothing exists at the path.
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

// MARK: - Existing files

extension OutputFile {
  /// Throws a ``Refusal`` if the output must not replace the existing file. Reads only the end of
  /// the file, so it does not detect that a digest was edited. ``write(_:_:)`` detects that before
  /// it replaces the file. Does nothing if ``isForced`` is true.
  func check() throws {
    try checkContents { _, end in DigestSeal.isSealed(end) }
  }

  /// Does the same as ``check()``, but reads the whole file and also throws if the existing digest
  /// was edited.
  private func checkAll() throws {
    try checkContents { file, _ in
      try DigestSeal.closes(Int(file.seek(offset: 0, from: .end))) { try file.read($0) }
    }
  }

  /// Throws a ``Refusal`` if the existing file must not be replaced. An empty file can be replaced,
  /// and a digest can replace a digest. Does nothing if ``isForced`` is true.
  ///
  /// - Parameter isDigest: A function that returns whether an open file is a digest, given the file
  ///   and its last bytes.
  private func checkContents(_ isDigest: (FileDescriptor, [UInt8]) throws -> Bool) throws {
    guard !isForced, let status = Self.status(path), status.st_size > 0 else { return }
    if !self.isDigest { try refuse([]) }
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
    if isForced || bytes.isEmpty || isDigest && DigestSeal.closes(bytes) { return }
    try refuse(bytes)
  }

  private func refuse(_ end: [UInt8]) throws -> Never {
    guard isDigest else {
      throw Refusal(
        "output-exists",
        "`\(name)` already exists; choose another name, or pass --force to replace it")
    }
    throw DigestSeal.isSealed(end)
      ? Refusal(
        "output-changed",
        "the digest `\(name)` was edited after it was written; choose another name, or pass "
          + "--force to replace it"
      )
      : Refusal(
        "output-exists",
        "`\(name)` already exists and is not a digest made by Cairn; choose another name, or pass "
          + "--force to replace it")
  }
}

extension FileDescriptor {
  /// Reads the bytes in a range of the file; returns fewer if the file is shorter.
  func read(_ range: Range<Int>) throws -> [UInt8] {
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
  /// Writes the file, with a seal if it is a digest. The seal later shows whether the file was
  /// edited.
  ///
  /// Throws a ``Refusal`` if the existing file must not be replaced, or `FileError` if the file
  /// cannot be written.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether a file that will be a capture of the notebook gets the field
  ///     `private: true`.
  ///   - content: A callback that writes the bytes to the sink that it receives. If it throws a
  ///     ``Refusal``, an existing file stays as it is.
  func write(
    _ seal: DigestSeal?, isPrivate: Bool = false, _ content: (Sink) throws -> Void
  ) throws {
    if isDevice { return try writeToDevice(content) }
    guard let pathInNotebook, !pathInNotebook.components.contains(where: FileName.isHidden) else {
      return try writeOutside(seal, content)
    }
    var seal = seal
    var bytes: [UInt8] = []
    try content { bytes += $0 }
    if isPrivate, notebook.store.isNote(pathInNotebook.nameBytes) {
      let document = Document(bytes)
      // Cairn adds no fields to a file that begins with a comment, as a digest does.
      let hasFields = !document.fields.isEmpty
      bytes = try (hasFields ? document : Document(Array("---\n---\n".utf8) + bytes))
        .hidden(like: .unknown).bytes
    }
    bytes = (seal?.add(bytes) ?? bytes) + (seal?.close() ?? [])
    try notebook.state.transaction(at: notebook.clock.now) { transaction in
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

  /// The open file descriptor of this process that the path names, such as standard output for
  /// `/dev/stdout`; nil if the path names none. Opening such a path again would overwrite the start
  /// of a file to which the output is redirected.
  private var ownDescriptor: FileDescriptor? {
    switch path.string {
    case "/dev/stdout": .standardOutput
    case "/dev/stderr": .standardError
    case let name where name.hasPrefix("/dev/fd/"):
      Int32(name.dropFirst("/dev/fd/".count)).map { FileDescriptor(rawValue: $0) }
    default: nil
    }
  }

  /// Writes to a device or a pipe, without a seal.
  private func writeToDevice(_ content: (Sink) throws -> Void) throws {
    do {
      let file = try ownDescriptor?.duplicate() ?? openDevice()
      try file.closeAfter {
        try content { bytes throws(FileError) in
          do { try file.writeAll(bytes) } catch { throw failure(error) }
        }
      }
    } catch {
      throw error is Refusal ? error : failure(error)
    }
  }

  /// Opens a device or a pipe. Waits up to a second for a program to read from the pipe.
  private func openDevice() throws -> FileDescriptor {
    guard Self.status(path).map({ $0.st_mode & S_IFMT }) == S_IFIFO else {
      return try .open(path, .writeOnly, options: .closeOnExec)
    }
    for _ in 0..<Self.tries {
      do {
        let pipe = try FileDescriptor.open(path, .writeOnly, options: [.closeOnExec, .nonBlocking])
        // After this, writes block until the reader takes the bytes.
        _ = fcntl(pipe.rawValue, F_SETFL, fcntl(pipe.rawValue, F_GETFL) & ~O_NONBLOCK)
        return pipe
      } catch Errno.noSuchAddressOrDevice {
        usleep(Self.pause)
      }
    }
    throw Refusal(
      "output-not-read",
      "no program is reading from the pipe `\(name)`; start a program that "
        + "reads from it, then try again")
  }

  /// The number of attempts to open a pipe, and the pause between them in microseconds.
  private static let (tries, pause) = (20, UInt32(50_000))

  private func writeOutside(
    _ seal: DigestSeal?, _ content: (Sink) throws -> Void
  ) throws {
    let draft = folder.appending(TemporaryName.fresh().description)
    var seal = seal
    do {
      let mode = Self.status(path).map { $0.st_mode & 0o777 }
      let file = try FileDescriptor.open(
        draft, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: mode ?? 0o666))
      try file.closeAfter {
        let write: Sink = { bytes throws(FileError) in
          do { try file.writeAll(bytes) } catch { throw failure(error) }
        }
        try content { bytes throws(FileError) in try write(seal?.add(bytes) ?? bytes) }
        try write(seal?.close() ?? [])
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      try checkAll()
      let moved = draft.withPlatformString { from in
        path.withPlatformString { rename(from, $0) }
      }
      guard moved == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = draft.withPlatformString { unlink($0) }
      throw error is Refusal ? error : failure(error)
    }
  }

  private func failure(_ error: any Error) -> FileError {
    if let error = error as? FileError { return error }
    return FileError(.write, path, .other((error as? Errno)?.rawValue ?? EIO))
  }
}
