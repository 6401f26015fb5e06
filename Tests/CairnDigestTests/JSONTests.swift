import CairnCapture
import CairnDigest
import CairnDocument
import CairnFixtures
import CairnJSON
import CairnQuery
import CairnText
import Testing

@Suite("JSON of captures")
struct CaptureRecordTests {
  @Test("A capture's facts come first, its other fields as the file has them")
  func whole() {
    #expect(
      CaptureRecord(invoice, clock: clock).json.description == """
        {"id":"k7x2m9q4ab","path":"work/acme/2026-11-21-pay.md","collection":"work/acme",\
        "type":"action","title":"Pay the Acme invoice","score":3,\
        "meaning":"Acme must be paid before the month ends.","tags":["finance","acme","q4"],\
        "created":"2026-11-21 10:04:05 +01:00","updated":"2026-11-21T10:04:05+01:00",\
        "fields":{"status":"open","due":"2026-11-30",\
        "Invoice no":"KN-2026-0417","Größe":[1,2.5,null],\
        "author":{"name":"Ann","born":"1970-01-02"}}}
        """)
  }

  @Test("Pictures and files have the path from the root, what is written, and a name")
  func media() {
    let text = """
      ---
      images: [media/3f.jpg, https://x.org/y.png]
      files: [1, ../z.pdf]
      originals: [3f.jpg Aunt Uschi.jpg]
      ---

      """
    #expect(
      CaptureRecord(capture(text, at: "work/2026-01-02.md"), clock: clock).json.description == """
        {"id":null,"path":"work/2026-01-02.md","collection":"work","type":null,\
        "title":"2026-01-02","score":null,"meaning":null,"tags":[],"created":"2026-01-02",\
        "updated":"2026-11-21T10:04:05+01:00","content":"image","images":[\
        {"path":"work/media/3f.jpg","written":"media/3f.jpg","name":"Aunt Uschi.jpg"},\
        {"path":null,"written":"https://x.org/y.png","name":"https://x.org/y.png"}],\
        "files":[{"path":"work/1","written":"1","name":"1"},\
        {"path":"z.pdf","written":"../z.pdf","name":"z.pdf"}],\
        "fields":{"files":[1,"../z.pdf"],"originals":["3f.jpg Aunt Uschi.jpg"]}}
        """)
  }

  @Test("A bare file has nulls, and a date from its name")
  func bare() {
    #expect(
      CaptureRecord(capture("text\n", at: "2026-01-02.md"), clock: clock).json.description == """
        {"id":null,"path":"2026-01-02.md","collection":"","type":null,"title":"2026-01-02",\
        "score":null,"meaning":null,"tags":[],"created":"2026-01-02",\
        "updated":"2026-11-21T10:04:05+01:00","fields":{}}
        """)
  }

  @Test(
    "What a fact does not say stays a field; of two the last counts",
    arguments: [
      ("score: 7", #"{"score":7}"#), ("score: great", "{}"), ("type: [a]", #"{"type":["a"]}"#),
      ("collection: elsewhere", #"{"collection":"elsewhere"}"#), ("collection: work/acme", "{}"),
      ("created: soon", #"{"created":"soon"}"#), ("a: 1\nb: 2\na: 3", #"{"b":2,"a":3}"#),
      ("date: 2026-01-02", #"{"date":"2026-01-02"}"#), ("x: .inf", #"{"x":".inf"}"#),
      ("big: 123456789012345678901", #"{"big":"123456789012345678901"}"#),
      ("id:\ntitle: ''", "{}"),
    ])
  func fields(lines: String, fields: String) {
    let json = CaptureRecord(capture("---\n\(lines)\n---\n"), clock: clock).json
    #expect(json.member("fields")?.description == fields)
  }

  @Test(
    "Created is as written, else derived",
    arguments: [
      ("created: 2026-11-21T10:04:05.250+01:00", "2026-11-21T10:04:05.250+01:00"),
      ("created: \"2026-11-21 10:04\"", "2026-11-21 10:04"), ("date: 2026-1-2", "2026-1-2"),
      ("created: soon\ndate: 2026-11-02 # day", "2026-11-02"), ("a: b", "2026-11-21"),
    ])
  func created(lines: String, text: String) {
    let json = CaptureRecord(capture("---\n\(lines)\n---\n"), clock: clock).json
    #expect(json.member("created") == .string(text))
  }

  @Test("Created from the file's own time is told by the user's clock, to the second")
  func createdFromFile() {
    let note = Capture(
      path: .root, document: Document([]),
      modified: Instant(seconds: 1_795_251_845, nanoseconds: 312_417_561))
    let json = CaptureRecord(note, clock: clock).json
    #expect(json.member("created") == "2026-11-21T10:04:05+01:00")
  }

  @Test("What is not UTF-8 is kept as bytes")
  func notUTF8() {
    let bytes =
      Array("---\ntype: a".utf8) + [0xFF] + Array("\nx: b".utf8) + [0xFE] + Array("\n---\n".utf8)
    let json = CaptureRecord(capture(bytes: bytes), clock: clock).json
    #expect(json.member("type")?.description == #"{"bytes":"Yf8="}"#)
    #expect(json.member("fields")?.description == #"{"x":{"bytes":"Yv4="}}"#)
    let path = NotePath(bytes: [0x61, 0xFF, 0x2F, 0x62]) ?? .root
    let foreign = Capture(path: path, document: Document([]), modified: Instant(seconds: 0))
    #expect(
      CaptureRecord(foreign, clock: clock).json.member("collection")?.description
        == #"{"bytes":"Yf8="}"#)
  }

  @Test("A passage says where it matches, in scalars")
  func snippet() throws {
    let note = capture("Über Acme: pay Acme.")
    let passages = Passages(try Query("acme"))
    let json = CaptureRecord(note, snippet: passages.snippet(of: note), clock: clock).json
    #expect(json.member("snippet") == "Über Acme: pay Acme.")
    #expect(json.member("matches") == [[5, 9], [15, 19]])
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}
