import CairnCapture
import CairnCharts
import CairnDigest
import CairnFiles
import CairnIndex
import CairnInsight
import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

/// The parsed values of a digest's request and its template.
struct DigestSettings {
  private let request: DigestRequest
  /// The template.
  let template: ChosenTemplate
  private let preset: DigestPreset
  private let clock: LocalClock
  private let grouping: [DigestGrouping]
  private let period: DigestOptions.Period
  /// The query for captures in the period; nil if there is no period.
  private let narrowing: Query?

  /// Parses the values of a request and its template.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if a value or the template is invalid.
  init(_ request: DigestRequest, _ work: Workspace) throws {
    self.request = request
    template = try work.digestTemplate(request.template)
    let preset = try template.preset()
    self.preset = preset
    let clock = try request.day.map(Self.clock) ?? work.clock
    self.clock = clock
    grouping = try Self.reading("group-by", request.grouping, preset) {
      try DigestGrouping.list($0 ?? "collection")
    }
    let date = { (text: String?) in try Self.date(text, work.dateLanguage) }
    let since = try Self.reading("since", request.since, preset, date)
    let until = try Self.reading("until", request.until, preset, date)
    let period = DigestOptions.Period(
      since: since?.date.pastDays(by: clock).first, until: until?.date.pastDays(by: clock).last)
    self.period = period
    try Refusal.checkPeriod(since: period.since, until: period.until)
    narrowing = try Self.reading("dates", request.dates, preset) {
      try Self.narrowing(
        since.flatMap { Self.bound($0, period.since) },
        until.flatMap { Self.bound($0, period.until) }, dates: $0 ?? "created")
    }
  }

  /// Returns the parsed value of an option: the request's value if it has one, otherwise the
  /// template's.
  ///
  /// If the request's value is invalid, throws the error of `read`; a ``Refusal`` then also names
  /// the option. If the template's value is invalid, throws a `Diagnostic` with its position.
  ///
  /// - Parameters:
  ///   - typed: The request's value; nil if it has none.
  ///   - read: A function that parses a value. Its argument is nil if the option is not set.
  private static func reading<Value>(
    _ option: String, _ typed: String?, _ preset: DigestPreset,
    _ read: (String?) throws -> Value
  ) throws -> Value {
    if let typed {
      do {
        return try read(typed)
      } catch let error as Refusal {
        throw Refusal(error.code, "--\(option): \(error.message)", error.kind)
      }
    }
    do {
      return try read(preset[option])
    } catch {
      throw preset.diagnostic(Refusal.message(of: error), in: option)
    }
  }

  /// Selects the captures of the request and the template.
  func choose(_ work: Workspace) throws -> CaptureSelection {
    var selection = request.selection
    selection.words.insert(contentsOf: [preset["query"]].compactMap(\.self), at: 0)
    selection.sort = selection.sort ?? preset["sort"]
    selection.listsAttachments = true
    (selection.narrowing, selection.clock) = (narrowing, clock)
    let chosen = try work.select(selection)
    if request.grouping != nil { try Self.check(grouping, chosen.catalog) }
    if let dates = request.dates { try Self.check(dates: dates, chosen.catalog) }
    return chosen
  }

  /// Throws a ``Refusal`` if the digest is grouped by a field that no capture has. Fields such as
  /// `due` and `created` are always valid.
  private static func check(_ grouping: [DigestGrouping], _ catalog: Catalog) throws {
    for case .field(let name) in grouping {
      try check(field: name, catalog, names: DigestGrouping.names, "grouping-unknown", "--group-by")
    }
  }

  /// Throws a ``Refusal`` if the period applies to a field that no capture has. Fields such as
  /// `due` and `created` are always valid. `dates` lists the fields, separated by commas.
  private static func check(dates: String, _ catalog: Catalog) throws {
    for name in dates.split(separator: ",") {
      try check(
        field: String(name.trimmingBlanks), catalog, names: [], "dates-unknown", "--dates")
    }
  }

  /// The fields that are valid even if no capture has them yet.
  private static let commonFields: Set = [
    "created", "updated", "modified", "lastmod", "completed", "due", "date",
  ]

