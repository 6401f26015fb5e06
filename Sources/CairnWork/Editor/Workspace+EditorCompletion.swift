public import CairnCapture
import CairnDocument
import CairnIndex
import CairnInsight
import CairnMarkup
import CairnNotebook
import CairnQuery
public import CairnText

/// A completion that an editor offers.
public struct EditorCompletion: Hashable, Sendable {
  /// The kind of the completed text.
  public enum Kind: Hashable, Sendable { case capture, heading, tag, field, value, date }

  /// The text to show.
  public let label: String
  /// The text to insert.
  public let insertion: String
  /// The text to compare with the typed text; nil to use ``label``.
  public let filter: String?
  /// A description on one line; empty if there is none.
  public let detail: String
  /// The kind of the completed text.
  public let kind: Kind
  /// The path of the capture whose preview describes the completion; nil if there is none.
  public let path: NotePath?

  init(
    _ label: String, _ insertion: String, filter: String? = nil, detail: String = "", _ kind: Kind,
    path: NotePath? = nil
  ) {
    (self.label, self.insertion, self.filter) = (label, insertion, filter)
    (self.detail, self.kind, self.path) = (detail, kind, path)
  }
}

/// The completions at a place, in the order in which to offer them.
public struct EditorCompletions: Hashable, Sendable {
  /// The completions.
  public var items: [EditorCompletion] = []
  /// The byte range of the typed text, which ends at the cursor.
  public var typed = 0..<0
  /// The byte range of the text that a completion replaces: the typed text and the rest of its
  /// word.
  public var range = 0..<0
  /// Whether the list is complete: further typing can only remove items from it.
  public var isComplete = true
}

extension Workspace {
  /// The maximum number of completions to offer at once.
  static let mostCompletions = 100

  /// The rules to offer for the field `repeat`, in addition to those that the notebook uses.
  private static let repeatRules = ["every day", "every week", "every month", "every year"]

  /// Returns the completions for the text of a capture at a byte offset.
  public func completions(in capture: Capture, at offset: Int) -> EditorCompletions {
    guard let place = EditorPlace(in: capture.document, at: offset) else {
      return EditorCompletions()
    }
    let bytes = capture.document.bytes
    let end = place.end(in: bytes)
    let rest = bytes[end...]
    func completions(_ typed: Range<Int>, _ found: EditorCompletions) -> EditorCompletions {
      var found = found
      (found.typed, found.range) = (typed, typed.lowerBound..<end)
      return found
    }
    switch place {
    case .link(let typed):
      return completions(typed, links(capture, typed, link(at: offset, in: capture), before: rest))
    case .heading(let target, let typed):
      let link = link(at: offset, in: capture)
      return completions(typed, headings(capture, target, link, before: rest))
    case .path(let typed, let isPicture):
      let link = link(at: offset, in: capture)
      return completions(typed, paths(capture, typed, link, isPicture: isPicture, before: rest))
    case .anchor(let target, let typed):
      let link = link(at: offset, in: capture)
      return completions(typed, anchors(capture, target, typed, link, before: rest))
    case .tag(let typed): return completions(typed, tags(capture, typed))
    case .key(let typed, let spelling):
      let word = typed.lowerBound..<end
      return completions(typed, keys(capture, word, spelling))
    case .value(let key, let typed, let spelling):
      let whole = typed.lowerBound..<end
      let part =
        spelling.isElement ? nil : Self.word(of: key, in: bytes, whole, at: typed.upperBound)
      let word = part?.range ?? whole
      var found = values(
        of: key, capture, word.lowerBound..<typed.upperBound, spelling, before: rest,
        separator: word == whole ? nil : part?.separator)
      (found.typed, found.range) = (word.lowerBound..<typed.upperBound, word)
      return found
    }
  }

  /// Returns the range of the word at the cursor in a field's text that Cairn reads as several
  /// words, such as `tags: home, work`, and the separator of the words. Nil for any other text.
  private static func word(
    of key: String, in bytes: [UInt8], _ text: Range<Int>, at cursor: Int
  ) -> (range: Range<Int>, separator: UInt8)? {
    let areTags = Capture.tagKeys.contains(key)
    let comma = UInt8(ascii: ",")
    let hasComma = bytes[text].contains(comma)
    guard areTags || (hasComma && ["aliases", "alias"].contains(key)) else { return nil }
    let separator = hasComma ? comma : UInt8(ascii: " ")
    let start = bytes[text.lowerBound..<cursor].lastIndex(of: separator).map { $0 + 1 }
    let word = bytes[(start ?? text.lowerBound)..<cursor].drop { $0 == UInt8(ascii: " ") }
    let end = bytes[cursor..<text.upperBound].firstIndex(of: separator) ?? text.upperBound
    return (word.startIndex..<end, separator)
  }

