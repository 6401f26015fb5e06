public import CairnCapture
public import CairnDigest
import CairnJSON
import CairnMarkup
public import CairnNotebook
import CairnProvider
public import CairnQuery
public import CairnText
public import CairnWork

// MARK: - Captures

extension JSONDocument {
  /// Writes a document that describes captures, one record at a time, so that memory use stays
  /// constant.
  ///
  /// Throws the errors of `sink`.
  ///
  /// - Parameters:
  ///   - total: The number of captures, including those beyond a limit.
  ///   - isWidened: Whether the query also matched text inside words, because no word begins with
  ///     the text.
  ///   - spellings: The spellings in which mistyped words of the query were found.
  ///   - sink: A callback that receives the bytes of the document in chunks. The document ends in a
  ///     line feed.
  public static func write<Failure: Error>(
    _ records: some Sequence<CaptureRecord>, total: Int, isWidened: Bool = false,
    spellings: [FoundSpellings] = [], to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let widened = isWidened ? #""widened":true,"# : ""
    var piece = Array(
      #"{"schema":\#(CaptureRecord.schema),"total":\#(total),\#(widened)"#.utf8)
    if !spellings.isEmpty {
      piece += Array(#""spellings":"#.utf8)
      JSONValue.list(spellings) {
        ["word": .string($0.word), "found": .texts($0.spellings)]
      }.write(to: &piece)
      piece.append(UInt8(ascii: ","))
    }
    piece += Array(#""captures":["#.utf8)
    for (index, record) in records.enumerated() {
      if index > 0 { piece.append(UInt8(ascii: ",")) }
      record.json.write(to: &piece)
      try sink(piece)
      piece.removeAll(keepingCapacity: true)
    }
    try sink(piece + Array("]}\n".utf8))
  }

  /// Writes a document that describes the selected captures.
  ///
  /// - Parameter passages: Finds the passage to show with each capture; nil for a document without
  ///   passages.
  public static func write(
    _ chosen: CaptureSelection, _ passages: Passages?, _ clock: LocalClock,
    to sink: ([UInt8]) -> Void
  ) {
    write(
      chosen.streamed.lazy.map { record($0, of: chosen, passages, clock) }, total: chosen.total,
      isWidened: chosen.isWidened, spellings: chosen.spellings, to: sink)
  }

  /// Returns the record of a capture. If the query of `chosen` asks for novelty, the record
  /// includes the capture's novelty.
  private static func record(
    _ capture: Capture, of chosen: CaptureSelection?, _ passages: Passages?, _ clock: LocalClock
  ) -> CaptureRecord {
    let novelty: Double?? = chosen.flatMap { chosen in
      chosen.query.asksForNovelty ? .some(chosen.novelty.novelty(of: capture)) : nil
    }
    return CaptureRecord(
      capture, snippet: passages?.snippet(of: capture), novelty: novelty, clock: clock)
  }

  /// Returns a document that describes a single capture, for output with one capture per line.
  ///
  /// - Parameter chosen: The selection that contains the capture. If the selection's query asks for
  ///   novelty, the document includes the capture's novelty.
  public static func line(
    _ capture: Capture, of chosen: CaptureSelection? = nil, _ passages: Passages?,
    _ clock: LocalClock
  ) -> JSONDocument {
    JSONDocument(record(capture, of: chosen, passages, clock).json)
  }

  /// Returns a document that describes a capture that the user named.
  ///
  /// - Parameter novelty: How much the capture differs from all others, from 0 to 1. Nil if it was
  ///   not requested, `.some(nil)` if it is unknown.
  public static func capture(
    _ capture: Capture, novelty: Double??, _ clock: LocalClock
  ) -> JSONDocument {
    captures([(capture, novelty)], clock)
  }

  /// Returns a document that describes captures that the user named. For `novelty`, see
  /// ``capture(_:novelty:_:)``.
  public static func captures(
    _ captures: [(capture: Capture, novelty: Double??)], _ clock: LocalClock
  ) -> JSONDocument {
    JSONDocument([
      "total": .integer(captures.count),
      "captures": .list(captures) {
        CaptureRecord($0.capture, novelty: $0.novelty, clock: clock).json
      },
    ])
  }

  /// Returns a document that describes the captures to look at today: those that are due or
  /// overdue, and new ones.
  public static func overview(_ overview: Overview, _ clock: LocalClock) -> JSONDocument {
    JSONDocument([
      "total": .integer(overview.entries.count),
      "captures": .list(overview.catalog.captures(overview.entries)) {
        CaptureRecord($0, clock: clock).json
      },
    ])
  }

  /// Returns a document that describes captures without a type, with their likely types.
  ///
  /// - Parameter similar: The types of similar captures, keyed by the path of the capture without a
  ///   type.
  public static func waiting(
    _ waiting: [UnclassifiedCapture], similar: [NotePath: SimilarType] = [:]
  ) -> JSONDocument {
    JSONDocument([
      "total": .integer(waiting.count),
      "waiting": .list(waiting) {
        let like: JSONValue =
          similar[$0.capture.path].map { similar in
            [
              "similar": [
                "type": .string(similar.type), "count": .integer(similar.count),
                "total": .integer(similar.total),
              ]
            ]
          } ?? [:]
        return JSONValue.named($0.capture).adding(["candidates": .candidates($0.found)])
          .adding(like)
      },
    ])
  }
}

extension JSONValue {
  /// Returns an object with the id, the path and the title of a capture.
  fileprivate static func named(_ capture: Capture) -> JSONValue {
    [
      "id": JSONValue(capture.id), "path": .path(capture.path), "title": .string(capture.title),
    ]
  }
}

// MARK: - Actions and briefings

extension JSONDocument {
  /// Returns a document that describes an action list: the counts, the actions by group, and the
  /// tasks in notes.
  public static func actions(_ list: ActionList, _ clock: LocalClock) -> JSONDocument {
    let counts: JSONValue = [
      "open": .integer(list.counts.open), "done": .integer(list.counts.done),
      "cancelled": .integer(list.counts.cancelled), "total": .integer(list.counts.total),
    ]
    let groups = ActionList.Group.allCases.map { group in
      JSONValue.Member(
        group.rawValue,
        .list(list.groups[group] ?? []) { CaptureRecord($0, clock: clock).json })
    }
    let tasks = JSONValue.list(list.tasks) {
      [
        "path": .path($0.capture.path), "line": .integer($0.task.line),
        "number": .integer($0.task.number), "text": .string($0.task.text),
        "due": JSONValue($0.task.due?.description),
      ]
    }
    return JSONDocument(
      (["counts": counts] as JSONValue).adding(.object(groups)).adding(["tasks": tasks]))
  }

  /// Returns a document that describes a saved briefing: the changed files, the entries of each
  /// section, and a provider's summary.
  public static func briefing(_ plan: BriefingPlan, _ report: ChangeReport) -> JSONDocument {
    let summary: JSONValue = plan.asked == nil ? [:] : ["summary": JSONValue(plan.summary)]
    return changes(
      report, entries(of: plan).adding(summary).adding(.provider(plan.asked)))
  }

  /// Returns a document with the entries of each section of a briefing.
  public static func sections(of plan: BriefingPlan) -> JSONDocument {
    JSONDocument(entries(of: plan))
  }

  private static func entries(of plan: BriefingPlan) -> JSONValue {
    let sections = Briefing.Section.allCases.map { section in
      JSONValue.Member(
        section.rawValue,
        .list(plan.briefing.entries[section] ?? []) {
          [
            "id": JSONValue($0.capture.id), "path": .path($0.capture.path),
            "day": JSONValue($0.day?.description), "occasion": JSONValue($0.occasion),
            "years": JSONValue($0.years), "reason": JSONValue($0.reason),
          ]
        })
    }
    return .object(sections)
  }
}

// MARK: - Related captures

extension JSONDocument {
  /// Returns a document that describes the captures related to a capture. For each of them, the
  /// document contains its closeness, and what the two captures have in common.
  public static func related(_ found: RelatedResult, _ clock: LocalClock) -> JSONDocument {
    let captures = found.catalog.reading(found.related, at: \.entry)
    let document: JSONValue = [
      "total": .integer(found.total),
      "captures": .list(captures) { capture, related in
        CaptureRecord(capture, clock: clock).json.adding([
          "closeness": .share(related.closeness), "because": because(related.bonds),
        ])
      },
    ]
    return JSONDocument(document.adding(.embeddings(found.model)))
  }

  /// Returns a document that describes a run that computed vectors of captures.
  public static func embedded(_ result: EmbedResult) -> JSONDocument {
    JSONDocument([
      "embeddings": [
        "model": .string(result.model), "captures": .integer(result.captures),
        "made": .integer(result.made), "texts": .integer(result.sent),
        "private": .integer(result.withheld), "stopped": .boolean(result.isStopped),
        "types": JSONValue(result.types),
        "failure": JSONValue(result.failure?.message),
      ]
    ])
  }

  /// Returns an object that lists what two captures have in common, such as words, links and tags.
  private static func because(_ bonds: [Bond]) -> JSONValue {
    func texts(_ text: (Bond) -> [String]) -> JSONValue { .texts(bonds.flatMap(text)) }
    let because: JSONValue = [
      "words": texts { if case .words(let words, _) = $0 { words } else { [] } },
      "links_to": .boolean(bonds.contains(.link)),
      "linked_from": .boolean(bonds.contains(.backlink)),
      "tags": texts { if case .tag(let tag, _, _) = $0 { [tag] } else { [] } },
      "persons": texts { if case .person(let name, _, _) = $0 { [name] } else { [] } },
      "circles": texts { if case .circle(let name) = $0 { [name] } else { [] } },
    ]
    for case .vectors(let similarity) in bonds {
      return because.adding(["similarity": .share(similarity)])
    }
    return because
  }

  /// Returns a document that describes the first `limit` circles of related captures.
  ///
  /// - Parameter captures: The maximum number of captures that are listed for each circle.
  public static func circles(
    _ found: CirclesResult, limit: Int, captures: Int = .max
  ) -> JSONDocument {
    let document: JSONValue = [
      "total": .integer(found.circles.count), "alone": .integer(found.alone),
      "circles": .list(found.circles.prefix(limit)) { circle in
        let rows = circle.entries.prefix(captures).compactMap { found.catalog.row($0) }
        return [
          "name": .string(circle.name), "words": .texts(circle.words),
          "named": .boolean(circle.isNamed), "count": .integer(circle.entries.count),
          "captures": .list(rows) {
            ["id": JSONValue($0.id), "path": .path($0.path), "title": .string($0.title)]
          },
        ]
      },
    ]
    return JSONDocument(document.adding(.embeddings(found.model)))
  }

  /// Returns a document that describes the captures to look at again on a given day.
  public static func discoveries(
    _ found: DiscoveriesResult, _ clock: LocalClock
  ) -> JSONDocument {
    let captures = found.catalog.reading(found.discoveries, at: \.entry)
    return JSONDocument([
      "date": .string(found.day.description),
      "captures": .list(captures) { capture, discovery in
        CaptureRecord(capture, clock: clock).json.adding([
          "years_ago": JSONValue(discovery.years),
          "unchanged_since": JSONValue(discovery.unchangedSince?.description),
          "links": .integer(discovery.links),
        ])
      },
    ])
  }

  /// Returns a document with the captures that answer a question and, if a provider answered, with
  /// the provider's answer.
  public static func answers(_ result: AskResult, _ clock: LocalClock) -> JSONDocument {
    let found = result.found
    let document: JSONValue = [
      "words": .texts(found.words), "total": .integer(found.total),
      "captures": .list(found.found) {
        CaptureRecord($0.capture, snippet: $0.answer.passage, clock: clock).json
      },
    ]
    let answer: JSONValue =
      result.answer.map { answer in
        [
          "answer": .list(answer.sentences) { sentence in
            [
              "text": .string(sentence.text),
              "captures": .list(sentence.sources) {
                ["id": JSONValue(result.sources[$0].id), "path": .path(result.sources[$0].path)]
              },
            ]
          },
          "unsourced": .integer(answer.unsourced),
        ]
      } ?? [:]
    let withheld: JSONValue = result.withheld.map { ["withheld": .integer($0)] } ?? [:]
    return JSONDocument(
      document.adding(.embeddings(found.model)).adding(answer).adding(.provider(result.asked))
        .adding(withheld))
  }

  /// Returns a document that describes links with their positions.
  public static func links(_ found: LinksResult) -> JSONDocument {
    JSONDocument([
      "links": .list(zip(found.edges, found.places)) { edge, place in
        let state =
          switch edge.resolution {
          case .found: "found"
          case .ambiguous: "ambiguous"
          case .external: edge.link.isExternal ? "external" : "self"
          case .dead: "dead"
          }
        let link: JSONValue = [
          "source": .path(edge.source), "line": .integer(place.line),
          "column": .integer(place.column), "target": .string(edge.link.target),
          "fragment": JSONValue(edge.link.fragment), "text": .string(edge.link.text),
          "state": .string(state), "path": .path(edge.resolution.path),
        ]
        guard case .ambiguous(let paths) = edge.resolution else { return link }
        return link.adding(["candidates": .list(paths) { .path($0) }])
      }
    ])
  }
}

extension JSONValue {
  /// Returns an object with a member that names the model whose vectors were compared; an empty
  /// object if no vectors were compared.
  static func embeddings(_ model: String?) -> JSONValue {
    model.map { ["embeddings": .string($0)] } ?? [:]
  }
}
