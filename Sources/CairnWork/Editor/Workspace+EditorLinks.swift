public import CairnCapture
import CairnDocument
import CairnFiles
import CairnInsight
import CairnMarkup
public import CairnNotebook
import CairnQuery
public import CairnText

/// A byte range in a file. Also contains the file's bytes, which are needed to compute lines and
/// columns.
public struct FileSpan: Hashable, Sendable {
  /// The path of the file.
  public let path: NotePath
  /// The byte range in the file.
  public let range: Range<Int>
  /// The bytes of the file, including changes that are not saved in the editor yet. Empty for a
  /// file that is not a capture.
  public let bytes: [UInt8]

  init(_ path: NotePath, _ range: Range<Int>, in bytes: [UInt8]) {
    (self.path, self.range, self.bytes) = (path, range, bytes)
  }
}

/// An element of a capture's text, such as a link or a tag.
enum EditorToken {
  /// A link in the body or in a field.
  case link(Markup.Link)
  /// A tag in the body.
  case tag(Markup.Tag)
  /// A heading.
  case heading(Markup.Heading)
  /// A field.
  case field(Document.Field)

  /// Finds the element at an offset; nil if there is only plain text.
  init?(in capture: Capture, at offset: Int) {
    let markup = capture.markup
    let contains = { (range: Range<Int>) in range.contains(offset) || range.upperBound == offset }
    if let link = capture.links(in: markup).first(where: { contains($0.range) }) {
      self = .link(link)
    } else if let tag = markup.tags.first(where: { contains($0.range) }) {
      self = .tag(tag)
    } else if let heading = markup.headings.first(where: { contains($0.range) }) {
      self = .heading(heading)
    } else if let field = capture.document.fields.first(where: { field in
      field.range.map { $0.contains(offset) } ?? false
    }) {
      self = .field(field)
    } else {
      return nil
    }
  }
}

// MARK: - Destinations

extension Workspace {
  /// Returns the links of a capture, each with its destination. Links to pictures and other files
  /// are included.
  public func editorLinks(of capture: Capture) -> [LinkEdge] {
    catalog(attachments: true).links(from: capture)
  }

  /// Returns the places to which the link at an offset leads: files, or headings and blocks in
  /// them. An ambiguous link leads to several files. Empty if there is no link at the offset.
  public func definitions(in capture: Capture, at offset: Int) -> [FileSpan] {
    guard case .link(let link)? = EditorToken(in: capture, at: offset) else { return [] }
    return paths(of: link, in: capture).compactMap { path in
      guard let target = try? notebook.capture(at: path) else {
        return (try? notebook.store.kind(path)) == .file
          ? FileSpan(path, 0..<0, in: []) : nil
      }
      let range = link.fragment.flatMap { name in
        heading(name, of: target)?.range ?? target.block(named: name)?.range
      }
      return FileSpan(path, range ?? 0..<0, in: target.document.bytes)
    }
  }

  /// Returns the files to which a link leads. A link with only a fragment leads to the file that
  /// contains the link.
  func paths(of link: Markup.Link, in capture: Capture) -> [NotePath] {
    if link.isExternal { return [] }
    if link.target.isEmpty { return [capture.path] }
    let edge = catalog(attachments: true).links(from: capture).first { $0.link.range == link.range }
    switch edge?.resolution {
    case .found(let path): return [path]
    case .ambiguous(let paths): return paths
    case .external, .dead, nil: return []
    }
  }

  func heading(_ fragment: String, of capture: Capture) -> Markup.Heading? {
    let markup = capture.markup
    return HeadingTable(markup.headingNames).number(named: fragment).map { markup.headings[$0] }
  }

  /// Returns the references to the element at an offset:
  ///
  /// - for a link, the links to the same capture or heading;
  /// - for a heading, the links to it;
  /// - for a tag, its occurrences;
  /// - for the title, for a heading that repeats the title, and at any other place, the links to
  ///   this capture.
  ///
  /// - Parameter declaration: Whether to include the capture or heading itself.
  public func references(
    in capture: Capture, at offset: Int, declaration: Bool
  ) -> [FileSpan] {
    switch EditorToken(in: capture, at: offset) {
    case .tag(let tag): return occurrences(ofTag: tag.name)
    case .link(let link):
      return paths(of: link, in: capture).flatMap { path in
        references(to: path, heading: link.fragment, declaration: declaration)
      }
    case .heading(let heading) where !isTitle(heading, of: capture):
      return references(to: capture.path, heading: heading.slug, declaration: declaration)
    case .heading, .field, nil:
      return references(to: capture.path, heading: nil, declaration: declaration)
    }
  }

