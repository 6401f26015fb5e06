import CairnProvider
import CairnText
import Glibc
import SystemPackage

/// A file that contains the key for a provider's program.
enum KeyFile {
  /// The maximum length of a key in bytes.
  private static let longest = 4096

  /// Returns the key in a file, without the newline at its end.
  ///
  /// Throws a ``ProviderFailure`` of the kind `authorization` if the file cannot be read, belongs
  /// to another user, is readable by others, or does not contain exactly one word. The message
  /// never contains any part of the key.
  static func key(in path: FilePath) throws(ProviderFailure) -> String {
    let refuse = { (reason: String) in
      ProviderFailure(.authorization, "the key file \(path) \(reason)")
    }
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch {
      throw refuse("cannot be read: \(error)")
    }
    defer { try? file.close() }
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw refuse("is not a regular file")
    }
    guard status.st_uid == geteuid() else { throw refuse("belongs to another user") }
    guard status.st_mode & 0o077 == 0 else {
      throw refuse(
        "is readable by other users; run `chmod 600` on it")
    }
    var bytes = [UInt8](repeating: 0, count: longest + 1)
    guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }),
      count <= longest,
      case let key = String(decoding: bytes[..<count], as: UTF8.self).trimmingBlanks,
      !key.isEmpty, key.allSatisfy({ $0.isASCII && !$0.isWhitespace })
    else { throw refuse("must contain one word, the key") }
    return String(key)
  }
}
