import CairnCapture
import CairnDigest
import CairnJSON
import CairnNotebook
import CairnQuery
import CairnText
import CairnWire
import CairnWork
import Testing

@Suite("Requests in JSON") struct RequestTests {
  private static func json(_ text: String) throws -> JSONValue {
    try #require(JSONValue(reading: Array(text.utf8)))
  }

  @Test("A text to add has its fields, typed as a person would type them")
  func add() throws {
    let request = try AddRequest(
      json: Self.json(
        """
        {"text":"Ring the sweep","type":"action","collection":"home","create":true,"title":"Sweep",\
        "score":"great","meaning":"m","tags":["a","b"],"url":"https://x.org","due":"fri",\
        "date":"2026-11-20","template":"t","split":true,"provider":"p","dry_run":true,\
        "fields":{"recipient":"Priya","year":2026,"sure":false,"who":["x","y"],\
        "none":[]}}
        """))
    guard case .bytes(let bytes) = request.text else { throw Diagnostic(.error, "x", "no bytes") }
    #expect(bytes == Array("Ring the sweep".utf8))
    #expect(request.type == "action")
    #expect(request.collection == "home")
    #expect(request.creates)
    #expect(request.title == "Sweep")
    #expect(request.score == "great")
    #expect(request.meaning == "m")
    #expect(request.tags == ["a", "b"])
    #expect(request.url == "https://x.org")
    #expect(request.due == "fri")
    #expect(request.date == "2026-11-20")
    #expect(request.template == "t")
    #expect(request.isSplit)
    #expect(request.provider == .named("p"))
    #expect(request.mode == .dryRun)
    #expect(
      request.values.map { "\($0.key)=\($0.value.text)" }
        == ["recipient=Priya", "year=2026", "sure=false", "who=x, y", "none="])
    #expect(request.values.map { $0.value.list } == [nil, nil, nil, ["x", "y"], []])
  }

  @Test("Fields that are missing or null leave what holds without them")
  func defaults() throws {
    let request = try AddRequest(json: Self.json(#"{"text":"a","type":null,"tags":"one"}"#))
    #expect(request.type == nil)
    #expect(request.tags == ["one"])
    #expect(request.provider == .ofSettings)
    #expect(request.mode == .write)
    let all = try SelectRequest(json: Self.json("{}"))
    #expect(all.isEmpty)
    #expect(all.limit == nil)
  }

  @Test("Captures are chosen by words, in an order and up to a limit")
  func select() throws {
    let request = try SelectRequest(
      json: Self.json(#"{"query":["type:action","wool"],"sort":"-score","limit":20}"#))
    #expect(request.words == ["type:action", "wool"])
    #expect(request.sort == "-score")
    #expect(request.limit == 20)
  }

  @Test("Fields are set, added to, removed from and unset; tags are added and removed")
  func change() throws {
    let request = try ChangeRequest(
      json: Self.json(
        """
        {"query":"type:idea","all":true,"texts":true,"fields":{"score":3,"due":"fri","who":["x",2]},\
        "add":{"tags":["q4","x"]},"remove":{"tags":"old"}}
        """))
    #expect(request.selection.words == ["type:idea"])
    #expect(request.all)
    guard case .fields(let changes, let areTexts)? = request.edits.onlyOne else {
      throw Diagnostic(.error, "x", "no fields")
    }
    #expect(areTexts)
    #expect(
      changes == [
        Change(field: "score", .set, value: "3"), Change(field: "due", .set, value: "fri"),
        Change(field: "who", .set, value: "x, 2", list: ["x", "2"]),
        Change(field: "tags", .add, value: "q4"), Change(field: "tags", .add, value: "x"),
        Change(field: "tags", .remove, value: "old"),
      ])
    let unset = try ChangeRequest(json: Self.json(#"{"query":"k7","unset":["due","repeat"]}"#))
    guard case .unset(["due", "repeat"])? = unset.edits.first else {
      throw Diagnostic(.error, "x", "no unset")
    }
    let tags = try ChangeRequest(
      json: Self.json(#"{"query":"k7","tags":{"add":["a"],"remove":"b"}}"#))
    guard case .tags(adding: ["a"], removing: ["b"])? = tags.edits.first else {
      throw Diagnostic(.error, "x", "no tags")
    }
  }

  @Test(
    "An outcome is one of three words",
    arguments: [("done", ActionOutcome.done), ("cancelled", .cancelled), ("open", .open)])
  func settle(word: String, outcome: ActionOutcome) throws {
    let request = try SettleRequest(json: Self.json(#"{"query":"k7x2","outcome":"\#(word)"}"#))
    #expect(request.outcome == outcome)
    #expect(request.selection.words == ["k7x2"])
    #expect(!request.all)
  }

  @Test("One capture is named; several are chosen")
  func organise() throws {
    let move = try MoveRequest(
      json: Self.json(#"{"query":"in:drafts","to":"work/acme","create":true}"#))
    #expect(move.collection == "work/acme")
    #expect(move.creates)
    #expect(move.selection.listsAttachments)
    let rename = try RenameRequest(
      json: Self.json(#"{"capture":"k7","title":"Both","file_name":"both"}"#))
    #expect((rename.capture, rename.title, rename.fileName) == ("k7", "Both", "both"))
    let remove = try RemoveRequest(json: Self.json(#"{"query":["k7","m4"],"all":false}"#))
    #expect(remove.selection.words == ["k7", "m4"])
    let later = try DeferRequest(json: Self.json(#"{"capture":"k7","to":"someday"}"#))
    #expect((later.capture, later.time) == ("k7", "someday"))
    let type = try TypeRequest(json: Self.json(#"{"capture":"k7","type":"idea"}"#))
    #expect(!type.creates)
    let new = try TypeRequest(json: Self.json(#"{"capture":"k7","type":"x","create":true}"#))
    #expect(new.creates)
    #expect(type.captures == ["k7"] && type.type == "idea")
  }

  @Test("A digest has what its options say")
  func digest() throws {
    let request = try DigestRequest(
      json: Self.json(
        """
        {"query":"in:books","sort":"title","limit":5,"format":"html","group_by":"month",\
        "since":"2026-11","until":"today","dates":"created","date":"2026-11-21","title":"T",\
        "template":"weekly","theme":"blue","scheme":"dark","contents":true,"bodies":false,\
        "charts":"none","include_private":true}
        """))
    #expect(request.selection.words == ["in:books"])
    #expect(request.selection.limit == 5)
    #expect(request.format == .html)
    #expect(request.grouping == "month")
    #expect((request.since, request.until, request.dates) == ("2026-11", "today", "created"))
    #expect((request.day, request.title, request.template) == ("2026-11-21", "T", "weekly"))
    #expect(request.theme == .blue)
    #expect(request.scheme == .dark)
    #expect(request.hasContents == true)
    #expect(request.hasBodies == false)
    #expect(request.charts == "none")
    #expect(request.includesPrivate)
    #expect(request.output == nil)
  }

  /// The requests by name.
  enum Shape: String, CaseIterable, Sendable {
    case add, select, change, settle, put, type, move, rename, remove, digest

    func read(_ json: JSONValue) throws(Diagnostic) {
      switch self {
      case .add: _ = try AddRequest(json: json)
      case .select: _ = try SelectRequest(json: json)
      case .change: _ = try ChangeRequest(json: json)
      case .settle: _ = try SettleRequest(json: json)
      case .put: _ = try DeferRequest(json: json)
      case .type: _ = try TypeRequest(json: json)
      case .move: _ = try MoveRequest(json: json)
      case .rename: _ = try RenameRequest(json: json)
      case .remove: _ = try RemoveRequest(json: json)
      case .digest: _ = try DigestRequest(json: json)
      }
    }
  }

  @Test(
    "What is not understood is refused by the name of its field",
    arguments: [
      (.select, #"{"limit":"ten"}"#, #"`limit`: expected a whole number, found `"ten"`"#),
      (.select, #"{"limit":1.5}"#, "`limit`: expected a whole number, found `1.5`"),
      (.select, #"{"limt":10}"#, "`limt`: unknown field; did you mean `limit`?"),
      (
        .select, #"{"colour":1}"#,
        "`colour`: unknown field; known fields are `query`, `sort`, `limit`"
      ),
      (.select, #"{"query":[1]}"#, "`query`: expected a string or a list of strings, found `[1]`"),
      (.select, "[1]", "request: expected an object, found `[1]`"),
      (.select, "null", "request: expected an object, found `null`"),
      (.add, "{}", "`text`: required field is missing; expected a string"),
      (.add, #"{"text":null}"#, "`text`: required field is missing; expected a string"),
      (.add, #"{"text":7}"#, "`text`: expected a string, found `7`"),
      (.add, #"{"text":"a","split":"yes"}"#, #"`split`: expected true or false, found `"yes"`"#),
      (.add, #"{"text":"a","fields":[]}"#, "`fields`: expected an object, found `[]`"),
      (
        .add, #"{"text":"a","fields":{"due":{"a":1}}}"#,
        "`fields.due`: expected a string, a number, true, false or a list of them, found `{\"a\":1}`"
      ),
      (.add, #"{"text":"a","tag":"b"}"#, "`tag`: unknown field; did you mean `tags`?"),
      (
        .change, #"{"query":"a"}"#,
        "one of `fields`, `add`, `remove`, `unset` or `tags` is required"
      ),
      (
        .change, #"{"add":{"tags":[["a"]]}}"#,
        "`add.tags`: expected a string, a number, true, false or a list of them, found `[[\"a\"]]`"
      ),
      (.change, #"{"tags":{"ad":[]}}"#, "`tags.ad`: unknown field; did you mean `tags.add`?"),
      (
        .settle, #"{"outcome":"gone"}"#,
        #"`outcome`: expected one of `open`, `done`, `cancelled`, found `"gone"`"#
      ),
      (.settle, "{}", "`outcome`: required field is missing; expected a string"),
      (.put, #"{"capture":"k7"}"#, "`to`: required field is missing; expected a string"),
      (.type, #"{"capture":"k7","type":[]}"#, "`type`: expected a string, found `[]`"),
      (.move, #"{"query":"a"}"#, "`to`: required field is missing; expected a string"),
      (.rename, #"{"capture":1}"#, "`capture`: expected a string, found `1`"),
      (.remove, #"{"all":1}"#, "`all`: expected true or false, found `1`"),
      (.remove, #"{"querry":"a"}"#, "`querry`: unknown field; did you mean `query`?"),
      (
        .digest, #"{"theme":"mauve"}"#,
        "`theme`: expected one of `gray`, `blue`, `orange`, `yellow`, `green`, `indigo`, "
          + "found `\"mauve\"`"
      ),
      (
        .select, #"{"limit":"\#(String(repeating: "x", count: 100))"}"#,
        "`limit`: expected a whole number, found `\"\(String(repeating: "x", count: 58))…`"
      ),
    ] as [(Shape, String, String)])
  func refusals(shape: Shape, text: String, message: String) throws {
    let json = try Self.json(text)
    let error = #expect(throws: Diagnostic.self) { try shape.read(json) }
    #expect(error?.message == message)
    #expect(error?.code.hasPrefix("request-") == true)
    #expect(error?.severity == .error)
  }

  @Test("A line of a stream has a text; blank lines have none")
  func lines() throws {
    #expect(try TextLine.text(of: #"{"text":"a","id":7}"#, number: 3, for: "split") == "a")
    #expect(try TextLine.text(of: "\u{FEFF}{\"text\":\"a\"}", number: 1, for: "split") == "a")
    #expect(try TextLine.text(of: " \t", number: 2, for: "split") == nil)
    for bad in ["a", "{}", #"{"text":7}"#, #"{"text":" "}"#, "[]", "\u{FEFF}{\"text\":\"a\"}"] {
      let error = #expect(throws: Diagnostic.self) {
        try TextLine.text(of: bad, number: 2, for: "split")
      }
      #expect(error?.code == "split-line")
      #expect(
        error?.message == "line 2 of standard input is not a JSON object with a string in `text`")
      #expect(error?.location?.line == 2)
    }
  }
}