  /// Returns whether a heading is the title of its capture, or begins the body and repeats the
  /// title.
  private func isTitle(_ heading: Markup.Heading, of capture: Capture) -> Bool {
    let markup = capture.markup
    return heading == capture.titleHeading(in: markup)
      || heading == capture.repeatedTitle(in: markup)
  }

  private func references(
    to path: NotePath, heading fragment: String?, declaration: Bool
  ) -> [FileSpan] {
    let target = try? notebook.capture(at: path)
    let markup = fragment == nil ? nil : target?.markup
    let headings = markup.map { HeadingTable($0.headingNames) }
    let wanted = fragment.flatMap { headings?.number(named: $0) }
    let found = catalog(attachments: true).links(to: path)
    let sources = Dictionary(
      found.sources.map { ($0.path, $0.document.bytes) }, uniquingKeysWith: { first, _ in first })
    var spans = found.edges.compactMap { edge -> FileSpan? in
      if let wanted, edge.link.fragment.flatMap({ headings?.number(named: $0) }) != wanted {
        return nil
      }
      return sources[edge.source].map { FileSpan(edge.source, edge.link.range, in: $0) }
    }
    if declaration, let target {
      let range = wanted.flatMap { markup?.headings[$0].range } ?? 0..<0
      spans.insert(FileSpan(path, range, in: target.document.bytes), at: 0)
    }
    return spans
  }

  private func occurrences(ofTag name: String) -> [FileSpan] {
    let catalog = catalog()
    let query = Query(.test(.tag, .equals(name)))
    guard let found = try? catalog.select(query, in: catalog.context(clock)) else { return [] }
    let wanted = name.folded
    let isMeant = { (tag: String) in
      tag.folded == wanted || tag.folded.hasPrefix("\(wanted)/")
    }
    return catalog.captures(found.entries).sorted { $0.path < $1.path }.flatMap { capture in
      let inText = capture.markup.tags.filter { isMeant($0.name) }.map(\.range)
      let fields = capture.document.fields
      let inFields = capture.document.texts.filter { written in
        // One value can also contain several tags, separated by commas or blanks.
        let parts = written.text.split { $0 == "," || $0.isWhitespace }
        return Capture.tagKeys.contains(fields[written.field].key)
          && ([written.text] + parts.map(String.init)).contains { tag in
            isMeant(String(tag.drop { $0 == "#" }))
          }
      }
      return (inFields.map(\.range) + inText).map {
        FileSpan(capture.path, $0, in: capture.document.bytes)
      }
    }
  }
}

// MARK: - Previews

/// Text to show at a place of a capture.
public struct EditorHover: Hashable, Sendable {
  /// The text, in Markdown.
  public let text: String
  /// The byte range of the element that the text describes, in the bytes of the capture.
  public let range: Range<Int>
}

extension Workspace {
  /// The maximum number of lines of a body that a preview shows. `previewCharacters` is the maximum
  /// number of characters.
  private static let previewLines = 12
  private static let previewCharacters = 1200

  /// Returns the text to show at an offset: a preview of a linked capture, a description of a
  /// field, a date in words, or the number of captures with a tag. Nil if there is nothing to show.
  public func hover(in capture: Capture, at offset: Int) -> EditorHover? {
    switch EditorToken(in: capture, at: offset) {
    case .link(let link):
      let paths = paths(of: link, in: capture)
      if paths.count > 1 {
        let names = paths.prefix(10).map { "- `\($0)`" }.joined(separator: "\n")
        return EditorHover(text: "The link matches several captures:\n\(names)", range: link.range)
      }
      return paths.first.flatMap { preview(at: $0, heading: link.fragment) }.map {
        EditorHover(text: $0, range: link.range)
      }
    case .tag(let tag):
      let count = completerCount(ofTag: tag.name)
      return EditorHover(text: "`#\(tag.name)`: \(count.of("capture"))", range: tag.range)
    case .field(let field): return hover(field, of: capture)
    case .heading, nil: return hover(ofDateAt: offset, in: capture)
    }
  }

