import CairnCapture
import CairnMarkup
import CairnText

/// The names by which links can refer to a capture.
struct LinkNames: Sendable {
  let path: NotePath
  let id: String?
  let title: String
  let aliases: [String]

  init(path: NotePath, id: String?, title: String, aliases: [String]) {
    self.path = path
    self.id = id
    self.title = title
    self.aliases = aliases
  }

  /// Creates the names of a capture.
  init(_ capture: Capture) {
    self.init(
      path: capture.path, id: capture.id, title: capture.title, aliases: capture.aliases)
  }

  /// Returns these names with `path` as the path of the file.
  func moved(to path: NotePath) -> LinkNames {
    LinkNames(path: path, id: id, title: title, aliases: aliases)
  }

  /// The names in order of precedence: path, id, file name, title, aliases.
  var inOrder: [[String]] {
    [
      [path.description, path.withoutEnding.description], [id].compactMap(\.self),
      [path.stem, path.name], [title], aliases,
    ]
  }

  /// The folded names in the groups of ``inOrder``, without duplicates within a group.
  fileprivate var folded: [Set<String>] { inOrder.map { Set($0.map(\.folded)) } }
}

/// A table that resolves the names in links.
///
/// A wikilink names a capture by one of these, in order of precedence: path, id, file name, title,
/// alias. Paths and file names match with and without their extension. A Markdown link names a file
/// by a path relative to the folder of its capture, or to the root if it begins with `/`. Names are
/// compared folded. If several files have a name at the same rank, and exactly one of them is in
/// the folder of the link's capture, that file takes precedence. Otherwise the result is
/// ``LinkResolution/ambiguous(_:)`` with the files in that folder; if there are none, with all
/// files that have the name. The link then uses the first file by path.
struct NameTable: Sendable {
  /// The first file, by path, that has a folded name; `order` is the index of the name's group in
  /// ``LinkNames/inOrder``.
  private struct Named {
    let order: Int
    let path: NotePath
  }

  /// The files that share a name.
  private struct Shared {
    var all: [NotePath]
    /// The files of `all`, keyed by folder; set when the table is complete.
    var inFolder: [NotePath: [NotePath]] = [:]
  }

  private var named: [String: Named] = [:]
  private var shared: [String: Shared] = [:]
  /// The titles of all files, keyed by path; nil for files that are not captures.
  private let titles: [NotePath: String?]

  init(_ names: [LinkNames], attachments: [NotePath]) {
    titles = Dictionary(
      names.map { ($0.path, $0.title) } + attachments.map { ($0, nil) }
    ) { first, _ in first }
    named.reserveCapacity(names.count * 5)
    // In batches: folding all names at once would take more memory than the table.
    for part in names.chunked(into: 4096) {
      let folded = Parallel.map(Array(part).chunked(into: 256)) { $0.map(\.folded) }
      for (capture, groups) in zip(part, folded.joined()) {
        for (order, group) in groups.enumerated() {
          for name in group where !name.isEmpty { add(capture.path, name, order) }
        }
      }
    }
    for path in attachments { add(path, path.name.folded, 2) }
    shared = shared.mapValues { files in
      Shared(all: files.all, inFolder: Dictionary(grouping: files.all, by: \.parent))
    }
  }

  private mutating func add(_ path: NotePath, _ name: String, _ order: Int) {
    guard let known = named[name], known.order <= order else {
      named[name] = Named(order: order, path: path)
      shared[name] = nil
      return
    }
    if known.order == order { shared[name, default: Shared(all: [known.path])].all.append(path) }
  }

  /// Returns the folded names that several files share, with these files.
  func sharedNames() -> some Sequence<(name: String, files: [NotePath])> {
    shared.lazy.map { ($0.key, $0.value.all) }
  }

  /// Returns the files that share a folded name; empty if fewer than two files have the name.
  func files(sharing name: String) -> [NotePath] { shared[name]?.all ?? [] }

  /// Returns the title of the capture at a path; nil if this table contains no capture at the path.
  func title(of path: NotePath) -> String? { titles[path] ?? nil }

  /// Returns the destination of a link in a capture in `folder`.
  func resolve(_ link: Markup.Link, from folder: NotePath) -> LinkResolution {
    if link.isExternal || link.target.isEmpty { return .external }
    switch link.kind {
    case .wiki, .wikiEmbed: return wikilink(link.target, from: folder)
    default: return relative(link.target, from: folder)
    }
  }

  /// Returns the destination of a wikilink with the target `name` in a capture in `folder`.
  func wikilink(_ name: String, from folder: NotePath) -> LinkResolution {
    if let path = NotePath(name), titles[path] != nil { return .found(path) }
    let key = name.folded
    guard let found = named[key] else { return .dead }
    guard let files = shared[key] else { return .found(found.path) }
    guard let near = files.inFolder[folder] else { return .ambiguous(files.all) }
    return near.count == 1 ? .found(near[0]) : .ambiguous(near)
  }

  /// Returns the destination of a Markdown link with the path `target` in a capture in `folder`.
  func relative(_ target: String, from folder: NotePath) -> LinkResolution {
    guard let path = NotePath.resolving(target, from: folder) else { return .dead }
    return path.firstOfEndings { titles[$0] != nil ? .found($0) : nil } ?? .dead
  }
}

extension NotePath {
  /// Calls `find` with this path as it is, then with each Markdown extension appended. Returns the
  /// first result that is not nil; nil if there is none. Links written by site generators may lack
  /// the extension.
  func firstOfEndings<Found>(_ find: (NotePath) -> Found?) -> Found? {
    if let found = find(self) { return found }
    for ending in [".md", ".markdown", ".mdx"] {
      if let path = NotePath(bytes: bytes + Array(ending.utf8)), let found = find(path) {
        return found
      }
    }
    return nil
  }
}
