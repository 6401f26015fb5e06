import CairnCapture
import CairnDigest
import CairnMarkup
import CairnTemplates
import CairnText

/// A writer that makes one page of a site. Thread-safe.
struct SiteWriter {
  let plan: SitePlan
  let options: SiteOptions
  let templates: SiteTemplates
  let media: SiteMedia
  let page: SitePage
  let loadsRemote: Bool

  private var root: String { SiteAddresses.root(from: page.path) }
  private var setting: TemplateSetting {
    TemplateSetting(
      clock: options.digest.clock, isForeign: true, escape: DigestFormat.html.escape)
  }

  /// The anchor of the capture on a capture's page.
  private static let anchor = "c"

  /// The Content-Security-Policy of a page, whether it comes from a server or is opened as a file.
  /// Allows the site's style sheet, scripts and pictures, previews of the site's own pages and, if
  /// ``loadsRemote`` is true, pictures from other sites.
  private var policy: String {
    "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; img-src 'self' data:"
      + (loadsRemote ? " https: http:" : "") + "; base-uri 'none'; form-action 'none'"
  }

  private func text(_ text: String?) -> TemplateScalar? {
    text.flatMap { $0.isEmpty ? nil : TemplateScalar($0, setting) }
  }

  private func list(_ elements: [any TemplateValue]) -> TemplateList {
    TemplateList(elements: elements, setting: setting)
  }

  /// Returns the template values that every page has.
  private func frame(_ name: String, _ trail: [(name: String, page: String)])
    -> TemplateScope.Values
  {
    let menu = plan.menu(of: page)
    return [
      "language": text(options.digest.language), "theme": options.digest.theme.rawValue,
      "scheme": options.digest.scheme.rawValue, "policy": policy, "root": root,
      "name": text(name), "site": trail.isEmpty ? nil : text(options.digest.title),
      "isHome": trail.isEmpty,
      "feed": options.baseURL.flatMap { _ in text(options.digest.title) },
      "hasTrail": trail.count > 1,
      "trail": list(trail.dropFirst().map { named($0.name, $0.page) }),
      "menu": list(menu.collections.map(entry)), "hasLists": !menu.lists.isEmpty,
      "lists": list(menu.lists.map(entry)),
    ]
  }

  /// Returns the template values of an entry of the menu.
  private func entry(_ entry: SiteMenu.Entry) -> SitePart {
    SitePart([
      "name": text(entry.name), "address": Address.encoded(entry.page.utf8),
      "icon": text(entry.icon), "level": TemplateScalar(entry.level, setting),
      "current": entry.current,
    ])
  }

  /// Returns the template values of a name that links to a page.
  private func named(_ name: String, _ page: String) -> SitePart {
    SitePart(["name": text(name), "address": Address.encoded(page.utf8)])
  }
}

// MARK: - Lists

extension SiteWriter {
  /// Makes a page that lists names and captures.
  func bytesOfList() -> [UInt8] {
    guard let shown = plan.list(page.kind, title: options.digest.title) else { return [] }
    var values = frame(shown.title, shown.trail)
    values["icon"] = text(shown.icon)
    values["about"] = text(shown.about)
    values["total"] = TemplateScalar(shown.total, setting)
    values["subject"] = shown.subject.map { Address.encoded($0.utf8) }
    values["isEmpty"] = shown.sections.isEmpty
    values["sections"] = list(shown.sections.map(section))
    return templates.render(.list, SiteScope(values))
  }

  private func section(_ section: SiteList.Section) -> SitePart {
    SitePart([
      "heading": text(section.heading),
      "more": section.more.map { Address.encoded($0.page.utf8) },
      "count": section.more.map { TemplateScalar($0.count, setting) },
      "kind": section.isCloud ? "cloud" : "collections",
      "hasNames": !section.names.isEmpty, "hasEntries": !section.captures.isEmpty,
      "entries": list(section.captures.map { entry($0) }),
      "names": list(
        section.names.map { name in
          SitePart([
            "name": text(name.name), "address": Address.encoded(name.page.utf8),
            "count": TemplateScalar(name.count, setting), "icon": text(name.icon),
            "about": text(name.about),
          ])
        }),
    ])
  }

  /// Returns the template values of a capture in a list. If `sentence` is not nil, it is shown in
  /// place of the capture's meaning.
  private func entry(_ number: Int, _ sentence: String? = nil) -> SitePart {
    let capture = plan.captures[number]
    let day = { (day: CalendarDate) in
      TemplateScalar(.date(day), shown: day.description, setting)
    }
    return SitePart([
      "name": text(capture.title), "address": Address.encoded(plan.page(number).utf8),
      "type": text(capture.type), "status": text(capture.status), "isOverdue": capture.isOverdue,
      "stars": capture.score.flatMap(ItemWriter.stars), "scoreName": capture.score?.name,
      "due": capture.due.map(day), "day": day(capture.day), "sentence": text(sentence),
      "meaning": sentence == nil ? text(capture.meaning) : nil,
    ])
  }
}

// MARK: - Charts

extension SiteWriter {
  /// Makes the page with charts.
  func bytesOfCharts() -> [UInt8] {
    var values = frame("Charts", [(options.digest.title, SiteAddresses.index)])
    values["charts"] = plan.charts
    return templates.render(.charts, SiteScope(values))
  }
}

