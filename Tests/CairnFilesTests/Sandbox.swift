import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnFiles

/// A folder of a test's own, gone when the test ends.
final class Sandbox {
  let base: FilePath

  /// A new folder below `parent`; `/dev/shm` is another file system than `/tmp` where there is one.
  init(in parent: String = "/tmp") throws {
    var template = cString("\(parent)/cairn-files-XXXXXX".utf8)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
    try #require(made != nil)
    base = FilePath(
      bytes: template.dropLast().map(UInt8.init(bitPattern:)))
    try #require(mkdir(path("root"), 0o755) == 0)
  }

  deinit {
    guard let store = try? Store(root: base), let names = try? store.names(in: .root, for: .list)
    else { return }
    for name in names { try? store.removeTree(.root.appending(listed: name)) }
    rmdir(cString(base.bytes))
  }

  /// The notebook's root.
  var root: FilePath { base.appending("root") }

  /// Where states lie.
  var states: FilePath { base.appending("state/cairn") }

  func store(_ faults: FaultPlan? = nil) throws -> Store { try Store(root: root, faults: faults) }

  func state(_ faults: FaultPlan? = nil, _ caller: Caller = Caller()) throws -> StateFolder {
    StateFolder(in: states, of: try store(faults), caller: caller)
  }

  /// The C string of a path below the base.
  func path(_ path: String) -> [CChar] { cString(base.bytes + Array("/\(path)".utf8)) }
}

// MARK: - Files, without the module under test

extension Sandbox {
  /// Writes a file below the root as an editor does that writes in place; makes its folders.
  func write(_ path: String, _ text: String = "", mode: mode_t = 0o644) {
    write(Array(path.utf8), text, mode: mode)
  }

  func write(_ path: [UInt8], _ text: String = "", mode: mode_t = 0o644) {
    for slash in path.indices where path[slash] == UInt8(ascii: "/") {
      mkdir(absolute(path[..<slash]), 0o755)
    }
    let file = Glibc.open(absolute(path), O_WRONLY | O_CREAT | O_TRUNC, mode)
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  /// Writes a file beside and renames it over, as most editors do.
  func save(_ path: String, _ text: String) {
    write(path + "~", text)
    rename(absolute((path + "~").utf8), absolute(path.utf8))
  }

  /// Puts bytes into a file that is there or not.
  func put(_ bytes: [UInt8], at path: String) {
    let file = Glibc.open(absolute(path.utf8), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
  }

  func folder(_ path: String) { write(path + "/.x") }

  func link(_ path: String, to target: String) { symlink(target, absolute(path.utf8)) }

  /// The text of a file below the root, or nil where there is none.
  func text(_ path: String) -> String? { text(Array(path.utf8)) }

  func text(_ path: [UInt8]) -> String? {
    let file = Glibc.open(absolute(path), O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(file, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// What `lstat` says, or nil where there is nothing.
  func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(absolute(path.utf8), &status) == 0 ? status : nil
  }

  /// The names in a folder below the root, ordered.
  func names(_ path: String = ".") -> [String] {
    guard let stream = opendir(absolute(path.utf8)) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// All that is below the root by path: the text of a file, where a link leads, `/` for a folder.
  func contents(_ folder: String = "") -> [String: String] {
    var found: [String: String] = [:]
    for name in names(folder.isEmpty ? "." : folder) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      switch (status(path)?.st_mode ?? 0) & S_IFMT {
      case S_IFDIR:
        found[path] = "/"
        found.merge(contents(path)) { $1 }
      case S_IFLNK: found[path] = "→"
      default: found[path] = text(path)
      }
    }
    return found
  }

  func absolute(_ path: some Collection<UInt8>) -> [CChar] {
    cString(root.bytes + [UInt8(ascii: "/")] + path)
  }
}

/// A path that is one; the root where it is none.
func note(_ path: String) -> NotePath { NotePath(path) ?? .root }

/// The moment every test happens at.
let noon = Instant(seconds: 1_795_348_800)

extension FaultPlan {
  /// How many calls `body` makes.
  static func count(_ body: (FaultPlan) throws -> Void) rethrows -> Int {
    let plan = FaultPlan()
    try body(plan)
    return plan.calls.count
  }
}

/// Counts from 1, from any thread.
final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
