import CairnCapture
import CairnDocument
import CairnIndex
public import CairnMarkup
public import CairnQuery
public import CairnText

/// Who links to whom in a library.
///
/// A wikilink names a capture by its path, its id, its file's name (both with or without the ending),
/// its title or an alias, in this order; a Markdown link names a file by a path relative to the
/// folder of the capture it stands in, or to the root where it begins with `/`. Names are compared
/// folded. Where a name fits several captures of the same order, the one in the same folder is
/// meant, else the first by path, and ``Resolution/ambiguous(_:)`` says so.
///
/// Bodies are parsed and the table built when the first question is asked; resolving is then a
/// look-up.
public final class LinkGraph: Sendable {
  private let library: Library
  private let names: Lazy<NameTable>
  private let tables: Lazy<Tables>

  /// The graph of a library.
  public init(_ library: Library) {
    self.library = library
    let names = Lazy { NameTable(library) }
    self.names = names
    tables = Lazy { Tables(library, names.value) }
  }

  /// What a link leads to.
  public enum Resolution: Hashable, Sendable {
    /// This capture, or this other file.
    case found(NotePath)
    /// Several captures; the first one is meant.
    case ambiguous([NotePath])
    /// No other file: an address with a scheme, or a place in the capture itself.
    case external
    /// Nothing.
    case dead

    /// The file that is meant.
    public var path: NotePath? {
      switch self {
      case .found(let path): path
      case .ambiguous(let paths): paths.first
      case .external, .dead: nil
      }
    }
  }

  /// A link and what it leads to.
  public struct Edge: Hashable, Sendable {
    /// The capture it stands in.
    public let source: NotePath
    /// The link as written.
    public let link: Markup.Link
    /// What it leads to.
    public let resolution: Resolution

    /// That the link fits several files and was left as it is; nil where it does not.
    ///
    /// - Parameters:
    ///   - locator: finds places in `document`; quick if links come in the order of the text.
    ///   - document: the capture that the link is in.
    func ambiguity(_ locator: inout SourceLocator, in document: Document) -> Diagnostic? {
      guard case .ambiguous(let paths) = resolution else { return nil }
      let range = link.targetRange ?? link.range
      let names = paths.named(but: source, separator: " or ")
      return Diagnostic(
        .warning, "ambiguous-link",
        "`\(link.target)` can mean \(names); the link was left as it is; "
          + "write the path of the one that is meant",
        at: range, in: document.bytes, location: locator.location(of: range.lowerBound)
      ).at(source)
    }
  }
}

// MARK: - Asking

extension LinkGraph {
  /// All links of the capture at `path`, in the order of its text.
  public func links(from path: NotePath) -> [Edge] { tables.value.outgoing[path] ?? [] }

  /// All links that lead to the file at `path`, by source.
  public func links(to path: NotePath) -> [Edge] { tables.value.incoming[path] ?? [] }

  /// What `name` leads to, written as a wikilink in a capture of `folder`.
  public func resolve(_ name: String, from folder: NotePath = .root) -> Resolution {
    names.value.wikilink(name, from: folder)
  }

  /// The file that a link in a capture of `folder` leads to; that of a relative path also where
  /// nothing was found there. Nil for any other dead link, and where it leads to no other file.
  public func destination(of link: Markup.Link, from folder: NotePath) -> NotePath? {
    LinkDestinations(names: names.value).destination(of: link, from: folder)
  }
}

/// Where links lead; may be asked from several threads.
public struct LinkDestinations: Sendable {
  let names: NameTable

  /// What the capture at a path is called, where it is one that such links may lead to.
  public func title(of path: NotePath) -> String? { names.title(of: path) }

