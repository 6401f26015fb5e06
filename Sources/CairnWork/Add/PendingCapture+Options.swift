import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnTemplates
import CairnText
import SystemPackage

extension PendingCapture {
  /// Reads all values of the request. If some are invalid, sets the valid ones and then throws the
  /// first error, so that a draft contains the valid values.
  mutating func readFields(_ work: Workspace) throws {
    var problem: (any Error)?
    var invalid: [InvalidOption] = []
    func attempt(_ option: String, _ value: String?, _ step: () throws -> Void) {
      do {
        try step()
      } catch {
        problem = problem ?? error
        if let value { invalid.append(InvalidOption(name: option, value: value)) }
      }
    }
    new.createsCollection = request.creates
    attempt("collection", request.collection) { try understandCollection(work) }
    let named = [
      ("type", request.type.map(TypeWord.spelled)), ("title", request.title),
      ("score", request.score),
      ("meaning", request.meaning),
    ]
    for (key, value) in named {
      if let value { new.fields.append((key, TypedValue(value))) }
    }
    if let date = request.date {
      attempt("date", date) {
        let value = try created(date, work)
        new.fields.append(("created", TypedValue(value)))
        if FieldTime(date) == nil { understood.append("created \(work.spelled(value))") }
      }
    }
    if let due = request.due {
      attempt("due", due) { try understandField("due", due, work) }
    }
    if let url = request.url {
      attempt("url", url) {
        new.fields.append(("url", TypedValue(try address(url), isText: true)))
      }
    }
    new.media += media(request.images, as: .image, work, attempt)
    new.media += media(request.files, as: .file, work, attempt)
    var names: Set<String> = []
    for field in request.fields {
      attempt("set", field) {
        if let name = Change(option: field)?.field, !names.insert(name).inserted {
          throw Refusal(
            "field-invalid",
            "--set: `\(name)` is set twice; to make a list, add elements later with `cairn set`",
            .invalid)
        }
        try understandField(field, work)
      }
    }
    for (key, value) in request.values {
      attempt("set", "\(key)=\(value.text)") {
        if value.isText || value.list != nil {
          new.fields.append((key, value))
        } else {
          try understandField(key, value.text, work)
        }
      }
    }
    dropBlankLines()
    for tag in request.tags.flatMap({ $0.split(separator: ",") }) {
      let name = String(tag.trimmingBlanks.drop { $0 == "#" })
      guard !name.isEmpty else { continue }
      attempt("tag", name) {
        try TagName.check(name)
        new.tags.append(name)
      }
    }
    switch request.text {
    case .typed(let words): new.text = words.joined(separator: " ")
    case .bytes(let bytes):
      new.text = String(decoding: bytes, as: UTF8.self)
      if String(validating: bytes, as: UTF8.self) == nil { unreadable = bytes }
    case .draft: break
    }
    attempt("", nil) { try understandShorthand(work) }
    understandAddress()
    attempt("template", request.template) {
      new.template = try template(work)
      for problem in new.template.map({ CaptureTemplate($0).problems }) ?? [] {
        work.context.tell(
          .hint(
            "the template was not filled in completely: \(TerminalText.line(problem.message))"))
      }
    }
    self.invalid = invalid
    if let problem { throw problem }
  }

  /// Trims the title and the meaning, and removes them if they are blank. For a draft, a blank one
  /// stays, because it replaces the one in the draft.
  private mutating func dropBlankLines() {
    let isDraft = if case .draft = request.text { true } else { false }
    new.fields = new.fields.compactMap { key, value in
      guard Capture.isLineField(key), value.list == nil else { return (key, value) }
      let text = String(value.text.trimmingBlanks)
      if text.isEmpty, !isDraft { return nil }
      return (key, TypedValue(text, isText: value.isText))
    }
  }

