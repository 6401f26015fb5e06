import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// Keeps links leading where they led while files change their places and names.
///
/// A link is touched only where it would no longer resolve to the same file; then its target, and
/// nothing else of it, is written anew in the way in which it was written. Links that led nowhere
/// are left alone. Making one costs a parse of every capture without a `title` field, repairing a
/// file one parse, and a second one where something in it changes.
struct LinkRepair: Sendable {
  let relocation: Relocation
  let heading: HeadingChange?
  private let before: NameTable
  private let after: NameTable
  private let namesBefore: [NotePath: LinkNames]
  private let namesAfter: [NotePath: LinkNames]
  /// Whether there is a file or folder that the library does not list.
  let isThere: @Sendable (NotePath) -> Bool

  /// A repair for when the captures of `library` lie where `relocation` says.
  ///
  /// - Parameters:
  ///   - edited: captures whose own fields or text change, as they are afterwards, by old path.
  ///   - heading: a heading that becomes another.
  ///   - isThere: whether there is something at a path, before or after the relocation.
  init(
    _ library: Library, _ relocation: Relocation, edited: [NotePath: Capture],
    heading: HeadingChange? = nil,
    isThere: @escaping @Sendable (NotePath) -> Bool
  ) {
    let names = library.captures.map { LinkNames($0) }
    let newNames = zip(library.captures, names).map { capture, names in
      let place = relocation(capture.path)
      if let edited = edited[capture.path] { return LinkNames(edited, at: place) }
      return place == capture.path ? names : LinkNames(capture, at: place)
    }
    self.relocation = relocation
    self.heading = heading
    self.isThere = isThere
    before = NameTable(names, attachments: library.attachments)
    // Of several that a name fits the first by path is meant, so the order is part of the answer.
    after = NameTable(
      newNames.sorted { $0.path < $1.path },
      attachments: library.attachments.map { relocation($0) }.sorted())
    namesBefore = Dictionary(names.map { ($0.path, $0) }) { first, _ in first }
    namesAfter = Dictionary(newNames.map { ($0.path, $0) }) { first, _ in first }
  }
}

// MARK: - Repairing

extension LinkRepair {
  /// A file with its links as they have to be, and what could not be kept.
  struct Repaired {
    let document: Document
    let warnings: [Diagnostic]
  }

  /// The file that was at `path`, for its new place: with those links rewritten that would lead
  /// elsewhere from there, or to what has gone elsewhere.
  func repaired(_ document: Document, at path: NotePath) -> Repaired {
    let body = bodyRepaired(document, at: path)
    let fields = fieldsRepaired(body.document, at: path)
    let whole = mediaRepaired(fields.document, at: path)
    return Repaired(
      document: whole.document, warnings: whole.warnings + fields.warnings + body.warnings)
  }

  /// The file with the links in its body rewritten.
  private func bodyRepaired(_ document: Document, at path: NotePath) -> Repaired {
    let folder = relocation(path).parent
    let links = Markup(document.bytes, body: document.body).links
    var splices: [Splice] = []
    var targets: [NotePath?] = []
    var warnings: [Diagnostic] = []
    var lostWithoutEdit: [Diagnostic] = []
    for link in links {
      let target = newTarget(of: link, from: path.parent, to: folder)
      targets.append(target)
      if let splice = headingSplice(of: link, at: path, in: document.bytes) {
        splices.append(splice)
        lostWithoutEdit.append(lost(link, target ?? relocation(path), in: document))
      }
      guard let target, let range = link.targetRange,
        resolution(of: link, from: folder).path != target
      else { continue }
      let found = spellings(of: link, from: path.parent, to: folder, target, in: document.bytes)
        .first { resolution(of: link, saying: $0.target, from: folder) == .found(target) }
      let lost = lost(link, target, in: document)
      lostWithoutEdit.append(lost)
      if let found {
        splices.append(Splice(range, found.bytes))
      } else {
        warnings.append(lost)
        targets[targets.count - 1] = nil
      }
    }
    guard !splices.isEmpty else { return Repaired(document: document, warnings: warnings) }
    splices.sort { $0.range.lowerBound < $1.range.lowerBound }
    let result = Document(document.bytes.applying(splices))
    guard reads(result, as: targets, insteadOf: links, from: folder) else {
      return Repaired(document: document, warnings: lostWithoutEdit)
    }
    return Repaired(document: result, warnings: warnings)
  }

  /// Makes sure that a rewritten file has the same links, leading where they are to lead.
  private func reads(
    _ document: Document, as targets: [NotePath?], insteadOf links: [Markup.Link],
    from folder: NotePath
  ) -> Bool {
    let newLinks = Markup(document.bytes, body: document.body).links
    guard newLinks.map(\.kind) == links.map(\.kind) else { return false }
    return zip(newLinks, targets).allSatisfy { link, target in
      target == nil || link.targetRange == nil
        || resolution(of: link, from: folder).path == target
    }
  }

  func lost(_ link: Markup.Link, _ target: NotePath, in document: Document) -> Diagnostic {
    Diagnostic(
      .error, "link-lost",
      "this link cannot be written so that it leads to `\(target)`; change it by hand",
      at: link.targetRange ?? link.range, in: document.bytes)
  }
}

// MARK: - Where links lead

extension LinkRepair {
  /// Where the file that a link in a capture of `folder` leads to is afterwards; nil where it leads
  /// to none, or neither of the two moves and it is no name.
  func newTarget(
    of link: Markup.Link, from folder: NotePath, to newFolder: NotePath
  ) -> NotePath? {
    let resolution = before.resolve(link, from: folder)
    if resolution == .external { return nil }
    if let path = resolution.path { return relocation(path) }
    // A folder, a collection's page, or a file that scans leave out.
    guard let path = path(in: link, from: folder) else { return nil }
    let target = relocation(path)
    guard target != path || folder != newFolder, isThere(path) || isThere(target) else {
      return nil
    }
    return target
  }

  /// The file that a link in the file that was at `path` led to; that file for one without a target.
  func destination(of link: Markup.Link, at path: NotePath) -> NotePath? {
    if link.target.isEmpty { return link.isExternal ? nil : path }
    return before.resolve(link, from: path.parent).path
  }

  /// The path that a link spells, whether or not something is there.
  private func path(
    in link: Markup.Link, saying text: String? = nil, from folder: NotePath
  ) -> NotePath? {
    let text = text ?? link.target
    return link.isWiki ? NotePath(text) : NotePath.resolving(text, from: folder)
  }

  /// What a link in a capture of `folder` leads to afterwards, were `text` its target.
  func resolution(
    of link: Markup.Link, saying text: String? = nil, from folder: NotePath
  ) -> LinkGraph.Resolution {
    let said = text ?? link.target
    let resolution =
      link.isWiki ? after.wikilink(said, from: folder) : after.relative(said, from: folder)
    guard resolution == .dead, let path = path(in: link, saying: text, from: folder) else {
      return resolution
    }
    return .found(path)
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

extension Markup.Link {
  /// Whether it names a capture, and not a path relative to a folder.
  var isWiki: Bool { kind == .wiki || kind == .wikiEmbed }
}
