import CairnCapture
import CairnDigest
import CairnJSON

/// Returns the record of a capture (docs/json.md), with the capture's body added.
private func record(_ capture: Capture, _ context: ExportContext) -> JSONValue {
  guard case .object(let members) = CaptureRecord(capture, clock: context.clock).json else {
    return .null
  }
  return .object(members + [.init("body", JSONValue(bytes: capture.body))])
}

/// A writer of one JSON document with all captures.
struct JSONWriter: ExportWriter {
  private let context: ExportContext
  private var isFirst = true

  init(_ context: ExportContext) { self.context = context }

  func begin() -> [UInt8] {
    Array(#"{"schema":\#(CaptureRecord.schema),"total":\#(context.count),"captures":["#.utf8)
  }

  mutating func add(_ capture: Capture) -> [UInt8]? {
    var bytes: [UInt8] = isFirst ? [] : [UInt8(ascii: ",")]
    isFirst = false
    record(capture, context).write(to: &bytes)
    return bytes
  }

  func end() -> [UInt8] { Array("]}\n".utf8) }
}

/// A writer of JSON Lines: one JSON object for each capture, on its own line.
struct JSONLinesWriter: ExportWriter {
  private let context: ExportContext

  init(_ context: ExportContext) { self.context = context }

  func add(_ capture: Capture) -> [UInt8]? {
    var bytes: [UInt8] = []
    record(capture, context).write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}
