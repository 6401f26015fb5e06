public import CairnCapture
import CairnDigest
import CairnJSON
public import CairnNotebook
public import CairnQuery
public import CairnText
public import CairnWork

// Documents for clients that read captures and write them back later.

extension JSONDocument {
  /// Returns a document with one page of the captures that a request selected.
  ///
  /// - Parameters:
  ///   - captures: The captures of the page, in order.
  ///   - next: The cursor that the client passes to get the next page; nil on the last page.
  public static func page(
    _ captures: [Capture], of chosen: CaptureSelection, next: String?, _ passages: Passages?,
    _ clock: LocalClock
  ) -> JSONDocument {
    let novelty = { (capture: Capture) -> Double?? in
      chosen.query.asksForNovelty ? .some(chosen.novelty.novelty(of: capture)) : nil
    }
    let records = JSONValue.list(captures) { capture in
      CaptureRecord(
        capture, snippet: passages?.snippet(of: capture), novelty: novelty(capture), clock: clock
      ).json
    }
    let widened: JSONValue = chosen.isWidened ? ["widened": true] : [:]
    let total: JSONValue = ["total": .integer(chosen.total)]
    return JSONDocument(
      total.adding(widened).adding(["captures": records, "next": JSONValue(next)]))
  }

  /// Returns a document that describes a capture with its text, and with its version as `etag`.
  public static func whole(_ capture: Capture, _ clock: LocalClock) -> JSONDocument {
    JSONDocument(["capture": .whole(capture, clock)])
  }

  /// Returns a document with the change that saved a capture, followed by the saved capture. The
  /// member `merged` states whether the capture also contains changes that the client has not seen.
  public static func saved(
    _ capture: Capture, _ report: ChangeReport, isMerged: Bool, _ clock: LocalClock
  ) -> JSONDocument {
    changes(report, ["merged": .boolean(isMerged), "capture": .whole(capture, clock)])
  }

  /// Returns a document that describes a conflict: the error, the capture as it is in the notebook,
  /// and the text that the client sent.
  public static func conflict(
    _ conflict: SaveConflict, yours body: String?, _ clock: LocalClock
  ) -> JSONDocument {
    JSONDocument([
      "error": [
        "code": "changed-meanwhile", "message": .string(conflict.sentence),
        "path": .path(conflict.current.path), "line": nil, "column": nil,
      ],
      "fields": .texts(conflict.fields), "places": .integer(conflict.places),
      "current": .whole(conflict.current, clock), "yours": ["body": JSONValue(body)],
    ])
  }

  /// Returns a document that describes the people in a notebook, each with the number of captures
  /// that name the person.
  public static func people(_ people: [(name: String, count: Int)]) -> JSONDocument {
    JSONDocument([
      "people": .list(people) { ["name": .string($0.name), "count": .integer($0.count)] }
    ])
  }
}

extension JSONValue {
  fileprivate static func whole(_ capture: Capture, _ clock: LocalClock) -> JSONValue {
    CaptureRecord(capture, clock: clock).json.adding([
      "body": JSONValue(bytes: capture.body), "etag": .string(capture.version),
    ])
  }
}