  private func completer(_ text: String = "") -> Completer {
    Completer(CompletionRequest(.tag, text), self)
  }
}

// MARK: - Links

extension Workspace {
  private func link(at offset: Int, in capture: Capture) -> Markup.Link? {
    capture.markup.links.first { $0.range.contains(offset) }
  }

  /// Returns completions with the names of captures.
  ///
  /// While the files of a large notebook are still being read, the names come from the saved index,
  /// without captures that have changed. New captures may be missing, so the list counts as
  /// incomplete and the editor asks again with the next letter. Links contain whole paths, because
  /// a new capture may have the same name. If such a list would be empty, waits for the complete
  /// one.
  ///
  /// - Parameters:
  ///   - link: The link in which the cursor is; nil if the link is not finished.
  ///   - rest: The bytes after the text that a completion replaces.
  private func links(
    _ capture: Capture, _ range: Range<Int>, _ link: Markup.Link?, before rest: ArraySlice<UInt8>
  ) -> EditorCompletions {
    if let saved = notebook.savedCatalog(ofAtLeast: manyCaptures) {
      let early = links(capture, range, link, before: rest, in: saved, isSaved: true)
      if !early.items.isEmpty { return early }
    }
    return links(capture, range, link, before: rest, in: catalog(), isSaved: false)
  }

  private func links(
    _ capture: Capture, _ range: Range<Int>, _ link: Markup.Link?, before rest: ArraySlice<UInt8>,
    in catalog: Catalog, isSaved: Bool
  ) -> EditorCompletions {
    let typed = String(decoding: capture.document.bytes[range], as: UTF8.self)
    let (all, isComplete) = catalog.linkNames(
      containing: typed, limit: Self.mostCompletions, clock: clock)
    // Leaves out this capture, because its title may be the text that is being typed.
    let found = all.filter {
      catalog.snapshot.path($0.entry) != capture.path && (!isSaved || catalog.isUnchanged($0.entry))
    }
    let targets =
      isSaved
      ? found.map { _ in LinkResolution.dead }
      : catalog.destinations(ofNames: found.map(\.text), replacing: link, in: capture)
    let hasMore = rest.first.map { "|#".utf8.contains($0) } ?? false
    let items = zip(found, targets).compactMap { name, target -> EditorCompletion? in
      let path = catalog.snapshot.path(name.entry)
      guard var link = Self.link(to: path, as: name, target: target) else { return nil }
      // The link already has a heading or a text.
      if hasMore, link != name.text { link = path.withoutEnding.description }
      return EditorCompletion(
        name.text, link + (hasMore ? "" : Self.closing(before: rest)), filter: name.text,
        detail: path.description, .capture, path: path)
    }
    return EditorCompletions(items: items, isComplete: isComplete && !isSaved)
  }

  /// Returns the closing brackets `]]` of a wikilink, without the brackets at the start of `rest`.
  private static func closing(before rest: ArraySlice<UInt8>) -> String {
    String("]]".dropFirst(rest.prefix(2).prefix { $0 == UInt8(ascii: "]") }.count))
  }

  /// Returns the text between the brackets of a wikilink that shows a name and leads to the capture
  /// at `path`. Nil if the name and the path have characters that a wikilink cannot contain.
  private static func link(
    to path: NotePath, as name: LinkName, target: LinkResolution
  ) -> String? {
    let isPlain = isPlain(name.text)
    if isPlain, target == .found(path) { return name.text }
    guard let place = path.withoutEnding.text, Self.isPlain(place) else { return nil }
    return isPlain && name.kind != .file ? "\(place)|\(name.text)" : place
  }

  /// Returns whether a text has none of the characters that are special in a wikilink, such as `|`.
  private static func isPlain(_ text: String) -> Bool {
    !text.contains { "[]|#`".contains($0) || $0.isNewline }
  }

