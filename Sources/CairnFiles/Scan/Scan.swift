public import CairnText

/// What lies below a store's root: the files, the folders, and what could not be seen.
///
/// Left out are dot files and dot folders (`.git`, `.cairn`, `.obsidian` …), `node_modules`, and
/// what a `.cairnignore` names. Symbolic links are not followed: what lies in the root is found
/// under its own name, and what lies outside is not part of it. A file with several hard links is
/// listed under each of its names.
public struct Scan: Sendable {
  /// A regular file.
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
    /// Those whose name ends with `.md` or `.markdown`, in any case.
    case markdown
    /// Images and whatever else there is too.
    case allFiles
  }

  /// The files, ordered by path.
  public internal(set) var files: [File] = []
  /// The folders below the root, ordered by path.
  public internal(set) var folders: [NotePath] = []
  /// Links, pipes, sockets and devices, ordered by path.
  public internal(set) var specials: [Special] = []
  /// Files that an interrupted write left behind (``Store`` names them `.cairn-….tmp`).
  public internal(set) var leftovers: [NotePath] = []
  /// What could not be looked at, so that something below it may be missing here.
  public internal(set) var problems: [FileError] = []

  /// Whether everything was seen. Where it was not, that a file is missing here says nothing.
  public var isComplete: Bool { problems.isEmpty }
}

extension NotePath {
  /// Whether the name ends with `.md` or `.markdown`, in any case.
  public var isMarkdown: Bool {
    Self.markdownEndings.contains { ending in
      let tail = nameBytes.suffix(ending.count)
      return tail.count < nameBytes.count
        && tail.elementsEqual(ending) { $0 == $1 || $0 | 0x20 == $1 && $1 != UInt8(ascii: ".") }
    }
  }

  private static let markdownEndings: [[UInt8]] = [Array(".md".utf8), Array(".markdown".utf8)]
}
