import CairnFiles
import CairnNotebook
import CairnText
import Glibc
import SystemPackage
import Testing

/// A notebook on the disk, of a test's own, gone when the test ends. Its clock stands at
/// 2026-11-21T12:00:00+01:00, and every file of it was last written an hour earlier.
final class DiskNotebook {
  let base: FilePath

  /// A notebook with these files: paths from its root, and texts.
  init(_ files: [(path: String, text: String)] = []) throws {
    var template = Array("/tmp/cairn-notebook-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
    try #require(made != nil)
    base = FilePath(
      String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    mkdir(base.appending("root").string, 0o755)
    for file in files { write(Array(file.path.utf8), Array(file.text.utf8)) }
  }

  deinit {
    func remove(_ path: String) {
      if let stream = opendir(path) {
        while let entry = readdir(stream) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
          if name == Array(".".utf8) || name == Array("..".utf8) { continue }
          let child = Array(path.utf8) + [UInt8(ascii: "/")] + name
          var status = stat()
          let text = child.map { CChar(bitPattern: $0) } + [0]
          guard lstat(text, &status) == 0 else { continue }
          if status.st_mode & S_IFMT == S_IFDIR {
            chmod(text, 0o755)
            remove(String(decoding: child, as: UTF8.self))
          } else {
            unlink(text)
          }
        }
        closedir(stream)
      }
      rmdir(path)
    }
    remove(base.string)
  }

  /// Where a path below the root is.
  func absolute(_ path: String) -> String { base.appending("root/\(path)").string }

  /// The notebook, with these settings in a file of its own.
  func notebook(settings: String = "") throws -> Notebook {
    try Notebook(
      root: base.appending("root"), stateBase: base.appending("state"),
      settings: { _ in
        var layers = Settings()
        layers.add(Array(settings.utf8), as: .notebook, path: ".cairn/config.yml")
        return layers
      }, clock: LocalClock(now: Instant(seconds: 1_795_258_800)) { _ in 3600 })
  }

  /// Writes a file, making the folders above it.
  func write(_ path: [UInt8], _ bytes: [UInt8]) {
    let whole = Array(absolute("").utf8) + [UInt8(ascii: "/")] + path
    for slash in whole.indices.dropFirst() where whole[slash] == UInt8(ascii: "/") {
      mkdir(whole[..<slash].map { CChar(bitPattern: $0) } + [0], 0o755)
    }
    let file = whole.map { CChar(bitPattern: $0) } + [0]
    let handle = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Glibc.write(handle, bytes, bytes.count)
    var times = [timespec](repeating: timespec(tv_sec: 1_795_255_200, tv_nsec: 0), count: 2)
    futimens(handle, &times)
    close(handle)
  }

  /// The text of a file, or nil where there is none.
  func text(_ path: String) throws -> String? {
    let store = try Store(root: base.appending("root"))
    guard let path = NotePath(path), let contents = try? store.read(path) else { return nil }
    return String(decoding: contents.bytes, as: UTF8.self)
  }
}
