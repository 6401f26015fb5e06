import CairnCapture
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import Glibc
import SystemPackage

@testable import CairnIndex

/// The laws of an index file, checked on a notebook on a disk: whatever the file contains, no query
/// makes a command crash or hang.
///
/// An input lists changes to a valid file: four bytes for the position, one for the number of
/// bytes, then the bytes. The checksums are updated to match, because the fuzzer could not guess
/// them.
final class IndexLaws: Sendable {
  static let shared = IndexLaws()

  private static let queries = [
    "deal", "\"big deal\"", "*ea*", "type:action", "tag:work", "title:report", "budget:10..",
    "created:2026-11", "in:work", "path:*.md", "has:due", "id:k7x2", "sort:-budget", "sort:title",
  ].compactMap { try? Query($0) }

  private let notebook: Notebook
  private let file: String
  private let whole: [UInt8]

  private init() {
    var template = Array("/dev/shm/cairn-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { preconditionFailure("there is no /dev/shm") }
    let base = FilePath(String(cString: made))
    do {
      let root = base.appending("root")
      mkdir("\(root)", 0o755)
      mkdir("\(root)/work", 0o755)
      for number in 0..<12 {
        let text =
          "---\nid: k7x2m9q4a\(number)\ntype: \(number % 2 == 0 ? "action" : "idea")\n"
          + "budget: \(number)\ntags: [work, t\(number)]\ndue: 2026-11-2\(number % 9)\n---\n"
          + "# Report \(number)\nA big deal of [[\(number - 1)]] and [x](\(number + 1).md) #tag\n"
        Self.write("\(root)/\(number % 3 == 0 ? "" : "work/")\(number).md", Array(text.utf8))
      }
      // So that the index keeps the state of the folders, they must not have changed just now.
      usleep(50_000)
      notebook = try Notebook(
        root: root, stateBase: base.appending("state"), cacheBase: base.appending("cache"),
        settings: { _ in Settings() },
        clock: LocalClock(now: Instant(seconds: 1_795_251_845)) { _ in 3600 })
      _ = notebook.catalog(keepsAll: true)
      let folder = try StateFolder.all(in: base.appending("cache")).first?.folder ?? base
      file = "\(folder)/captures"
      whole = try Store(root: folder).read(.root.appending(listed: "captures".utf8)).bytes
    } catch {
      preconditionFailure("\(error)")
    }
  }

  func check(_ input: [UInt8]) {
    Self.write(file + "~", changed(input))
    rename(file + "~", file)
    let catalog = notebook.catalog()
    let context = catalog.context(notebook.clock)
    for query in Self.queries { _ = try? catalog.select(query, in: context) }
    _ = try? catalog.status()
    _ = notebook.checkIndex()
  }

  /// Returns the file with the changes of an input, and with matching checksums.
  private func changed(_ input: [UInt8]) -> [UInt8] {
    var bytes = whole
    var rest = input[...]
    while rest.count > 5 {
      let place = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) } % bytes.count
      let values = rest.dropFirst(5).prefix(Int(rest[rest.startIndex + 4]))
      for (offset, value) in values.enumerated() where place + offset < bytes.count {
        bytes[place + offset] = value
      }
      rest = rest.dropFirst(5 + max(values.count, 1))
    }
    return Trailer.sealed(bytes)
  }

  private static func write(_ path: String, _ bytes: [UInt8]) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
  }
}
