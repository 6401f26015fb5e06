import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// A repair that keeps links working while files are moved and renamed.
///
/// A link is changed only if it would no longer resolve to the same file. Only the link's target is
/// rewritten, in the original style. If the title of a link's destination changes, a link text that
/// is exactly the old title becomes the new title. Dead links and ambiguous links are not changed.
///
/// Creating a repair builds two tables of all names. Repairing a file parses the file once, again
/// if the repair changed the file, and again if titles change.
struct LinkRepair: Sendable {
  let relocation: Relocation
  let heading: HeadingChange?
  /// The changes of titles, keyed by the new path of the capture.
  let titles: [NotePath: TitleChange]
  private let before: NameTable
  private let after: NameTable
  /// The old paths of the captures whose fields or text change for a reason other than a link.
  private let edited: Set<NotePath>
  /// The old paths of the captures in ``edited`` that had no field with their title before the
  /// change.
  private let untitled: Set<NotePath>
  private let namesBefore: [NotePath: LinkNames]
  private let namesAfter: [NotePath: LinkNames]
  /// The folded names that more than ``many`` files share and that the relocation or the edits
  /// affect.
  private let touched: Set<String>
  /// A callback that returns whether a file or folder is at a path before or after the relocation.
  let isThere: @Sendable (NotePath) -> Bool

  /// Creates a repair for a notebook whose files move according to `relocation`.
  ///
  /// - Parameters:
  ///   - edited: The captures whose fields or text change for a reason other than a link, with
  ///     their new content, keyed by old path.
  ///   - heading: The heading that changes; nil if none does.
  ///   - isThere: A callback that returns whether a file or folder is at a path before or after the
  ///     relocation.
  init(
    _ contents: LinkedContents, _ relocation: Relocation, edited: [NotePath: Capture],
    heading: HeadingChange? = nil,
    isThere: @escaping @Sendable (NotePath) -> Bool
  ) {
    let names = contents.names
    let newNames = names.map { names in
      edited[names.path].map { LinkNames($0) } ?? names.moved(to: relocation(names.path))
    }
    self.relocation = relocation
    self.edited = Set(edited.keys)
    untitled = Set(
      contents.sources.lazy.filter { edited[$0.path] != nil && $0.writtenTitle == nil }.map(\.path))
    self.heading = heading
    self.isThere = isThere
    titles = zip(names, newNames).reduce(into: [:]) { titles, pair in
      let (old, new) = pair
      if old.title != new.title { titles[new.path] = TitleChange(old: old.title, new: new.title) }
    }
    before = NameTable(names, attachments: contents.attachments)
    // Ambiguous names resolve to the first file by path, so the order matters.
    after = NameTable(
      newNames.sorted { $0.path < $1.path },
      attachments: contents.attachments.map { relocation($0) }.sorted())
    let (before, after, changed) = (before, after, self.edited)
    touched = Set(
      before.sharedNames().filter { name, files in
        guard files.count > Self.many else { return false }
        return after.files(sharing: name) != files
          || files.contains { relocation.moves($0) || changed.contains($0) }
      }.map(\.name))
    namesBefore = Dictionary(names.map { ($0.path, $0) }) { first, _ in first }
    namesAfter = Dictionary(newNames.map { ($0.path, $0) }) { first, _ in first }
  }
}

// MARK: - Repairing

extension LinkRepair {
  /// The maximum number of files with the same name that are checked for each link.
  private static let many = 64

  /// The document of a file with repaired links, and diagnostics for the links that could not be
  /// repaired.
  struct Repaired {
    let document: Document
    let warnings: [Diagnostic]
  }

  /// Returns the document of the file that was at `path`, adapted to the file's new path. A link is
  /// rewritten if its destination has moved, or if the same link would lead to another file from
  /// the new path.
  func repaired(_ document: Document, at path: NotePath) -> Repaired {
    if Canvas.isCanvas(path) {
      let bytes = Canvas.repaired(document.bytes, relocation)
      return Repaired(document: Document(bytes), warnings: [])
    }
    let links = Markup(document.bytes, body: document.body).links
    let body = bodyRepaired(document, links, at: path)
    let fields = fieldsRepaired(body.document, at: path)
    let whole = mediaRepaired(fields.document, at: path)
    return Repaired(
      document: relabelled(whole.document, at: path),
      warnings: whole.warnings + fields.warnings + body.warnings
        + ambiguities(document, links, at: path))
  }

