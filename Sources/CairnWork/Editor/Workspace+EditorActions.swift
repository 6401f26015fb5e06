public import CairnCapture
import CairnDocument
import CairnMarkup
import CairnNotebook
public import CairnText

/// A change that an editor offers at a place in a text.
public struct EditorAction: Sendable {
  /// The change that the action makes.
  public enum Deed: Sendable {
    /// These bytes replace the whole file of the capture.
    case text([UInt8])
    /// A capture with this title is added to a collection.
    case create(title: String, collection: NotePath)
    /// The capture gets this outcome. If a completed action repeats, the next action is added.
    case settle(ActionOutcome)
    /// The capture is split.
    case split
    /// The capture is moved to a collection.
    case move(NotePath)
  }

  /// A phrase that tells the user what the action does.
  public let title: String
  /// The code of the problem that the action fixes; nil if it fixes none.
  public let code: String?
  /// The change that the action makes.
  public let deed: Deed

  init(_ title: String, fixing code: String? = nil, _ deed: Deed) {
    (self.title, self.code, self.deed) = (title, code, deed)
  }
}

extension Workspace {
  /// The maximum number of collections to offer for a move.
  private static let mostCollections = 10
  /// The maximum number of headings to offer for a link.
  private static let mostHeadings = 5
  /// The maximum length, in bytes of UTF-8, of a heading to offer for a link. The time to compare
  /// two headings is proportional to the product of their lengths.
  private static let longestHeading = 200

  /// Returns the changes to offer for a byte range of a capture.
  public func actions(in capture: Capture, at range: Range<Int>) -> [EditorAction] {
    guard !CollectionPage.isPage(capture.path) else { return [] }
    let catalog = catalog(attachments: true)
    return fixes(of: capture, at: range, catalog) + boxes(of: capture, at: range)
      + outcomes(of: capture) + additions(to: capture) + moves(of: capture, catalog)
  }

  /// Returns an editor action that makes the change in a report. Nil if the report changes anything
  /// besides the text of `capture`.
  private func edit(
    _ title: String, fixing code: String? = nil, of capture: Capture, _ report: ChangeReport?
  ) -> EditorAction? {
    guard let report, report.refused.isEmpty, report.changed.count == 1,
      let change = report.changed.first, change.path == capture.path, change.from == nil,
      change.before == capture.document.bytes
    else { return nil }
    return EditorAction(title, fixing: code, .text(change.after))
  }

  private func changing(
    _ change: FieldChange, _ title: String, fixing code: String?, _ capture: Capture
  ) -> EditorAction? {
    (try? notebook.applying([change], to: capture)).map {
      EditorAction(title, fixing: code, .text($0.bytes))
    }
  }
}

// MARK: - Problems

extension Workspace {
  private func fixes(
    of capture: Capture, at range: Range<Int>, _ catalog: Catalog
  ) -> [EditorAction] {
    let links = catalog.links(from: capture).filter { $0.link.range.touches(range) }
    return links.flatMap { fixes(of: $0, in: capture) }
      + misplaced(capture, at: range, catalog) + corrections(of: capture, at: range)
      + missing(in: capture)
  }

  private func fixes(of edge: LinkEdge, in capture: Capture) -> [EditorAction] {
    let link = edge.link
    switch edge.resolution {
    case .dead where link.kind == .wiki && !link.target.isEmpty:
      let path = NotePath(link.target)
      let folder = path.map { $0.parent.isRoot ? capture.collection : $0.parent }
      return [
        EditorAction(
          "Create `\(path?.name ?? link.target)`", fixing: "dead-link",
          .create(title: path?.name ?? link.target, collection: folder ?? capture.collection))
      ]
    case .ambiguous(let paths):
      guard let target = link.targetRange, link.isWikilink else { return [] }
      return paths.prefix(10).map { path in
        var bytes = capture.document.bytes
        bytes.replaceSubrange(target, with: path.withoutEnding.bytes)
        return EditorAction("Link to `\(path)`", fixing: "ambiguous-link", .text(bytes))
      }
    case .found(let path): return fragmentFixes(of: link, to: path, in: capture)
    case .external where link.target.isEmpty && !link.isExternal:
      return fragmentFixes(of: link, to: capture.path, in: capture)
    case .external, .dead: return []
    }
  }

