import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

/// What `cairn add` was asked, with its options understood.
///
/// From the moment there is text, nothing may lose it: whatever goes wrong, it becomes a draft.
struct AddRequest {
  private let command: AddCommand
  private var new = NewCapture(text: "")
  private var draft: CairnFiles.Draft?
  /// Why not all of the text was read.
  private var shortfall: Failure?

  init(_ command: AddCommand, _ session: Session) throws {
    self.command = command
  }

  /// Gets the text: from the draft that is retried, the arguments, standard input, or the editor.
  mutating func readText(_ session: Session) async throws {
    if command.retry { return try readDraft(session) }
    new.text = command.words.joined(separator: " ")
    let isPiped = command.words.isEmpty && !command.edit && !session.surroundings.inputIsTerminal
    if command.words == ["-"] || isPiped {
      readFromInput(session)
    } else if command.words.isEmpty, command.edit || !command.hasMedia {
      try await readFromEditor(session, template: true)
    }
    if command.edit, !command.words.isEmpty { try await readFromEditor(session, template: false) }
  }

  /// Reads standard input, as far as it can be the text of a capture: a character may take many
  /// bytes, but an input without an end must not fill the memory.
  private mutating func readFromInput(_ session: Session) {
    let characters = min(session.notebook.settings.count("capture.max_characters") ?? .max, 1 << 21)
    let limit = max(characters * 32, 1 << 20)
    let bytes = Console.readAll(limit: limit + 1)
    new.text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    if bytes.count > limit {
      shortfall = Failure(
        "text-too-long",
        "standard input goes on after \(limit) bytes, which is more than a capture holds; "
          + "it was read no further")
    }
  }

  /// Writes the capture, or keeps its text as a draft and says so.
  mutating func keep(_ session: Session) throws {
    do {
      if draft == nil { try understandOptions(session) }
      if let shortfall { throw shortfall }
      let mode: Mode = command.dryRun ? .dryRun : .write
      let added = try session.notebook.add(new, mode, using: &session.chance)
      if command.dryRun {
        session.show(added, .dryRun)
      } else {
        if let draft { try session.notebook.state.removeDraft(draft) }
        session.showAdded(added)
      }
    } catch {
      throw keepDraft(session, because: Failure(error))
    }
  }
}

// MARK: - Options

extension AddRequest {
  /// Turns the options into fields of the capture: all that are understood, so that a draft has
  /// them too, before it throws what is wrong with the first that is not.
  private mutating func understandOptions(_ session: Session) throws {
    var problem: (any Error)?
    func attempt(_ step: () throws -> Void) {
      do { try step() } catch { problem = problem ?? error }
    }
    new.createsCollection = command.create
    attempt { try understandCollection() }
    let named = [
      ("type", command.type), ("title", command.title), ("score", command.score),
      ("meaning", command.meaning),
    ]
    for (key, value) in named {
      if let value { new.fields.append((key, TypedValue(value))) }
    }
    if let date = command.date {
      attempt { new.fields.append(("created", TypedValue(try created(date, session)))) }
    }
    if let url = command.url {
      attempt { new.fields.append(("url", TypedValue(try address(url), isText: true))) }
    }
    new.media += media(command.images, as: .image, session, attempt)
    new.media += media(command.files, as: .file, session, attempt)
    for field in command.fields {
      attempt { try understandField(field, session) }
    }
    new.tags = command.tags.flatMap { $0.split(separator: ",") }.map { tag in
      String(tag.trimmingBlanks.drop { $0 == "#" })
    }
    if let name = command.template {
      attempt { new.template = try template(name, session) }
    }
    if let problem { throw problem }
  }

  /// The files that were named, as far as they are what they should be.
  private func media(
    _ names: [String], as role: NewMedia.Role, _ session: Session,
    _ attempt: (() throws -> Void) -> Void
  ) -> [NewMedia] {
    var media: [NewMedia] = []
    for name in names { attempt { media.append(try session.newMedia(name, as: role)) } }
    return media
  }

  private func address(_ text: String) throws -> String {
    do throws(WebAddress.Refusal) {
      return try WebAddress(text).text
    } catch {
      throw Failure("address-invalid", "--url: `\(text)` \(error)", status: .usage)
    }
  }

  private mutating func understandCollection() throws {
    guard let name = command.collection else { return }
    guard let path = NotePath(name) else {
      throw Failure("collection-invalid", "`\(name)` is no path of a collection", status: .usage)
    }
    new.collection = path
  }

  private mutating func understandField(_ field: String, _ session: Session) throws {
    guard let change = Change.parse(field), change.operation == .set else {
      throw Failure("field-invalid", "`\(field)` is no KEY=VALUE", status: .usage)
    }
    new.fields.append((change.field, session.typed(change.value, for: change.field)))
  }

  /// The time that `--date` names, as it is written into the file.
  private func created(_ text: String, _ session: Session) throws -> String {
    if let time = FieldTime(text) { return time.description }
    guard let expression = DateExpression(text) else {
      throw Failure(
        "date-unknown", "`\(text)` is no date; say 2026-11-20 or yesterday", status: .usage)
    }
    let start = expression.range(by: session.clock, leaning: .past).lowerBound
    return session.clock.dateTime(start).date.description
  }

