import CairnArchive
import CairnFiles
import CairnImport
import CairnText
import SystemPackage

/// The functions that list the files of an export.
enum ImportFolder {
  /// Returns the files at a path, which is a file, a folder or an archive. Files and folders with
  /// names that begin with a dot are left out.
  ///
  /// Throws a ``Refusal`` if an archive is damaged or too large, or if the folder contains the
  /// notebook, and `FileError` if the path cannot be read.
  static func files(
    at path: FilePath, named name: String, for notebook: Store
  ) throws -> ImportFiles {
    let file: OutsideFile
    do throws(FileError) {
      file = try OutsideFile(path)
    } catch {
      guard error.code == .isFolder else { throw error }
      let store = try Store(root: path)
      guard !notebook.root.starts(with: store.root) else {
        throw Refusal(
          "import-notebook",
          "\(name): this folder contains the notebook; pass a folder that does not contain it",
          .invalid)
      }
      let files = files(in: store)
      // If the folder contains a single file, this file can be an archive.
      guard files.isSingle, let only = files.paths.first else { return files }
      return try archive(at: store.root.appending(only), named: only) ?? files
    }
    if let files = try archive(at: file.path, named: name) { return files }
    let name = file.path.lastComponent?.string ?? "export"
    let folder = file.path.removingLastComponent()
    return ImportFiles(
      [name], isSingle: true, reader: { $0 == name ? try? file.read() : nil },
      times: { name in
        (try? Store(root: folder)).flatMap { store in NotePath(name).flatMap(store.modified) }
      }, sizes: { $0 == name ? file.size : nil })
  }

  /// Returns the files in a file that a program sent: the file itself, or the files in an archive.
  ///
  /// Throws a ``Refusal`` if an archive is damaged or too large.
  static func files(in upload: UploadedFile) throws(Refusal) -> ImportFiles {
    let (name, bytes) = (upload.name, upload.bytes)
    if let files = try archive(ArchiveInput(bytes), named: name) { return files }
    return ImportFiles(
      [name], isSingle: true, reader: { $0 == name ? bytes : nil },
      sizes: { $0 == name ? bytes.count : nil })
  }

  /// The reason to report if a file of an export cannot be read and is skipped.
  static let unreadReason = "the file is damaged or cannot be read"

  /// Returns the files in the archive at a path; nil if the file is not an archive. Throws a
  /// ``Refusal`` if the archive is damaged or too large.
  private static func archive(at path: FilePath, named name: String) throws(Refusal) -> ImportFiles?
  {
    guard let file = OpenFile(path) else { return nil }
    return try archive(ArchiveInput(size: file.size) { file.read($0) }, named: name)
  }

  private static func archive(
    _ input: ArchiveInput, named name: String
  ) throws(Refusal) -> ImportFiles? {
    do throws(ArchiveFailure) {
      return try Archive.open(input).map { files(of: $0, name) }
    } catch {
      throw Refusal("archive-refused", "\(name): the archive cannot be read: \(error.reason)")
    }
  }

  private static func files(in store: Store) -> ImportFiles {
    let scan = store.scan(including: .allFiles)
    let paths = scan.files.map(\.path) + scan.attachments
    let known = Dictionary(
      paths.map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first })
    var files = ImportFiles(
      Array(known.keys), isSingle: known.count == 1,
      reader: { name in (known[name] ?? NotePath(name)).flatMap { try? store.read($0).bytes } },
      times: { name in known[name].flatMap(store.modified) },
      sizes: { name in known[name].flatMap { (try? store.stamp($0))?.size } })
    files.name = store.root.lastComponent?.string ?? ""
    files.skipped = skipped(by: scan)
    files.isIncomplete = !scan.isComplete
    return files
  }

  /// Returns the items that cannot be imported from a folder, each with the reason. Leaves out
  /// items whose names begin with a dot.
  private static func skipped(by scan: Scan) -> [(item: String, reason: String)] {
    scan.specials.map { special in
      (
        special.path.description,
        special.kind == .link ? "it is a link" : "it is not a regular file"
      )
    }
      + scan.hidden.filter { $0.nameBytes.first != UInt8(ascii: ".") }.map { path in
        (path.description, "Cairn ignores folders with this name")
      }
      + scan.ignored.map { ($0.description, "excluded by a `.cairnignore` file in the export") }
      + scan.problems.map { ($0.path.string, $0.message) }
  }

  /// Returns the files in an archive. If the archive contains only archives, as large exports of
  /// Notion do, returns the files in the inner archives. `name` is the name of the archive in
  /// messages.
  private static func files(of archive: Archive, _ name: String) -> ImportFiles {
    var archives = [archive]
    var (skipped, isIncomplete) = (archive.skipped, !archive.isComplete)
    if isIncomplete {
      skipped.append((name, "the end of the archive is missing, so some files may be missing"))
    }
    if !archive.paths.isEmpty, archive.paths.allSatisfy({ $0.lowercased().hasSuffix(".zip") }) {
      archives = []
      var limits = Archive.Limits()
      for path in archive.paths {
        do throws(ArchiveFailure) {
          guard let bytes = archive.bytes(path),
            let inner = try Archive.open(ArchiveInput(bytes), limits)
          else { throw ArchiveFailure.damaged }
          limits.files -= inner.paths.count
          limits.bytes -= inner.size
          archives.append(inner)
          skipped += inner.skipped
        } catch {
          skipped.append((path, "the archive cannot be read: \(error.reason)"))
          isIncomplete = true
        }
      }
    }
    var places: [String: Archive] = [:]
    for archive in archives {
      for path in archive.paths where !isHidden(path) {
        if let other = places.updateValue(archive, forKey: path),
          other.bytes(path) != archive.bytes(path)
        {
          skipped.append((path, "a later archive in the export contains another file at this path"))
        }
      }
    }
    var files = ImportFiles(
      Array(places.keys), isSingle: places.count == 1,
      reader: { [places, archives] path in
        places[path]?.bytes(path) ?? archives.lazy.compactMap { $0.bytes(path) }.first
      }, times: { [places] path in places[path]?.modified(path) },
      sizes: { [places] path in places[path]?.size(of: path) })
    (files.skipped, files.isIncomplete) = (skipped, isIncomplete)
    return files
  }

  private static func isHidden(_ path: String) -> Bool {
    path.split(separator: "/").contains { FileName.isHidden($0.utf8) }
  }
}

extension Store {
  /// Returns the time when a file was last changed, in UTC; nil if it cannot be read.
  fileprivate func modified(_ path: NotePath) -> DateTime? {
    (try? stamp(path)).map { DateTime($0.modified, offset: 0) }
  }
}

/// A file that stays open while parts of it are read.
private final class OpenFile: Sendable {
  let size: Int
  private let file: FileDescriptor

  /// Opens a file for reading; nil if it cannot be opened.
  init?(_ path: FilePath) {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
      return nil
    }
    self.file = file
    size = (try? Int(file.seek(offset: 0, from: .end))) ?? 0
  }

  deinit { try? file.close() }

  func read(_ range: Range<Int>) -> [UInt8]? { try? file.read(range) }
}
