public import CairnText
import Synchronization

/// What lies below a store's root: the files, the folders, and what could not be seen.
///
/// Left out are dot files and dot folders (`.git`, `.cairn`, `.obsidian` …), `node_modules`, and
/// what a `.cairnignore` names. Symbolic links are not followed: what lies in the root is found
/// under its own name, and what lies outside is not part of it. A file with several hard links is
/// listed under each of its names.
@dynamicMemberLookup
public struct Scan: Sendable {
  /// A regular file whose name ends with `.md`, `.markdown` or `.mdx`, in any case.
  public struct File: Hashable, Sendable {
    /// Where it is.
    public let path: NotePath
    /// Its state when it was listed.
    public let stamp: Stamp

    /// The file at `path` with this stamp.
    public init(path: NotePath, stamp: Stamp) {
      self.path = path
      self.stamp = stamp
    }
  }

  /// Something that is no regular file and was not opened.
  public struct Special: Hashable, Sendable {
    /// Where it is.
    public let path: NotePath
    /// What it is: a link, pipe, socket or device.
    public let kind: FileKind
  }

  /// Which files are listed.
  public enum Contents: Sendable {
    /// Those whose name ends with `.md`, `.markdown` or `.mdx`, in any case.
    case markdown
    /// Images and whatever else there is too.
    case allFiles
  }

  /// The Markdown files, ordered by path.
  public internal(set) var files: [File] = []
  /// The other regular files, ordered by path; none where they were not asked for.
  public internal(set) var attachments: [NotePath] = []
  /// What was found besides.
  let walk: Walk

  /// What was found besides.
  public subscript<Value>(dynamicMember member: KeyPath<Walk, Value>) -> Value {
    walk[keyPath: member]
  }
}

extension Store {
  /// Lists what lies below the root.
  ///
  /// Reads no file but `.cairnignore`s, and changes nothing. Never fails: what could not be seen
  /// is in ``Walk/problems``. Costs a ``walk(threads:_:)``, and memory and time for a path of each
  /// file.
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
    // Sorted folder by folder already, so that what is left is to merge them.
    return found.withLock { found in
      Scan(
        files: found.files.sorted { $0.path < $1.path }, attachments: found.attachments.sorted(),
        walk: walk)
    }
  }
}

extension FolderListing {
  /// The Markdown files, ordered.
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

  /// The other files, ordered.
  fileprivate borrowing func attachmentPaths() -> [NotePath] {
    let path = path
    return attachments.map { path.appending(listed: $0) }.sorted()
  }
}

extension NotePath {
  /// Whether the name ends with `.md`, `.markdown` or `.mdx`, in any case.
  public var isMarkdown: Bool { FileName.isMarkdown(nameBytes) }
}
