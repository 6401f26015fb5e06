import CairnCapture
import CairnCharts
import CairnTemplates
import CairnText

/// A document that combines many captures: a head, the captures in groups, and a foot.
///
///     let digest = Digest(options, templates: templates, surroundings: surroundings)
///     try digest.write(DigestSource(selection.captures)) { bytes in try file.write(bytes) }
///
/// The same captures, options and templates give the same bytes. A capture cannot affect the text
/// around it: values are escaped, headings in a body are moved to levels below the capture's
/// heading, and a code block or comment left open by a body is closed.
public struct Digest: Sendable {
  let options: DigestOptions
  private let templates: DigestTemplates
  let surroundings: DigestSurroundings

  /// Creates a digest. `surroundings` contains facts about the notebook, such as where links lead.
  public init(
    _ options: DigestOptions, templates: DigestTemplates,
    surroundings: DigestSurroundings = DigestSurroundings()
  ) {
    self.options = options
    self.templates = templates
    self.surroundings = surroundings
  }

  /// Writes the digest of captures, keeping their order within each group.
  ///
  /// Reads each capture once to plan the digest, and once more for each of its occurrences. Holds a
  /// few hundred captures in memory at a time and renders them on several threads.
  ///
  /// - Parameters:
  ///   - progress: A callback that receives the number of steps done and the total. Planning a
  ///     capture and writing an occurrence of it are one step each. The total is an estimate until
  ///     all captures are planned.
  ///   - sink: A function that receives the bytes of the digest, in several parts.
  /// - Throws: The error that `sink` throws.
  public func write<Failure: Error>(
    _ source: DigestSource, progress: ((Int, Int) -> Void)? = nil,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let plan = DigestPlan(
      source, options, surroundings, anchoring: templates.anchoring
    ) { progress?($0, source.count * 2) }
    let frame = frame(plan)
    try sink(templates.render(.head, frame))
    var done = source.count
    let steps = plan.sections.reduce(done) { $0 + $1.items.count }
    var open: [DigestPlan.Section] = []
    for parts in plan.sections.flatMap(Part.parts).chunked(into: DigestSource.step / Part.size) {
      for (part, pieces) in zip(parts, pieces(Array(parts), source, plan)) {
        if part.isFirst, let group = part.section.group {
          var values = values(of: part.section)
          values["ends"] = ends(of: open[min(group.depth, open.count)...])
          open = open.prefix(group.depth) + [part.section]
          try sink(templates.render(.group, TemplateScope(values)))
        }
        for piece in pieces { try sink(piece) }
        done += part.items.count
      }
      progress?(done, steps)
    }
    try sink(templates.render(.foot, self.frame(plan, endings: open[...])))
  }

  /// Consecutive captures of a section, rendered by one thread.
  private struct Part {
    let section: DigestPlan.Section
    let items: ArraySlice<DigestItem>
    /// Whether this part is the first of its section.
    let isFirst: Bool

    static let size = 16

    /// Divides a section into one or more parts.
    static func parts(of section: DigestPlan.Section) -> [Part] {
      let items = section.items.isEmpty ? [[]] : section.items.chunked(into: size)
      return items.enumerated().map { Part(section: section, items: $1, isFirst: $0 == 0) }
    }
  }

  /// Returns, for each part, the bytes of each of its captures. Captures that no longer exist are
  /// left out.
  private func pieces(
    _ parts: [Part], _ source: DigestSource, _ plan: DigestPlan
  ) -> [[[UInt8]]] {
    let location = surroundings.location
    return Parallel.map(parts) { part in
      let captures = zip(part.items, source.read(part.items.map(\.number)))
        .compactMap { item, capture in capture.map { (item: item, capture: $0) } }
      var writer = ItemWriter(
        options: options, format: templates.format,
        fileAddress: { location($0).map { Address.encoded($0) } },
        target: surroundings.targets(captures.map(\.capture)), shown: surroundings.pictures,
        level: part.section.itemLevel, title: surroundings.title)
      writer.places = plan.places
      writer.isHidden = surroundings.isHidden
      writer.novelty = surroundings.novelty
      return captures.map { item, capture in
        templates.render(.item, writer.scope(of: capture, item))
      }
    }
  }
}

// MARK: - Frame

extension Digest {
  private var setting: TemplateSetting {
    TemplateSetting(clock: options.clock, isForeign: true, escape: templates.format.escape)
  }

