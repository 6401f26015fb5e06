package import CairnCapture
import CairnDocument
package import CairnMarkup
import CairnQuery
package import CairnTemplates
package import CairnText

/// A writer that supplies the values of a capture to the template of a digest. Thread-safe.
package struct ItemWriter {
  let options: DigestOptions
  let format: DigestFormat
  /// A function that returns the address of a file relative to the output; nil if no relative
  /// address leads to the file.
  let fileAddress: @Sendable (NotePath) -> String?
  let target: DigestSurroundings.Target
  /// The way in which HTML shows pictures.
  let shown: DigestPictures
  /// The anchors that links within the digest lead to.
  var places = DigestPlaces()
  /// The heading level of the captures, 1 … 6.
  let level: Int
  /// A function that returns the title of the capture at a path; nil if there is no such capture.
  let title: @Sendable (NotePath) -> String?
  /// A function that returns whether readers must not see the capture at a path.
  var isHidden: @Sendable (NotePath) -> Bool = { _ in false }
  /// A function that returns the address of a file's own page, or of a heading on that page; nil if
  /// the file has no page. Only sites have pages for files.
  package var page: @Sendable (NotePath, String?) -> String? = { _, _ in nil }
  /// A function that returns the note at a path for an embed such as `![[note]]`; nil if the note
  /// is not shown. If the function itself is nil, embeds of notes are links.
  package var note: (@Sendable (NotePath) -> Capture?)?
  /// Whether a Markdown link to an unreachable file keeps its address.
  package var keepsDeadLinks = true
  /// The novelty of captures; nil if templates cannot show it.
  var novelty: (any NoveltyFacts)?
  /// The address of the page that shows the capture's body; nil if the output itself shows the
  /// body.
  package var bodyPage: String?
  /// The form that is submitted when a checkbox is clicked; nil for checkboxes that do nothing.
  package var boxes: HTMLTaskForm?
  /// A function that takes the name of a tag and returns the address of the tag's page, or nil if
  /// there is no such page. If the function itself is nil, tags in bodies are not links.
  package var tagPage: (@Sendable (String) -> String?)?

  /// Creates a writer. Until ``places`` or ``page`` is set, links to captures lead to the captures'
  /// files.
  package init(
    options: DigestOptions, format: DigestFormat,
    fileAddress: @escaping @Sendable (NotePath) -> String?,
    target: @escaping DigestSurroundings.Target, shown: DigestPictures, level: Int,
    title: @escaping @Sendable (NotePath) -> String?
  ) {
    self.options = options
    self.format = format
    self.fileAddress = fileAddress
    self.target = target
    self.shown = shown
    self.level = level
    self.title = title
  }

  /// Returns the values that the template of a capture can use.
  package func scope(of capture: Capture, _ item: DigestItem) -> CaptureScope {
    let setting = setting(for: capture, anchor: item.anchor)
    // Addresses, bodies and stars need no escaping.
    let plain = TemplateSetting(clock: options.clock)
    let scope = CaptureScope(capture, setting)
    // The scope's values must not retain the scope, or every capture would stay in memory.
    unowned let scopeItself = scope
    lazy var fields = fields(of: capture, setting)
    lazy var body = DigestBody(capture, scopeItself.markup, item, writer: self).text
    scope.others = { [unowned scope] name in
      switch name {
      case "anchor": .some(item.anchor.map { TemplateScalar($0, plain) })
      case "number": .some(TemplateScalar(item.place, setting))
      case "level": .some(TemplateScalar(level, setting))
      case "signs": .some(TemplateScalar(String(repeating: "#", count: level), plain))
      case "title": .some(scope.shown(Self.title(of: capture, scope.markup)))
      case "source": .some(source(of: capture).map { TemplateScalar($0, plain) })
      case "id", "type", "status", "meaning": .some(capture.text(name).flatMap(scope.shown))
      case "stars": .some(capture.score.flatMap(Self.stars).map { TemplateScalar($0, plain) })
      case "novelty":
        .some(novelty?.novelty(of: capture).map { TemplateScalar($0.inHundredths, plain) })
      case "created": .some(TemplateScalar(capture.created, setting))
      case "updated":
        .some(TemplateScalar(capture.writtenUpdate ?? capture.created, setting))
      case "due": .some(capture.due.map { TemplateScalar($0, setting) })
      case "cover":
        .some(pictures(capture, scope.markup).first.map { TemplateScalar($0.address, plain) })
      case "coverImage":
        .some(
          format != .html
            ? nil
            : pictures(capture, scope.markup).first.map {
              TemplateScalar(html(of: $0), plain)
            })
      case "images":
        .some(
          TemplateList(
            elements: pictures(capture, nil).map { picture in
              TemplateScope([
                "address": TemplateScalar(picture.address, plain),
                "name": TemplateScalar(picture.name, setting),
                "picture": format == .html ? html(of: picture) : nil,
              ])
            }, setting: setting))
      case "hasFiles": .some(!files(capture).isEmpty)
      case "files":
        .some(
          TemplateList(
            elements: files(capture).map { file in
              TemplateScope([
                "address": TemplateScalar(file.address, plain),
                "name": TemplateScalar(file.name, setting),
              ])
            }, setting: setting))
      case "namesSources": .some(options.namesSources)
      case "isOverdue": .some(capture.isOverdue(options.clock))
      case "hasTags": .some(!capture.tags(in: scope.markup).isEmpty)
      case "hasFields": .some(!fields.isEmpty)
      case "fields": .some(TemplateList(elements: fields, setting: setting))
      case "html", "markdown", "text":
        .some(
          name == format.rawValue && options.hasBodies
            ? body.map { TemplateScalar($0, plain) } : nil)
      default: nil
      }
    }
    return scope
  }

  /// Returns the title of a capture, without markup. A title that is the first line of the body is
  /// cut to ``titleLength`` characters.
  package static func title(of capture: Capture, _ body: some BodyFacts) -> String {
    let title = capture.shownTitle(in: body)
    return capture.titleIsFirstLine(of: body) ? title.cut(to: titleLength) : title
  }

  /// The maximum length in characters of a title that is taken from the first line of the body.
  static let titleLength = 80

  package static func stars(_ score: Score) -> String? {
    score == .undecided ? nil : String(repeating: "★", count: score.rawValue)
  }

  func source(of capture: Capture) -> String? {
    fileAddress(capture.path)
  }
}

