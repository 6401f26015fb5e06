import CairnCapture
import CairnFiles
import CairnIndex
import CairnText
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that pictures of a digest are copied to, under names that their contents give them: 32
/// digits and the ending of their type. Nothing in it is ever replaced or removed, and nothing outside
/// of it written.
struct PictureFolder: Sendable {
  private let path: FilePath

  /// The folder at an absolute path, made if nothing is there.
  ///
  /// Throws a ``Failure`` where something else lies there, or it cannot be made.
  init(_ path: FilePath, name: String) throws {
    self.path = path
    var folder = FilePath(root: "/")
    for component in path.components {
      folder.append(component)
      guard folder.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
        throw Failure(
          "output-no-folder", "`\(name)` cannot be made: \(Errno(rawValue: errno))")
      }
    }
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR
    else {
      throw Failure("output-no-folder", "`\(name)` is no folder; --assets wants one")
    }
  }

  /// Copies a picture into the folder, unless it is there already; its name, or nil where that
  /// failed, or another file has the name.
  func copy(_ bytes: [UInt8], _ type: MediaType) -> String? {
    let name = "\(Checksum.digits(of: bytes)).\(type.fileEnding)"
    let target = path.appending(name)
    if let held = contents(of: target, upTo: bytes.count + 1) { return held == bytes ? name : nil }
    let draft = path.appending(TemporaryName.fresh().description)
    do {
      let file = try FileDescriptor.open(
        draft, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666))
      try file.closeAfter { _ = try file.writeAll(bytes) }
      // A link, unlike a renaming, replaces nothing; another thread may have been faster.
      let linked = draft.withPlatformString { from in
        target.withPlatformString { link(from, $0) == 0 || errno == EEXIST }
      }
      _ = draft.withPlatformString { unlink($0) }
      return linked ? name : nil
    } catch {
      // The draft goes; the digest links to the picture.
    }
    _ = draft.withPlatformString { unlink($0) }
    return nil
  }

  /// What a file that is no link holds, as far as a limit; nil where there is none.
  private func contents(of target: FilePath, upTo limit: Int) -> [UInt8]? {
    guard
      let file = try? FileDescriptor.open(target, .readOnly, options: [.closeOnExec, .noFollow])
    else { return nil }
    return try? file.closeAfter { try Console.readAll(file.rawValue, limit: limit) }
  }
}