  private func frame(
    _ plan: DigestPlan, endings: ArraySlice<DigestPlan.Section> = []
  ) -> TemplateScope {
    var values = options.values(setting)
    let contents = contents(plan)
    let isWanted = options.hasContents ?? (options.grouping.isEmpty ? false : contents.count > 1)
    values["title"] = TemplateScalar(options.title, setting)
    values["total"] = TemplateScalar(plan.total, setting)
    values["isEmpty"] = plan.total == 0
    values["hasContents"] = isWanted && !contents.isEmpty
    values["ends"] = ends(of: endings)
    values["style"] = Stylesheet.text
    values["policy"] = surroundings.pictures.policy
    values["charts"] = figures(plan)
    values["contents"] = TemplateList(elements: contents, setting: setting)
    return TemplateScope(values)
  }

  /// Returns the nonempty charts of an HTML digest, as HTML; nil if there are none.
  private func figures(_ plan: DigestPlan) -> String? {
    if options.charts.isEmpty { return nil }
    let statistics = Statistics(
      plan.facts, since: options.period.since, until: options.period.until, clock: options.clock,
      name: { surroundings.collection($0).name })
    let figures = options.charts.compactMap { $0.figure(statistics) }
    return figures.isEmpty ? nil : figures.joined()
  }

  /// Returns the template values for closing the groups of `sections`: one for each section,
  /// innermost first. The sections must be in the order of the digest.
  private func ends(of sections: ArraySlice<DigestPlan.Section>) -> TemplateList {
    TemplateList(
      elements: sections.reversed().map { section in
        TemplateScope(["hasItems": section.group.map { !$0.captures.isEmpty }])
      }, setting: setting)
  }

  /// An empty value for a name that must show nothing. Without this value, the template would look
  /// the name up in outer contexts.
  private var nothing: TemplateList {
    TemplateList(elements: [TemplateScope](), setting: setting)
  }

  private func contents(_ plan: DigestPlan) -> [TemplateScope] {
    if !options.grouping.isEmpty { return plan.sections.map { TemplateScope(values(of: $0)) } }
    return plan.sections.flatMap(\.items).compactMap { item in
      plan.titles[item.number].map { title in
        TemplateScope([
          "name": TemplateScalar(title, setting), "anchor": item.anchor ?? nothing,
          "level": TemplateScalar(1, setting),
        ])
      }
    }
  }

  private func values(of section: DigestPlan.Section) -> TemplateScope.Values {
    guard let group = section.group else { return [:] }
    let name: (String) -> TemplateScalar = { TemplateScalar($0, setting) }
    return [
      "name": name(group.label.name), "icon": group.label.icon.map(name),
      "by": name(options.grouping[group.depth].description),
      "anchor": section.anchor ?? nothing, "count": TemplateScalar(group.count, setting),
      "hasItems": !group.captures.isEmpty, "level": TemplateScalar(group.depth + 2, setting),
      "signs": String(repeating: "#", count: group.depth + 2),
      "rule": String(
        repeating: group.depth == 0 ? "=" : "-", count: TerminalText.width(of: group.label.name)),
      "indent": String(repeating: "  ", count: group.depth),
    ]
  }
}

extension DigestOptions {
  /// Returns the template values that do not depend on the captures. Title templates can use them
  /// too.
  func values(_ setting: TemplateSetting) -> TemplateScope.Values {
    let day = { (day: CalendarDate?) in
      day.map { TemplateScalar(.date($0), shown: $0.description, setting) }
    }
    return [
      "notebook": TemplateScalar(notebook, setting), "language": TemplateScalar(language, setting),
      "theme": theme.rawValue, "scheme": scheme.rawValue,
      "generated": day(clock.today), "since": day(period.since), "until": day(period.until),
      "period": (statesPeriod ? period.text : nil).map { TemplateScalar($0, setting) },
      "query": query.map { TemplateScalar($0, setting) }, "isGrouped": !grouping.isEmpty,
      "namesSources": namesSources,
    ]
  }
}

extension DigestFormat {
  /// A function that escapes a value before the value is passed to a template. HTML templates then
  /// also escape the value for HTML.
  package var escape: @Sendable (String) -> String {
    switch self {
    case .markdown: { MarkdownText.escaped($0) }
    case .html: { TerminalText.showingControls(TerminalText.escaped($0, keepingLines: true)) }
    case .text: { TerminalText.line($0) }
    }
  }
}
