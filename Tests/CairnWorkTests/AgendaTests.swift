import CairnCapture
import CairnDesk
import CairnText
import CairnWork
import Testing

/// What the screens of due and new captures say.
@Suite struct AgendaTests {
  /// It is Saturday, 21 November 2026, 12:00, one hour east of UTC.
  static let clock = LocalClock(now: Instant(seconds: 1_795_258_800)) { _ in 3600 }

  @Test(arguments: [
    ("2026-11-21", "today", "Sat 21 Nov"), ("2026-11-20", "yesterday", "Fri 20 Nov"),
    ("2026-11-22", "tomorrow", "Sun 22 Nov"), ("2026-11-19", "2 days ago", "Thu 19 Nov"),
    ("2026-11-07", "14 days ago", "Sat 7 Nov"), ("2026-11-06", "Fri 6 Nov", "Fri 6 Nov"),
    ("2026-11-23", "Mon 23 Nov", "Mon 23 Nov"),
    ("2027-02-10", "Wed 10 Feb 2027", "Wed 10 Feb 2027"),
    ("2025-12-31", "Wed 31 Dec 2025", "Wed 31 Dec 2025"),
    ("2026-11-21T17:05:00+01:00", "today 17:05", "Sat 21 Nov 17:05"),
    // Late in the evening elsewhere, and early the next day here.
    ("2026-11-21T23:30:00Z", "tomorrow 00:30", "Sun 22 Nov 00:30"),
    ("2026-11-18T09:00:00+01:00", "3 days ago", "Wed 18 Nov 09:00"),
    ("2027-01-01T00:00:00+01:00", "Fri 1 Jan 2027 00:00", "Fri 1 Jan 2027 00:00"),
  ])
  func times(_ written: String, _ spoken: String, _ dated: String) throws {
    let time = try #require(FieldTime(written))
    #expect(time.spoken(Self.clock) == spoken)
    #expect(time.dated(Self.clock) == dated)
  }

  private static func note(_ name: String, _ fields: String) -> (path: String, text: String) {
    ("\(name).md", "---\n\(fields)\n---\n# \(name)\n")
  }