  /// A template: the notebook's own, the user's, a built-in one, or any file.
  private func template(_ name: String, _ session: Session) throws -> String {
    let library = session.templates
    if let entry = library.entry(name, kind: .capture), let file = library.file(entry.path) {
      return file.source.text
    }
    let file = session.surroundings.workingFolder.pushing(FilePath(name))
    var folder = file
    guard let last = folder.lastComponent, folder.removeLastComponent(),
      let path = NotePath(last.string), let store = try? Store(root: folder),
      let contents = try? store.read(path)
    else {
      let names = library.entries.filter { $0.kind == .capture }.map(\.name).joined(separator: ", ")
      throw Failure(
        "template-unknown", "there is no template `\(name)`; there are \(names), and files",
        status: .usage)
    }
    return String(decoding: contents.bytes, as: UTF8.self)
  }
}

// MARK: - The editor

extension AddRequest {
  /// Lets the person write: from the template of the type where there is no text yet.
  private mutating func readFromEditor(_ session: Session, template wantsTemplate: Bool)
    async throws
  {
    let name = command.template ?? command.type ?? "note"
    let template = wantsTemplate ? (try? self.template(name, session)) : nil
    let start =
      template.map { CaptureTemplate($0).filled(with: new, at: session.clock) } ?? new.text
    let state = session.notebook.state
    let file = try state.saveDraft(Array(start.utf8), notes: notes(), at: session.clock.now)
    let code = try await Programs.run(session.editor, [file.file])
    let text = String(decoding: try state.text(of: file), as: UTF8.self)
    guard code == 0 else {
      throw Failure("editor-failed", "the editor ended with \(code); the text is in \(file.file)")
    }
    try state.removeDraft(file)
    // What the person left as it was offered is no text.
    if wantsTemplate, text == start { throw Failure(CaptureRefusal.empty) }
    new.text = text
    new.template = template == nil ? nil : ""
    if template != nil { new.text = CaptureTemplate(start).withoutHints(text) }
  }
}

// MARK: - Drafts

extension AddRequest {
  /// Everything but the text, to be tried again later.
  private func notes() -> [String: String] {
    var notes: [String: String] = [:]
    for (index, field) in new.fields.enumerated() {
      notes["field.\(index.padded(3)).\(field.key)"] =
        (field.value.isText ? "s" : "t") + field.value.text
    }
    if let collection = new.collection { notes["collection"] = collection.description }
    if !new.tags.isEmpty { notes["tags"] = new.tags.joined(separator: ",") }
    if let template = new.template { notes["template"] = template }
    for (index, media) in new.media.enumerated() {
      notes["media.\(index.padded(3)).\(media.role.rawValue)"] = media.source.string
    }
    return notes
  }

  /// Takes up the last draft, or the one named; options given now count more than its own.
  private mutating func readDraft(_ session: Session) throws {
    let drafts = try session.notebook.state.drafts()
    let found = command.words.first.map { name in drafts.first { $0.id == name } } ?? drafts.first
    guard let found else {
      throw Failure("draft-unknown", "there is no draft to try again", status: .nothingFound)
    }
    draft = found
    new.text = String(decoding: try session.notebook.state.text(of: found), as: UTF8.self)
    new.collection = found.notes["collection"].flatMap { NotePath($0) }
    new.tags = found.notes["tags"]?.split(separator: ",").map(String.init) ?? []
    new.template = found.notes["template"]
    for (key, value) in found.notes.sorted(by: { $0.key < $1.key }) where key.hasPrefix("field.") {
      let name = String(key.dropFirst("field.000.".count))
      new.fields.append((name, TypedValue(String(value.dropFirst()), isText: value.first == "s")))
    }
    let names = found.notes.filter { $0.key.hasPrefix("media.") }.sorted { $0.key < $1.key }
    for (key, file) in names {
      let role = NewMedia.Role(rawValue: String(key.dropFirst("media.000.".count))) ?? .file
      guard command.saysNone(of: role) else { continue }
      new.media.append(try session.newMedia(file, as: role))
    }
    let kept = new
    new.fields = []
    try understandOptions(session)
    new.fields.insert(
      contentsOf: kept.fields.filter { field in !new.fields.contains { $0.key == field.key } },
      at: 0)
    if new.collection == nil { new.collection = kept.collection }
    if new.tags.isEmpty { new.tags = kept.tags }
  }

  /// Keeps the text as a draft; the failure to end with says where it is.
  private func keepDraft(_ session: Session, because failure: Failure) -> Failure {
    var failure = failure
    guard !new.text.trimmingBlanks.isEmpty, !command.dryRun else { return failure }
    do throws(FileError) {
      let kept: CairnFiles.Draft
      if let draft {
        kept = draft
      } else {
        kept = try session.notebook.state.saveDraft(
          Array(new.text.utf8), notes: notes(), at: session.clock.now)
      }
      failure.hint = "The text is kept in \(kept.file); `cairn add --retry` tries again."
    } catch {
      session.console.write(new.text.utf8)
      failure.hint = "The text could not be kept (\(error)), so here it is."
    }
    return failure
  }
}

extension AddCommand {
  /// Whether something besides text was given that a capture may be about.
  fileprivate var hasMedia: Bool { !images.isEmpty || !files.isEmpty || url != nil }

  /// Whether no file was named for this.
  fileprivate func saysNone(of role: NewMedia.Role) -> Bool {
    switch role {
    case .image: images.isEmpty
    case .file: files.isEmpty
    }
  }
}
