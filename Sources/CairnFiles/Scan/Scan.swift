public import CairnText
import Synchronization

/// Everything below a store's root: the files, the folders, and errors for those that could not be
/// read.
///
/// Dot files and dot folders (`.git`, `.cairn`, `.obsidian` …), `node_modules`, and files matched
/// by a `.cairnignore` are left out. Symbolic links are not followed: targets inside the root are
/// found under their own names, and targets outside do not belong to the store. A file with several
/// hard links is listed under each of its names.
@dynamicMemberLookup
public struct Scan: Sendable {
  /// A note: a regular file whose name ends with `.md`, `.markdown` or `.mdx`, in any case, or with
  /// one of ``Store/noteEndings``.
  public struct File: Hashable, Sendable {
    /// The file's path.
    public let path: NotePath
    /// The file's stamp when it was listed.
    public let stamp: Stamp

    /// Creates a file from its path and stamp.
    public init(path: NotePath, stamp: Stamp) {
      self.path = path
      self.stamp = stamp
    }
  }

  /// Something that is neither a regular file nor a folder; it is never opened.
  public struct Special: Hashable, Sendable {
    /// The path of the special file.
    public let path: NotePath
    /// The kind: a symbolic link, pipe, socket or device.
    public let kind: FileKind
  }

  /// The kinds of files that a scan lists.
  public enum Contents: Sendable {
    /// Only notes (``Store/isNote(_:)``).
    case markdown
    /// All files, including images and other attachments.
    case allFiles
  }

  /// The notes, ordered by path.
  public internal(set) var files: [File] = []
  /// The regular files that are not notes, ordered by path; empty unless ``Contents/allFiles`` was
  /// requested.
  public internal(set) var attachments: [NotePath] = []
  /// The other findings of the walk, such as folders and special files.
  let walk: Walk

  /// Creates a scan from a walk and the files that it found.
  package init(files: [File] = [], attachments: [NotePath] = [], walk: Walk) {
    (self.files, self.attachments, self.walk) = (files, attachments, walk)
  }

  /// Returns a property of ``walk``.
  public subscript<Value>(dynamicMember member: KeyPath<Walk, Value>) -> Value {
    walk[keyPath: member]
  }
}

extension Store {
  /// Lists everything below the root.
  ///
  /// Reads only `.cairnignore` files and changes nothing. Never fails: errors are in
  /// ``Walk/problems``. Costs as much as ``walk(threads:_:)``, plus time and memory for the path of
  /// each file.
  public func scan(including contents: Scan.Contents = .markdown) -> Scan {
    let found = Mutex((files: [Scan.File](), attachments: [NotePath]()))
    let walk = walk { folder in
      let files = folder.files()
      let attachments = contents == .allFiles ? folder.attachmentPaths() : []
      found.withLock {
        $0.files += files
        $0.attachments += attachments
      }
    }
    // Each folder's files are already sorted, which leaves only merging.
    return found.withLock { found in
      Scan(
        files: found.files.sorted { $0.path < $1.path }, attachments: found.attachments.sorted(),
        walk: walk)
    }
  }
}

extension Store {
  /// Returns the hidden regular files in a folder: those whose names begin with a dot. Scans leave
  /// these files out. The result does not include Cairn's own temporary files, and is empty if the
  /// folder cannot be listed.
  ///
  /// Costs a listing of the folder and one system call for each hidden name.
  public func hiddenFiles(in folder: NotePath) -> [NotePath] {
    let names = (try? names(in: folder, for: .list)) ?? []
    return names.filter { $0.first == UInt8(ascii: ".") && !TemporaryName.isOne($0) }
      .map { folder.appending(listed: $0) }.filter { (try? kind($0)) == .file }
  }
}

extension FolderListing {
  /// Returns the notes, sorted by path.
  fileprivate borrowing func files() -> [Scan.File] {
    var files: [Scan.File] = []
    files.reserveCapacity(names.count)
    for index in names.indices {
      files.append(
        Scan.File(path: path.appending(listed: names[index]), stamp: stamps[index]))
    }
    files.sort { $0.path < $1.path }
    return files
  }

  /// Returns the paths of the regular files that are not notes, sorted.
  fileprivate borrowing func attachmentPaths() -> [NotePath] {
    let path = path
    return attachments.map { path.appending(listed: $0) }.sorted()
  }
}

extension NotePath {
  /// Whether the name ends with `.md`, `.markdown` or `.mdx`, in any case.
  public var isMarkdown: Bool { FileName.isMarkdown(nameBytes) }
}
