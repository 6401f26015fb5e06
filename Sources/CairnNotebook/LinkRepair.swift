import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// Keeps links leading where they led while files change their places and names.
///
/// A link is touched only where it would no longer resolve to the same file; then its target, and
/// nothing else of it, is written anew in the way in which it was written. Links that led nowhere
/// are left alone, and so are those that fit several files: nobody knows which one was meant. Making
/// one costs two tables of all names, repairing a file one parse, and a second one where something in
/// it changes.
struct LinkRepair: Sendable {
  let relocation: Relocation
  let heading: HeadingChange?
  private let before: NameTable
  private let after: NameTable
  /// The captures whose own fields or text change.
  private let edited: Set<NotePath>
  private let namesBefore: [NotePath: LinkNames]
  private let namesAfter: [NotePath: LinkNames]
  /// The folded names of many files for which it matters that something moves or changes.
  private let touched: Set<String>
  /// Whether there is a file or folder at a path.
  let isThere: @Sendable (NotePath) -> Bool

  /// A repair for when what a notebook holds lies where `relocation` says.
  ///
  /// - Parameters:
  ///   - edited: captures whose own fields or text change, as they are afterwards, by old path.
  ///   - heading: a heading that becomes another.
  ///   - isThere: whether there is something at a path, before or after the relocation.
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
    self.heading = heading
    self.isThere = isThere
    before = NameTable(names, attachments: contents.attachments)
    // Of several that a name fits the first by path is meant, so the order is part of the answer.
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
  /// If more files than this share a name, they are not looked at for each link.
  fileprivate static let many = 64

  /// A file with its links as they have to be, and what could not be kept.
  struct Repaired {
    let document: Document
    let warnings: [Diagnostic]
  }

  /// The file that was at `path`, for its new place: with those links rewritten that would lead
  /// elsewhere from there, or to what has gone elsewhere.
  func repaired(_ document: Document, at path: NotePath) -> Repaired {
    let links = Markup(document.bytes, body: document.body).links
    let body = bodyRepaired(document, links, at: path)
    let fields = fieldsRepaired(body.document, at: path)
    let whole = mediaRepaired(fields.document, at: path)
    return Repaired(
      document: whole.document,
      warnings: whole.warnings + fields.warnings + body.warnings
        + ambiguities(document, links, at: path))
  }

  /// The links that fit several files, of which one moves or changes its names, or which would lead to
  /// others afterwards.
  private func ambiguities(
    _ document: Document, _ links: [Markup.Link], at path: NotePath
  ) -> [Diagnostic] {
    var locator = SourceLocator(document.bytes)
    return (links + document.fieldLinks.map(\.link)).compactMap { link in
      guard link.isWiki, case .ambiguous(let paths) = oldResolution(of: link, at: path) else {
        return nil
      }
      if paths.count > Self.many, !relocation.moves(path) {
        guard touched.contains(link.target.folded) else { return nil }
      } else {
        let isSame = resolution(of: link, at: path) == .ambiguous(paths)
        let changes = paths.contains { relocation.moves($0) || edited.contains($0) }
        if isSame, !changes { return nil }
      }
      return LinkEdge(source: relocation(path), link: link, resolution: .ambiguous(paths))
        .ambiguity(&locator, in: document)
    }
  }

