import CairnCapture
import CairnCharts
import CairnFixtures
import CairnText
import Foundation
import FoundationXML
import Testing

/// Reads XML and keeps what a test asks about.
private final class Reader: NSObject, XMLParserDelegate {
  var elements: [(name: String, attributes: [String: String])] = []
  var texts: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((name, attributes))
    texts.append("")
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !texts.isEmpty { texts[texts.count - 1] += text }
  }

  /// What stands in an element; nil where it is not well-formed.
  static func read(_ xml: String) -> Reader? {
    let reader = Reader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    return parser.parse() ? reader : nil
  }
}

@Suite("Charts as SVG")
struct ChartTests {
  /// A capture of an action, made and closed so many days ago.
  private static func fact(
    _ folder: String, daysAgo: Int, score: Score? = .okay, status: String = "open", closed: Int = 0
  ) -> CaptureFacts {
    CaptureFacts(
      collection: NotePath(folder) ?? .root, types: ["action"], score: score, status: status,
      created: .date(berlin.today.adding(days: -daysAgo)),
      closed: .date(berlin.today.adding(days: -closed)))
  }

  private static let few = Statistics(
    [
      fact("books", daysAgo: 3), fact("books", daysAgo: 3, score: .great),
      fact("work/acme", daysAgo: 40, status: "done", closed: 2),
      fact("", daysAgo: 400, score: nil, status: "cancelled", closed: 10),
    ], clock: berlin)

  /// Names that would end an attribute, an element or a line, or that XML cannot hold.
  private static let hostile = Statistics(
    [
      "<script>alert(1)</script>", "a\"onload=\"x", "x' y", "&amp;", "]]>", "\u{1}\u{B}", "a\nb",
      "\u{FFFE}\u{FFFF}", "\u{202E}abc", "日本の紙とインクの作り方について", "👩‍👩‍👧‍👧 family",
    ].map { fact($0, daysAgo: 5) }, clock: berlin, name: { $0.description })

  @Test("They are well-formed, named and described", arguments: Chart.allCases)
  func wellFormed(chart: Chart) throws {
    for statistics in [Self.few, Self.hostile] {
      let svg = try #require(chart.svg(statistics))
      let reader = try #require(Reader.read(svg), "\(svg)")
      let root = try #require(reader.elements.first)
      #expect(root.name == "svg" && root.attributes["role"] == "img")
      #expect(root.attributes["width"] == nil && root.attributes["viewBox"] != nil)
      #expect(reader.elements[1].name == "desc" && !reader.texts[1].isEmpty)
      #expect(root.attributes["aria-describedby"] == reader.elements[1].attributes["id"])
      #expect(root.attributes["aria-label"]?.isEmpty == false)
    }
  }

  @Test("Nothing in them runs, leaves or brings a style", arguments: Chart.allCases)
  func harmless(chart: Chart) throws {
    let reader = try #require(chart.figure(Self.hostile).flatMap(Reader.read))
    let known: Set = [
      "figure", "svg", "title", "desc", "rect", "path", "text", "details", "summary", "table",
      "thead", "tbody", "tr", "th", "td",
    ]
    for element in reader.elements {
      #expect(known.contains(element.name), "\(element.name)")
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on") && !["href", "style", "src"].contains(name), "\(name)")
        #expect(!value.contains("url("))
      }
    }
  }

  @Test("All of a drawing lies within its view", arguments: Chart.allCases)
  func within(chart: Chart) throws {
    let reader = try #require(chart.svg(Self.few).flatMap(Reader.read))
    let view = try #require(reader.elements[0].attributes["viewBox"]).split(separator: " ")
      .compactMap { Double($0) }
    for element in reader.elements where ["rect", "text"].contains(element.name) {
      func number(_ name: String) -> Double { element.attributes[name].flatMap { Double($0) } ?? 0 }
      #expect(number("x") >= 0 && number("y") >= 0 && number("width") >= 0)
      #expect(number("x") + number("width") <= view[2] + 0.1, "\(element)")
      #expect(number("y") + number("height") <= view[3], "\(element)")
    }
  }

  @Test("The description says the figures in words")
  func words() throws {
    let rows: [(Chart, String)] = [
      (
        .calendar,
        "3 captures on 2 days from 2025-11-22 to 2026-11-21. Busiest day: 2026-11-18, with "
          + "2 captures. Not"
          + " shown: 1 earlier."
      ),
      (.scores, "4 captures: 1 great, 2 okay, 0 bad, 0 undecided, 1 without a score."),
      (
        .collections,
        "4 captures, 2025-10 to 2026-11: books 2, Inbox 1, work/acme 1."
      ),
      (
        .actions,
        "Actions by week, 2025-10-13 to 2026-11-16: 0 open at the start; at the end 2 open, 1 done"
          + " and 1 cancelled."
      ),
    ]
    for (chart, words) in rows {
      let reader = try #require(chart.svg(Self.few).flatMap(Reader.read))
      #expect(reader.texts[1].split(separator: "\n") == [words[...]])
    }
  }

  @Test("A square says its day, and a table all figures")
  func figures() throws {
    let figure = try #require(Chart.calendar.figure(Self.few))
    #expect(figure.contains("<title>2026-11-18: 2 captures</title>"))
    #expect(figure.contains("<tr><th scope=\"row\">2026-11-18</th><td>2</td></tr>"))
    let scores = try #require(Chart.scores.figure(Self.few))
    #expect(scores.contains("<tr><th scope=\"row\">Great</th><td>1</td></tr>"))
  }

  @Test("Where there is nothing to draw, nothing is drawn", arguments: Chart.allCases)
  func empty(chart: Chart) {
    #expect(chart.svg(Statistics([], clock: berlin)) == nil)
    #expect(chart.figure(Statistics([], clock: berlin)) == nil)
  }

  @Test("The same captures in any order are the same bytes", arguments: Chart.allCases)
  func order(chart: Chart) {
    let facts = (0..<200).map { index in
      Self.fact(
        "c\(index % 9)", daysAgo: index * 7 % 300, score: Score(rawValue: index % 5),
        status: index % 3 == 0 ? "done" : "open", closed: index % 4)
    }
    let first = chart.svg(Statistics(facts, clock: berlin))
    #expect(first != nil)
    #expect(first == chart.svg(Statistics(facts.reversed(), clock: berlin)))
  }
}
