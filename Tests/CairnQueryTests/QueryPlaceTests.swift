import Testing

@testable import CairnQuery

/// Ends of unfinished queries.
@Suite("Places in a query") struct QueryPlaceTests {
  /// An unfinished argument, what is expected at its end, and the argument with `a b` there; nil if
  /// nothing is expected.
  static let rows: [(text: String, expected: QueryPlace.Expected?, completed: String)] = [
    ("", .word, "a b"),
    ("ty", .word, "a b"),
    ("type:action ", .word, "type:action a b"),
    ("type:", .value(.type), #"type:"a b""#),
    ("type:ac", .value(.type), #"type:"a b""#),
    ("TYPE:ac", .value(.type), #"TYPE:"a b""#),
    ("type:action,id", .value(.type), #"type:action,"a b""#),
    ("type:=id", .value(.type), #"type:="a b""#),
    ("tag:\"big d", .value(.tag), #"tag:"a b""#),
    (#"tag:"a \"q"#, .value(.tag), #"tag:"a b""#),
    ("in:wo", .value(.collection), #"in:"a b""#),
    ("in:/", .value(.collection), #"in:"a b""#),
    ("due:today..", .value(.due), #"due:today.."a b""#),
    ("due:..to", .value(.due), #"due:.."a b""#),
    ("score>=", .value(.score), #"score>="a b""#),
    ("author:ur", .value(.field("author")), #"author:"a b""#),
    (#""link":x"#, .value(.field("link")), #""link":"a b""#),
    ("(type:idea OR ta", .word, "(type:idea OR a b"),
    ("NOT -(type:idea tag:", .value(.tag), #"NOT -(type:idea tag:"a b""#),
    ("-is:op", .quality, "-is:a b"),
    ("has:type,st", .field, "has:type,a b"),
    ("no:", .field, "no:a b"),
    ("sort:-score,cr", .sortKey, "sort:-score,a b"),
    ("like:", .value(.id), #"like:"a b""#),
    (#"type:idea like:"so"#, .value(.id), #"type:idea like:"a b""#),
    ("sort:-", .sortKey, "sort:-a b"),
    ("@op", .view, "a b"),
    ("NOT @op", .view, "NOT a b"),
    (#""big deal" ta"#, .word, #""big deal" a b"#),
    ("/inv.*/ ta", .word, "/inv.*/ a b"),
    ("*art* ta", .word, "*art* a b"),
    ("title:/^The/ ta", .word, "title:/^The/ a b"),
    ("http://x", .word, "a b"),
    ("std::s", .word, "a b"),
    ("OR", .word, "a b"),
    ("\"big d", .none, ""),
    (#""big deal""#, .none, ""),
    ("tag:\"big deal\"", .none, ""),
    ("/inv", .none, ""),
    ("*ar", .none, ""),
    ("title:/^T", .none, ""),
    ("a\"b", .none, ""),
    ("(type:idea)", .none, ""),
  ]

  @Test(arguments: rows)
  func place(_ text: String, _ expected: QueryPlace.Expected?, _ completed: String) {
    let place = QueryPlace(endOf: text)
    #expect(place?.expected == expected)
    #expect(place?.text(with: "a b") ?? "" == completed)
  }

  @Test("A finished value is the one that the parser reads")
  func finished() throws {
    let odd = [
      "a b", "x,y", "\"q\"", "a..b", ".", "=x", "*", "(", "$(touch x)", "über", "/", "a\\",
    ]
    for value in odd {
      for text in ["tag:", "tag:\"", "type:idea,", "author:", "-tag:"] {
        let written = try #require(QueryPlace(endOf: text)).text(with: value)
        let query = try Query(arguments: [written.hasPrefix("-") ? "x \(written)" : written])
        #expect("\(query.condition)".contains(Term(.phrase, value).text.literal), "\(written)")
      }
    }
    let inbox = try #require(QueryPlace(endOf: "in:")).text(with: "inbox")
    #expect(inbox == "in:\"inbox\"")
  }

  @Test("Every name that is offered is understood")
  func names() throws {
    for name in QueryName.attributes { #expect(Attribute.names.contains(name.name)) }
    for name in QueryName.qualities { _ = try Query("is:\(name.name)") }
    for name in QueryName.sortKeys { _ = try Query("sort:\(name.name)") }
    for name in QueryName.dates { _ = try Query("due:\(name.name)") }
    #expect(Set(QueryName.keywords.map(\.name)) == Set(Keyword.allCases.map(\.rawValue)))
    let covered = Set(QueryName.attributes.map { Attribute(named: $0.name) })
    #expect(covered == Set(Attribute.names.map { Attribute(named: $0) }))
  }
}
