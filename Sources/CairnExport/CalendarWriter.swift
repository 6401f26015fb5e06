import CairnCapture
import CairnInsight
import CairnText

/// A writer of a calendar (iCalendar, RFC 5545) with a to-do or an event for each action that has a
/// due date.
///
/// A due date without a time is written as a day. A time without an offset has no time zone, so
/// every calendar shows the same time of day. A time with an offset is written in UTC. If the
/// action repeats, the time is written in the user's time zone instead, so that "every Monday at 9"
/// is 9 o'clock in summer and in winter.
struct CalendarWriter: ExportWriter {
  private let context: ExportContext

  init(_ context: ExportContext) { self.context = context }

  func begin() -> [UInt8] {
    var lines = ContentLines()
    lines.add("BEGIN", raw: "VCALENDAR")
    lines.add("VERSION", raw: "2.0")
    lines.add("PRODID", raw: "-//Cairn//Cairn//EN")
    lines.add("CALSCALE", raw: "GREGORIAN")
    lines.add("METHOD", raw: "PUBLISH")
    lines.add("X-WR-CALNAME", context.title)
    return lines.bytes
  }

  func end() -> [UInt8] { Array("END:VCALENDAR\r\n".utf8) }

  func add(_ capture: Capture) -> [UInt8]? {
    guard capture.type?.folded == "action" || capture.status != nil, let due = capture.due else {
      return nil
    }
    let rule = Self.rule(of: capture)?.keeping(due.localDay(clock))
    let component = context.makesEvents ? "VEVENT" : "VTODO"
    var lines = ContentLines()
    lines.add("BEGIN", raw: component)
    lines.add("UID", "\(capture.lastingID)@cairn")
    lines.add("DTSTAMP", raw: utc(capture.updated))
    lines.add("CREATED", raw: utc(capture.created))
    lines.add("LAST-MODIFIED", raw: utc(capture.updated))
    // An event, unlike a to-do, has no status for completed actions.
    let isDone = context.makesEvents && capture.outcome == .done
    lines.add("SUMMARY", (isDone ? "✓ " : "") + capture.title)
    lines.add("DESCRIPTION", description(of: capture))
    lines.add("CATEGORIES", list: capture.tags)
    lines.add("URL", raw: capture.link.map(Address.visible))
    addTimes(due, rule, of: capture, to: &lines)
    lines.add("END", raw: component)
    return lines.bytes
  }

  private var clock: LocalClock { context.clock }

  /// Adds the properties that say when the action is due, and whether it is done.
  private func addTimes(
    _ due: FieldTime, _ rule: RepeatRule?, of capture: Capture, to lines: inout ContentLines
  ) {
    let (parameter, time) = value(of: due, isLocal: rule != nil)
    if context.makesEvents {
      lines.add("DTSTART\(parameter)", raw: time)
    } else if rule == nil {
      lines.add("DUE\(parameter)", raw: time)
    } else {
      // RRULE counts from DTSTART and requires it (RFC 5545 §3.8.5.3), and DUE must be later
      // (§3.8.2.3). So DTSTART is the start of the due day and, if the due date has no time, DUE is
      // the end of that day.
      let day = String(time.prefix(8))
      let clock = time.count > 8 ? String(time.dropFirst(9)) : "235959"
      lines.add("DTSTART", raw: "\(day)T000000")
      lines.add("DUE", raw: "\(day)T\(clock == "000000" ? "000001" : clock)")
    }
    lines.add("RRULE", raw: rule?.recurrence)
    if context.makesEvents {
      // Events do not mark their time as busy.
      lines.add("TRANSP", raw: "TRANSPARENT")
      lines.add("STATUS", raw: capture.outcome == .cancelled ? "CANCELLED" : "CONFIRMED")
      return
    }
    switch capture.outcome {
    case .open: lines.add("STATUS", raw: "NEEDS-ACTION")
    case .done:
      lines.add("STATUS", raw: "COMPLETED")
      lines.add("PERCENT-COMPLETE", raw: "100")
      lines.add("COMPLETED", raw: capture.time("completed").map(utc))
    case .cancelled: lines.add("STATUS", raw: "CANCELLED")
    }
  }