  private static func check(
    field name: String, _ catalog: Catalog, names: [String], _ code: String, _ option: String
  ) throws {
    if commonFields.contains(name) { return }
    let known = catalog.fieldNames
    if known.contains(where: { $0.folded == name.folded }) { return }
    throw Refusal(
      code,
      "\(option): no capture has a field `\(name)`"
        + Nearest.advice(to: name, among: Array(known.union(commonFields)) + names), .invalid)
  }

  /// Returns the options of a digest of captures.
  ///
  /// The title is the first of these that exists: the title in the request, in the template or in
  /// the settings; the names of the collections that contain the captures; the name of the
  /// notebook. A template's title can name the template's period (`Week {{week(since)}}`). If the
  /// request sets another period, the days of that period are the title instead.
  ///
  /// Captures are not grouped by collection if the title already names their only collection.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the charts or the title are invalid.
  func options(
    _ work: Workspace, _ chosen: CaptureSelection, total: Int
  ) throws -> DigestOptions {
    let catalog = chosen.catalog
    let settings = work.notebook.settings
    let root = work.notebook.store.root
    let name = catalog.collection(.root)?.page?.name ?? root.lastComponent?.string ?? "Notes"
    let words = request.selection.words.joined(separator: " ")
    let theme = preset["theme"] ?? settings["digest.theme"]?.text
    var options = DigestOptions(title: name, notebook: name, clock: clock)
    options.grouping = grouping
    options.query = words.isEmpty ? preset["query"] : words
    options.period = period
    options.theme = request.theme ?? theme.flatMap { DigestOptions.Theme(rawValue: $0) } ?? .gray
    let scheme = settings["digest.scheme"]?.text
    options.scheme =
      request.scheme ?? scheme.flatMap { DigestOptions.Scheme(rawValue: $0) } ?? .auto
    options.hasContents = request.hasContents ?? preset.flag("toc")
    options.charts = try Self.reading("charts", request.charts, preset) {
      try Self.charts($0 ?? "none")
    }
    options.hasBodies = request.hasBodies ?? preset.flag("bodies") ?? true
    options.namesSources = request.namesSources ?? preset.flag("sources") ?? false
    let isOtherPeriod = request.since != nil || request.until != nil
    if isOtherPeriod, request.title == nil, preset.titleIsOfOwnPeriod, let days = period.text {
      options.title = days
      return options
    }
    options.statesPeriod = isOtherPeriod
    if let title = request.title ?? preset["title"] ?? settings["digest.title"]?.text {
      options.title = try TitleTemplate(title).text(options, total: total)
    } else if let (names, isWhole) = Self.collections(of: chosen) {
      options.title = names
      let isDefault = request.grouping == nil && preset["group-by"] == nil
      if isWhole, isDefault, request.format != .json { options.grouping = [] }
    }
    return options
  }
}

// MARK: - Title

extension DigestSettings {
  /// The maximum number of collection names in a title.
  private static let mostNames = 3

  /// Returns the names of the collections that contain captures, as in `Garden and Kitchen`, and
  /// whether there is only one such collection. If there are more than ``mostNames`` collections,
  /// or if there are several and all are in the same outermost collection, names the outermost
  /// collections instead. Returns nil if there are more than ``mostNames`` outermost collections,
  /// or if a capture is in no collection.
  private static func collections(of chosen: CaptureSelection) -> (names: String, isWhole: Bool)? {
    let snapshot = chosen.catalog.snapshot
    let folders = Set(chosen.entries.lazy.map { snapshot.path($0).parent })
    guard !folders.isEmpty, !folders.contains(.root) else { return nil }
    let titles = CollectionTitles(chosen.catalog.collections)
    let around = Set(folders.map(outermost))
    let isWithinOne = folders.count > 1 && around.count == 1
    let shown = isWithinOne || folders.count > mostNames ? around : folders
    let names = shown.sorted().map(titles.title)
    guard let last = names.last, names.count <= mostNames else { return nil }
    let others = names.dropLast().joined(separator: ", ")
    return (others.isEmpty ? last : "\(others) and \(last)", folders.count == 1)
  }
}

extension DigestSettings {
  /// Returns the outermost collection that contains a folder.
  private static func outermost(_ folder: NotePath) -> NotePath {
    var folder = folder
    while !folder.parent.isRoot { folder = folder.parent }
    return folder
  }
}