  @Test("The overview has nothing twice, and says when each capture is due or was made")
  func overview() async throws {
    let desk = try Desk([
      Self.note("late", "due: 2026-11-18\ncreated: 2026-11-21"),
      Self.note("now", "due: 2026-11-21T17:00:00+01:00\ncreated: 2026-11-21"),
      Self.note("soon", "due: 2026-11-27\ncreated: 2026-11-20"),
      Self.note("new", "created: 2026-11-20\ntype: idea\nscore: 3\ntags: [a]"),
      Self.note("done", "due: 2026-11-22\nstatus: done\ncreated: 2026-11-21"),
      Self.note("later", "due: 2027-01-01\ncreated: 2026-11-21"),
      Self.note("old", "created: 2026-01-01"),
    ])
    try await desk.work { work in
      // The second time from the index.
      for _ in 0..<2 {
        let overview = try work.overview(limit: nil)
        let said = overview.agenda.parts.map { part in
          [part.heading] + part.items.map { "\($0.title): \($0.time)" }.sorted()
        }
        #expect(
          said == [
            ["Overdue", "late: 3 days ago"], ["Today", "now: today 17:00"],
            ["Due within a week", "soon: Fri 27 Nov"],
            ["New", "done: today", "later: today", "new: yesterday"],
          ])
        #expect(overview.agenda.parts.map(\.isLate) == [true, false, false, false])
        #expect(overview.agenda.parts.map(\.total) == [1, 1, 1, 3])
        #expect(overview.entries.count == 6)
        let new = overview.agenda.parts.last?.items.first { $0.title == "new" }
        #expect(new?.details == ["idea", "★★★", "", "#a"])
      }
    }
  }

  @Test("Today is in the order of the times, and a part says how many captures its query lists")
  func orderAndCounts() async throws {
    let hours = [17, 9, 12].map { hour in
      Self.note("at \(hour)", "due: 2026-11-21T\(hour < 10 ? "0" : "")\(hour):00:00+01:00")
    }
    let new = (0..<3).map { Self.note("new \($0)", "created: 2026-11-21\ntype: idea") }
    let desk = try Desk(hours + new + [Self.note("soon", "due: 2026-11-22\ncreated: 2026-11-21")])
    try await desk.work { work in
      let parts = try work.overview(limit: 2).agenda.parts
      #expect(parts.map(\.heading) == ["Today", "Due within a week", "New"])
      #expect(parts[0].items.map(\.title) == ["at 9", "at 12"])
      #expect(parts.map(\.total) == [3, 1, 3])
      #expect(
        parts.map(\.listed) == [
          3, 1, try work.select(SelectRequest(["created:yesterday.."])).total,
        ])
      #expect(parts[2].listed > parts[2].total)
    }
  }

  @Test(
    "An agenda gives each part its share of the lines",
    arguments: [
      ([5, 1, 3], 20, [5, 1, 3]), ([5, 1, 3], 9, [5, 1, 3]), ([5, 1, 3], 6, [3, 1, 2]),
      ([5, 5, 5], 4, [2, 1, 1]), ([5, 5, 5], 0, [1, 1, 1]), ([5], 3, [3]), ([], 3, []),
    ])
  func fits(_ counts: [Int], _ lines: Int, _ kept: [Int]) async throws {
    let days = ["2026-11-18", "2026-11-21", "2026-11-25"]
    let files = zip(counts, days).flatMap { count, day in
      (0..<count).map { Self.note("\(day) \($0)", "due: \(day)\ncreated: 2026-01-01") }
    }
    let desk = try Desk(files)
    try await desk.work { work in
      let agenda = try work.overview(limit: nil).agenda
      let fitting = agenda.fitting(lines)
      #expect(fitting.parts.map(\.items.count) == kept)
      #expect(fitting.parts.map(\.total) == counts)
      #expect(
        fitting.parts.map { $0.items.map(\.title) }
          == zip(agenda.parts, kept).map { $0.items.prefix($1).map(\.title) })
    }
  }

  @Test("A briefing has weekdays, and how many captures are left out")
  func briefing() async throws {
    let late = (0..<25).map { Self.note("late \($0)", "type: action\ndue: 2026-11-18") }
    let desk = try Desk(
      late + [
        Self.note("sarah", "type: person\nbirthday: 1984-11-24"),
        Self.note("call", "type: action\ndue: 2026-11-27T09:30:00+01:00\nperson: Sarah"),
        Self.note("once", "type: person\nbirthday: 2025-11-21"),
        Self.note("seeds", "type: idea\nscore: 3\ncreated: 2020-11-21\nupdated: 2021-01-02"),
      ])
    try await desk.work { work in
      let plan = try work.planBriefing()
      #expect(plan.isBuiltIn)
      let agenda = plan.briefing.agenda(Self.clock)
      #expect(
        agenda.parts.map(\.heading).prefix(3) == [
          "Overdue", "The next seven days", "Birthdays and anniversaries",
        ])
      #expect(agenda.parts[0].items.count == 20 && agenda.parts[0].total == 25)
      #expect(agenda.parts[0].items[0].time == "Wed 18 Nov")
      #expect(agenda.parts[1].items.map(\.time) == ["Fri 27 Nov 09:30"])
      #expect(agenda.parts[1].items.map(\.details) == [["Sarah"]])
      #expect(
        agenda.parts[2].items.map { [$0.title, $0.time] + $0.details } == [
          ["once", "Sat 21 Nov", "birthday, 1 year"],
          ["sarah", "Tue 24 Nov", "birthday, 42 years"],
        ])
      #expect(
        agenda.parts.last?.heading
          == "Worth another look: 6 years ago today; not changed since 2021-01-02")
      try desk.write("Mine\n", to: ".cairn/templates/brief.mustache")
    }
    try await desk.work { work in
      let plan = try work.planBriefing()
      #expect(!plan.isBuiltIn)
    }
  }
}
