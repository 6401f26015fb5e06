import CairnCapture
import CairnDigest
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import SystemPackage

/// What `cairn digest` was asked: its options, and below them what its template settles.
struct DigestRequest {
  private let command: DigestCommand
  /// The template.
  let template: ChosenTemplate
  private let preset: DigestPreset
  private let clock: LocalClock
  private let grouping: [DigestGrouping]
  private let period: DigestOptions.Period
  /// What asks for captures of the period; nil where there is none.
  private let narrowing: Query?

  /// Throws a ``Failure`` or a `Diagnostic` where an option or the template is not understood.
  init(_ command: DigestCommand, _ session: Session) throws {
    self.command = command
    template = try session.digestTemplate(command.template)
    let preset = try template.preset()
    self.preset = preset
    let clock = try command.date.map(Self.clock) ?? session.clock
    self.clock = clock
    grouping = try Self.reading("group-by", command.groupBy, preset) {
      try DigestGrouping.list($0 ?? "collection")
    }
    let since = try Self.reading("since", command.since, preset, Self.date)
    let until = try Self.reading("until", command.until, preset, Self.date)
    period = Self.period(since?.date, until?.date, by: clock)
    try checkPeriod(since: period.since, until: period.until)
    narrowing = try Self.reading("dates", command.dates, preset) {
      try Self.narrowing(since?.text, until?.text, dates: $0 ?? "created")
    }
  }

  /// Reads an option: what the command line says, else what the template does.
  ///
  /// Throws what `read` throws; of the template's value, a `Diagnostic` that says where it stands.
  private static func reading<Value>(
    _ option: String, _ typed: String?, _ preset: DigestPreset,
    _ read: (String?) throws -> Value
  ) throws -> Value {
    if let typed { return try read(typed) }
    do {
      return try read(preset[option])
    } catch {
      throw preset.diagnostic(Failure(error).message, in: option)
    }
  }

  /// The captures that are asked for.
  func choose(_ session: Session) throws -> CaptureSelection {
    let words = [preset["query"]].compactMap(\.self) + command.query.words
    var request = try command.query.request(words: words, session.surroundings)
    request.sort = command.sort ?? preset["sort"]
    (request.listsAttachments, request.narrowing, request.clock) = (true, narrowing, clock)
    let chosen = try session.work.select(request)
    if command.groupBy != nil { try Self.check(grouping, chosen.catalog) }
    if let dates = command.dates { try Self.check(dates: dates, chosen.catalog) }
    return chosen
  }

  /// Throws a ``Failure`` where something is to be grouped by a field that no capture has.
  private static func check(_ grouping: [DigestGrouping], _ catalog: Catalog) throws {
    for case .field(let name) in grouping {
      try check(field: name, catalog, names: DigestGrouping.names, "grouping-unknown", "--group-by")
    }
  }

  /// Throws a ``Failure`` where dates are to be looked at in a field that no capture has.
  private static func check(dates: String, _ catalog: Catalog) throws {
    for name in dates.split(separator: ",") {
      try check(
        field: String(name.trimmingBlanks), catalog, names: [], "dates-unknown", "--dates")
    }
  }

  /// Names of fields that a notebook need not have yet.
  private static let commonFields: Set = [
    "created", "updated", "modified", "lastmod", "completed", "due", "date",
  ]

  private static func check(
    field name: String, _ catalog: Catalog, names: [String], _ code: String, _ option: String
  ) throws {
    if commonFields.contains(name) { return }
    let known = catalog.fieldNames
    if known.contains(where: { $0.folded == name.folded }) { return }
    let near = Nearest.name(to: name, among: Array(known.union(commonFields)) + names)
    throw Failure(
      code,
      "\(option): no capture has a field `\(name)`"
        + (near.map { "; did you mean `\($0)`?" } ?? ""), status: .usage)
  }

  /// How the digest of so many captures looks and what it says of itself.
  func options(_ session: Session, _ catalog: Catalog, total: Int) throws -> DigestOptions {
    let settings = session.notebook.settings
    let root = session.notebook.store.root
    let name = catalog.collection(.root)?.page?.name ?? root.lastComponent?.string ?? "Notes"
    let words = command.query.words.joined(separator: " ")
    let theme = preset["theme"] ?? settings["digest.theme"]?.text
    var options = DigestOptions(title: name, notebook: name, clock: clock)
    options.grouping = grouping
    options.query = words.isEmpty ? preset["query"] : words
    options.period = period
    options.theme = command.theme ?? theme.flatMap { DigestOptions.Theme(rawValue: $0) } ?? .gray
    options.scheme = command.scheme
    options.hasContents = command.toc ?? preset.flag("toc")
    options.charts = try Self.reading("charts", command.charts, preset) {
      try Self.charts($0 ?? "none")
    }
    options.hasBodies = command.bodies ?? preset.flag("bodies") ?? true
    let isOtherPeriod = command.since != nil || command.until != nil
    if isOtherPeriod, command.title == nil, preset.titleIsOfOwnPeriod, let days = period.text {
      options.title = days
      return options
    }
    options.statesPeriod = isOtherPeriod
    if let title = command.title ?? preset["title"] ?? settings["digest.title"]?.text {
      options.title = try TitleTemplate(title).text(options, total: total)
    }
    return options
  }
}