  /// Returns fixes for a link to a heading, or to a line with an id, that the capture at `path` does
  /// not have: the headings with the most similar names, or the lines with the most similar ids.
  /// Leaves out each heading that no link can lead to, such as the second of two headings with the
  /// same name.
  private func fragmentFixes(
    of link: Markup.Link, to path: NotePath, in capture: Capture
  ) -> [EditorAction] {
    let bytes = capture.document.bytes
    guard let fragment = link.fragment, fragment.utf8.count <= Self.longestHeading,
      let range = link.fragmentRange(in: bytes), let target = editorCapture(at: path),
      heading(fragment, of: target) == nil
    else { return [] }
    if let id = TextBlock.id(in: fragment) {
      let blocks = target.blocks
      if blocks.contains(where: { $0.isNamed(id) }) { return [] }
      return blocks.map(\.id).nearest(to: String(id)).prefix(Self.mostHeadings).map { id in
        EditorAction(
          "Link to the line `^\(id)`", fixing: "dead-block",
          .text(bytes.applying([Splice(range, Array("^\(id)".utf8))])))
      }
    }
    let headings = HeadingTable(target.markup.headingNames)
    let usable = headings.names.enumerated().compactMap { number, heading -> String? in
      let name = link.isWikilink ? heading.text : heading.slug
      guard !heading.text.isEmpty, name.utf8.count <= Self.longestHeading,
        !name.contains(where: { "[]#|".contains($0) }), headings.number(named: name) == number
      else { return nil }
      return name
    }
    return usable.nearest(to: fragment).prefix(Self.mostHeadings).map { name in
      EditorAction(
        "Link to the heading `\(name)`", fixing: "dead-heading",
        .text(bytes.applying([Splice(range, Array(name.utf8))])))
    }
  }

  /// Returns a fix for the field `collection` if the field touches `range` and does not name the
  /// folder that contains the file.
  private func misplaced(
    _ capture: Capture, at range: Range<Int>, _ catalog: Catalog
  ) -> [EditorAction] {
    guard let field = capture.document.field("collection")?.range, field.touches(range) else {
      return []
    }
    let findings = notebook.problems(of: capture, in: catalog).filter(\.isFixable)
    guard !findings.isEmpty else { return [] }
    let action = edit(
      "Correct the field `collection`", fixing: "collection-disagrees", of: capture,
      try? notebook.repair(findings, .dryRun))
    return [action].compactMap(\.self)
  }

  /// Returns editor actions that add the missing required fields.
  private func missing(in capture: Capture) -> [EditorAction] {
    var schemas = SchemaReader(notebook: notebook)
    let missing = schemas.schema(for: capture)?.missing(in: capture.document) ?? []
    return missing.compactMap { field in
      guard capture.document.field(field.name) == nil else { return nil }
      return changing(
        .set(field.name, .empty), "Add the required field `\(field.name)`",
        fixing: "schema-required", capture)
    }
  }
}

// MARK: - Actions and boxes

extension Workspace {
  private func boxes(of capture: Capture, at range: Range<Int>) -> [EditorAction] {
    let tasks = zip(capture.markup.tasks, capture.tasks).filter { $0.0.range.touches(range) }
    return tasks.compactMap { _, task in
      let report = try? notebook.tick(
        [task.line], of: capture, isDone: !task.isDone, .dryRun)
      return edit(task.isDone ? "Clear the checkbox" : "Tick the checkbox", of: capture, report)
    }
  }

  private func outcomes(of capture: Capture) -> [EditorAction] {
    guard capture.isAction else { return [] }
    let all: [(ActionOutcome, String)] =
      capture.outcome.isFinished
      ? [(.open, "Reopen the action")]
      : [(.done, "Mark the action as done"), (.cancelled, "Cancel the action")]
    return all.compactMap { outcome, title in
      var ids = ids
      let settled = try? notebook.settle(
        [capture], as: outcome, .dryRun, using: &ids, naming: { self.word(for: $0) })
      guard let settled, settled.report.refused.isEmpty else { return nil }
      return edit(title, of: capture, settled.report) ?? EditorAction(title, .settle(outcome))
    }
  }

  private func additions(to capture: Capture) -> [EditorAction] {
    var actions: [EditorAction] = []
    if capture.id == nil {
      var ids = ids
      let report = try? notebook.adopt([capture], .dryRun, using: &ids)
      actions += [edit("Adopt the capture: add an id", of: capture, report)].compactMap(\.self)
    }
    let paragraphs = String(decoding: capture.body, as: UTF8.self).split(separator: "\n\n")
    if paragraphs.count > 1 { actions.append(EditorAction("Split into captures", .split)) }
    return actions
  }

  private func moves(of capture: Capture, _ catalog: Catalog) -> [EditorAction] {
    let others = catalog.collections.filter { $0.path != capture.collection }
    let largest = others.sorted { ($1.total, $0.path) < ($0.total, $1.path) }
    return largest.prefix(Self.mostCollections).map { collection in
      let name = collection.path.isRoot ? "the inbox" : "`\(collection.path)`"
      return EditorAction("Move to \(name)", .move(collection.path))
    }
  }
}

extension Range<Int> {
  /// Returns whether the ranges overlap or touch.
  func touches(_ other: Range<Int>) -> Bool {
    lowerBound <= other.upperBound && other.lowerBound <= upperBound
  }
}

// MARK: - Creating

extension Workspace {
  /// Adds a capture that has only a title, and returns its path.
  ///
  /// Throws an ``AddFailure`` or a ``Refusal`` if the capture cannot be added, for example because
  /// its collection requires fields.
  public func create(title: String, in collection: NotePath) async throws -> NotePath {
    var request = AddRequest(.plain(title))
    request.title = title
    request.collection = collection.isRoot ? nil : collection.description
    request.creates = true
    request.provider = .none
    let report = try await add(request).report
    guard let path = report.changed.first?.path else {
      throw Refusal("add-failed", "the capture was not saved")
    }
    return path
  }
}
