public import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
public import CairnMarkup
public import CairnNotebook
public import CairnText

/// A heading with the part of the body under it.
public struct OutlinePart: Hashable, Sendable {
  /// The heading.
  public let heading: Markup.Heading
  /// The byte range from the heading to the next heading of the same or a higher level.
  public let range: Range<Int>
  /// The headings below ``heading`` in that range, each with its own part of the body.
  public let parts: [OutlinePart]
}

/// A capture found by name.
public struct FoundCapture: Hashable, Sendable {
  /// The path of the capture.
  public let path: NotePath
  /// The title.
  public let title: String
  /// The name, such as an alias, in which the searched text was found; nil if it was found in the
  /// title.
  public let name: String?
}

extension Workspace {
  /// Returns the capture or the collection page at a path; nil if there is none. If the file is
  /// open in the editor, the result contains the editor's text.
  public func editorCapture(at path: NotePath) -> Capture? {
    notebook.store.isNote(path.nameBytes) ? try? notebook.capture(at: path) : nil
  }

  /// Updates the index and prepares the names for links, so that the first completions are quick.
  /// In a large notebook, reads the saved names first: the first completions need only these.
  public func prepareEditing() {
    notebook.savedCatalog(ofAtLeast: manyCaptures)?.prepareLinkNames()
    catalog(attachments: true).prepareLinkNames()
  }

  /// Returns whether a capture has no unsaved changes in the editor. Also returns true if the
  /// capture is not open.
  public func isSaved(_ path: NotePath) -> Bool {
    guard let unsaved = notebook.unsaved[path] else { return true }
    return (try? notebook.store.readText(path).bytes) == unsaved.document.bytes
  }

  /// Returns the headings of a capture as a tree.
  public func outline(of capture: Capture) -> [OutlinePart] {
    let headings = capture.markup.headings
    var rest = headings[...]
    return Self.parts(&rest, below: 0, end: capture.document.bytes.count)
  }

  private static func parts(
    _ rest: inout ArraySlice<Markup.Heading>, below level: Int, end: Int
  ) -> [OutlinePart] {
    var parts: [OutlinePart] = []
    while let heading = rest.first, heading.level > level {
      rest.removeFirst()
      let next = rest.first { $0.level <= heading.level }?.range.lowerBound ?? end
      let inner = Self.parts(&rest, below: heading.level, end: next)
      parts.append(
        OutlinePart(
          heading: heading, range: heading.range.lowerBound..<max(next, heading.range.upperBound),
          parts: inner))
    }
    return parts
  }

  /// Returns the byte ranges that an editor can fold: the front matter of a capture, and each
  /// heading with the text under it.
  public func folds(of capture: Capture) -> [Range<Int>] {
    func ranges(_ parts: [OutlinePart]) -> [Range<Int>] {
      parts.flatMap { [$0.range] + ranges($0.parts) }
    }
    let matter = capture.document.frontMatter
    return (matter.content.isEmpty ? [] : [0..<matter.end]) + ranges(outline(of: capture))
  }

  /// Returns the captures whose names contain the text. If the text is empty, returns the newest
  /// captures.
  public func captures(named text: String, limit: Int) -> [FoundCapture] {
    let catalog = catalog()
    let names = catalog.linkNames(containing: text, limit: limit, clock: clock).names
    var known: Set<NotePath> = []
    return names.compactMap { name in
      let path = catalog.snapshot.path(name.entry)
      guard known.insert(path).inserted, let title = catalog.label(of: name.entry)?.title else {
        return nil
      }
      return FoundCapture(path: path, title: title, name: title == name.text ? nil : name.text)
    }
  }

  /// Returns the problems of a capture, with the codes of `cairn doctor`.
  public func problems(of capture: Capture) -> [Finding] {
    notebook.problems(of: capture, in: catalog(attachments: true))
  }

  /// Returns the number of links from other captures to this one.
  public func backlinkCount(of capture: Capture) -> Int {
    catalog().links(to: capture.path).edges.count { $0.source != capture.path }
  }

  /// Returns each date in the fields of a capture, in words, with the byte offset at which the
  /// written value ends.
  public func spelledDates(of capture: Capture) -> [(offset: Int, text: String)] {
    capture.document.fields.compactMap { field in
      guard let written = field.written, !written.isEmpty, let time = FieldTime(field.value),
        ["due", "created", "date", "completed"].contains(field.key)
          || FieldKind.ofBuiltIn(field.key) == nil
      else { return nil }
      return (written.upperBound, distance(to: time))
    }
  }

  /// Returns a day in words: its weekday and, if the day is at most a year away, its distance from
  /// today.
  private func distance(to time: FieldTime) -> String {
    let day = time.localDay(clock)
    let days = day.daysSinceEpoch - clock.today.daysSinceEpoch
    if abs(days) > 366 { return day.weekdayName }
    let away =
      switch days {
      case 0: "today"
      case 1: "tomorrow"
      case -1: "yesterday"
      case 2...: "in \(days.of("day"))"
      default: "\((-days).of("day")) ago"
      }
    return "\(day.weekdayName), \(away)"
  }
}