// MARK: - Checking a template

extension DigestSettings {
  /// Returns diagnostics for those values of a template that a digest would reject.
  static func problems(
    in preset: DigestPreset, _ work: Workspace, _ catalog: Catalog
  ) -> [Diagnostic] {
    func query(_ words: [String]) throws { try catalog.check(try work.query(words)) }
    let checks: [(option: String, check: (String) throws -> Void)] = [
      ("query", { try query([$0]) }), ("sort", { try query(["sort:\($0)"]) }),
      ("since", { _ = try date($0, work.dateLanguage) }),
      ("until", { _ = try date($0, work.dateLanguage) }),
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
        return preset.diagnostic(Refusal.message(of: error), in: option)
      }
    }
  }
}

// MARK: - Charts

extension DigestSettings {
  private static func charts(_ text: String) throws -> [Chart] {
    if text == "none" { return [] }
    return try text.split(separator: ",").map { name in
      let name = String(name.trimmingBlanks)
      guard let chart = Chart(rawValue: name) else {
        throw Refusal(
          "chart-unknown",
          "there is no chart `\(name)`"
            + Nearest.advice(
              to: name, among: Chart.allCases.map(\.rawValue),
              otherwise: "the charts are \(DigestRequest.chartNames)"),
          .invalid)
      }
      return chart
    }
  }
}

// MARK: - Dates

extension Refusal {
  /// Throws a ``Refusal`` if a period ends before it begins.
  static func checkPeriod(since: CalendarDate?, until: CalendarDate?) throws(Refusal) {
    guard let since, let until, until < since else { return }
    throw Refusal("period-empty", "--since \(since) is after --until \(until)", .invalid)
  }
}

extension DigestSettings {
  /// Returns a clock that always shows the same time: the given time with its offset or, for a day,
  /// noon UTC on that day.
  private static func clock(_ text: String) throws -> LocalClock {
    let time =
      switch FieldTime(text) {
      case .date(let day): DateTime(date: day, secondOfDay: 43_200, offset: 0)
      case .dateTime(let time) where time.offset != nil: time
      default:
        throw Refusal(
          "date-unknown",
          "--date: `\(text)` is not a date; write it as 2026-11-20, or with a time zone as "
            + "2026-11-20T18:00+01:00",
          .invalid)
      }
    let offset = time.offset ?? 0
    return LocalClock(now: time.instant(otherwise: 0)) { _ in offset }
  }

  private static func date(
    _ text: String?, _ language: TimeLanguageChoice
  ) throws -> (text: String, date: DateExpression)? {
    guard let text else { return nil }
    guard let date = DateExpression(text, language) else {
      throw Refusal(
        "date-unknown", "`\(text)` is not a date; write it as 2026-11-20, yesterday or this-week",
        .invalid)
    }
    return (text, date)
  }

  /// Returns the start or the end of the period in the form that a query uses. Text in English
  /// stays as it is. Other text becomes the day, because most fields of a query accept only
  /// English.
  private static func bound(
    _ said: (text: String, date: DateExpression), _ day: CalendarDate?
  ) -> String? {
    if DateExpression(plain: said.text) == nil { return day?.description }
    return said.text
  }

  /// Returns the query for captures with a date in the period, in any field of the comma-separated
  /// list `dates`. Nil if `since` and `until` are both nil.
  private static func narrowing(
    _ since: String?, _ until: String?, dates: String
  ) throws -> Query? {
    guard since != nil || until != nil else { return nil }
    let range = "\(since ?? "")..\(until ?? "")"
    let fields = dates.split(separator: ",").flatMap { name -> [String] in
      let name = name.trimmingBlanks
      // Leaves out the file's modification time, which may be the time at which the file was
      // copied.
      if name == "updated" { return ["\"updated\"", "\"modified\"", "\"lastmod\""] }
      return ["created", "due"].contains(name) ? [String(name)] : ["\"\(name)\""]
    }
    guard !fields.isEmpty, !fields.contains(where: { $0.dropFirst().dropLast().contains("\"") })
    else {
      throw Refusal(
        "dates-invalid", "`\(dates)` is not a comma-separated list of fields", .invalid)
    }
    return try Query(arguments: [fields.map { "\($0):\(range)" }.joined(separator: " OR ")])
  }
}
