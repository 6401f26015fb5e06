import CairnCapture
import CairnDesk
import CairnDigest
import CairnDocument
import CairnJSON
import CairnNotebook
import CairnQuery
import CairnText
import CairnWire
import CairnWork
import Testing

@Suite("JSON documents") struct DocumentTests {
  private static let wool =
    "---\nid: k7x2m9q4ab\ntype: action\ndue: 2026-11-30\ntags: [a, b]\n---\n# Buy wool\n"
  private static let car =
    "---\nid: m4wz81kd0p\ntype: idea\n---\n# Wash the car\n\nSee [[wool]] and [[nothing]].\n"

  private func desk() throws -> Desk {
    try Desk([("wool.md", Self.wool), ("cars/car.md", Self.car), ("beds.md", "- [ ] dig\n")])
  }

  @Test("Every document begins with the schema")
  func schema() async throws {
    try await desk().work { work in
      let clock = work.clock
      let library = work.templates
      let catalog = work.catalog()
      let wool = try work.capture(named: "k7x2m9q4ab").capture
      let documents: [JSONDocument] = [
        .actions(try work.actions(SelectRequest(), all: true), clock),
        .answers(try await work.ask(AskRequest("where is the wool")), clock),
        .briefing(try work.planBriefing(), ChangeReport()),
        .capture(wool, novelty: .some(nil), clock), .changes(ChangeReport()),
        .check(work.notebook.checkIndex()), .circles(try work.circles(), limit: 5),
        .collections(work.collectionTree()), .conflicts([]),
        .diagnosis(try work.diagnose(DoctorRequest()), DoctorRequest()),
        .discoveries(try work.discoveries(on: nil, limit: 5), clock),
        .drafts([], of: work), .error(Diagnostic(.error, "x", "no")),
        .images(try work.images(of: "k7x2m9q4ab").images), .index(try catalog.status()),
        .line(wool, nil, clock), .links(try work.links(in: "m4wz81kd0p")),
        .operations(try work.operations(), of: work), .overview(try work.overview(limit: 3), clock),
        .problems([]), .related(try work.related(to: "k7x2m9q4ab", limit: 3), clock),
        .settings([], of: work.notebook.settings),
        .statistics(try work.statistics(StatisticsRequest(SelectRequest()))),
        .tags(try work.tags(SelectRequest(), by: .name)), .templates(library),
        .trash(try work.removedFiles(), clock), .unsent([]), .views(work.views.all),
        .waiting(try work.unclassified()),
      ]
      for document in documents {
        #expect(document.description.hasPrefix(#"{"schema":1,""#), "\(document)")
        guard case .object(let members) = document.value else {
          throw Diagnostic(.error, "x", "no object")
        }
        #expect(members.first?.value == 1)
        #expect(Set(members.map(\.name)).count == members.count, "\(document)")
      }
    }
  }

  @Test("Captures are written one at a time, into one line")
  func captures() async throws {
    try await desk().work { work in
      var request = SelectRequest(["wool"])
      request.sort = "title"
      let chosen = try work.select(request)
      var pieces: [String] = []
      JSONDocument.write(chosen, nil, work.clock) {
        pieces.append(String(decoding: $0, as: UTF8.self))
      }
      let parts = chosen.captures.map { CaptureRecord($0, clock: work.clock).json.description }
      #expect(parts.count == 2)
      #expect(pieces.count == 3)
      #expect(
        pieces.joined()
          == #"{"schema":1,"total":2,"captures":[\#(parts[0]),\#(parts[1])]}"# + "\n")
      pieces = []
      let none: [CaptureRecord] = []
      JSONDocument.write(none, total: 0) { pieces.append(String(decoding: $0, as: UTF8.self)) }
      #expect(pieces.joined() == #"{"schema":1,"total":0,"captures":[]}"# + "\n")
      let passages = Passages(chosen.query)
      let line = JSONDocument.line(chosen.captures[0], passages, work.clock).description
      #expect(line.hasPrefix(#"{"schema":1,"id":"k7x2m9q4ab","path":"wool.md""#))
      #expect(line.contains(#""snippet":"Buy wool","matches":[[4,8]]"#))
    }
  }

