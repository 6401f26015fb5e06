public import CairnCapture
import CairnDocument
import CairnFiles
import CairnMarkup
import CairnText

extension Notebook {
  /// Changes the title of a capture, renames its file to match, and updates every link to it.
  ///
  /// The new title replaces the value of the field `title`. If there is no such field, the new
  /// title replaces the heading that is the title. If there is no such heading either, the field is
  /// added. If a person chose the file name, the new name is the title, without the characters that
  /// file names and wikilinks cannot contain. If that cannot be a file name, the new name is the
  /// title's slug.
  ///
  /// A name that no person chose depends on the setting `capture.file_name`. If the setting does
  /// not contain `{{slug}}` exactly once, the name is kept. If the name follows the setting, it
  /// keeps its date and id, and only the part from the title changes. Any other name is replaced by
  /// a name made from the title alone.
  ///
  /// A link that names the old title gets the new title or, if that does not lead to the capture,
  /// the file name. A link that names the replaced heading gets the new heading. A link text that
  /// is exactly the old title, as in `[[sarah|Sarah]]`, becomes the new title. Aliases are not
  /// changed.
  ///
  /// Costs the same as ``move(_:to:creating:_:in:)``. The file is moved before any file is edited.
  ///
  /// - Parameters:
  ///   - fileName: The file's new name, with or without extension, instead of the generated one.
  ///   - catalog: The current catalog, with attachments.
  /// - Throws: A `Diagnostic` if the title is empty, the name is invalid or taken, or the title
  ///   cannot be written; `FileError` if the notebook cannot be locked. In each case nothing is
  ///   done.
  public func rename(
    _ capture: Capture, title: String, fileName: String? = nil, _ mode: Mode = .write,
    in catalog: Catalog
  ) throws -> ChangeReport {
    try carryOut(planToRename(capture, title: title, fileName: fileName), mode, in: catalog)
  }

  /// Returns the plan for renaming a capture. If `fileName` is nil, the file name is derived from
  /// the title.
  func planToRename(
    _ capture: Capture, title: String, fileName: String?
  ) throws -> Rearrangement {
    let title = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingBlanks
    if title.isEmpty {
      throw Diagnostic(.error, "title-empty", "the new title is empty; give it some text")
    }
    let place = try newPath(of: capture, title: String(title), fileName)
    var plan = Rearrangement { capture throws(Diagnostic) in
      try titled(String(title), capture, at: place)
    }
    plan.edited = [capture.path]
    let edited = Capture(
      path: capture.path, document: try plan.edit(capture), modified: capture.modified)
    plan.heading = HeadingChange(of: capture, in: edited)
    if place != capture.path {
      try checkIsListed(place)
      try checkIsFree(place, for: capture.path)
      plan.moves = [Relocation.Move(from: capture.path, to: place)]
    }
    return plan
  }

  /// Returns the new path of a renamed capture's file. If `fileName` is nil, the file name is
  /// derived from the title.
  private func newPath(
    of capture: Capture, title: String, _ fileName: String?
  ) throws(Diagnostic) -> NotePath {
    let path = capture.path
    let ending = path.nameBytes[path.stemBytes.endIndex...]
    var name: [UInt8]
    if let fileName {
      name = Array(fileName.utf8)
      if !store.isNote(name) { name += ending }
    } else if capture.hasChosenName {
      let end = String(decoding: ending, as: UTF8.self)
      let stem = [title, title.namingFile].first { Self.canName($0 + end) }
      name = (stem ?? FileName.slug(title)).utf8 + Array(ending)
    } else {
      let slug = FileName.slug(title)
      let pattern = settings["capture.file_name"].map(\.text).map { FileNamePattern($0) }
      // Without a slug in the pattern, names do not depend on the title.
      guard let pattern = pattern ?? nil else { return path }
      name = pattern.renaming(path.stem, id: capture.id, slug: slug).utf8 + Array(ending)
    }
    try Self.checkName(name)
    return path.parent.appending(name) ?? path
  }

  /// Returns whether a file can have this name, and wikilinks can contain it.
  private static func canName(_ name: String) -> Bool {
    nameProblem(name.utf8) == nil && !name.utf8.contains { "[]|#^".utf8.contains($0) }
  }
}

// MARK: - The title

extension Notebook {
  /// Returns the document of a capture with its title replaced by `title`. Returns the document
  /// unchanged if the file name at the path `place` is already the title.
  private func titled(
    _ title: String, _ capture: Capture, at place: NotePath
  ) throws(Diagnostic) -> Document {
    let moved = Capture(path: place, document: capture.document, modified: capture.modified)
    if moved.isCalledAsItsFile, moved.title == title { return capture.document }
    let markup = capture.markup
    if capture["title"] == nil, let heading = capture.titleHeading(in: markup),
      let number = markup.headings.firstIndex(of: heading),
      let document = capture.document.replacingHeading(number, by: title)
    {
      return document
    }
    return try applying([.set("title", .text(title))], to: capture)
  }
}

extension HeadingChange {
  /// Creates the change of the heading that is the title; nil if the heading did not change or the
  /// title is not a heading.
  init?(of capture: Capture, in edited: Capture) {
    guard let old = capture.titleHeading(in: capture.markup),
      let new = edited.titleHeading(in: edited.markup), old.text != new.text
    else { return nil }
    self.init(path: capture.path, old: old, new: new)
  }
}

extension Document {
  /// Returns this document with `title` as the text of the heading at the index `number`; nil if
  /// there is no such heading, or the title cannot be written as a heading.
  func replacingHeading(_ number: Int, by title: String) -> Document? {
    let headings = Markup(bytes, body: body).headings
    guard headings.indices.contains(number) else { return nil }
    if headings[number].text == title { return self }
    let range = headings[number].textRange(in: bytes)
    for text in [title, title.escapedForMarkdown] {
      let edited = Document(bytes.applying([Splice(range, Array(text.utf8))]))
      let found = Markup(edited.bytes, body: edited.body).headings
      if found.count == headings.count, found[number].text == title { return edited }
    }
    return nil
  }
}

extension Markup.Heading {
  /// Returns the byte range of the heading's text, without the marks of an ATX heading (CommonMark
  /// §4.2) or the underline of a setext heading (§4.3).
  fileprivate func textRange(in bytes: [UInt8]) -> Range<Int> {
    let mark = UInt8(ascii: "#")
    var text = bytes[range].trimmingBlanks
    guard text.first == mark else {
      let underline = text.lastIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
      return text[..<underline].trimmingBlanks.indices
    }
    text = text.drop { $0 == mark }.trimmingBlanks
    let closing = text.reversed().prefix { $0 == mark }.count
    let open = text.dropLast(closing)
    return (open.last?.isBlank ?? false ? open.trimmingBlanks : text).indices
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    let start = drop(while: \.isBlank)
    return start.dropLast(start.reversed().prefix(while: \.isBlank).count)
  }
}

extension String {
  /// The text without the characters that a file name or a wikilink cannot contain. Slashes become
  /// hyphens.
  fileprivate var namingFile: String {
    let kept = compactMap { character -> Character? in
      if "/\\".contains(character) { return "-" }
      return "[]|#^<>:\"?*".contains(character) ? nil : character
    }
    let words = String(kept).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let start = words.drop { $0 == "." || $0 == " " }
    return String(start.dropLast(start.reversed().prefix { $0 == "." || $0 == " " }.count))
  }

  /// The text with a backslash before each character that may be Markdown syntax.
  fileprivate var escapedForMarkdown: String {
    reduce(into: "") { escaped, character in
      if "\\`*_[]<>&#~!|".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