  /// The file with the links in its body rewritten.
  private func bodyRepaired(
    _ document: Document, _ links: [Markup.Link], at path: NotePath
  ) -> Repaired {
    let folder = relocation(path).parent
    var splices: [Splice] = []
    var targets: [NotePath?] = []
    // Links that cannot be kept, and those that are lost too where nothing can be rewritten.
    var lost: [(link: Markup.Link, target: NotePath)] = []
    var lostWithoutEdit = lost
    for link in links {
      let target = newTarget(of: link, at: path)
      targets.append(target)
      if let splice = headingSplice(of: link, at: path, in: document.bytes) {
        splices.append(splice)
        lostWithoutEdit.append((link, target ?? relocation(path)))
      }
      guard let target, let range = link.targetRange,
        resolution(of: link, at: path) != .found(target)
      else { continue }
      let found = spellings(of: link, from: path.parent, to: folder, target, in: document.bytes)
        .first { resolution(of: link, saying: $0.target, at: path) == .found(target) }
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

  /// Makes sure that a rewritten file has the same links, leading where they are to lead.
  private func reads(
    _ document: Document, as targets: [NotePath?], insteadOf links: [Markup.Link],
    at path: NotePath
  ) -> Bool {
    let newLinks = Markup(document.bytes, body: document.body).links
    guard newLinks.map(\.kind) == links.map(\.kind) else { return false }
    return zip(newLinks, targets).allSatisfy { link, target in
      target == nil || link.targetRange == nil
        || resolution(of: link, at: path).path == target
    }
  }

  /// What is said of links that are lost, each with what it led to; one pass over the document.
  func warnings(
    of lost: [(link: Markup.Link, target: NotePath)], in document: Document
  ) -> [Diagnostic] {
    var locator = SourceLocator(document.bytes)
    return lost.map { link, target in
      let range = link.targetRange ?? link.range
      return Diagnostic(
        .error, "link-lost",
        "this link cannot be written so that it leads to `\(target)`; change it by hand",
        at: range, in: document.bytes, location: locator.location(of: range.lowerBound))
    }
  }
}

// MARK: - Where links lead

extension LinkRepair {
  /// Where the file that a link in the file that was at `path` leads to is afterwards; nil where it
  /// leads to none or fits several, or neither of the two moves and it is no name.
  func newTarget(of link: Markup.Link, at path: NotePath) -> NotePath? {
    switch oldResolution(of: link, at: path) {
    case .external, .ambiguous: return nil
    case .found(let found): return relocation(found)
    case .dead: break
    }
    // A folder, a collection's page, or a file that scans leave out.
    guard let place = self.path(in: link, from: path.parent) else { return nil }
    let target = relocation(place)
    guard target != place || path.parent != relocation(path).parent,
      isThere(place) || isThere(target)
    else { return nil }
    return target
  }

  /// What a link in the file that was at `path` led to. That file itself is not meant where another
  /// one fits as well: a note that is only a link has that for its title.
  private func oldResolution(of link: Markup.Link, at path: NotePath) -> LinkResolution {
    before.resolve(link, from: path.parent).leavingOut(path)
  }

  /// The file that a link in the file that was at `path` led to; that file for one without a target,
  /// none for one that fits several.
  func destination(of link: Markup.Link, at path: NotePath) -> NotePath? {
    if link.target.isEmpty { return link.isExternal ? nil : path }
    guard case .found(let found) = oldResolution(of: link, at: path) else { return nil }
    return found
  }

  /// The path that a link spells, whether or not something is there.
  private func path(
    in link: Markup.Link, saying text: String? = nil, from folder: NotePath
  ) -> NotePath? {
    let text = text ?? link.target
    return link.isWiki ? NotePath(text) : NotePath.resolving(text, from: folder)
  }

  /// What a link in the file that was at `path` leads to afterwards, were `text` its target.
  func resolution(
    of link: Markup.Link, saying text: String? = nil, at path: NotePath
  ) -> LinkResolution {
    let said = text ?? link.target
    let place = relocation(path)
    let folder = place.parent
    let resolution =
      link.isWiki ? after.wikilink(said, from: folder) : after.relative(said, from: folder)
    guard resolution == .dead, let found = self.path(in: link, saying: text, from: folder) else {
      return resolution.leavingOut(place)
    }
    return .found(found)
  }

  func spellings(
    of link: Markup.Link, from folder: NotePath, to newFolder: NotePath, _ target: NotePath,
    in source: [UInt8]
  ) -> [LinkSpelling] {
    guard link.isWiki else {
      let written = path(in: link, from: folder)
      return LinkSpelling.relative(
        to: target, from: newFolder, like: link, in: source,
        hasEnding: written.map { relocation($0) == target } ?? true)
    }
    let old = before.wikilink(link.target, from: folder).path
    return LinkSpelling.wikilinks(
      to: target, namesAfter[target], like: link, before: old.flatMap { namesBefore[$0] })
  }
}

extension LinkResolution {
  /// This, without one of the files where there are several.
  fileprivate func leavingOut(_ own: NotePath) -> LinkResolution {
    guard case .ambiguous(let paths) = self, paths.count <= LinkRepair.many else { return self }
    let others = paths.filter { $0 != own }
    return others.count == 1 ? .found(others[0]) : .ambiguous(others)
  }
}

extension Markup.Link {
  /// Whether it names a capture, and not a path relative to a folder.
  var isWiki: Bool { kind == .wiki || kind == .wikiEmbed }
}