  @Test("Changes say what was done, what was refused, and what was left")
  func changes() throws {
    let old = try #require(NotePath("old.md"))
    let new = try #require(NotePath("new.md"))
    var report = ChangeReport()
    report.operation = "q4abk7x2m9"
    report.changed = [
      .init(id: nil, path: new, from: old, before: [], after: []), .init(id: "k7", path: new),
    ]
    report.refused = [
      Diagnostic(
        .error, "front-matter-unclosed", "it is never closed", at: 4..<5,
        in: Array("---\na: b".utf8), path: old),
      Diagnostic(.error, "x", "no", path: old),
    ]
    let text = """
      {"schema":1,"operation":"q4abk7x2m9","changed":[\
      {"id":null,"path":"new.md","from":"old.md"},{"id":"k7","path":"new.md"}],"refused":[\
      {"path":"old.md","line":2,"column":1,"reason":"it is never closed"},\
      {"path":"old.md","line":null,"column":null,"reason":"no"}]
      """
    #expect(JSONDocument.changes(report).description == text + "}")
    report.warnings = [Diagnostic(.warning, "y", "look", path: new)]
    #expect(
      JSONDocument.changes(report).description == text + """
        ,"warnings":[{"path":"new.md","line":null,"column":null,"reason":"look"}]}
        """)
  }

  @Test("An error has a code, a message and a place")
  func error() {
    let error = Diagnostic(.error, "query-empty", "say \"what\"", at: 2..<3, in: Array("a b".utf8))
    #expect(
      JSONDocument.error(error).description == """
        {"schema":1,"error":{"code":"query-empty","message":"say \\"what\\"","path":null,\
        "line":1,"column":3}}
        """)
  }

  @Test("What a use case returned is what the document says")
  func results() async throws {
    try await desk().work { work in
      let tags = try work.tags(SelectRequest(), by: .name)
      #expect(
        JSONDocument.tags(tags).description == """
          {"schema":1,"tags":[{"name":"a","count":1,"total":1},{"name":"b","count":1,"total":1}]}
          """)
      #expect(
        JSONDocument.links(try work.links(in: "m4wz81kd0p")).description == """
          {"schema":1,"links":[{"source":"cars/car.md","line":7,"column":5,"target":"wool",\
          "fragment":null,"text":"wool","state":"found","path":"wool.md"},\
          {"source":"cars/car.md","line":7,"column":18,"target":"nothing","fragment":null,\
          "text":"nothing","state":"dead","path":null}]}
          """)
      let actions = try work.actions(SelectRequest(), all: false)
      let text = JSONDocument.actions(actions, work.clock).description
      #expect(
        text.hasPrefix(
          #"{"schema":1,"counts":{"open":1,"done":0,"cancelled":0,"total":1},"overdue":[],"#))
      #expect(
        text.hasSuffix(
          #""tasks":[{"path":"beds.md","line":1,"number":1,"text":"dig","due":null}]}"#))
    }
  }

  @Test("A request in JSON is carried out, and its result told in JSON")
  func roundTrip() async throws {
    let desk = try desk()
    try await desk.work { work in
      let json = try #require(
        JSONValue(reading: Array(#"{"query":"k7x2m9q4ab","fields":{"score":"great"}}"#.utf8)))
      let result = try work.apply(try work.plan(try ChangeRequest(json: json)), .write)
      let document = JSONDocument.changes(result.report).value
      #expect(document["changed"] == [["id": "k7x2m9q4ab", "path": "wool.md"]])
      #expect(document["refused"] == [])
      #expect(try desk.text("wool.md")?.contains("score: 3") == true)
      let settle = try #require(
        JSONValue(reading: Array(#"{"query":"k7x2m9q4ab","outcome":"done"}"#.utf8)))
      let settled = try work.apply(try work.plan(try SettleRequest(json: settle)), .write)
      #expect(settled.report.changed.count == 1)
      let log = JSONDocument.operations(try work.operations(), of: work).value
      #expect(log["operations"]?.elements?.count == 2)
      #expect(log["operations"]?.elements?.first?["files"] == 1)
    }
  }
}
