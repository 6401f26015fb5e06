import CairnCapture
import CairnFiles
import CairnIndex
import CairnQuery
import CairnText
import SystemPackage
import Testing

@testable import CairnNotebook

/// What a notebook answers to some questions: the slow way, or from its index.
struct IndexedAnswers: Equatable {
  /// For each query the paths, in order.
  var found: [String: [String]] = [:]
  /// For each query the first two paths, which are found with less sorting.
  var first: [String: [String]] = [:]
  /// What a list shows of each capture.
  var rows: [String] = []
  /// The captures whose ids begin with some prefixes.
  var prefixes: [[String]] = []
  /// The captures that a word names.
  var named: [String] = []
  var fields: [String] = []
  /// The collections with how many captures they hold.
  var collections: [String] = []

  /// The slow way: every file is read, and each capture is asked.
  init(_ library: Library, _ queries: [Query], prefixes: [String], name: String) {
    let context = library.context(TestNotebook.clock)
    for query in queries {
      found[query.description] = query.select(from: library.captures, in: context)
        .captures.map(\.path.description)
    }
    first = found.mapValues { Array($0.prefix(2)) }
    rows = library.captures.map { Self.row(CaptureRow($0)) }.sorted()
    self.prefixes = prefixes.map { prefix in
      library.captures.filter { $0.hasID(beginningWith: prefix) }.map(\.path.description).sorted()
    }
    named = SlowHandles(library.captures).paths(named: name)
    fields = Set(library.fieldNames.map(\.folded)).sorted()
    collections = library.collections.map { "\($0.path) \($0.total)" }
  }

  /// From the index. What it found first is shown last, as commands do.
  init(_ catalog: Catalog, _ queries: [Query], prefixes: [String], name: String) throws {
    let context = catalog.context(TestNotebook.clock)
    let all = try catalog.select(try Query(""), in: context)
    for query in queries {
      func paths(_ limit: Int?) throws -> [String] {
        try catalog.select(query, in: context, limit: limit).entries
          .map { catalog.snapshot.path($0).description }
      }
      found[query.description] = try paths(nil)
      first[query.description] = try paths(2)
    }
    self.prefixes = prefixes.map { prefix in
      catalog.entries(withIDPrefix: prefix).map { catalog.snapshot.path($0).description }.sorted()
    }
    named = catalog.entries(withHandle: name).map { catalog.snapshot.path($0).description }
    fields = Set(catalog.fieldNames.map(\.folded)).sorted()
    collections = catalog.collections.map { "\($0.path) \($0.total)" }
    _ = catalog.idWidth
    rows = all.entries.compactMap { catalog.row($0) }.map(Self.row).sorted()
  }

  static func row(_ row: CaptureRow) -> String {
    let score = row.score.map { "\($0)" } ?? "-"
    return
      "\(row.path) \(row.id ?? "-") \(row.type ?? "-") \(score) \(row.title) \(row.tags) "
      + "\(row.created.localDay(TestNotebook.clock))"
  }

  /// What differs, for people.
  func difference(_ other: IndexedAnswers) -> String {
    var lines: [String] = []
    for (query, paths) in found where other.found[query] != paths {
      lines.append("\(query): \(other.found[query] ?? []) and not \(paths)")
    }
    for (query, paths) in first where other.first[query] != paths {
      lines.append("first of \(query): \(other.first[query] ?? []) and not \(paths)")
    }
    if rows != other.rows { lines.append("rows: \(other.rows) and not \(rows)") }
    if prefixes != other.prefixes { lines.append("ids: \(other.prefixes) and not \(prefixes)") }
    if named != other.named { lines.append("named: \(other.named) and not \(named)") }
    if fields != other.fields { lines.append("fields: \(other.fields) and not \(fields)") }
    if collections != other.collections {
      lines.append("collections: \(other.collections) and not \(collections)")
    }
    return lines.joined(separator: "\n")
  }
}