  /// Returns a warning for each ambiguous link that the moves and edits affect. A link is affected
  /// if a file that it matches gets a new path or new names, or if the link would match different
  /// files afterwards.
  private func ambiguities(
    _ document: Document, _ links: [Markup.Link], at path: NotePath
  ) -> [Diagnostic] {
    var locator = SourceLocator(document.bytes)
    return (links + document.fieldLinks.map(\.link)).compactMap { link in
      guard link.isWikilink,
        case .ambiguous(let paths) = oldResolution(of: link, in: document, at: path)
      else { return nil }
      if paths.count > Self.many, !relocation.moves(path) {
        guard touched.contains(link.target.folded) else { return nil }
      } else {
        let isSame = resolution(of: link, in: document, at: path) == .ambiguous(paths)
        let changes = paths.contains { relocation.moves($0) || edited.contains($0) }
        if isSame, !changes { return nil }
      }
      return LinkEdge(source: relocation(path), link: link, resolution: .ambiguous(paths))
        .ambiguity(&locator, in: document)
    }
  }

  /// Returns the document with the links in its body rewritten. Returns the document unchanged if
  /// the rewritten body would not have the same links with the intended destinations.
  private func bodyRepaired(
    _ document: Document, _ links: [Markup.Link], at path: NotePath
  ) -> Repaired {
    var splices: [Splice] = []
    var targets: [NotePath?] = []
    // `lostWithoutEdit` also has the links that are lost if the edits are discarded.
    var lost: [(link: Markup.Link, target: NotePath)] = []
    var lostWithoutEdit = lost
    for link in links {
      let target = newTarget(of: link, in: document, at: path)
      targets.append(target)
      if let splice = headingSplice(of: link, in: document, at: path) {
        splices.append(splice)
        lostWithoutEdit.append((link, target ?? relocation(path)))
      }
      guard let target, let range = link.targetRange,
        resolution(of: link, in: document, at: path) != .found(target)
      else { continue }
      let found = spelling(of: link, to: target, in: document, at: path)
      lostWithoutEdit.append((link, target))
      if let found {
        splices.append(Splice(range, found.bytes))
      } else {
        lost.append((link, target))
        targets[targets.count - 1] = nil
      }
    }
    guard !splices.isEmpty else {
      return Repaired(document: document, warnings: warnings(of: lost, in: document))
    }
    splices.sort { $0.range.lowerBound < $1.range.lowerBound }
    let result = Document(document.bytes.applying(splices))
    guard reads(result, as: targets, insteadOf: links, at: path) else {
      return Repaired(document: document, warnings: warnings(of: lostWithoutEdit, in: document))
    }
    return Repaired(document: result, warnings: warnings(of: lost, in: document))
  }

  /// Returns whether the links of a rewritten file are as intended: of the same kinds as `links`,
  /// in the same order, with the destinations `targets`. Nil in `targets` accepts any destination.
  private func reads(
    _ document: Document, as targets: [NotePath?], insteadOf links: [Markup.Link],
    at path: NotePath
  ) -> Bool {
    let newLinks = Markup(document.bytes, body: document.body).links
    guard newLinks.map(\.kind) == links.map(\.kind) else { return false }
    return zip(newLinks, targets).allSatisfy { link, target in
      target == nil || link.targetRange == nil
        || resolution(of: link, in: document, at: path).path == target
    }
  }