  /// The file that a link in a capture of `folder` leads to; that of a relative path also where
  /// nothing was found there. Nil for any other dead link, and where it leads to no other file.
  public func destination(of link: Markup.Link, from folder: NotePath) -> NotePath? {
    switch names.resolve(link, from: folder) {
    case .found(let path): return path
    case .ambiguous(let paths): return paths.first
    case .external: return nil
    case .dead:
      let isName = link.kind == .wiki || link.kind == .wikiEmbed
      return isName ? nil : NotePath.resolving(link.target, from: folder)
    }
  }
}

extension LinkGraph: LinkFacts {
  /// The captures with a link to what `name` leads to, or with a dead link of that name.
  public func captures(linkingTo name: String) -> Set<NotePath> {
    guard let path = resolve(name).path else {
      let folded = FoldedText(name).text
      let dead = tables.value.outgoing.values.joined().filter {
        $0.resolution == .dead && FoldedText($0.link.target).text == folded
      }
      return Set(dead.map(\.source))
    }
    return Set(links(to: path).map(\.source))
  }

  /// The captures that the one which `name` leads to has links to.
  public func captures(linkedBy name: String) -> Set<NotePath> {
    guard let path = resolve(name).path else { return [] }
    return Set(links(from: path).compactMap(\.resolution.path))
  }

  /// Whether no other capture links to the one at `path`, but for briefings.
  public func isOrphan(_ path: NotePath) -> Bool {
    links(to: path).allSatisfy { $0.source == path || tables.value.briefings.contains($0.source) }
  }
}

// MARK: - Tables

extension LinkGraph {
  /// The links of a whole library, in both directions.
  fileprivate struct Tables: Sendable {
    var outgoing: [NotePath: [Edge]] = [:]
    var incoming: [NotePath: [Edge]] = [:]
    var briefings: Set<NotePath> = []

    init(_ library: Library, _ names: NameTable) {
      for capture in library.captures {
        let edges = capture.links(in: capture.bodyText).map { link in
          Edge(
            source: capture.path, link: link,
            resolution: names.resolve(link, from: capture.collection))
        }
        outgoing[capture.path] = edges
        if capture.isBriefing { briefings.insert(capture.path) }
        for edge in edges {
          if let target = edge.resolution.path { incoming[target, default: []].append(edge) }
        }
      }
    }
  }
}

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

  /// The names of a capture, at `path` where that is not its own.
  init(_ capture: Capture, at path: NotePath? = nil) {
    self.path = path ?? capture.path
    id = capture.id
    title = capture.title
    aliases = capture.aliases
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

extension [NotePath] {
  /// The paths in a sentence, without `own`: the first ten, and how many more there are.
  func named(but own: NotePath? = nil, separator: String) -> String {
    let shown = count > 11 ? 10 : 11
    let names = lazy.filter { $0 != own }.prefix(shown).map { "`\($0)`" }
      .joined(separator: separator)
    return count > 11 ? "\(names) or one of \((count - 10).of("other"))" : names
  }
}

/// What the names in links stand for.
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

  init(_ library: Library) {
    self.init(library.captures.map { LinkNames($0) }, attachments: library.attachments)
  }

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
  func resolve(_ link: Markup.Link, from folder: NotePath) -> LinkGraph.Resolution {
    if link.isExternal || link.target.isEmpty { return .external }
    switch link.kind {
    case .wiki, .wikiEmbed: return wikilink(link.target, from: folder)
    default: return relative(link.target, from: folder)
    }
  }

  /// What a wikilink's name leads to.
  func wikilink(_ name: String, from folder: NotePath) -> LinkGraph.Resolution {
    if let path = NotePath(name), titles[path] != nil { return .found(path) }
    let key = name.folded
    guard let found = named[key] else { return .dead }
    guard let files = shared[key] else { return .found(found.path) }
    guard let near = files.inFolder[folder] else { return .ambiguous(files.all) }
    return near.count == 1 ? .found(near[0]) : .ambiguous(near)
  }

  /// What the path of a Markdown link leads to.
  func relative(_ target: String, from folder: NotePath) -> LinkGraph.Resolution {
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