  /// The rule in the field `repeat`; nil if there is none, or if Cairn cannot read it.
  private static func rule(of capture: Capture) -> RepeatRule? {
    capture.text("repeat").flatMap { RepeatRule($0) }
  }

  private func description(of capture: Capture) -> String {
    let unread = Self.rule(of: capture) == nil ? capture.text("repeat") : nil
    return [
      capture.plainBody, capture.personShown.map { "Person: \($0)" } ?? "",
      unread.map { "Repeat: \($0)" } ?? "",
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns a time as the value of a property, together with the property's parameter:
  /// `;VALUE=DATE` for a day, otherwise an empty string. A time with an offset is converted to the
  /// user's time zone if `isLocal` is true, otherwise to UTC.
  private func value(of time: FieldTime, isLocal: Bool) -> (parameter: String, value: String) {
    switch time {
    case .date(let day): return (";VALUE=DATE", Self.digits(day))
    case .dateTime(let time) where time.offset == nil: return ("", Self.digits(time))
    case .dateTime(let time):
      let instant = clock.instant(time)
      return isLocal
        ? ("", Self.digits(clock.dateTime(instant)))
        : ("", Self.digits(DateTime(instant, offset: 0)) + "Z")
    }
  }

  private func utc(_ time: FieldTime) -> String {
    Self.digits(DateTime(time.instant(clock), offset: 0)) + "Z"
  }

  /// Returns a day in digits, as in iCalendar and vCard: `20261130`.
  static func digits(_ day: CalendarDate) -> String {
    day.year.padded(4) + day.month.padded(2) + day.day.padded(2)
  }

  /// Returns a time in digits, without an offset: `20261130T093000`.
  static func digits(_ time: DateTime) -> String {
    let (hour, minute, second) = time.timeOfDay
    return "\(digits(time.date))T\(hour.padded(2))\(minute.padded(2))\(min(second, 59).padded(2))"
  }
}

extension RepeatRule {
  /// The rule as the value of RRULE (RFC 5545 §3.3.10). In iCalendar, a rule cannot count from the
  /// completion of an action, so such a rule counts from the due date instead.
  fileprivate var recurrence: String {
    func every(_ unit: String, _ count: Int) -> String {
      "FREQ=\(unit)" + (count > 1 ? ";INTERVAL=\(count)" : "")
    }
    let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    /// Returns the parts of the rule that select a day of the month. For a day that some months
    /// lack, the parts list the days from 28 to `day`, and select the last of these days that the
    /// month has.
    func lastOf(_ day: Int) -> String {
      day > 28
        ? ";BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","));BYSETPOS=-1"
        : ";BYMONTHDAY=\(day)"
    }
    switch pattern {
    case .days(let count): return every("DAILY", count)
    case .workingDays: return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    case .weeks(let count, let weekdays):
      let list = weekdays.map { days[$0 - 1] }.joined(separator: ",")
      return every("WEEKLY", count) + (list.isEmpty ? "" : ";BYDAY=\(list)")
    case .months(let count, let place):
      let base = every("MONTHLY", count)
      switch place {
      case nil: return base
      case .day(let day)?: return base + lastOf(day)
      case .last?: return base + ";BYMONTHDAY=-1"
      case .weekday(let place, let weekday)?: return base + ";BYDAY=\(place)\(days[weekday - 1])"
      }
    case .years(let count, let place):
      guard let place else { return every("YEARLY", count) }
      return every("YEARLY", count) + ";BYMONTH=\(place.month)"
        + (place.month == 2 ? lastOf(place.day) : ";BYMONTHDAY=\(place.day)")
    }
  }
}
