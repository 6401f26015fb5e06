public import CairnJSON
public import CairnQuery
public import CairnText

extension JSONDocument {
  /// Captures that belong with another one.
  ///
  /// - Parameter total: How many there are before a limit.
  public static func related(
    _ captures: [(record: CaptureRecord, closeness: Double, bonds: [Bond])], total: Int
  ) -> JSONValue {
    let records = captures.map { record, closeness, bonds in
      JSONValue.object(
        record.members + [
          .init("closeness", rounded(closeness)), .init("because", because(bonds)),
        ])
    }
    return document([.init("total", .integer(total)), .init("captures", .array(records))])
  }

  /// Captures with the passages that answer a question.
  ///
  /// - Parameters:
  ///   - words: What was looked for.
  ///   - total: How many captures have any of them.
  ///   - others: Members that are added.
  public static func answers(
    _ captures: [CaptureRecord], words: [String], total: Int, others: [JSONValue.Member] = []
  ) -> JSONValue {
    document(
      [
        .init("words", .array(words.map { .string($0) })), .init("total", .integer(total)),
        .init("captures", .array(captures.map(\.json))),
      ] + others)
  }

  /// Captures that deserve another look on a day.
  public static func discoveries(
    _ captures: [(record: CaptureRecord, years: Int?, unchanged: CalendarDate?, links: Int)],
    on day: CalendarDate
  ) -> JSONValue {
    let records = captures.map { capture in
      JSONValue.object(
        capture.record.members + [
          .init("years_ago", JSONValue(capture.years)),
          .init("unchanged_since", JSONValue(capture.unchanged?.description)),
          .init("links", .integer(capture.links)),
        ])
    }
    return document([
      .init("date", .string(day.description)), .init("captures", .array(records)),
    ])
  }

  /// What two captures have in common.
  private static func because(_ bonds: [Bond]) -> JSONValue {
    func texts(_ text: (Bond) -> [String]) -> JSONValue {
      .array(bonds.flatMap(text).map { .string($0) })
    }
    return [
      "words": texts { if case .words(let words, _) = $0 { words } else { [] } },
      "links_to": .boolean(bonds.contains(.link)),
      "linked_from": .boolean(bonds.contains(.backlink)),
      "tags": texts { if case .tag(let tag, _, _) = $0 { [tag] } else { [] } },
      "persons": texts { if case .person(let name, _, _) = $0 { [name] } else { [] } },
      "circles": texts { if case .circle(let name) = $0 { [name] } else { [] } },
    ]
  }

  /// A number between 0 and 1 with as many digits as it is good for.
  static func rounded(_ share: Double) -> JSONValue {
    .number((share * 1000).rounded() / 1000)
  }
}