  /// Returns an error for each link in `lost`. Each error contains the path to which its link
  /// should lead. Costs one pass over the document.
  func warnings(
    of lost: [(link: Markup.Link, target: NotePath)], in document: Document
  ) -> [Diagnostic] {
    var locator = SourceLocator(document.bytes)
    return lost.map { link, target in
      let range = link.targetRange ?? link.range
      return Diagnostic(
        .error, "link-lost",
        "Cairn cannot make this link lead to `\(target)`; change the link by hand",
        at: range, in: document.bytes, location: locator.location(of: range.lowerBound))
    }
  }
}

// MARK: - Destinations

extension LinkRepair {
  /// Returns the path to which a link in the file that was at `path` must lead after the moves.
  ///
  /// Nil if the link is external, ambiguous or dead. A link may lead to a path that scans exclude,
  /// such as a hidden file. The result is then also nil if the moves change neither that path nor
  /// the folder of the linking file.
  func newTarget(
    of link: Markup.Link, in document: Document, at path: NotePath
  ) -> NotePath? {
    switch oldResolution(of: link, in: document, at: path) {
    case .external, .ambiguous: return nil
    case .found(let found): return relocation(found)
    case .dead: break
    }
    // The link may lead to a folder, a collection's page, or a file that scans exclude.
    guard let place = self.path(in: link, from: path.parent) else { return nil }
    let target = relocation(place)
    guard target != place || path.parent != relocation(path).parent,
      isThere(place) || isThere(target)
    else { return nil }
    return target
  }

  /// Returns the old destination of a link in the file that was at `path`.
  private func oldResolution(
    of link: Markup.Link, in document: Document, at path: NotePath
  ) -> LinkResolution {
    before.resolve(
      link, in: document, at: path, hasTitleField: untitled.contains(path) ? false : nil)
  }

  /// Returns the destination, before any move, of a link in the file that was at `path`. Nil if the
  /// link is external, ambiguous or dead. A link with only a fragment leads to its own file.
  func destination(
    of link: Markup.Link, in document: Document, at path: NotePath
  ) -> NotePath? {
    if link.target.isEmpty { return link.isExternal ? nil : path }
    guard case .found(let found) = oldResolution(of: link, in: document, at: path) else {
      return nil
    }
    return found
  }

  /// Returns the path that `text` spells or, if `text` is nil, the path that the target of the link
  /// spells. There need not be a file at that path.
  private func path(
    in link: Markup.Link, saying text: String? = nil, from folder: NotePath
  ) -> NotePath? {
    let text = text ?? link.target
    return link.isWikilink ? NotePath(text) : NotePath.resolving(text, from: folder)
  }

  /// Returns the destination, after the moves, of a link in the file that was at `path`. If `text`
  /// is not nil, it replaces the target of the link. A target that is a valid path counts as found,
  /// even if the tables of names contain no such file.
  func resolution(
    of link: Markup.Link, saying text: String? = nil, in document: Document, at path: NotePath
  ) -> LinkResolution {
    let place = relocation(path)
    let resolution = after.resolve(link, saying: text, in: document, at: place)
    guard resolution == .dead, let found = self.path(in: link, saying: text, from: place.parent)
    else { return resolution }
    return .found(found)
  }

  /// Returns the new target of a link in the file that was at `path`: the spelling that leads to
  /// `target` after the moves and is most similar to the original; nil if there is none.
  func spelling(
    of link: Markup.Link, to target: NotePath, in document: Document, at path: NotePath
  ) -> LinkSpelling? {
    spellings(of: link, to: target, in: document, at: path).first {
      resolution(of: link, saying: $0.target, in: document, at: path) == .found(target)
    }
  }

  private func spellings(
    of link: Markup.Link, to target: NotePath, in document: Document, at path: NotePath
  ) -> [LinkSpelling] {
    guard link.isWikilink else {
      let written = self.path(in: link, from: path.parent)
      return LinkSpelling.relative(
        to: target, from: relocation(path).parent, like: link, in: document.bytes,
        hasEnding: written.map { relocation($0) == target } ?? true)
    }
    let old = oldResolution(of: link, in: document, at: path).path
    return LinkSpelling.wikilinks(
      to: target, namesAfter[target], like: link, before: old.flatMap { namesBefore[$0] })
  }
}
