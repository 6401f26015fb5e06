import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file that a command makes could not be written.
typealias FileFailure = FileError

/// A file outside the notebook's care that a command makes: complete or not at all.
struct OutputFile {
  /// The name that was typed.
  let name: String
  /// The absolute path.
  let path: FilePath
  /// Where it lies in the notebook, if it does.
  let pathInNotebook: NotePath?

  /// The file that was named from the working folder.
  ///
  /// Throws a ``Failure`` where something lies there that is no file.
  init(_ name: String, _ session: Session) throws {
    self.name = name
    path = session.surroundings.workingFolder.pushing(FilePath(name)).lexicallyNormalized()
    pathInNotebook = session.notebook.path(below: path)
    if let kind = Self.status(path).map({ $0.st_mode & S_IFMT }), kind != S_IFREG {
      throw Failure("output-no-file", "`\(name)` is no file; -o wants the name of one")
    }
  }

  /// The folder it lies in.
  var folder: FilePath { path.removingLastComponent() }

  /// The first bytes of a digest, in which ``marks`` stand.
  private static let headLength = 2048
  /// What the heads of the built-in templates hold.
  private static let marks = [
    "A digest made by Cairn.", #"<meta name="generator" content="Cairn">"#,
    #"{"schema":\#(JSONDocument.schema),"digest":{"#,
  ]

  /// Throws a ``Failure`` where something lies there that is neither empty nor a digest, unless
  /// `isForced`.
  func check(isForced: Bool) throws {
    guard !isForced, let status = Self.status(path), status.st_size > 0 else { return }
    var head = ""
    if let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) {
      let bytes = try? Console.readAll(file.rawValue, limit: Self.headLength)
      head = String(decoding: bytes ?? [], as: UTF8.self)
      try? file.close()
    }
    guard !Self.marks.contains(where: head.contains) else { return }
    throw Failure(
      "output-exists",
      "`\(name)` is there already and no digest; choose another name, or say --force to replace it")
  }

  /// Writes the file: beside its place first, then in it.
  ///
  /// - Parameter content: Is given what takes the bytes.
  func write(
    _ content: ((([UInt8]) throws(FileFailure) -> Void)) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    let suffix = String(UInt64.random(in: .min ... .max), radix: 16)
    let draft = folder.appending(".cairn-\(suffix).tmp")
    do {
      let mode = Self.status(path).map { $0.st_mode & 0o777 }
      let file = try FileDescriptor.open(
        draft, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: mode ?? 0o666))
      try file.closeAfter {
        try content { bytes throws(FileFailure) in
          do { try file.writeAll(bytes) } catch { throw failure(error) }
        }
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      let moved = draft.withPlatformString { from in
        path.withPlatformString { rename(from, $0) }
      }
      guard moved == 0 else { throw Errno(rawValue: errno) }
    } catch {
      _ = draft.withPlatformString { unlink($0) }
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> FileFailure {
    if let error = error as? FileError { return error }
    return FileError(.write, path, .other((error as? Errno)?.rawValue ?? EIO))
  }

  private static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 ? status : nil
  }
}
