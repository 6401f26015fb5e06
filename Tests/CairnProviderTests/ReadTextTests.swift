import CairnJSON
import CairnText
import Testing

@testable import CairnProvider

/// What is read in the output of programs that read files, and in answers over HTTP.
@Suite struct ReadTextTests {
  /// An output, its text, and its confidence.
  @Test(
    arguments: [
      (" Buy milk \r\n\r\n\r\n\u{1B}[1mtoday\u{0C}", "Buy milk\n\n[1mtoday", nil),
      (#"{"text": "Buy", "confidence": 0.5}"#, "Buy", 0.5),
      (#"{"t": "Buy", "p": 1.0}"#, "Buy", 1),
      (#"{"text": "Buy"}"#, "Buy", nil), (#"{"words": "Buy"}"#, #"{"words": "Buy"}"#, nil),
      (#"{"text": "Buy", "confidence": null}"#, "Buy", nil), ("", nil, nil), ("\n – .\n", nil, nil),
      (#"{"text": ""}"#, nil, nil),
    ] as [(String, String?, Double?)])
  func plain(_ output: String, _ text: String?, _ confidence: Double?) throws {
    let read = try ReadText.plain(Array(output.utf8))
    #expect(read?.text == text && read?.confidence == confidence, "\(String(describing: read))")
  }

  /// An output in a wrong shape, and the reason why it is not used.
  @Test(
    arguments: [
      (#"{"text": 7}"#, "field `text` is `7`, expected a string"),
      (
        #"{"text": "Buy", "confidence": 7}"#,
        "field `confidence` is `7`, expected a number from 0 to 1"
      ),
      (
        #"{"text": "Buy", "confidence": "high"}"#,
        "field `confidence` is `high`, expected a number from 0 to 1"
      ),
      ("caf\u{E9}", "the text that the program printed is not valid UTF-8"),
    ])
  func wrongShapes(_ output: String, _ reason: String) {
    // The last row is in ISO 8859-1.
    let bytes = output.unicodeScalars.map { UInt8($0.value) }
    let found = #expect(throws: WrongShape.self) { _ = try ReadText.plain(bytes) }
    #expect(found?.reason == reason)
  }

  /// A command, and the name of its program; nil if the command does not begin with a plain name.
  @Test(
    arguments: [
      ("whisper -x", "whisper"), ("'/opt/my tools/scan.py' \"$CAIRN_FILE\"", "scan.py"),
      ("KEY=s3cret whisper", "whisper"), ("A=1 KEY='s3cret one' B=\"'\" \t~/bin/ocr", "ocr"),
      ("KEY=s3cret", nil), ("KEY=s3cret\\ one ocr", nil), ("KEY=$(cat /my/key) ocr", nil),
      ("KEY='s3cret ocr", nil), ("", nil), ("$OCR", nil), ("/a=b/ocr x", "ocr"),
      ("[ -e x ] && ocr", nil),
    ] as [(String, String?)])
  func programs(_ command: String, _ name: String?) {
    #expect(Program.name(in: command) == name)
  }

  /// The value of a header `Retry-After`, and the seconds to wait; nil if it is not valid.
  @Test(
    arguments: [
      ("7", 7), ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sunday, 06-Nov-94 08:49:37 GMT", 0),
      ("Sun Nov  6 08:49:37 1994", 0), ("soon", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
    ] as [(String, Int?)])
  func waits(_ value: String, _ seconds: Int?) {
    #expect(HTTPResponse.seconds(toWait: value) == seconds)
  }

  /// A title, and the query that MusicBrainz gets.
  @Test(
    arguments: [
      ("AC/DC", #"AC\/DC"#), ("Sound AND Vision", "Sound and Vision"),
      (#"What's "up"? (live)"#, #"What's \"up\"\? \(live\)"#), ("Solaris", "Solaris"),
    ])
  func queries(_ title: String, _ query: String) {
    #expect(
      LookupService.musicbrainz.searchPath(title, nil)
        == "/ws/2/release-group?query=\(query.percentEncoded)&fmt=json&limit=10")
  }

  /// What a program writes to standard error, and the line that names the cause.
  @Test(
    arguments: [
      (
        "curl: (60) SSL certificate problem: self-signed certificate\nMore details here\n\nvisit it",
        "curl: (60) SSL certificate problem: self-signed certificate"
      ),
      (
        "Error opening data file xyz.traineddata\nFailed loading language\nCould not initialize.\n",
        "Error opening data file xyz.traineddata"
      ),
      (
        "INFO: errors are logged\nERROR: no grammar\nFATAL: no model\n", "ERROR: no grammar"
      ),
      (
        "Traceback (most recent call last):\n  raise Error()\nModuleNotFoundError: No module\n",
        "ModuleNotFoundError: No module"
      ),
      ("one\ntwo\n \n", "two"), ("", ""),
    ])
  func causes(_ errors: String, _ line: String) {
    let output = Program.Output(code: 1, bytes: [], errors: Array(errors.utf8))
    #expect(output.telling(hiding: []) == line)
  }

  /// A kind of server, its answer, and the reason why the answer is not used.
  @Test(
    arguments: [
      (
        .anthropic, #"{"content": [{"type": "text", "text": 5}]}"#,
        "in the server's answer, field `content[0].text` is `5`, expected a string"
      ),
      (
        .anthropic, #"{"content": [{"type": "tool_use"}], "stop_reason": "tool_use"}"#,
        "in the server's answer, field `content` has no element of the type `text`"
      ),
      (
        .openai, #"{"error": {"message": "No credit"}}"#, "the server reports an error: No credit"
      ),
    ] as [(ModelServer.Kind, String, String)])
  func models(_ kind: ModelServer.Kind, _ body: String, _ reason: String) throws {
    let response = try #require(HTTPResponse(Array("HTTP/1.1 200 OK\r\n\r\n\(body)".utf8)))
    let found = #expect(throws: ProviderFailure.self) {
      _ = try ModelServer(kind, url: nil, model: "m").text(in: response)
    }
    #expect(found == ProviderFailure(.output, reason))
  }

  /// A search of a service whose works have wrong values.
  @Test(
    arguments: [
      (
        .openlibrary, #"{"docs": [{"title": 5, "key": "/a"}]}"#,
        "field `docs[0].title` is `5`, expected a string"
      ),
      (
        .tmdb, #"{"results": [{"title": "A", "id": "x"}]}"#,
        "field `results[0].id` is `x`, expected a number"
      ),
    ] as [(LookupService, String, String)])
  func works(_ service: LookupService, _ answer: String, _ reason: String) throws {
    let value = try #require(JSONValue(reading: Array(answer.utf8)))
    let found = #expect(throws: WrongShape.self) {
      _ = try service.options(in: value, nil, base: nil)
    }
    #expect(found?.reason == reason)
  }

  @Test func table() {
    let rows = [
      "level\tpage\tblock\tpar\tline\tword\tl\tt\tw\th\tconf\ttext",
      "1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t", "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t90.0\tTotal",
      "5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t50.0\t12.40", "5\t1\t1\t1\t2\t1\t0\t0\t9\t9\t70\tEUR",
      "5\t1\t2\t1\t1\t1\t0\t0\t9\t9\t70\tThanks", "5\t1\t3\t1\t1\t1\t0\t0\t9\t9\t95\t ",
      "5\t1\t3", "x",
    ]
    let read = ReadText.table(Array(rows.joined(separator: "\n").utf8))
    #expect(read?.text == "Total 12.40\nEUR\n\nThanks")
    #expect(read?.confidence.map { ($0 * 1000).rounded() } == 700)
    #expect(ReadText.table(Array(rows[0].utf8)) == nil)
  }

  /// What curl prints, and the status, a header and the body in it.
  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nA: b\r\nX-A:  c \r\n\r\nbody", "200 c body"),
      ("HTTP/2 429\nX-a: 1\n\n", "429 1 "),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 No\r\n\r\n\r\n", "404 - \r\n"),
      ("HTTP/1.1 200 OK\r\n", nil), ("", nil), ("SSH-2.0\r\n\r\n", nil),
    ] as [(String, String?)])
  func responses(_ bytes: String, _ expected: String?) {
    let response = HTTPResponse(Array(bytes.utf8))
    let shown = response.map {
      "\($0.status) \($0.header("x-a") ?? "-") \(String(decoding: $0.body, as: UTF8.self))"
    }
    #expect(shown == expected)
  }

  /// Where a redirect of a service's picture may lead.
  @Test(
    arguments: [
      (.openlibrary, "https://ia800.us.archive.org/a.jpg", true),
      (.musicbrainz, "https://archive.org/a.jpg", true),
      (.openlibrary, "https://evil.example/archive.org", false),
      (.tmdb, "https://archive.org/a.jpg", false),
    ] as [(LookupService, String, Bool)])
  func pictureRedirects(_ service: LookupService, _ address: String, _ isAllowed: Bool) {
    #expect(HTTPAddress(address)?.isIn(service.pictureDomains) == isAllowed)
  }

  /// An address, and where a redirect from it leads.
  @Test(
    arguments: [
      ("https://Example.org/a?b#c", "/d", "https://example.org/d"),
      ("http://a:80", "//b/c", "http://b/c"), ("http://a", "https://a/", "https://a/"),
      ("https://coverartarchive.org/a", "http://archive.org/b", "https://archive.org/b"),
      ("ftp://a", "/b", nil), ("http://user:pw@a/", "/b", nil), ("http://", "/b", nil),
      ("http://a b", "/b", nil), ("file:///etc/passwd", "/", nil), ("http://a\\@b/", "/", nil),
      ("http://a/", "file:///etc/passwd", nil), ("http://a/", "x", "http://a/x"),
      ("http://a/b/c?d", "../e/./f?g=../h", "http://a/e/f?g=../h"),
      ("http://a", "?x", "http://a?x"),
      ("http://a/b#c", "#d", "http://a/b#d"), ("http://a/b/c", "..", "http://a/"),
      ("http://a/b", "javascript:alert(1)", nil), ("http://a/b", " ", nil),
    ] as [(String, String, String?)])
  func addresses(_ address: String, _ location: String, _ expected: String?) {
    #expect(HTTPAddress(address)?.redirected(to: location)?.text == expected)
  }
}