  /// Returns the files with these names, ready to be attached. Skips files that cannot be attached.
  ///
  /// - Parameter attempt: A function that receives the option's name, the file's path, and a
  ///   function that reads the file. It records the error if reading fails.
  private func media(
    _ names: [String], as role: NewMedia.Role, _ work: Workspace,
    _ attempt: (String, String?, () throws -> Void) -> Void
  ) -> [NewMedia] {
    var media: [NewMedia] = []
    for name in names {
      let file = name.isEmpty ? name : work.context.caller.folder.pushing(FilePath(name)).string
      attempt(role.option, file) {
        let new = try work.newMedia(name, as: role)
        if let same = media.first(where: new.isCopy) {
          work.note(
            "`\(new.originalName)` is identical to `\(same.originalName)`, so only one of them is "
              + "attached"
          )
        }
        media.append(new)
      }
    }
    return media
  }

  /// Sets the field `url` to the address in a typed line. The line must contain only one address,
  /// and its first or last word must be this address. If the address is the only word, the text
  /// becomes empty; otherwise, the text stays. Does nothing if the capture already has an address, or
  /// if the text is to be split.
  private mutating func understandAddress() {
    let isAddress = request.fetchesPage || request.hasNewAddress
    let isTyped = if case .typed = request.text { true } else { isAddress }
    let typed = new.text.trimmingBlanks.split(separator: " ")
    let words = typed.count == 1 ? typed.map(String.init) : typed.map(Self.withoutStop)
    let addresses = words.filter(WebAddress.isWeb)
    guard isTyped, !isSplit, request.url == nil, new.field("url") == nil, addresses.count == 1,
      !new.text.trimmingBlanks.contains(where: \.isNewline),
      let text = [words.first, words.last].compactMap(\.self).first(where: WebAddress.isWeb),
      let address = try? WebAddress(text)
    else { return }
    new.fields.append(("url", TypedValue(address.text, isText: true)))
    if words.count == 1 { new.text = "" } else { understood.append("address \(address.text)") }
  }

  /// Returns a word without the punctuation at its end. Such punctuation does not belong to a web
  /// address.
  private static func withoutStop(_ word: Substring) -> String {
    var word = word
    while let last = word.last, ",.;:!?".contains(last) { word.removeLast() }
    return String(word)
  }

  private func address(_ text: String) throws -> String {
    do throws(WebAddress.Refusal) {
      return try WebAddress(text).text
    } catch {
      throw Refusal("address-invalid", "--url: `\(text)` \(error)", .invalid)
    }
  }

  private mutating func understandCollection(_ work: Workspace) throws {
    guard let name = request.collection else { return }
    let path = try work.collectionPath(name)
    new.collection = request.creates ? path : try work.existingPath(path, named: name)
  }

  /// Reads a due date in words, such as `tomorrow`, in the front matter of a text, and checks its
  /// score. Skips fields that an option sets or that the collection's page lists.
  ///
  /// Throws the same error as for an invalid option.
  mutating func understandFields(of document: Document, _ work: Workspace) throws {
    guard document.frontMatter.isFenced, document.editRefusal == nil else { return }
    let folder = new.collection ?? document["collection"]?.text.flatMap { NotePath($0) } ?? .root
    let schema = (try? work.notebook.nearestPage(of: folder))?.schema
    for key in ["due", "score"] where new.field(key) == nil && schema?.field(key) == nil {
      guard let value = document[key], let text = value.text else { continue }
      if key == "score" ? Score(value) != nil : FieldTime(value) != nil { continue }
      do { try understandField(key, text, work) } catch {
        invalid.append(InvalidOption(name: key, value: text))
        throw error
      }
    }
  }

  private mutating func understandField(_ field: String, _ work: Workspace) throws {
    guard let change = Change(option: field), change.operation == .set else {
      throw Refusal("field-invalid", "--set: `\(field)` is not in the form FIELD=VALUE", .invalid)
    }
    try understandField(change.field, change.value, work)
  }

  /// Sets a field to a typed value. If the value is a time in words, also records the time that was
  /// understood.
  private mutating func understandField(_ key: String, _ text: String, _ work: Workspace) throws {
    let isOfGift = key == "date" && type(work)?.lowercased() == "gift"
    let value = try isOfGift ? work.dateOfGift(text) : work.typed(text, for: key)
    new.fields.append((key, value))
    if value.text != text { understood.append("\(key) \(work.spelled(value.text))") }
  }

