import CairnCapture
import CairnDocument
import CairnMarkup
import CairnQuery
import CairnText
import Yams

extension Kernel {
  /// All kernels. To add a kernel, add a line here.
  static let all = [
    Kernel("front-matter", per: "front matter", make: frontMatters),
    Kernel("yams", per: "front matter", make: yams),
    Kernel("document", per: "front matter", make: documents),
    Kernel("fold", per: "capture", make: folding),
    Kernel("markup", per: "capture", make: markup),
    Kernel("query", per: "query", make: queries),
  ]

  /// Reads a document and all typed facts in its front matter.
  @Sendable private static func frontMatters(_ units: Int) -> () -> Int {
    let inputs = headers(units)
    let path = NotePath("a/b.md") ?? .root
    return {
      inputs.reduce(0) { sum, bytes in
        let capture = Capture(
          path: path, document: Document(bytes), modified: Instant(seconds: 0, nanoseconds: 0))
        var facts = capture.id?.utf8.count ?? 0
        facts += capture.type?.utf8.count ?? 0
        facts += capture.score?.rawValue ?? 0
        facts += capture.meaning?.utf8.count ?? 0
        facts += capture.status?.utf8.count ?? 0
        facts += capture.due?.day.day ?? 0
        facts += capture.fieldTags.count
        facts += capture.created.day.day
        return sum + facts
      }
    }
  }

  /// Reads the same front matter with a general YAML parser.
  @Sendable private static func yams(_ units: Int) -> () -> Int {
    let texts = headers(units).map { String(decoding: $0.dropFirst(4).dropLast(4), as: UTF8.self) }
    return {
      texts.reduce(0) { sum, text in sum + ((try? Yams.compose(yaml: text))?.mapping?.count ?? 0) }
    }
  }

  /// Reads a document without its fields.
  @Sendable private static func documents(_ units: Int) -> () -> Int {
    let inputs = headers(units)
    return { inputs.reduce(0) { $0 + Document($1).fields.count } }
  }

  /// Folds the case and accents of bodies.
  @Sendable private static func folding(_ units: Int) -> () -> Int {
    let texts = captures(units).map { String(decoding: $0, as: UTF8.self) }
    return { texts.reduce(0) { $0 + FoldedText($1).text.utf8.count } }
  }

  /// Finds the headings, links, tags and tasks in bodies.
  @Sendable private static func markup(_ units: Int) -> () -> Int {
    let inputs = captures(units)
    return {
      inputs.reduce(0) { sum, bytes in
        let markup = Markup(bytes, body: Document(bytes).body)
        return sum + markup.links.count + markup.tags.count + markup.tasks.count
      }
    }
  }

  /// Parses queries of all kinds.
  @Sendable private static func queries(_ units: Int) -> () -> Int {
    let texts = [
      "paste", "type:action status:open sort:due", "\"pay the inv\"* -due:..+7d",
      "(in:books OR in:movies) score:great", "tag:acme /inv(oice)?-\\d+/i",
      "budget>=20 year:1950..",
    ]
    return {
      (0..<units).reduce(0) { sum, unit in
        sum + ((try? Query(texts[unit % texts.count]))?.sort.count ?? -1)
      }
    }
  }

  // MARK: - Input

  /// Returns captures from the generator.
  private static func captures(_ units: Int) -> [[UInt8]] {
    var writer = Writer(count: units)
    return (0..<units).map { writer.bytes($0) }
  }

  /// Returns the front matter of these captures, including the fences.
  private static func headers(_ units: Int) -> [[UInt8]] {
    captures(units).map { Array($0[..<Document($0).body.lowerBound]) }
  }
}
