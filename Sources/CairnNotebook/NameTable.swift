import CairnCapture
import CairnMarkup
import CairnText

/// What links may call one capture.
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

  /// The names of a capture.
  init(_ capture: Capture) {
    self.init(
      path: capture.path, id: capture.id, title: capture.title, aliases: capture.aliases)
  }

  /// These names, of a file that comes to lie at `path`.
  func moved(to path: NotePath) -> LinkNames {
    LinkNames(path: path, id: id, title: title, aliases: aliases)
  }

  /// The names by path, id, file name, title, alias.
  var inOrder: [[String]] {
    [
      [path.description, path.withoutEnding.description], [id].compactMap(\.self),
      [path.stem, path.name], [title], aliases,
    ]
  }

  /// These names folded, each once in its group.
  fileprivate var folded: [Set<String>] { inOrder.map { Set($0.map(\.folded)) } }
}

/// What the names in links stand for.
///
/// A wikilink names a capture by its path, its id, its file's name (both with or without the ending),
/// its title or an alias, in this order; a Markdown link names a file by a path relative to the
/// folder of the capture it stands in, or to the root where it begins with `/`. Names are compared
/// folded. Where a name fits several captures of the same order, the one in the same folder is
/// meant, else the first by path, and ``LinkResolution/ambiguous(_:)`` says so.
struct NameTable: Sendable {
  /// What a folded name fits: captures by path, id, file name, title or alias, of these the first
  /// that there are.
  private struct Named {
    let order: Int
    let path: NotePath
  }

  /// The files that share a name.
  private struct Shared {
    var all: [NotePath]
    /// The same by folder; known when the table is complete.
    var inFolder: [NotePath: [NotePath]] = [:]
  }

  private var named: [String: Named] = [:]
  private var shared: [String: Shared] = [:]
  /// All files with their titles, nil for those that are no captures.
  private let titles: [NotePath: String?]

  init(_ names: [LinkNames], attachments: [NotePath]) {
    titles = Dictionary(
      names.map { ($0.path, $0.title) } + attachments.map { ($0, nil) }
    ) { first, _ in first }
    named.reserveCapacity(names.count * 5)
    // Some thousand at a time: folded apart, the names of all would take more memory than the table.
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

  /// The names that several files share, folded, with these files.
  func sharedNames() -> some Sequence<(name: String, files: [NotePath])> {
    shared.lazy.map { ($0.key, $0.value.all) }
  }

  /// The files that share a folded name; none if fewer than two do.
  func files(sharing name: String) -> [NotePath] { shared[name]?.all ?? [] }

  /// What the capture at a path is called; nil where there is none in this table.
  func title(of path: NotePath) -> String? { titles[path] ?? nil }

  /// What a link in a capture of `folder` leads to.
  func resolve(_ link: Markup.Link, from folder: NotePath) -> LinkResolution {
    if link.isExternal || link.target.isEmpty { return .external }
    switch link.kind {
    case .wiki, .wikiEmbed: return wikilink(link.target, from: folder)
    default: return relative(link.target, from: folder)
    }
  }

  /// What a wikilink's name leads to.
  func wikilink(_ name: String, from folder: NotePath) -> LinkResolution {
    if let path = NotePath(name), titles[path] != nil { return .found(path) }
    let key = name.folded
    guard let found = named[key] else { return .dead }
    guard let files = shared[key] else { return .found(found.path) }
    guard let near = files.inFolder[folder] else { return .ambiguous(files.all) }
    return near.count == 1 ? .found(near[0]) : .ambiguous(near)
  }

  /// What the path of a Markdown link leads to.
  func relative(_ target: String, from folder: NotePath) -> LinkResolution {
    guard let path = NotePath.resolving(target, from: folder) else { return .dead }
    return path.firstOfEndings { titles[$0] != nil ? .found($0) : nil } ?? .dead
  }
}

extension NotePath {
  /// What is found of the files that a Markdown link with this path may mean, the likeliest first:
  /// endings may be missing, as in the links that site generators write.
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
