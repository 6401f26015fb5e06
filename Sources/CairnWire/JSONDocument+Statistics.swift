import CairnCapture
public import CairnCharts
import CairnJSON
import CairnText

extension JSONDocument {
  /// Returns a document that describes statistics about captures.
  public static func statistics(_ statistics: Statistics) -> JSONDocument {
    let first = statistics.extent?.lowerBound.description
    let last = statistics.extent?.upperBound.description
    return JSONDocument([
      "statistics": [
        "captures": .integer(statistics.total), "first": JSONValue(first),
        "last": JSONValue(last), "since": JSONValue(statistics.since?.description),
        "until": JSONValue(statistics.until?.description),
        "days": record(statistics.calendar), "streaks": record(statistics.streaks),
        "weekdays": numbers(statistics.rhythm.weekdays),
        "hours": numbers(statistics.rhythm.hours),
        "untimed": .integer(statistics.rhythm.untimed), "scores": record(statistics.scores),
        "types": .list(statistics.types) {
          ["type": JSONValue($0.name), "captures": .integer($0.count)]
        },
        "collections": record(statistics.collections),
        "actions": statistics.actions.map(record) ?? .null,
      ]
    ])
  }

  private static func numbers(_ counts: some Sequence<Int>) -> JSONValue {
    .array(counts.map { .integer($0) })
  }

  private static func record(_ calendar: ActivityCalendar) -> JSONValue {
    let days = calendar.counts.sorted { $0.key < $1.key }
    return [
      "from": .string(calendar.period.lowerBound.description),
      "to": .string(calendar.period.upperBound.description),
      "counts": .array(
        days.map { ["day": .string($0.key.description), "captures": .integer($0.value)] }),
      "earlier": .integer(calendar.earlier), "later": .integer(calendar.later),
    ]
  }

  private static func record(_ streaks: Streaks) -> JSONValue {
    [
      "days": .integer(streaks.days), "longest": .integer(streaks.longest),
      "current": .integer(streaks.current),
    ]
  }

  private static func record(_ scores: ScoreCounts) -> JSONValue {
    .object(
      Score.allCases.map { .init($0.name, .integer(scores[$0])) }
        + [.init("none", .integer(scores.without))])
  }

  private static func record(_ timeline: CollectionTimeline) -> JSONValue {
    let series = timeline.series.map { series -> JSONValue in
      [
        "collection": JSONValue(bytes: (series.collection ?? .root).bytes),
        "captures": numbers(series.counts), "total": .integer(series.total),
      ]
    }
    return .object(
      members(timeline.axis) + [
        .init("series", .array(series)), .init("earlier", .integer(timeline.earlier)),
        .init("later", .integer(timeline.later)),
      ])
  }

  private static func record(_ actions: BurnDown) -> JSONValue {
    .object(
      members(actions.axis) + [
        .init("open", numbers(actions.points.map(\.open))),
        .init("done", numbers(actions.points.map(\.done))),
        .init("cancelled", numbers(actions.points.map(\.cancelled))),
        .init("undated", .integer(actions.undated)),
      ])
  }

  private static func members(_ axis: TimeAxis) -> [JSONValue.Member] {
    [
      .init("unit", .string(axis.unit.rawValue)),
      .init("starts", .array(axis.starts.map { .string($0.description) })),
    ]
  }
}