// MARK: - Feed

extension SiteWriter {
  /// Makes the feed of these captures.
  func bytesOfFeed(
    _ captures: [(number: Int, capture: Capture)], _ target: @escaping DigestSurroundings.Target
  ) -> [UInt8] {
    let base = options.baseURL ?? ""
    var writer = itemWriter(target, base)
    let entries = captures.map { number, capture in
      writer.bodyPage = base + Address.encoded(plan.page(number).utf8)
      let item = DigestItem(number: number, key: Self.anchor, place: 0, anchor: Self.anchor)
      let body = DigestBody(capture, capture.markupWithMath, item, writer: writer)
      return SiteFeed.Entry(
        capture: plan.captures[number], id: capture.id, page: plan.page(number),
        html: options.digest.hasBodies ? body.text : nil)
    }
    return SiteFeed(
      title: options.digest.title, language: options.digest.language, base: base,
      clock: options.digest.clock, version: options.version, entries: entries
    ).bytes
  }
}

// MARK: - Captures

extension SiteWriter {
  /// Makes the page of a capture. `embeds` are the captures that its body can embed.
  func bytes(
    of capture: Capture, _ number: Int, _ embeds: [Capture],
    _ target: @escaping DigestSurroundings.Target
  ) -> [UInt8] {
    let known = plan.captures[number]
    var writer = itemWriter(target, root)
    writer.note = { path in embeds.first { $0.path == path } }
    let item = DigestItem(
      number: number, key: Self.anchor, place: number + 1, anchor: Self.anchor)
    let scope = writer.scope(of: capture, item)
    let home = plan.collections[plan.homes[number]]
    var trail = plan.trail(plan.trail(to: plan.homes[number]), options.digest.title)
    if home.parent == nil { trail.append((plan.looseName, SitePlan.loosePage)) }
    var values = frame(known.title, trail)
    let backlinks = plan.backlinks[number]
    let (previous, next) = (plan.neighbour(of: number, -1), plan.neighbour(of: number, 1))
    let files = capture.files.compactMap { file in
      file.path.flatMap { media.path(of: $0) }.map { named(file.name, $0) }
    }
    values["anchor"] = Self.anchor
    values["hasFiles"] = !files.isEmpty
    values["files"] = list(files)
    values["tagLinks"] = list(
      known.tags.compactMap { tag in plan.tagPages[tag.folded].map { named("#\(tag)", $0) } })
    let contents = options.digest.hasBodies ? contents(of: capture, scope.markup) : []
    values["hasContents"] = contents.count >= Self.fewestHeadings
    values["contents"] = list(contents)
    values["hasBacklinks"] = !backlinks.isEmpty
    values["backlinkCount"] = TemplateScalar(backlinks.count, setting)
    values["backlinks"] = SitePart([
      "entries": list(backlinks.map { entry($0, plan.sentence(from: $0, to: number)) })
    ])
    values["hasNeighbours"] = previous != nil || next != nil
    values["collectionName"] = text(home.name)
    values["previous"] = previous.map { named(plan.captures[$0].title, plan.page($0)) }
    values["next"] = next.map { named(plan.captures[$0].title, plan.page($0)) }
    return templates.render(.capture, SiteScope(values, capture: scope))
  }

  /// A page with at least this number of headings has a table of contents.
  private static let fewestHeadings = 3

  /// Returns the template values of the headings in a page's table of contents, which shows three
  /// levels.
  private func contents(of capture: Capture, _ markup: Markup) -> [SitePart] {
    let repeated = capture.repeatedTitle(in: markup)
    let headings = markup.headings.filter { $0 != repeated && !$0.text.isEmpty }
    let top = headings.map(\.level).min() ?? 1
    return headings.filter { $0.level < top + 3 }.map { heading in
      SitePart([
        "name": text(heading.text.withoutMarks),
        "level": TemplateScalar(heading.level - top + 1, setting),
        "anchor": "\(Self.anchor)_\(Address.encoded(heading.slug.utf8))",
      ])
    }
  }

  /// Returns a writer for the captures on a page. `root` is the address of the site's root:
  /// relative to the page or, in the feed, absolute.
  private func itemWriter(
    _ target: @escaping DigestSurroundings.Target, _ root: String
  ) -> ItemWriter {
    let (media, pages) = (media, plan.addresses.pages)
    let (titles, headings, tags) = (plan.titles, plan.headings, plan.tagPages)
    var pictures = DigestPictures(embedLimit: 0, loadsRemote: loadsRemote, read: media.read)
    let address = { @Sendable (path: NotePath) in
      media.path(of: path).map { root + Address.encoded($0.utf8) }
    }
    pictures.copy = { path, _, _ in address(path) }
    var writer = ItemWriter(
      options: options.digest, format: .html,
      fileAddress: address, target: target, shown: pictures, level: 1,
      title: { titles[$0] })
    writer.page = { path, fragment in
      pages[path].map { page in
        let heading = fragment.flatMap { headings.heading($0, of: path) }
        let anchor = heading.map { "#\(Self.anchor)_\(Address.encoded($0.utf8))" } ?? ""
        return root + Address.encoded(page.utf8) + anchor
      }
    }
    writer.tagPage = { tag in tags[tag.folded].map { root + Address.encoded($0.utf8) } }
    writer.keepsDeadLinks = false
    return writer
  }
}