  /// Returns the value of the field `created` for a typed date.
  ///
  /// Throws a ``Refusal`` if the text is not a date.
  private func created(_ text: String, _ work: Workspace) throws -> String {
    if let value = work.pastTime(text) { return value }
    throw Refusal(
      "date-unknown",
      "--date: `\(text)` is not a date; write it as 2026-11-20, yesterday 3pm or 3 days ago",
      .invalid)
  }
}

extension Change {
  /// Creates a change from the value of the option `--set`, in which a name with blanks needs no
  /// quotes.
  fileprivate init?(option: String) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmingBlanks
    if let change = Change.parse(option) {
      self = change
    } else if parts.count == 2, name.contains(where: \.isWhitespace),
      let change = Change.parse("\"\(name)\"=\(parts[1])")
    {
      self = change
    } else {
      return nil
    }
  }
}

// MARK: - Templates

extension PendingCapture {
  /// Returns the text of the template that the request names. If it names none, returns the
  /// template of the collection's page. If the page has none, returns the template that the
  /// settings specify for the type; nil if none is set.
  private func template(_ work: Workspace) throws -> String? {
    if let name = request.template { return try template(named: name, work) }
    // A draft stores its own template, if it has one, so no default template applies.
    if case .draft = request.text { return nil }
    let collection = new.collection ?? .root
    // An unreadable page is reported when the capture is written.
    if let name = (try? work.notebook.nearestPage(of: collection))?.template {
      let page = collection.isRoot ? "/" : collection.description
      return try defaultTemplate(name, of: "the collection page for `\(page)`", work)
    }
    guard let type = type(work),
      let name = work.notebook.settings.template(ofType: type)
    else { return nil }
    return try defaultTemplate(name, of: "the setting `template.\(type)`", work)
  }

  /// Returns the type from the first of these that sets one: the capture's fields, the default type
  /// on the collection's page, the setting `capture.type`. Returns nil if none does.
  private func type(_ work: Workspace) -> String? {
    new.field("type")
      ?? (try? work.notebook.nearestPage(of: new.collection ?? .root))?.defaultType
      ?? work.notebook.settings["capture.type"]?.text
  }

  /// Returns the text that an editor shows at first if no other template is set: the capture
  /// template named after the type or, without a type, the template `note`. Nil if there is no such
  /// template.
  func builtInTemplate(_ work: Workspace) -> String? {
    work.templates.captureTemplate(type(work) ?? "note")
  }

  /// Returns the text of the template that a page or a setting (`owner`) names. A path is refused:
  /// a notebook from another person must not make Cairn read other files of this machine.
  private func defaultTemplate(
    _ name: String, of owner: String, _ work: Workspace
  ) throws -> String {
    let library = work.templates
    if let text = library.captureTemplate(name) { return text }
    throw Refusal(
      "template-unknown",
      "\(owner) names the template `\(name)`, which does not exist"
        + Nearest.advice(
          to: name, among: library.captureNames, otherwise: "pass --template NAME to use another"))
  }

  /// Returns the text of the library's template called `name`. If the library has none, returns the
  /// text of the file at the path `name`.
  private func template(named name: String, _ work: Workspace) throws -> String {
    let library = work.templates
    if let text = library.captureTemplate(name) { return text }
    let file = work.context.caller.folder.pushing(FilePath(name))
    guard let last = file.lastComponent?.string,
      let folder = try? Store(root: file.removingLastComponent()),
      let source = Workspace.source(last, in: folder)
    else {
      let names = library.captureNames.joined(separator: ", ")
      throw Refusal(
        "template-unknown", "there is no template or file `\(name)`; the templates are \(names)",
        .invalid)
    }
    return source.text
  }
}

extension TemplateLibrary {
  /// The names of the templates for captures.
  var captureNames: [String] { entries.filter { $0.kind == .capture }.map(\.name) }

  /// Returns the sentence to show if there is no capture template with this name; nil if there is
  /// one.
  func complaint(aboutCaptureTemplate name: String) -> String? {
    guard entry(name, kind: .capture) == nil else { return nil }
    return "there is no capture template `\(name)`" + Nearest.advice(to: name, among: captureNames)
  }

  /// Returns the text of a template for captures; nil if there is none with that name.
  func captureTemplate(_ name: String) -> String? {
    entry(name, kind: .capture).flatMap { file($0.path) }?.source.text
  }
}