extension Capture {
  /// Returns whether the capture was due before today and is neither done nor cancelled.
  package func isOverdue(_ clock: LocalClock) -> Bool {
    guard let due, !outcome.isFinished else { return false }
    return due.localDay(clock) < clock.today
  }
}

// MARK: - Pictures

extension ItemWriter {
  /// A picture of a capture; the path is nil for a remote picture.
  private typealias Picture = (path: NotePath?, address: String, name: String)

  /// Returns the reachable pictures in the capture's fields, in order. If there are none, returns
  /// the picture files that `body` shows. The caller passes `body` only to find a cover picture.
  private func pictures(_ capture: Capture, _ body: Markup?) -> [Picture] {
    let own = capture.images.compactMap { image -> Picture? in
      if let address = remoteAddress(of: image) { return (nil, address, image.name) }
      return image.path.flatMap { path in fileAddress(path).map { (path, $0, image.name) } }
    }
    if !own.isEmpty { return own }
    return (body?.links ?? []).compactMap { link in
      guard link.kind == .image || link.isEmbeddedImage, !link.isExternal,
        let path = target(capture, link)
      else { return nil }
      return fileAddress(path).map { (path, $0, path.name) }
    }
  }

  /// Returns the reachable files in the capture's field `files`, in order.
  private func files(_ capture: Capture) -> [(address: String, name: String)] {
    capture.files.compactMap { file in
      file.path.flatMap(fileAddress).map { ($0, file.name) }
    }
  }

  /// Returns the address of a remote picture, escaped for Markdown; nil for a picture in a file, or
  /// if the address could end a link early.
  private func remoteAddress(of image: MediaReference) -> String? {
    guard case .address(let address) = image.place, address.isBareAddress else { return nil }
    return address.replacing("(", with: "%28").replacing(")", with: "%29")
  }

  /// Returns a picture as an HTML element.
  private func html(of picture: Picture) -> String {
    let shown =
      picture.path.map { self.picture(in: $0) } ?? self.shown.picture(at: picture.address)
      ?? .address(picture.address)
    return shown.html(description: picture.name)
  }

  /// Returns the way in which HTML shows the picture in a file.
  func picture(in path: NotePath) -> HTMLPicture {
    shown.picture(in: path, address: fileAddress(path))
  }
}

// MARK: - Links

extension ItemWriter {
  /// Returns the address of an internal link of a capture, relative to the output; nil if the
  /// link's target is hidden or cannot be reached.
  func address(of link: Markup.Link, in capture: Capture) -> String? {
    guard let path = target(capture, link), !isHidden(path) else { return nil }
    if let anchor = places.anchor(of: path, link.fragment) { return "#\(anchor)" }
    if let page = page(path, link.fragment) { return page }
    let fragment = link.fragment(in: path).map { "#" + Address.encoded($0.utf8) } ?? ""
    return fileAddress(path).map { $0 + fragment }
  }

  /// Returns whether a link of a capture leads to a hidden capture.
  func leadsToHidden(_ link: Markup.Link, in capture: Capture) -> Bool {
    !link.isExternal && target(capture, link).map(isHidden) ?? false
  }