  private func headings(
    _ capture: Capture, _ target: String, _ link: Markup.Link?, before rest: ArraySlice<UInt8>
  ) -> EditorCompletions {
    let closing = rest.first == UInt8(ascii: "|") ? "" : Self.closing(before: rest)
    var linked: Capture? = capture
    if !target.isEmpty {
      let found = catalog().destinations(ofNames: [target], replacing: link, in: capture)
      linked = found.first?.path.flatMap { try? notebook.capture(at: $0) }
    }
    guard let linked else { return EditorCompletions() }
    let blocks = linked.blocks.map {
      EditorCompletion("^\($0.id)", "^\($0.id)\(closing)", detail: $0.text, .heading)
    }
    return EditorCompletions(items: headings(of: linked) { $0.wikilinkName + closing } + blocks)
  }

  /// Returns completions with the headings of a linked capture.
  ///
  /// - Parameter spelled: A callback that returns the text to insert for a heading.
  func headings(
    of linked: Capture, _ spelled: (Markup.Heading) -> String
  ) -> [EditorCompletion] {
    // A link leads to the first of several headings with the same text.
    let headings = linked.markup.headings.filter { !$0.wikilinkName.isEmpty }
    return headings.uniqued { $0.text.folded }.map { heading in
      EditorCompletion(
        heading.text, spelled(heading),
        detail: String(repeating: "#", count: heading.level), .heading)
    }
  }

  private func tags(_ capture: Capture, _ range: Range<Int>) -> EditorCompletions {
    let typed = String(decoding: capture.document.bytes[range], as: UTF8.self)
    let items = completer().values(of: .tag).filter { $0.text != typed }.map {
      EditorCompletion($0.text, $0.text, detail: $0.summary, .tag)
    }
    return EditorCompletions(items: items)
  }
}

// MARK: - Fields

extension Workspace {
  /// Returns completions for the fields that a capture lacks, in this order: the required fields of
  /// the schema, the built-in fields, the other fields of the schema, `private` and `publish`, and
  /// the other fields of the notebook.
  private func keys(
    _ capture: Capture, _ range: Range<Int>, _ spelling: FieldSpelling
  ) -> EditorCompletions {
    let bytes = capture.document.bytes
    let typed = String(decoding: bytes[range], as: UTF8.self)
    let isAction = capture.type == nil || capture.isAction
    var schemas = SchemaReader(notebook: notebook)
    let schema = schemas.schema(for: capture)?.fields ?? []
    let own = schema.map(\.name)
    let builtIn = FieldHelp.writtenKeys.filter { isAction || !FieldHelp.actionKeys.contains($0) }
    let used = catalog().fieldNames.sorted().filter { !$0.contains(":") && !$0.hasSuffix("_by") }
    var known = Set(capture.document.fields.map(\.key)).subtracting([typed])
    known.insert("id")
    let order =
      schema.filter(\.isRequired).map(\.name) + builtIn + own + ["private", "publish"] + used
    let items = order.compactMap { key -> EditorCompletion? in
      guard known.insert(key).inserted else { return nil }
      let field = schema.first { $0.name == key }
      return EditorCompletion(
        key, spelling.key(key, before: bytes[range.upperBound...]),
        detail: help(for: key, field), .field)
    }
    return EditorCompletions(items: items)
  }

  /// Returns a line of help for a field.
  func help(for key: String, _ field: Schema.Field?) -> String {
    let kind = field.map { ($0.isRequired ? "Required: " : "") + $0.wanted + "." }
    let help = [FieldHelp.line(for: key), kind].compactMap(\.self).joined(separator: " ")
    return help.isEmpty ? "A field that this notebook uses." : help
  }

