import CairnCapture
import CairnJSON
import CairnText

extension Digest {
  /// Writes a digest of captures in the JSON format that docs/json.md describes.
  ///
  /// Takes the same time and memory, and reports the same progress, as ``write(_:progress:to:)``.
  ///
  /// - Throws: The error that `sink` throws.
  public static func writeJSON<Failure: Error>(
    _ source: DigestSource, _ options: DigestOptions, surroundings: DigestSurroundings,
    progress: ((Int, Int) -> Void)? = nil, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let plan = DigestPlan(source, options, surroundings) { progress?($0, source.count * 2) }
    var writer = JSONWriter(options)
    try sink(writer.head(plan))
    var done = source.count
    let steps = plan.sections.reduce(done) { $0 + $1.items.count }
    for section in plan.sections {
      try sink(writer.begin(section))
      for items in section.items.chunked(into: DigestSource.step) {
        for capture in source.read(items.map(\.number)) {
          if let capture { try sink(writer.record(capture)) }
        }
        done += items.count
        progress?(done, steps)
      }
      try sink(writer.end(section))
    }
    try sink(writer.foot())
  }
}

/// A writer that makes the bytes of the JSON document, group by group and capture by capture.
private struct JSONWriter {
  private let options: DigestOptions
  /// The number of groups that are still open.
  private var open = 0
  /// Whether the innermost list already contains an element.
  private var needsComma = false

  init(_ options: DigestOptions) {
    self.options = options
  }

  func head(_ plan: DigestPlan) -> [UInt8] {
    let period = options.period
    let about: JSONValue = [
      "title": .string(options.title), "generated": .string(options.clock.today.description),
      "query": JSONValue(options.query), "since": JSONValue(period.since?.description),
      "until": JSONValue(period.until?.description),
    ]
    let facts: JSONValue = [
      "schema": .integer(CaptureRecord.schema), "digest": about, "total": .integer(plan.total),
    ]
    let list = options.grouping.isEmpty ? "captures" : "groups"
    return Array(facts.description.utf8.dropLast()) + Array(",\"\(list)\":[".utf8)
  }

  /// Returns the bytes that close all open groups that do not contain `section`, and then open the
  /// section's own group.
  mutating func begin(_ section: DigestPlan.Section) -> [UInt8] {
    guard let group = section.group else { return [] }
    var bytes = close(to: group.depth)
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    let facts: JSONValue = [
      "by": .string(options.grouping[group.depth].description), "name": .string(group.label.name),
      "count": .integer(group.count),
    ]
    bytes += facts.description.utf8.dropLast()
    bytes += ",\"\(group.groups.isEmpty ? "captures" : "groups")\":[".utf8
    open += 1
    needsComma = false
    return bytes
  }

  mutating func record(_ capture: Capture) -> [UInt8] {
    var bytes: [UInt8] = needsComma ? [UInt8(ascii: ",")] : []
    CaptureRecord(capture, clock: options.clock).json.write(to: &bytes)
    needsComma = true
    return bytes
  }

  mutating func end(_ section: DigestPlan.Section) -> [UInt8] {
    guard let group = section.group, group.groups.isEmpty else { return [] }
    return close(to: group.depth)
  }

  mutating func foot() -> [UInt8] { close(to: 0) + Array("]}\n".utf8) }

  private mutating func close(to depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while open > depth {
      bytes += "]}".utf8
      open -= 1
      needsComma = true
    }
    return bytes
  }
}
