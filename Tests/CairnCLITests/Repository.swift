import SystemPackage
import Glibc

/// Where this package's files lie, and how tests read and write them.
enum Repository {
  /// The folder with `Package.swift`.
  static let root: FilePath = {
    var path = FilePath(#filePath)
    for _ in 0..<3 { path.removeLastComponent() }
    return path
  }()

  /// The folder that the built programs lie in: that of the test program itself.
  static let products = FilePath(CommandLine.arguments[0]).removingLastComponent()

  /// The text of a file.
  static func read(_ path: FilePath) throws -> String {
    let file = try FileDescriptor.open(path, .readOnly)
    return try file.closeAfter {
      var bytes: [UInt8] = []
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
      defer { chunk.deallocate() }
      while case let count = try file.read(into: chunk), count > 0 { bytes += chunk[..<count] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Makes `text` all there is in a file.
  static func write(_ text: String, to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite, .groupRead])
    _ = try file.closeAfter { try file.writeAll(Array(text.utf8)) }
  }

  /// The names in a folder that end in `suffix`, in order.
  static func names(in folder: FilePath, endingIn suffix: String) throws -> [String] {
    guard let stream = opendir(folder.string) else { throw Errno(rawValue: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(suffix) { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the files below a folder whose names end in `suffix`, or the file itself.
  static func files(below path: FilePath, _ suffix: String) throws -> [FilePath] {
    if path.string.hasSuffix(suffix) { return [path] }
    return try names(in: path, endingIn: "").filter { !$0.hasPrefix(".") }.flatMap { name in
      let child = path.appending(name)
      if name.hasSuffix(suffix) { return [child] }
      var status = stat()
      let isFolder = stat(child.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      return isFolder ? try files(below: child, suffix) : []
    }
  }
}
