import CairnCapture
public import CairnTemplates
public import CairnText

extension Briefing {
  /// The path of the briefing template in a template library.
  public static let template = "brief.mustache"
  /// The maximum number of captures listed in a section. If there are more, the briefing states the
  /// number of the captures that are not listed.
  public static let most = 20

  /// The variables that the briefing template can use.
  static let variables: [TemplateVariable] =
    [
      TemplateVariable("date", .time, [], "the day of the briefing", nil),
      TemplateVariable("isEmpty", .flag, [], "whether the briefing has no sections", nil),
    ]
    + Section.allCases.flatMap { section in
      let (name, capitalised) = (section.rawValue, section.capitalised)
      return [
        TemplateVariable(name, .list, [], "the captures in the section", nil, elements: elements),
        TemplateVariable("has" + capitalised, .flag, [], "whether the section has captures", nil),
        TemplateVariable(
          "more" + capitalised, .number, [], "the number of captures left out of the section", nil),
      ]
    }
  private static let elements = [
    "title", "address", "id", "type", "person", "due", "time", "occasion", "reason", "years",
  ]

  /// Returns the briefing in Markdown, rendered with the library's briefing template.
  ///
  /// In the template, each ``Section`` is a list with the section's name. For the section
  /// `overdue`, `hasOverdue` is true if there are captures, and `moreOverdue` is the number of
  /// captures that are left out. Every other section has corresponding values.
  ///
  /// - Parameter folder: The folder that will contain the briefing. Links are relative to this
  ///   folder.
  /// - Throws: A `Diagnostic` if the template is malformed.
  public func markdown(
    _ library: TemplateLibrary, in folder: NotePath, _ clock: LocalClock
  ) throws(Diagnostic) -> String {
    guard let source = library.file(Self.template)?.source else { return "" }
    let setting = TemplateSetting(clock: clock, escape: DigestFormat.markdown.escape)
    var values: TemplateScope.Values = [
      "date": TemplateScalar(.date(day), setting), "isEmpty": entries.isEmpty,
    ]
    for section in Section.allCases {
      let all = entries[section] ?? []
      let (name, capitalised) = (section.rawValue, section.capitalised)
      values[name] = TemplateList(
        elements: all.prefix(Self.most).map { scope(of: $0, folder, setting) }, setting: setting)
      values["has" + capitalised] = !all.isEmpty
      values["more" + capitalised] =
        all.count > Self.most ? TemplateScalar(all.count - Self.most, setting) : nil
    }
    let text = try Template(source, escaping: .text).render(TemplateScope(values))
    return String(String(decoding: text, as: UTF8.self).trimmingBlanks)
  }

  private func scope(
    of entry: Entry, _ folder: NotePath, _ setting: TemplateSetting
  ) -> TemplateScope {
    let capture = entry.capture
    let text = { (text: String?) in text.map { TemplateScalar($0, setting) } }
    let isDue = capture.due.map { $0.localDay(setting.clock) == entry.day } ?? false
    let due = (isDue ? capture.due : entry.day.map(FieldTime.date)).map {
      TemplateScalar($0, setting)
    }
    return TemplateScope([
      "title": text(ItemWriter.title(of: capture, capture.markup)),
      "address": Address.encoded(capture.path.relative(from: folder)),
      "id": text(capture.id), "type": text(capture.type), "person": text(capture.personShown),
      "due": due, "time": due.flatMap { $0.transform("time") },
      "occasion": text(entry.occasion), "reason": text(entry.reason),
      "years": entry.years.map { TemplateScalar($0, setting) },
    ])
  }
}

extension Briefing.Section {
  /// The section's name with a capital letter, as in the variables `hasOverdue` and `moreOverdue`.
  fileprivate var capitalised: String { rawValue.capitalizedFirst }
}

extension TemplateCheck {
  /// Returns the problems in a briefing template.
  public func problems(inBriefing source: TemplateSource) -> [Diagnostic] {
    problems(in: source, Briefing.variables, takesFields: false)
  }
}
