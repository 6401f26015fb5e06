public import CairnCapture
import CairnDocument
import CairnMarkup
public import CairnNotebook
public import CairnText

extension Workspace {
  /// Returns the name that a person can change at an offset, with its byte range. In a heading or
  /// the title, it is the text of the heading or title. In a link, it is the title of the linked
  /// capture or, after `#`, the text of the linked heading. In a tag in the body, it is the tag
  /// without `#`. Nil at any other place, and in a link that does not lead to exactly one target.
  public func nameToRename(
    in capture: Capture, at offset: Int
  ) -> (range: Range<Int>, name: String)? {
    switch EditorToken(in: capture, at: offset) {
    case .link(let link):
      guard let target = target(of: link, in: capture) else { return nil }
      if let range = link.fragmentRange(at: offset, in: capture.document.bytes) {
        return heading(link.fragment ?? "", of: target).map { (range, $0.text) }
      }
      return (link.targetRange ?? link.range, target.title)
    case .heading(let heading): return (heading.range, heading.text)
    case .field(let field) where field.key == "title":
      return field.written.map { ($0, capture.title) }
    case .tag(let tag):
      let end = tag.range.upperBound
      return (end - tag.name.utf8.count..<end, tag.name)
    case .field, nil: return nil
    }
  }

  /// Returns a plan to change the name at an offset (see ``nameToRename(in:at:)``), and to update
  /// the links to the capture or heading. A tag is renamed in all captures.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if there is no such name, or if `name` is invalid.
  ///
  /// - Parameter keepsFile: A callback that returns whether a file must keep its name.
  public func planRename(
    in capture: Capture, at offset: Int, to name: String, keepsFile: (NotePath) -> Bool
  ) throws -> EditorMove {
    let catalog = catalog(attachments: true)
    func plan(_ capture: Capture) throws -> EditorMove {
      try notebook.planRename(
        of: capture, title: name, keepsName: keepsFile(capture.path), in: catalog)
    }
    func planHeading(_ heading: Markup.Heading?, of capture: Capture) throws -> EditorMove {
      let markup = capture.markup
      guard let heading, let number = markup.headings.firstIndex(of: heading) else {
        throw Self.nothingToRename
      }
      if heading == capture.titleHeading(in: markup) { return try plan(capture) }
      return try notebook.planRename(ofHeading: number, of: capture, to: name, in: catalog)
    }
    switch EditorToken(in: capture, at: offset) {
    case .link(let link):
      guard let target = target(of: link, in: capture) else { break }
      let isHeading = link.fragmentRange(at: offset, in: capture.document.bytes) != nil
      return isHeading
        ? try planHeading(heading(link.fragment ?? "", of: target), of: target) : try plan(target)
    case .field(let field) where field.key == "title": return try plan(capture)
    case .heading(let heading): return try planHeading(heading, of: capture)
    case .tag(let tag):
      let request = TagRenameRequest(SelectRequest([]), from: tag.name, to: name)
      let paths = try self.plan(request).captures.map(\.path)
      return try notebook.planRename(of: request.rename, at: paths, in: catalog)
    case .field, nil: break
    }
    throw Self.nothingToRename
  }

  private static var nothingToRename: Refusal {
    Refusal(
      "rename-nothing",
      "there is nothing to rename here; put the cursor on a link, a heading, a title or a tag in "
        + "the text", .invalid)
  }

  private func target(of link: Markup.Link, in capture: Capture) -> Capture? {
    let paths = paths(of: link, in: capture)
    guard paths.count == 1 else { return nil }
    return editorCapture(at: paths[0])
  }

  /// Returns a plan that moves a capture to a collection.
  ///
  /// Throws a ``Refusal`` if there is no such collection, or a `Diagnostic` if a file with this
  /// name already exists there.
  public func planMove(of path: NotePath, to collection: String) throws -> EditorMove {
    let catalog = catalog(attachments: true)
    let folder = try self.collection(named: collection, in: catalog).path
    guard let target = folder.appending(path.nameBytes) else {
      throw Refusal("collection-invalid", "`\(collection)` is not a collection", .invalid)
    }
    return try notebook.planMoves([(path, target)], in: catalog)
  }

  /// Returns a plan that moves files and folders to other paths, and updates links.
  ///
  /// Throws a `Diagnostic` if a path is invalid or taken.
  public func planMoves(_ moves: [(from: NotePath, to: NotePath)]) throws -> EditorMove {
    try notebook.planMoves(moves, in: catalog(attachments: true))
  }

  /// Changes those files of a plan that the editor does not change itself; see ``EditorMove``.
  ///
  /// Throws `FileError` if the notebook cannot be written.
  ///
  /// - Parameters:
  ///   - held: The old paths of the captures whose texts the editor changes.
  ///   - areMoved: Whether the editor has already moved the files.
  public func apply(
    _ move: EditorMove, leaving held: Set<NotePath>, areMoved: Bool
  ) throws -> ChangeReport {
    try notebook.carryOut(move, leaving: held, areMoved: areMoved)
  }

  /// Returns whether the editor has made all moves of a plan.
  public func areMade(_ move: EditorMove) -> Bool { notebook.areMade(move) }
}

extension Markup.Link {
  /// Returns the byte range of the fragment as written, without `#`; nil if the offset is outside
  /// this range.
  fileprivate func fragmentRange(at offset: Int, in bytes: [UInt8]) -> Range<Int>? {
    fragmentRange(in: bytes).flatMap { $0.touches(offset..<offset) ? $0 : nil }
  }
}
