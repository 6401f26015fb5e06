import CairnCapture
import CairnFiles
import CairnIndex
import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnNotebook

/// A notebook in a folder of a test's own, gone when the test ends.
final class TestNotebook {
  /// The moment every test happens at, and the zone's offset.
  static let clock = LocalClock(now: Instant(seconds: 1_795_251_845)) { _ in 3600 }

  let base: String
  let notebook: Notebook

  /// A notebook that holds `files`, by path; a path that ends with a slash is a folder.
  init(_ files: [String: String] = [:], settings: String = "", faults: FaultPlan? = nil) throws {
    // In memory where that can be: thousands of notebooks are made, and synced at every step.
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/cairn-notebook-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let base = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.base = base
    mkdir("\(base)/root", 0o755)
    var layers = Settings()
    layers.add(Array(settings.utf8), as: .user, path: "config.yml")
    let store: Store
    do {
      store = try Store(root: FilePath("\(base)/root"), faults: faults)
    } catch {
      Self.remove(base)
      throw error
    }
    notebook = Notebook(
      store: store, stateBase: FilePath("\(base)/state"), settings: layers, clock: Self.clock)
    for (path, text) in files { write(path, text) }
  }

  deinit {
    Self.remove(base)
  }

  /// The same notebook, opened anew.
  func opened(_ faults: FaultPlan? = nil, _ caller: Caller = Caller()) throws -> Notebook {
    Notebook(
      store: try Store(root: FilePath("\(base)/root"), faults: faults),
      stateBase: FilePath("\(base)/state"), settings: Settings(), clock: Self.clock,
      caller: caller)
  }

  /// What is said besides, while something is done with the notebook, opened anew.
  func notices(_ body: (Notebook) throws -> Void) throws -> [Notice] {
    let said = Said()
    var caller = Caller()
    caller.tell = { said.add($0) }
    try body(opened(nil, caller))
    return said.notices
  }

  /// Removes all that is below the base.
  func clear() {
    for name in Self.names(base) { Self.remove("\(base)/\(name)") }
  }

  /// The notebook as it is now, read.
  func library() -> Library { notebook.load(attachments: true) }

  /// The notebook as it is now, known from its index.
  func catalog() -> Catalog { notebook.catalog(listsAttachments: true) }
}

// MARK: - Files, without the modules under test

extension TestNotebook {
  /// Writes a file as an editor does that writes in place; makes its folders.
  func write(_ path: String, _ text: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for end in parts.indices.dropFirst() {
      mkdir("\(base)/root/\(parts[..<end].joined(separator: "/"))", 0o755)
    }
    guard !path.hasSuffix("/") else { return }
    let file = open("\(base)/root/\(path)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  /// Adds text to the end of a file, in place.
  static func append(_ text: String, to path: String) {
    let file = open(path, O_WRONLY | O_APPEND)
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  /// Every file below the root with its text; empty folders with a slash and no text.
  func files() -> [String: String] {
    var found: [String: String] = [:]
    var folders = [""]
    while let folder = folders.popLast() {
      let names = Self.names("\(base)/root/\(folder)")
      if names.isEmpty, !folder.isEmpty { found[folder] = "" }
      for name in names {
        let path = folder + name
        if let text = Self.text("\(base)/root/\(path)") {
          found[path] = text
        } else {
          folders.append(path + "/")
        }
      }
    }
    return found
  }

  /// The temporary files in the folders of the state; the state's own may be somebody's yet.
  var leftOver: [String] {
    var found: [String] = []
    var folders = Self.names("\(base)/state").flatMap { state in
      ["trash", "journal", "drafts"].map { "\(base)/state/\(state)/\($0)" }
    }
    while let folder = folders.popLast() {
      for name in Self.names(folder) {
        if name.contains(".cairn-") { found.append(name) }
        folders.append("\(folder)/\(name)")
      }
    }
    return found
  }

  /// The text of a file, or nil where there is none.
  static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  static func names(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
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

  private static func remove(_ path: String) {
    for name in names(path) { remove("\(path)/\(name)") }
    if rmdir(path) != 0 { unlink(path) }
  }
}

/// What was said, in its order.
private final class Said: Sendable {
  private let list = Mutex<[Notice]>([])

  var notices: [Notice] { list.withLock { $0 } }

  func add(_ notice: Notice) { list.withLock { $0.append(notice) } }
}

extension Catalog {
  /// All captures by path, read.
  var captures: [Capture] { captures(snapshot.byPath(Set(snapshot.entries))) }
}

/// A path that is one; the root where it is none.
func note(_ path: String) -> NotePath { NotePath(path) ?? .root }
