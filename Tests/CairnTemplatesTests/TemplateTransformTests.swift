import CairnCapture
import CairnFixtures
import CairnText
import Testing

@testable import CairnTemplates

@Suite("Functions of templates")
struct TemplateTransformTests {
  @Test("Each function makes of its sample what it says", arguments: TemplateTransform.all)
  func transforms(transform: TemplateTransform) throws {
    let note = capture("---\nx: \(transform.sample.from.quoted)\n---\n")
    let call = "\(transform.name)(x)"
    let template =
      transform.name == "many" ? "{{#\(call)}}true{{/\(call)}}" : "{{\(call)}}"
    #expect(
      try PrintTemplate(template).render(note, clock: clock) == transform.sample.to)
  }

  @Test("A leap second belongs to the last minute of its day")
  func leapSecond() throws {
    let day = try #require(CalendarDate(year: 2016, month: 12, day: 31))
    let time = FieldTime.dateTime(DateTime(date: day, secondOfDay: 86_400))
    let shown = TemplateScalar(time, TemplateSetting(clock: clock)).transform("time")?.shown
    #expect(shown == "23:59")
  }

  @Test("Midnight is not shown as a time of day")
  func midnight() throws {
    for (time, shown) in [("2026-11-21T00:00:00", ""), ("2026-11-21T00:01:00", "00:01")] {
      let note = capture("---\nx: \(time)\n---\n")
      #expect(try PrintTemplate("{{time(x)}}").render(note, clock: clock) == shown)
    }
  }

  @Test("Weeks are those of ISO 8601")
  func weeks() throws {
    let days = [
      ("2026-01-01", "1 2026"), ("2027-01-01", "53 2026"), ("2024-12-30", "1 2025"),
      ("2026-11-22", "47 2026"), ("2026-11-23", "48 2026"),
    ]
    for (day, week) in days {
      let note = capture("---\nx: \(day)\n---\n")
      let text = try PrintTemplate("{{week(x)}} {{weekyear(x)}}").render(note, clock: clock)
      #expect(text == week, "\(day)")
    }
  }
}

extension String {
  /// The text as a number, a date or a quoted text of YAML.
  fileprivate var quoted: String {
    let isPlain = allSatisfy { $0.isNumber || "-:T+".contains($0) }
    return isPlain ? self : "\"\(replacing("\n", with: "\\n"))\""
  }
}
