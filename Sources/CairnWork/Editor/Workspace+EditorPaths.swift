import CairnCapture
import CairnDocument
import CairnIndex
import CairnMarkup
import CairnNotebook
import CairnQuery
import CairnText

// Completions in Markdown links and pictures, such as `[text](path.md#heading)`.

extension Workspace {
  /// Returns completions with paths: captures, files and folders; for a picture, only pictures and
  /// folders.
  ///
  /// - Parameters:
  ///   - link: The link in which the cursor is; nil if the link is not finished.
  ///   - rest: The bytes after the text that a completion replaces.
  func paths(
    _ capture: Capture, _ range: Range<Int>, _ link: Markup.Link?, isPicture: Bool,
    before rest: ArraySlice<UInt8>
  ) -> EditorCompletions {
    let bytes = capture.document.bytes
    let written = String(decoding: bytes[range], as: UTF8.self)
    let (typed, folder) = (written.percentDecoded, capture.collection)
    let isPointed = bytes[range.lowerBound - 1] == UInt8(ascii: "<")
    let closing = link == nil ? Self.closing(isPointed: isPointed, before: rest) : ""
    let spelled = { (path: NotePath) in
      LinkSpelling.target(to: path, from: folder, typed: written, isPointed: isPointed)
    }
    var items: [EditorCompletion] = []
    if !isPicture {
      items = linkable(typed, from: folder).filter { $0.path != capture.path }.map { name, path in
        let place = spelled(path)
        return EditorCompletion(
          place, place + closing, filter: written + place, detail: name, .capture, path: path)
      }
    }
    let folders = catalog().collections.map(\.path).filter { !folder.isInside($0) }
    let files = files(near: folder) { isImage, _ in isImage || !isPicture }
    let others: [(place: String, closing: String)] =
      files.map { (spelled($0), closing) } + folders.map { (spelled($0) + "/", "") }
    let wanted = typed.folded
    items += others.filter { place, _ in
      typed.isEmpty || place.percentDecoded.folded.contains(wanted)
    }.prefix(Self.mostCompletions).map { place, closing in
      EditorCompletion(place, place + closing, filter: written + place, .value)
    }
    return EditorCompletions(items: items, isComplete: false)
  }

  /// Returns the captures to offer while a path is typed. `folder` contains the capture in which
  /// the path is typed. The names of the offered captures contain the last part of the path. If the
  /// path has other parts, the captures are in the folder that these parts name. If the last part
  /// is empty, returns the newest captures.
  private func linkable(
    _ typed: String, from folder: NotePath
  ) -> [(name: String, path: NotePath)] {
    let catalog = catalog()
    let slash = typed.lastIndex(of: "/")
    let place = slash.flatMap { slash -> NotePath? in
      slash == typed.startIndex
        ? .root : NotePath.resolving(String(typed[..<slash]), from: folder)
    }
    let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    if let place, !place.isRoot, name.isEmpty {
      guard let query = try? Query("in:\(place.description.collectionValue)"),
        let found = try? catalog.select(
          query, in: catalog.context(clock), order: .newest, limit: Self.mostCompletions)
      else { return [] }
      return found.entries.compactMap { entry in
        catalog.label(of: entry).map { (name: $0.title, path: catalog.snapshot.path(entry)) }
      }
    }
    // Most of the names found may belong to captures in other folders.
    let isLimited = place.map { !$0.isRoot } ?? false
    let limit = isLimited ? 10 * Self.mostCompletions : Self.mostCompletions
    var known: Set<NotePath> = []
    let found = catalog.linkNames(containing: name, limit: limit, clock: clock).names
      .map { (name: $0.text, path: catalog.snapshot.path($0.entry)) }
      .filter { place.map($0.path.isInside) ?? true && known.insert($0.path).inserted }
    return Array(found.prefix(Self.mostCompletions))
  }

  /// Returns completions with the headings of the capture to which a Markdown link leads.
  ///
  /// - Parameters:
  ///   - target: The path in the link as written; empty for the capture itself.
  ///   - link: The link in which the cursor is; nil if the link is not finished.
  ///   - rest: The bytes after the text that a completion replaces.
  func anchors(
    _ capture: Capture, _ target: String, _ range: Range<Int>, _ link: Markup.Link?,
    before rest: ArraySlice<UInt8>
  ) -> EditorCompletions {
    // A target that is not valid UTF-8 has more bytes as text than in the file.
    let start = max(range.lowerBound - target.utf8.count - 2, 0)
    let isPointed = capture.document.bytes[start] == UInt8(ascii: "<")
    let closing = link == nil ? Self.closing(isPointed: isPointed, before: rest) : ""
    var linked: Capture? = capture
    if !target.isEmpty {
      let path = NotePath.resolving(target.percentDecoded, from: capture.collection)
      linked = path.flatMap { editorCapture(at: $0) }
    }
    return EditorCompletions(
      items: linked.map { headings(of: $0) { $0.slug + closing } } ?? [])
  }

  /// Returns the characters to add so that a Markdown link ends with `)` or `>)`. Leaves out
  /// characters that `rest` begins with. Empty if `rest` begins with `#`.
  private static func closing(isPointed: Bool, before rest: ArraySlice<UInt8>) -> String {
    if rest.first == UInt8(ascii: "#") { return "" }
    let end = isPointed ? ">)" : ")"
    if rest.starts(with: end.utf8) { return "" }
    return rest.first == end.utf8.first ? String(end.dropFirst()) : end
  }
}