  /// Returns the date in words if the body contains a date such as `2026-11-27` or
  /// `2026-11-27T10:00` at an offset; otherwise nil.
  private func hover(ofDateAt offset: Int, in capture: Capture) -> EditorHover? {
    let (bytes, body) = (capture.document.bytes, capture.document.body)
    guard offset >= body.lowerBound, offset <= body.upperBound else { return nil }
    let longest = 40
    let isPart: (UInt8) -> Bool = { $0 < 0x80 && "0123456789-/:+.TZ".utf8.contains($0) }
    let before = bytes[body.lowerBound..<offset].suffix(longest).reversed().prefix(while: isPart)
    let after = bytes[offset..<body.upperBound].prefix(longest).prefix(while: isPart)
    // In `due:2026-11-27.`, the marks around the date do not belong to it.
    let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
    let found = offset - before.count..<offset + after.count
    guard let first = bytes[found].firstIndex(where: isDigit),
      let last = bytes[found].lastIndex(where: { isDigit($0) || $0 == UInt8(ascii: "Z") }),
      first <= last
    else { return nil }
    let time = FieldTime(.string(String(decoding: bytes[first...last], as: UTF8.self)))
    return time.map { EditorHover(text: $0.spelled(clock), range: first..<last + 1) }
  }

  private func completerCount(ofTag name: String) -> Int {
    let used = (try? catalog().usedValues(of: .tag)) ?? []
    return used.first { $0.text.folded == name.folded }?.count ?? 0
  }

  private func hover(_ field: Document.Field, of capture: Capture) -> EditorHover? {
    guard let whole = field.range else { return nil }
    let end = capture.document.bytes[whole].lastIndex { $0 != 0x0A && $0 != 0x0D }
    let range = whole.lowerBound..<(end.map { $0 + 1 } ?? whole.upperBound)
    var schemas = SchemaReader(notebook: notebook)
    let known = schemas.schema(for: capture)?.field(field.key)
    var lines = ["**\(field.key)**: \(help(for: field.key, known))"]
    if let time = FieldTime(field.value) {
      lines.append(time.spelled(clock))
    } else if (known?.kind ?? FieldKind.ofBuiltIn(field.key)) == .date,
      let time = field.value.text.flatMap({ timeReader.read($0)?.due })
    {
      lines.append("Means \(time), \(spelled(time))")
    }
    return EditorHover(text: lines.joined(separator: "\n\n"), range: range)
  }

  /// Returns a preview in Markdown of the capture at a path: its title, facts such as its type, and
  /// the beginning of its body, or of the section or block that `fragment` names. Nil if there is
  /// no capture.
  public func preview(at path: NotePath, heading fragment: String? = nil) -> String? {
    guard let capture = editorCapture(at: path) else { return nil }
    let markup = capture.markup
    let due = capture.due.map { "due \($0.spelled(clock))" }
    let facts = [capture.type, capture.status, capture.score?.name, due].compactMap(\.self)
    let tags = capture.tags(in: markup).map { "#\($0)" }
    var lines = ["**\(capture.title(in: markup))**", "`\(path)`"]
    let line = (facts + tags).joined(separator: " · ")
    if !line.isEmpty { lines[1] += " · \(line)" }
    if let meaning = capture.meaning { lines.append("*\(meaning)*") }
    var body = capture.body
    if let heading = fragment.flatMap({ self.heading($0, of: capture) }) {
      body = capture.document.bytes[heading.range.lowerBound...]
    } else if let block = fragment.flatMap({ capture.block(named: $0) }) {
      body = capture.document.bytes[block.range]
    }
    let text = String(decoding: body.prefix(4 * Self.previewCharacters), as: UTF8.self)
      .trimmingBlanks.prefix(Self.previewCharacters)
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lines.append(rows.prefix(Self.previewLines).joined(separator: "\n"))
    if rows.count > Self.previewLines || text.utf8.count < body.count - 2 { lines.append("…") }
    return lines.joined(separator: "\n\n")
  }
}