  /// Returns completions for a value of a field.
  ///
  /// - Parameter separator: The separator of the words of the value, if the completion is one of
  ///   several words; nil if the completion is the whole value.
  private func values(
    of key: String, _ capture: Capture, _ range: Range<Int>, _ spelling: FieldSpelling,
    before rest: ArraySlice<UInt8>, separator: UInt8?
  ) -> EditorCompletions {
    let text = { (text: String) in
      separator == nil ? spelling.value(.text(text), before: rest) : text
    }
    let literal = { (text: String) in spelling.value(.literal(text), before: rest) }
    let typed = String(decoding: capture.document.bytes[range], as: UTF8.self)
    var schemas = SchemaReader(notebook: notebook)
    let field = schemas.schema(for: capture)?.field(key)
    var result = EditorCompletions()
    switch (field?.kind ?? FieldKind.ofBuiltIn(key), key) {
    case (.date, _):
      result.items = dates(typed, literal)
      result.isComplete = false
    case (.boolean, _), (_, "private"), (_, "publish"), (_, "draft"):
      result.items = ["true", "false"].map { EditorCompletion($0, literal($0), .value) }
    case (.choice, _):
      result.items = (field?.choices ?? []).map { EditorCompletion($0, text($0), .value) }
    case (_, "score"):
      result.items = completer().values(of: .score).map {
        EditorCompletion(
          "\($0.summary) \($0.text)", literal($0.summary), filter: $0.text, .value)
      }
    case (_, "collection"):
      result.items = completer().collections.map {
        EditorCompletion($0.text, text($0.text), detail: $0.summary, .value)
      }
    case (_, "person"):
      result.items = people(text)
    case (_, let key) where Capture.mediaKeys.contains(key):
      (result.items, result.isComplete) = files(for: key, of: capture, typed, text)
    default:
      let attribute: Attribute =
        Capture.tagKeys.contains(key) ? .tag : Attribute(named: key)
      // Leaves out the values that the capture already has, including the value that is being
      // typed.
      let known =
        attribute == .tag ? Set(capture.fieldTags) : [typed, String(typed.trimmingBlanks)]
      let used = completer().values(of: attribute)
      let rules = key == "repeat" ? Self.repeatRules : []
      let others = rules.filter { rule in !used.contains { $0.text == rule } }
      result.items = (used + others.map { (text: $0, summary: "") }).filter { item in
        !known.contains(item.text) && separator.map { !item.text.utf8.contains($0) } ?? true
      }.map {
        EditorCompletion($0.text, text($0.text), detail: $0.summary, .value)
      }
    }
    return result
  }

  /// Returns completions with the dates that words such as `tomorrow` mean. If the typed words mean
  /// a date, that date comes first.
  private func dates(
    _ typed: String, _ written: (String) -> String
  ) -> [EditorCompletion] {
    let words = completer().dueTimes.map(\.text)
    let all = typed.isEmpty || words.contains(typed) ? words : [typed] + words
    return all.compactMap { text in
      guard let time = timeReader.read(text)?.due, time != text else { return nil }
      return EditorCompletion(
        text, written(time), filter: text, detail: "\(time), \(spelled(time))", .date)
    }
  }

  /// Returns completions with the paths of files for a field such as `images`: first the files in
  /// the capture's folder, then the others. Also returns whether the list is complete.
  private func files(
    for key: String, of capture: Capture, _ typed: String, _ written: (String) -> String
  ) -> ([EditorCompletion], isComplete: Bool) {
    let folder = capture.collection
    let known = Set(capture.media(key).compactMap(\.path))
    let isPicture = Capture.imageKeys.contains(key)
    let ordered = files(near: folder) { isImage, path in
      isImage == isPicture && !known.contains(path)
    }
    let found = ordered.map { path in
      let place = typed.hasPrefix("/") ? Array("/\(path)".utf8) : path.relative(from: folder)
      return (path: path, place: String(decoding: place, as: UTF8.self))
    }.filter { typed.isEmpty || $0.place.folded.contains(typed.folded) }
    let items = found.prefix(Self.mostCompletions).map { path, place in
      EditorCompletion(place, written(place), detail: path.description, .value)
    }
    return (items, found.count <= Self.mostCompletions)
  }

  /// Returns the files that are not captures and that `isWanted` accepts: first those in a folder
  /// and below it, then the others. `isWanted` also receives whether the file is a picture.
  func files(
    near folder: NotePath, _ isWanted: (_ isImage: Bool, NotePath) -> Bool
  ) -> [NotePath] {
    let files = catalog(attachments: true).attachments.filter { path in
      let type = MediaType(fileEnding: path.fileExtension)
      return path.text != nil && isWanted(type?.kind == .image, path)
    }
    if folder.isRoot { return files }
    return files.filter { $0.isInside(folder) } + files.filter { !$0.isInside(folder) }
  }

  private func people(_ written: (String) -> String) -> [EditorCompletion] {
    catalog().cards(clock).map { name, path in
      EditorCompletion(name, written("[[\(name)]]"), filter: name, .value, path: path)
    }
  }
}
