import CairnText
import Glibc
import SystemPackage

@testable import CairnFiles

/// The laws of the journal of an interrupted operation, checked on a notebook on a disk: whatever
/// its records contain, nothing outside the notebook changes, and the next command has nothing left
/// to recover.
///
/// An input lists records, each after its length in two bytes. They are framed here, because the
/// fuzzer could not guess their hashes.
final class JournalLaws: Sendable {
  static let shared = JournalLaws()

  private static let outside = "outside.md"
  private let base: FilePath
  private let header: [UInt8]

  private init() {
    var template = Array("/dev/shm/cairn-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { preconditionFailure("there is no /dev/shm") }
    base = FilePath(String(cString: made))
    header =
      JournalRecord.header(
        JournalHeader(
          operation: "20261121T100405Z-4f2a9c01", sequence: 1,
          time: Instant(seconds: 1_795_251_845),
          words: ["cairn"], folder: Array("/".utf8), undoes: [])
      ).bytes
  }

  func check(_ input: [UInt8]) {
    do {
      try fill()
      let notebook = base.appending("root")
      let state = StateFolder(in: base.appending("state"), of: try Store(root: notebook))
      try state.transaction(at: Instant(seconds: 1)) { _ in }
      let folder = try state.opened()
      if try folder.kind(JournalFolder.path) == nil { try folder.makeFolder(JournalFolder.path) }
      try folder.createFile(JournalFolder.pending, journal(input), permissions: .ownerReadWrite)
      state.recoverIfPossible()
      let after = try state.operations().operations
      state.recoverIfPossible()
      let again = try state.operations().operations
      precondition(again == after, "a recovery was not the last")
      _ = state.problems()
      for operation in after {
        _ = try? state.changes(of: operation)
        guard let plan = try? state.planToUndo([operation]) else { continue }
        _ = try state.transaction(at: Instant(seconds: 2)) { try $0.carryOut(plan) }
      }
      _ = try state.trash()
    } catch is FileError {
      // What cannot be done is said, and no law is broken by it.
    } catch {
      preconditionFailure("\(error)")
    }
    let outside = try? Store(root: base).read(.root.appending(listed: Self.outside.utf8)).bytes
    precondition(outside == Array("outside".utf8), "a file outside of the notebook was touched")
  }

  /// Returns a journal with these records.
  private func journal(_ input: [UInt8]) -> [UInt8] {
    var bytes = JournalFile.signature
    bytes += JournalFile.framed(header, at: bytes.count)
    var rest = input[...]
    while let low = rest.popFirst(), let high = rest.popFirst() {
      let record = rest.prefix(Int(low) | Int(high) << 8)
      rest = rest.dropFirst(record.count)
      bytes += JournalFile.framed(Array(record), at: bytes.count)
    }
    return bytes
  }

  /// Creates a notebook with a file, a folder and a link that leads out, and without any state.
  private func fill() throws {
    let disk = try Store(root: base)
    for name in try disk.names(in: .root, for: .list) {
      try disk.removeTree(.root.appending(listed: name))
    }
    let write = { (path: String, text: String) throws in
      guard let path = NotePath(path) else { return }
      try disk.makeFolders(path.parent)
      try disk.createFile(path, Array(text.utf8), permissions: .ownerReadWrite)
    }
    try write(Self.outside, "outside")
    try write("root/a.md", "text")
    try write("root/w/b.md", "text")
    symlink("\(base)", "\(base)/root/link")
    symlink("../\(Self.outside)", "\(base)/root/out.md")
  }
}
