import CairnCapture
import CairnDocument
import CairnFiles
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
/// compared in folded form.
///
/// If several files have a name at the same rank, files in the folder of the link's capture take
/// precedence over all others. If only one file is then left, the link leads to it. If several are
/// left, the link is ``LinkResolution/ambiguous(_:)`` and leads to the first of them by path.
struct NameTable: Sendable {
  /// The best match of a folded name: the file that has the name at the best rank or, if there are
  /// several such files, the first of them by path. `order` is that rank, as an index in
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

  /// The indices of the titles and the aliases in ``LinkNames/inOrder``.
  private static let (titleOrder, aliasOrder) = (3, 4)

  private var named: [String: Named] = [:]
  private var shared: [String: Shared] = [:]
  /// For each folded name that is the title of one file and an alias of others, the files with the
  /// alias.
  private var aliased: [String: [NotePath]] = [:]
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
      if order == Self.titleOrder, named[name] != nil { aliased[name] = files(called: name) }
      named[name] = Named(order: order, path: path)
      shared[name] = nil
      return
    }
    if known.order == order { shared[name, default: Shared(all: [known.path])].all.append(path) }
    if known.order == Self.titleOrder, order == Self.aliasOrder {
      aliased[name, default: []].append(path)
    }
  }

  /// Returns the files with a folded name, but only those at the best rank. For example, if the
  /// name is the file name of one file and the title of another, returns only the first of these
  /// files.
  private func files(called name: String) -> [NotePath] {
    shared[name]?.all ?? named[name].map { [$0.path] } ?? []
  }

  /// Returns the folded names that several files share, with these files.
  func sharedNames() -> some Sequence<(name: String, files: [NotePath])> {
    shared.lazy.map { ($0.key, $0.value.all) }
  }

  /// Returns the files that share a folded name; empty if fewer than two files have the name.
  func files(sharing name: String) -> [NotePath] { shared[name]?.all ?? [] }

  /// Returns the title of the capture at a path; nil if this table contains no capture at the path.
  func title(of path: NotePath) -> String? { titles[path] ?? nil }

  /// Returns the destination of a link in a capture.
  ///
  /// If the title of the capture is the link itself, the title does not count as a name. Otherwise,
  /// `[[Sarah]]` as the first line of a capture would lead to that capture.
  func resolve(_ link: Markup.Link, in capture: Capture) -> LinkResolution {
    resolve(link, in: capture.document, at: capture.path)
  }

  /// Returns the destination of a link in the document of a capture at `path`; see
  /// ``resolve(_:in:)``. If `text` is not nil, `text` replaces the target of the link.
  ///
  /// - Parameter hasTitleField: Whether a field contained the title of the capture when this table
  ///   was made; nil if `document` has not changed since.
  func resolve(
    _ link: Markup.Link, saying text: String? = nil, in document: Document, at path: NotePath,
    hasTitleField: Bool? = nil
  ) -> LinkResolution {
    let target = text ?? link.target
    if link.isExternal || target.isEmpty { return .external }
    guard link.isWikilink else { return relative(target, from: path.parent) }
    let found = wikilink(target, from: path.parent)
    let name = target.folded
    guard named[name]?.order == Self.titleOrder, title(of: path)?.folded == name,
      found == .found(path) || found.isAmbiguous,
      document.isTitled(by: link, at: path, hasTitleField: hasTitleField)
    else { return found }
    var others = files(called: name).filter { $0 != path }
    if others.isEmpty { others = aliased[name] ?? [] }
    let near = others.filter { $0.parent == path.parent }
    if !near.isEmpty { others = near }
    return others.isEmpty ? .dead : others.count == 1 ? .found(others[0]) : .ambiguous(others)
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
  /// Calls `find` with this path, then with each Markdown extension appended, because links for
  /// site generators may lack the extension. Returns the first result that is not nil, or nil if
  /// there is none.
  func firstOfEndings<Found>(_ find: (NotePath) -> Found?) -> Found? {
    if let found = find(self) { return found }
    for ending in FileName.markdownEndings {
      if let path = NotePath(bytes: bytes + Array(ending.utf8)), let found = find(path) {
        return found
      }
    }
    return nil
  }
}

extension Document {
  /// Returns whether the title of the capture at `path` comes from a part of the body that contains
  /// `link`, so that replacing the link would change the title.
  ///
  /// - Parameter hasTitleField: Whether a field contains the title; nil to look for the field.
  fileprivate func isTitled(
    by link: Markup.Link, at path: NotePath, hasTitleField: Bool?
  ) -> Bool {
    func capture(_ document: Document) -> Capture {
      Capture(path: path, document: document, modified: Instant(seconds: 0))
    }
    guard body.startIndex <= link.range.lowerBound, link.range.upperBound <= body.endIndex,
      !(hasTitleField ?? (capture(self).writtenTitle != nil))
    else { return false }
    let other = bytes.applying([Splice(link.range, Array("\(link.target)x".utf8))])
    // Begin with an empty line, so that nothing in the body is read as front matter.
    let titles = [bytes, other].map {
      capture(Document([0x0A] + $0[body.startIndex...])).title
    }
    return titles[0] != titles[1]
  }
}
