import CairnCapture
import CairnDigest
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import SystemPackage

extension AddRequest {
  /// Turns the options into fields of the capture: all that are understood, so that a draft has
  /// them too, before it throws what is wrong with the first that is not.
  mutating func understandOptions(_ session: Session) throws {
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
    if let due = command.due {
      attempt { try understandField("due", due, session) }
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
    understandShorthand(session)
    attempt { new.template = try template(session) }
    if let problem { throw problem }
  }

  /// The files that were named, as far as they are what they should be.
  private func media(
    _ names: [String], as role: NewMedia.Role, _ session: Session,
    _ attempt: (() throws -> Void) -> Void
  ) -> [NewMedia] {
    var media: [NewMedia] = []
    for name in names {
      attempt {
        let new = try session.work.newMedia(name, as: role)
        if let same = media.first(where: new.isCopy) {
          session.say(
            TerminalText.line(
              "`\(new.originalName)` has the same bytes as `\(same.originalName)`; it is there once"
            ))
        }
        media.append(new)
      }
    }
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
    guard !name.isBlank, let path = NotePath(name) else {
      throw Failure("collection-invalid", "`\(name)` is no path of a collection", status: .usage)
    }
    new.collection = path
  }

  private mutating func understandField(_ field: String, _ session: Session) throws {
    guard let change = Change.parse(field), change.operation == .set else {
      throw Failure("field-invalid", "`\(field)` is no KEY=VALUE", status: .usage)
    }
    try understandField(change.field, change.value, session)
  }

  /// Takes the value of a field as it was typed, and notes what words for a time were understood as.
  private mutating func understandField(_ key: String, _ text: String, _ session: Session) throws {
    let value = try session.work.typed(text, for: key)
    new.fields.append((key, value))
    if value.text != text { understood.append("\(key) \(session.work.spelled(value.text))") }
  }

  /// The time that `--date` names, as it is written into the file.
  private func created(_ text: String, _ session: Session) throws -> String {
    if let time = FieldTime(text) { return session.work.spelling(of: time, as: text) }
    guard let expression = DateExpression(text) else {
      throw Failure(
        "date-unknown", "`\(text)` is no date; say 2026-11-20 or yesterday", status: .usage)
    }
    let start = expression.range(by: session.clock, leaning: .past).lowerBound
    return session.clock.dateTime(start).date.description
  }
}

// MARK: - Templates

extension AddRequest {
  /// The template to begin with: the one that was asked for, else that of the collection, else that
  /// of the type; nil for none.
  private func template(_ session: Session) throws -> String? {
    if let name = command.template { return try template(named: name, session) }
    // A draft has its own, or had none.
    if command.retry { return nil }
    let collection = new.collection ?? .root
    // A page that cannot be read is told of when the capture is written.
    if let name = (try? session.notebook.nearestPage(of: collection))?.template {
      let page = collection.isRoot ? "/" : collection.description
      return try defaultTemplate(name, of: "the page that holds for `\(page)`", session)
    }
    guard let type = type(session),
      let name = session.notebook.settings.template(ofType: type)
    else { return nil }
    return try defaultTemplate(name, of: "the setting `template.\(type)`", session)
  }

  /// The type that the capture will have, unless its text says another.
  private func type(_ session: Session) -> String? {
    new.field("type")
      ?? (try? session.notebook.nearestPage(of: new.collection ?? .root))?.defaultType
      ?? session.notebook.settings["capture.type"]?.text
  }

  /// What the editor offers where nothing names a template: the one that is called as the type is,
  /// or an empty page.
  func builtInTemplate(_ session: Session) -> String? {
    session.work.templates.captureTemplate(type(session) ?? "note")
  }

  /// A template that a page or a setting names. It must be one of the library: whoever sent the
  /// notebook cannot name a file of this machine.
  private func defaultTemplate(
    _ name: String, of owner: String, _ session: Session
  ) throws -> String {
    let library = session.work.templates
    if let text = library.captureTemplate(name) { return text }
    let near = Nearest.name(to: name, among: library.captureNames)
    throw Failure(
      "template-unknown",
      "\(owner) names the template `\(name)`, and there is none of that name; "
        + (near.map { "did you mean `\($0)`? " } ?? "") + "--template names another")
  }

  /// A template: the notebook's own, the user's, a built-in one, or any file.
  private func template(named name: String, _ session: Session) throws -> String {
    let library = session.work.templates
    if let text = library.captureTemplate(name) { return text }
    let file = session.surroundings.workingFolder.pushing(FilePath(name))
    var folder = file
    guard let last = folder.lastComponent, folder.removeLastComponent(),
      let path = NotePath(last.string), let store = try? Store(root: folder),
      let contents = try? store.readText(path)
    else {
      let names = library.captureNames.joined(separator: ", ")
      throw Failure(
        "template-unknown", "there is no template `\(name)`; there are \(names), and files",
        status: .usage)
    }
    return String(decoding: contents.bytes, as: UTF8.self)
  }
}

extension TemplateLibrary {
  /// The names of the templates for captures.
  var captureNames: [String] { entries.filter { $0.kind == .capture }.map(\.name) }

  /// The text of a template for captures; nil where there is none of that name.
  func captureTemplate(_ name: String) -> String? {
    entry(name, kind: .capture).flatMap { file($0.path) }?.source.text
  }
}

extension AddCommand {
  /// Whether something besides text was given that a capture may be about.
  var hasMedia: Bool { !images.isEmpty || !files.isEmpty || url != nil }
}