  /// Returns the text to show instead of a link's own text; nil if the link keeps its text.
  func shownText(of link: Markup.Link, in capture: Capture) -> String? {
    link.shownText({ target(capture, $0) }, titled: title)
  }

  /// Returns the settings for showing the values of a capture. In these values, links to the
  /// capture itself lead to `anchor`, or to the capture's file if `anchor` is nil.
  private func setting(for capture: Capture, anchor: String?) -> TemplateSetting {
    var setting = TemplateSetting(clock: options.clock, isForeign: true, escape: format.escape)
    setting.linked = { text in
      if text.isBareAddress { return webLink(text) }
      return TemplateSetting.linked(text, plain: plain) { link in
        self.linked(
          link, shownText(of: link, in: capture) ?? link.text,
          link.target.isEmpty
            ? anchor.map { "#\($0)" } ?? source(of: capture) : address(of: link, in: capture))
      }
    }
    return setting
  }

  /// Escapes text for the output's format. The text is a part of a field's value, and contains no
  /// links.
  private func plain(_ text: String) -> String {
    format == .html ? HTMLEscaping.escaped(format.escape(text)) : format.escape(text)
  }

  /// Returns `address`, a web address that is the whole value of a field, as a link in the output's
  /// format. In plain text, the address is not a link.
  private func webLink(_ address: String) -> String {
    switch format {
    case .html: Markup.html(linkTo: address)
    case .markdown: "<\(address)>"
    case .text: format.escape(address)
    }
  }

  /// Returns a wikilink in a field as a link in the output's format. If `address` is nil, returns
  /// only the text.
  private func linked(_ link: Markup.Link, _ text: String, _ address: String?) -> String {
    switch format {
    case .html: link.html(address: address, name: text)
    case .markdown: MarkdownText.link(link, text, to: address)
    case .text: format.escape(text)
    }
  }
}

extension String {
  /// Whether the text is a single web address that can be written between `<` and `>` (CommonMark
  /// 0.31 §6.5).
  fileprivate var isBareAddress: Bool {
    WebAddress.isWeb(self) && (try? WebAddress(self))?.text == self
      && !utf8.contains { "<>\"\\".utf8.contains($0) }
  }
}

// MARK: - Fields

extension ItemWriter {
  /// Returns those fields of a capture that no other template value shows, each as a scope with its
  /// `name` and its `value`.
  private func fields(of capture: Capture, _ setting: TemplateSetting) -> [TemplateScope] {
    let document = capture.document
    return FieldOrder.shown(document.fieldsThatCount).compactMap { field in
      guard !capture.states(field), !isShown(field, of: capture),
        let value = inWords(field.value) ?? document.writtenText(field)
          ?? Self.text(of: field.value, setting.clock)
      else { return nil }
      return TemplateScope([
        "name": TemplateScalar(field.key, setting), "value": TemplateScalar(value, setting),
      ])
    }
  }

  private func isShown(_ field: Document.Field, of capture: Capture) -> Bool {
    // The mark of a generated value is not shown.
    if MachineMark.isMark(field) { return true }
    return switch field.key {
    case "status": capture.status != nil
    case "due": capture.due != nil
    case "date": capture.time("created") == nil && capture.time("date") != nil
    case "images", "cover", "image":
      capture.images.contains { $0.path != nil || remoteAddress(of: $0) != nil }
    case "files": !files(capture).isEmpty
    case "originals", "keywords", "tag", "updated", "modified", "lastmod": true
    default: Self.isForPrograms(field.key.folded)
    }
  }

  /// Returns whether a field is meant only for programs: `private`, `publish`, `draft`, or a
  /// property that Obsidian, Obsidian Publish or an Obsidian plugin reserves (help.obsidian.md,
  /// "Properties").
  private static func isForPrograms(_ key: String) -> Bool {
    Privacy.keys.contains(key) || key.hasSuffix("-plugin")
      || ["aliases", "alias", "cssclasses", "cssclass", "permalink"].contains(key)
  }

  /// Returns a readable form of a date, a time or a truth value, such as `yes`, `21 November 2026`
  /// or `21 November 2026, 10:04`. Times are in the digest's time zone. Returns nil for other
  /// values.
  private func inWords(_ value: FieldValue) -> String? {
    if case .boolean(let isTrue) = value { return isTrue ? "yes" : "no" }
    guard let time = FieldTime(value) else { return nil }
    guard case .dateTime(let time) = time else { return time.localDay(options.clock).long }
    let clock = options.clock
    let local = time.offset == nil ? time : clock.dateTime(clock.instant(time))
    let minutes = local.secondOfDay / 60
    return "\(local.date.long), \((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
  }

  private static func text(of value: FieldValue, _ clock: LocalClock) -> String? {
    let setting = TemplateSetting(clock: clock)
    guard let value = value.templateValue(setting) else { return nil }
    if case .omitted = value.section { return nil }
    return value.shown
  }
}
