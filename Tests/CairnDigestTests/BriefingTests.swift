import CairnCapture
import CairnFixtures
import CairnText
import Testing

@testable import CairnDigest
@testable import CairnTemplates

@Suite struct BriefingTests {
  /// What a field says, the day from which eight days are looked at, and the day that is found.
  @Test(arguments: [
    ("1984-11-24", "2026-11-21", "2026-11-24", 42), ("1984-11-21", "2026-11-21", "2026-11-21", 42),
    ("1984-11-28", "2026-11-21", "2026-11-28", 42), ("1984-11-29", "2026-11-21", nil, nil),
    ("1984-11-20", "2026-11-21", nil, nil), ("11-24", "2026-11-21", "2026-11-24", nil),
    ("--11-24", "2026-11-21", "2026-11-24", nil), ("1984-01-02", "2026-12-29", "2027-01-02", 43),
    ("2026-11-24", "2026-11-21", "2026-11-24", nil), ("2030-11-24", "2026-11-21", nil, nil),
    ("2027-01-02", "2026-12-29", "2027-01-02", nil), ("2000-02-29", "2027-02-25", "2027-02-28", 27),
    ("2000-02-29", "2028-02-25", "2028-02-29", 28), ("02-29", "2027-02-28", "2027-02-28", nil),
    ("1984-11-24T08:00:00Z", "2026-11-21", "2026-11-24", 42),
    ("1984-13-01", "2026-12-29", nil, nil),
    ("1984", "2026-11-21", nil, nil), ("November", "2026-11-21", nil, nil),
    ("-11-24", "2026-11-21", nil, nil), ("1984-02-30", "2026-02-25", nil, nil),
    ("", "2026-11-21", nil, nil),
  ])
  func occasions(written: String, from: String, found: String?, years: Int?) throws {
    let first = try #require(day(from))
    let entry = Occasion(name: "birthday", written: written)?.entry(
      of: capture("x", at: "x.md"), from: first, to: first.adding(days: Briefing.days))
    #expect(entry?.day?.description == found)
    #expect(entry?.years == years)
  }

  /// The check knows the names that a briefing fills in, and no others.
  @Test func names() throws {
    let one = capture(
      "---\nid: k7x2m9q4ab\ntype: action\ndue: 2026-11-21\nperson: P\n---\n", at: "a.md")
    let briefing = Briefing(
      open: [one], people: [], waiting: Array(repeating: one, count: 21), yesterday: [], look: [],
      clock)
    let text =
      "{{#waiting}}{{/waiting}}{{moreWaiting}} {{#today}}{{title}} {{id}} {{due}}{{/today}}"
    let library = TemplateLibrary([
      .init(.user, paths: { [Briefing.template] }, source: { _ in TemplateSource(text, name: "x") })
    ])
    #expect(try briefing.markdown(library, in: .root, clock) == "1 a k7x2m9q4ab 2026-11-21")
    let check = TemplateCheck(fields: [String](), parts: [])
    #expect(check.problems(inBriefing: TemplateSource(text, name: "x")).isEmpty)
    let builtIn = try #require(TemplateLibrary().file(Briefing.template)?.source)
    #expect(check.problems(inBriefing: builtIn).isEmpty)
    for wrong in ["{{titel}}", "{{#today}}{{titel}}{{/today}}", "{{#today}}", "{{> part}}"] {
      #expect(check.problems(inBriefing: TemplateSource(wrong, name: "x")).count == 1)
    }
  }

  private func day(_ text: String) -> CalendarDate? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return CalendarDate(year: parts[0], month: parts[1], day: parts[2])
  }

  /// Each capture stands where its due day says, and what is shown elsewhere is not looked at again.
  @Test func parts() throws {
    let today = clock.today
    let due = (-2...9).map { days in
      capture("---\ntype: action\ndue: \(today.adding(days: days))\n---\n", at: "due\(days).md")
    }
    let other = capture("Other", at: "other.md")
    let briefing = Briefing(
      open: due.reversed() + [capture("---\ntype: action\n---\n", at: "never.md")], people: [],
      waiting: [other], yesterday: [], look: [.init(other), .init(due[0]), .init(due[11])], clock)
    let paths = { (section: Briefing.Section) in
      (briefing.entries[section] ?? []).map(\.capture.path.description)
    }
    #expect(paths(.overdue) == ["due-2.md", "due-1.md"])
    #expect(paths(.today) == ["due0.md"])
    #expect(paths(.week) == (1...7).map { "due\($0).md" })
    #expect(paths(.waiting) == ["other.md"])
    #expect(paths(.look) == ["due9.md"])
    #expect(briefing.entries[.dates] == nil && briefing.entries[.yesterday] == nil)
  }
}