// MARK: - What a template settles

extension DigestRequest {
  /// What a digest would refuse of the options that a template settles, said of their places.
  static func problems(
    in preset: DigestPreset, _ session: Session, _ catalog: Catalog
  ) -> [Diagnostic] {
    func query(_ words: [String]) throws { try catalog.check(try session.work.query(words)) }
    let checks: [(option: String, check: (String) throws -> Void)] = [
      ("query", { try query([$0]) }), ("sort", { try query(["sort:\($0)"]) }),
      ("since", { _ = try date($0) }), ("until", { _ = try date($0) }),
      (
        "dates",
        {
          _ = try narrowing("today", nil, dates: $0)
          try check(dates: $0, catalog)
        }
      ),
      ("group-by", { try check(try DigestGrouping.list($0), catalog) }),
      ("charts", { _ = try charts($0) }),
    ]
    return checks.compactMap { option, check in
      guard let text = preset[option] else { return nil }
      do {
        try check(text)
        return nil
      } catch {
        return preset.diagnostic(Failure(error).message, in: option)
      }
    }
  }
}

// MARK: - Charts

extension DigestRequest {
  /// The charts there are, for people.
  static let chartNames = Chart.allCases.map(\.rawValue).joined(separator: ", ")

  private static func charts(_ text: String) throws -> [Chart] {
    if text == "none" { return [] }
    return try text.split(separator: ",").map { name in
      let name = String(name.trimmingBlanks)
      guard let chart = Chart(rawValue: name) else {
        let near = Nearest.name(to: name, among: Chart.allCases.map(\.rawValue))
        throw Failure(
          "chart-unknown",
          "there is no chart `\(name)`" + (near.map { "; did you mean `\($0)`?" } ?? "")
            + "; there are \(chartNames)", status: .usage)
      }
      return chart
    }
  }
}

// MARK: - Dates

/// Throws a ``Failure`` where a period ends before it begins.
func checkPeriod(since: CalendarDate?, until: CalendarDate?) throws {
  guard let since, let until, until < since else { return }
  throw Failure("period-empty", "--since \(since) is behind --until \(until)", status: .usage)
}

extension DigestRequest {
  /// A clock that stands at noon of a day of UTC, or at a time in its own zone.
  private static func clock(_ text: String) throws -> LocalClock {
    let time =
      switch FieldTime(text) {
      case .date(let day): DateTime(date: day, secondOfDay: 43_200, offset: 0)
      case .dateTime(let time) where time.offset != nil: time
      default:
        throw Failure(
          "date-unknown",
          "`\(text)` is no day; say 2026-11-20, or 2026-11-20T18:00+01:00 for days in that zone",
          status: .usage)
      }
    let offset = time.offset ?? 0
    return LocalClock(now: time.instant(otherwise: 0)) { _ in offset }
  }

  private static func date(
    _ text: String?
  ) throws -> (text: String, date: DateExpression)? {
    guard let text else { return nil }
    guard let date = DateExpression(text) else {
      throw Failure(
        "date-unknown", "`\(text)` is no date; say 2026-11-20, yesterday or this-week",
        status: .usage)
    }
    return (text, date)
  }

  /// From the first day of one date to the last day of another.
  private static func period(
    _ since: DateExpression?, _ until: DateExpression?, by clock: LocalClock
  ) -> DigestOptions.Period {
    let last = until?.range(by: clock, leaning: .past).upperBound
    return DigestOptions.Period(
      since: since.map { clock.dateTime($0.range(by: clock, leaning: .past).lowerBound).date },
      until: last.map { clock.dateTime(Instant(seconds: $0.seconds - 1)).date })
  }

  /// The query for what has one of these dates in a period.
  private static func narrowing(
    _ since: String?, _ until: String?, dates: String
  ) throws -> Query? {
    guard since != nil || until != nil else { return nil }
    let range = "\(since ?? "")..\(until ?? "")"
    let fields = dates.split(separator: ",").flatMap { name -> [String] in
      let name = name.trimmingBlanks
      // When a file was written to says little of a note; the fields say it.
      if name == "updated" { return ["\"updated\"", "\"modified\"", "\"lastmod\""] }
      return ["created", "due"].contains(name) ? [String(name)] : ["\"\(name)\""]
    }
    guard !fields.isEmpty, !fields.contains(where: { $0.dropFirst().dropLast().contains("\"") })
    else {
      throw Failure("dates-invalid", "--dates wants names with commas between", status: .usage)
    }
    return try Query(arguments: [fields.map { "\($0):\(range)" }.joined(separator: " OR ")])
  }
}
