import CairnCapture
import CairnFiles
import CairnText
import Glibc
import Synchronization
import SystemPackage

/// The folder to which the pictures of a digest are copied. The name of each file consists of its
/// checksum (32 hexadecimal digits) and the extension of its type. Files are never replaced or
/// removed.
final class PictureFolder: Sendable {
  private let path: FilePath
  private let hasFailed = Mutex(false)

  /// Opens the folder at an absolute path, or creates it.
  ///
  /// Throws a ``Refusal`` if the path is not a folder or the folder cannot be created.
  init(_ path: FilePath, name: String) throws(Refusal) {
    self.path = path
    do {
      try path.makeFolders()
    } catch {
      let reason =
        if case .other(let number) = error.code { "\(Errno(rawValue: number))" } else { "\(error)" }
      throw Refusal(
        "output-no-folder", "--assets: the folder `\(name)` cannot be created: \(reason)")
    }
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR
    else {
      throw Refusal("output-no-folder", "--assets: `\(name)` is not a folder")
    }
  }

  /// Returns whether no earlier call of this method was made. It is called after each picture that
  /// could not be copied, because the cause is usually the same for all, such as a full disk.
  func noteFailure() -> Bool {
    hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
  }

  /// Copies a picture into the folder, unless a copy already exists. Returns the file name of the
  /// copy.
  ///
  /// Throws an error that describes the cause if copying failed, or if a different file has that
  /// name.
  func copy(_ bytes: [UInt8], _ type: MediaType) throws -> String {
    let name = "\(Checksum.digits(of: bytes)).\(type.fileEnding)"
    let target = path.appending(name)
    if let held = contents(of: target, upTo: bytes.count + 1) {
      if held == bytes { return name }
      throw Errno.fileExists
    }
    let draft = path.appending(TemporaryName.fresh().description)
    do {
      let file = try FileDescriptor.open(
        draft, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666))
      try file.closeAfter { _ = try file.writeAll(bytes) }
      // Unlike a rename, creating a hard link never replaces a file that another thread has
      // created.
      let failure = draft.withPlatformString { from in
        target.withPlatformString { link(from, $0) == 0 ? nil : Errno(rawValue: errno) }
      }
      if let failure, failure != .fileExists { throw failure }
      _ = draft.withPlatformString { unlink($0) }
      return name
    } catch {
      _ = draft.withPlatformString { unlink($0) }
      throw error
    }
  }

  /// Returns the first `limit` bytes of a file; nil if the file cannot be opened or is a link.
  private func contents(of target: FilePath, upTo limit: Int) -> [UInt8]? {
    guard
      let file = try? FileDescriptor.open(target, .readOnly, options: [.closeOnExec, .noFollow])
    else { return nil }
    return try? file.closeAfter { try file.read(0..<limit) }
  }
}
