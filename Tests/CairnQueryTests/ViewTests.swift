import CairnQuery
import CairnText
import Testing

/// Views in the place of their names.
@Suite struct ViewTests {
  static let views = [
    "open": "type:action status:open sort:due",
    "either": "type:idea OR type:fact",
    "work": "@open in:work",
    "byscore": "@open sort:-score",
    "order": "sort:title",
    "self": "@self", "ping": "a @pong", "pong": "b OR @ping",
    "broken": "type:", "deep": "@broken",
    "größe-2.1": "art",
  ]

  /// A query that names views, and the same one without them.
  static let rows: [(String, String)] = [
    ("@open", "type:action status:open sort:due"),
    ("@open invoice", "type:action status:open invoice sort:due"),
    ("@open sort:title", "type:action status:open sort:title"),
    ("NOT @open", "NOT (type:action status:open)"),
    ("-@either a", "-(type:idea OR type:fact) a"),
    ("(@open OR x)", "(type:action status:open) OR x"),
    ("@either a", "(type:idea OR type:fact) a"),
    ("@either OR a", "type:idea OR type:fact OR a"),
    ("@work", "type:action status:open in:work sort:due"),
    ("@byscore", "type:action status:open sort:-score"),
    ("@order a", "a sort:title"),
    ("@größe-2.1", "art"),
    ("\"@open\"", "\"@open\""),
    ("a@open", "a@open"),
  ]

  @Test func viewsStandForTheirQueries() throws {
    for row in Self.rows {
      let query = try Query(arguments: [row.0], views: Self.views)
      #expect(query == (try Query(row.1)), "\(row.0)")
      #expect(try Query(query.description) == query, "\(row.0)")
    }
  }

  @Test func whatIsNoNameIsText() throws {
    for text in ["@", "@@", "@a,b", "@-", "@(x)", "@a:b"] {
      guard text != "@-" else { continue }
      let query = try Query(arguments: [text], views: Self.views)
      #expect(query.condition == .text(Term(.wordStart, text)), "\(text)")
      #expect(try Query(query.description) == query, "\(text)")
    }
  }

  static let errors: [(String, code: String, message: String)] = [
    ("@opn", "query-unknown-view", "did you mean `@open`?"),
    ("@alice", "query-unknown-view", "to search for the text, put it in quotes"),
    ("@self", "query-view-cycle", "@self → @self"),
    ("x @ping", "query-view-cycle", "@ping → @pong → @ping"),
    ("@deep", "query-empty-value", "in the view `@broken`: "),
    ("NOT @order", "query-view-empty", "the view `@order` has no condition"),
  ]

  @Test func whatCannotBe() throws {
    for row in Self.errors {
      let error = #expect(throws: Diagnostic.self) {
        try Query(arguments: [row.0], views: Self.views)
      }
      #expect(error?.code == row.code, "\(row.0)")
      #expect(error?.message.contains(row.message) == true, "\(error?.message ?? "")")
    }
  }

  /// Views that name each other many times are given up on, however little text they are.
  @Test func viewsThatGrowWithoutBoundAreRefused() {
    var views = ["v30": "a"]
    for number in 0..<30 { views["v\(number)"] = "@v\(number + 1) @v\(number + 1)" }
    let error = #expect(throws: Diagnostic.self) { try Query(arguments: ["@v0"], views: views) }
    #expect(error?.code == "query-too-deep")
    var chain = ["v500": "a"]
    for number in 0..<500 { chain["v\(number)"] = "(@v\(number + 1))" }
    let deep = #expect(throws: Diagnostic.self) { try Query(arguments: ["@v0"], views: chain) }
    #expect(deep?.code == "query-too-deep")
  }
}
