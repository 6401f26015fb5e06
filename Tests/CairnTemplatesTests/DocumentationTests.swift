import Glibc
import SystemPackage
import Testing

@testable import CairnTemplates

/// docs/templates.md prints the tables of names and functions.
@Suite("Documentation of templates")
struct DocumentationTests {
  private static let page = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("docs/templates.md")

  @Test("The page has the tables as they are")
  func tables() throws {
    let text = try Self.read()
    let expected = try Self.names.placed("names", in: Self.functions.placed("functions", in: text))
    if getenv("CAIRN_RECORD") != nil { return try Self.write(expected) }
    #expect(text == expected)
  }

  private static var names: String {
    let places: [(TemplateVariable.Place, String)] = [
      (.frame, "in `head`, `foot` and `title`"), (.group, "in `group`"),
      (.item, "in `item`"), (.print, "in `--print`"),
    ]
    var tables = places.map { place, heading in
      let variables = TemplateVariable.known(in: place).filter { variable in
        // What an item has too stands in its table.
        place != .print || !variable.places.contains(.item)
      }
      let rows = variables.map { variable -> String in
        let isPrinted = place == .item && variable.places.contains(.print)
        let elements = variable.elements.map { "`\($0)`" }.joined(separator: ", ")
        let summary = [variable.summary, elements.isEmpty ? "" : "each has \(elements)"]
          .filter { !$0.isEmpty }.joined(separator: "; ")
        let sample = variable.sample.map { "`\($0.replacing("\n", with: "↵"))`" } ?? ""
        return "| `\(variable.name)`\(isPrinted ? " ▸" : "") | \(variable.kind.rawValue) "
          + "| \(summary) | \(sample) |"
      }
      return "| \(heading) | kind | meaning | example |\n|---|---|---|---|\n"
        + rows.joined(separator: "\n")
    }
    tables.insert("`--print` also accepts the names of an item that are marked with ▸.", at: 2)
    return tables.joined(separator: "\n\n")
  }

  private static var functions: String {
    let rows = TemplateTransform.all.map { function in
      let from = function.sample.from.replacing("\n", with: "↵")
      let to = function.sample.to
      return "| `\(function.name)` | \(function.takes.rawValue) | \(function.summary) "
        + "| `\(from)` | `\(to)` |"
    }
    return "| function | argument | result | example argument | example result |\n"
      + "|---|---|---|---|---|\n"
      + rows.joined(separator: "\n")
  }

  private static func read() throws -> String {
    let file = try FileDescriptor.open(page, .readOnly)
    return try file.closeAfter {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  private static func write(_ text: String) throws {
    let file = try FileDescriptor.open(page, .writeOnly, options: .truncate)
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
  }
}

extension String {
  /// `page` with this between its marks of a name.
  fileprivate func placed(_ name: String, in page: String) throws -> String {
    let begin = try #require(page.firstRange(of: "<!-- \(name) -->\n"))
    let end = try #require(page.firstRange(of: "<!-- end of \(name) -->"))
    return page[..<begin.upperBound] + "\n" + self + "\n\n" + page[end.lowerBound...]
  }
}
