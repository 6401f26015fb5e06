import CairnArchive
import CairnCapture
import CairnDocument
import CairnExport
import CairnJSON
import CairnMarkup
import CairnText
import Foundation
import Testing

/// Files in each format, as the programs read them for which they are meant.
struct ExportFormatTests {
  /// A clock in a zone that is an hour ahead in winter and two hours in summer.
  static let clock = LocalClock(now: Instant(seconds: 1_795_251_845)) { instant in
    let day = DateTime(instant, offset: 0).date
    return (4...10).contains(day.month) ? 7200 : 3600
  }

  static func capture(_ path: String, _ text: String) throws -> Capture {
    Capture(
      path: try #require(NotePath(path)), document: Document(Array(text.utf8)),
      modified: Instant(seconds: 1_795_251_845))
  }

  static let action = """
    ---
    id: k7x2m9q4ab
    type: action
    due: 2026-11-30
    repeat: every 2 weeks on monday
    tags: [finance, "a;b"]
    created: 2026-11-21T10:04:05+01:00
    updated: 2026-11-21T10:04:05+01:00
    ---
    # Pay; the \\Acme, invoice

    Sehr lange Zeile mit Umlauten äöü und 紙, damit sie umgebrochen werden muß.
    Second line.
    """

  static let person = """
    ---
    id: p7x2m9q4ab
    type: person
    birthday: 05-03
    email: [sarah@example.org, s@example.com]
    phone: "+41 44 123"
    address: 1, Main; Street
    aliases: [Sal]
    updated: 2026-11-21T10:04:05+01:00
    ---
    # Sarah Ó Briain
    Likes tea, "green".
    """

  static let book = """
    ---
    id: b7x2m9q4ab
    type: entry
    title: "The {Odyssey} & 50% more"
    author: [Homer, "Emily Wilson"]
    year: 2017
    isbn: "9780393089059"
    score: great
    tags: [greek]
    ---
    """

  static let note = """
    ---
    id: n7x2m9q4ab
    weight: 1.50
    odd: 'a "quote", and'
    ---
    # Paper
    See [[Sarah]], ![](media/p.gif) and [the pdf](media/a%20b.pdf).

    - [x] done
    - [ ] open | bar

    ```sh
    * not a heading
    ```

    %%secret%%<b>&amp;
    """

  static let picture: [UInt8] = Array("GIF89a\u{01}\u{00}\u{01}\u{00}\u{00}\u{00}\u{00};".utf8)

  static func captures() throws -> [Capture] {
    try [
      capture("work/pay.md", action), capture("people/sarah.md", person),
      capture("books/odyssey.md", book), capture("paper.md", note),
    ]
  }

  static func context() throws -> ExportContext {
    var context = ExportContext(clock: clock, title: "Notes & more")
    let files = ["media/p.gif", "media/a b.pdf"].compactMap { NotePath($0) }
    context.count = 4
    context.files = { capture, _ in capture.path.name == "paper.md" ? files : [] }
    context.read = { files.contains($0) ? picture : nil }
    let sarah = NotePath("people/sarah.md")
    context.destination = { link, _ in link.target == "Sarah" ? sarah : NotePath(link.target) }
    context.isExported = { _ in true }
    return context
  }

  /// Writes the captures, and returns the bytes and the number that fit.
  static func export(
    _ format: ExportFormat, _ captures: [Capture], _ context: ExportContext
  ) -> (bytes: [UInt8], count: Int) {
    var writer = format.writer(context)
    var (bytes, count) = (writer.begin(), 0)
    for capture in captures {
      guard let part = writer.add(capture) else { continue }
      bytes += part
      count += 1
    }
    return (bytes + writer.end(), count)
  }

  func text(_ format: ExportFormat) throws -> String {
    String(
      decoding: Self.export(format, try Self.captures(), try Self.context()).bytes, as: UTF8.self)
  }

  // MARK: - Archives

  @Test func keepsEveryByteInAZip() throws {
    let captures = try Self.captures()
    let (bytes, count) = Self.export(.zip, captures, try Self.context())
    #expect(count == 4)
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    let files = captures.map(\.path.description) + ["media/p.gif", "media/a b.pdf"]
    #expect(archive.paths == files.sorted())
    for capture in captures {
      #expect(archive.bytes(capture.path.description) == capture.document.bytes)
    }
    #expect(archive.bytes("media/p.gif") == Self.picture)
  }

  @Test func makesTextBundles() throws {
    let (bytes, _) = Self.export(.textbundle, try Self.captures(), try Self.context())
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    let paper = archive.paths.filter { $0.hasPrefix("paper") }
    #expect(
      paper == [
        "paper.textbundle/assets/a-b.pdf", "paper.textbundle/assets/p.gif",
        "paper.textbundle/info.json", "paper.textbundle/text.md",
      ])
    let text = String(
      decoding: try #require(archive.bytes("paper.textbundle/text.md")), as: UTF8.self)
    #expect(text.contains("![](assets/p.gif) and [the pdf](assets/a-b.pdf)."))
    let info = try #require(
      archive.bytes("paper.textbundle/info.json").flatMap { JSONValue(reading: $0) })
    #expect(info["type"]?.text == "net.daringfireball.markdown" && info["version"]?.number == 2)
    #expect(info["cairn"]?["assets"]?["a-b.pdf"]?["written"]?.text == "media/a%20b.pdf")
  }

  @Test(.enabled(if: Python.has("zipfile")))
  func isReadByPythonAsZip() throws {
    for format in [ExportFormat.zip, .textbundle, .epub] {
      let (bytes, _) = Self.export(format, try Self.captures(), try Self.context())
      let script = """
        import sys, zipfile, xml.dom.minidom
        z = zipfile.ZipFile(sys.argv[1])
        assert z.testzip() is None
        for n in z.namelist():
            if n.endswith(('.xhtml', '.opf', '.xml')): xml.dom.minidom.parseString(z.read(n))
        i = z.infolist()[0]
        print(len(z.namelist()), i.filename, i.compress_type, i.date_time[:5])
        """
      let answers: [ExportFormat: String] = [
        .zip: "6 work/pay.md 8 (2026, 11, 21, 10, 4)\n",
        .textbundle: "10 pay.textbundle/info.json 8 (2026, 11, 21, 10, 4)\n",
        .epub: "11 mimetype 0 (1980, 1, 1, 0, 0)\n",
      ]
      #expect(try Python.run(script, bytes) == answers[format])
    }
  }

  /// Finds what the reference checker of EPUB needs, and runs it on a book.
  static let checker = """
    import os, shutil, subprocess, sys
    program = shutil.which('epubcheck')
    assert program and shutil.which('java')
    isJar = open(program, 'rb').read(2) == b'PK'
    command = ['java', '-jar', program] if isJar else [program]
    """

  @Test(.enabled(if: (try? Python.run(checker, [])) != nil, "epubcheck or java is not installed"))
  func isValidForEPUBCheck() throws {
    var context = try Self.context()
    // The pixels of the usual picture are missing, which the checker reports.
    let base64 = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    let picture = Array(try #require(Data(base64Encoded: base64)))
    context.read = { $0.name == "p.gif" ? picture : nil }
    let captures = try Self.captures()
    let paths = Set(captures.map(\.path))
    context.isExported = { paths.contains($0) }
    let (bytes, count) = Self.export(.epub, captures, context)
    let script =
      Self.checker + """

        book = sys.argv[1] + '.epub'
        shutil.copy(sys.argv[1], book)
        try:
            done = subprocess.run(command + [book], capture_output=True, text=True)
        finally:
            os.remove(book)
        lines = (done.stdout + done.stderr).splitlines()
        print(*[line for line in lines if line.startswith(('Messages:', 'ERROR', 'FATAL'))], sep='\\n')
        """
    #expect(count == 4)
    let messages = try Python.run(script, bytes)
    #expect(messages.hasPrefix("Messages: 0 fatals / 0 errors / 0 warnings"), "\(messages)")
  }

  // MARK: - Data

  @Test(.enabled(if: Python.has("json, csv")))
  func isReadByPythonAsData() throws {
    let json = """
      import sys, json
      d = json.load(open(sys.argv[1]))
      print(d['schema'], d['total'], [c['id'] for c in d['captures']], d['captures'][0]['body'][:9])
      """
    let ids = "['k7x2m9q4ab', 'p7x2m9q4ab', 'b7x2m9q4ab', 'n7x2m9q4ab']"
    let captures = try Self.captures()
    #expect(
      try Python.run(json, Self.export(.json, captures, try Self.context()).bytes)
        == "1 4 \(ids) # Pay; th\n")
    let lines = "import sys, json\nprint([json.loads(l)['id'] for l in open(sys.argv[1])])"
    #expect(
      try Python.run(lines, Self.export(.jsonl, captures, try Self.context()).bytes) == "\(ids)\n")
    let csv = """
      import sys, csv
      rows = list(csv.DictReader(open(sys.argv[1], newline='')))
      print(len(rows), rows[3]['weight'], rows[3]['odd'], rows[1]['email'], rows[0]['tags'])
      print(rows[3]['text'] == \(#"'''"# + Self.bodyOfNote.replacing("\\", with: "\\\\") + "'''"))
      """
    #expect(
      try Python.run(csv, Self.export(.csv, captures, try Self.context()).bytes)
        == "4 1.50 a \"quote\", and sarah@example.org, s@example.com finance, a;b\nTrue\n")
  }

  static var bodyOfNote: String {
    String(note[(note.firstRange(of: "# Paper")?.lowerBound ?? note.startIndex)...])
  }

  /// Numbers that stand for text keep their spelling.
  @Test(arguments: [
    (ExportFormat.vcard, "type: person\nphone: 0791234567", "TEL;VALUE=text:0791234567\r\n"),
    (.vcard, "type: person\nphone: +41791234567", "TEL;VALUE=text:+41791234567\r\n"),
    (.vcard, "type: person\ntel: [0791, +4179]", "TEL;VALUE=text:0791\r\nTEL;VALUE=text:+4179\r\n"),
    (.vcard, "type: person\ntel:\n- 0791\n- '0792'", "VALUE=text:0791\r\nTEL;VALUE=text:0792\r\n"),
    (.vcard, "type: person\ntel: !!int 791", "TEL;VALUE=text:791\r\n"),
    (.bibtex, "isbn: 0140297995", "isbn = {0140297995}"),
    (.bibtex, "author: Ursula K. Le Guin", "@book{leguin,\n  author = {Le Guin, Ursula K.}"),
    (.bibtex, "author: 'Le Guin, Ursula K.'", "{Le Guin, Ursula K.}"),
    (
      .bibtex, "author: Ludwig van Beethoven and Van Morrison",
      "van Beethoven, Ludwig and Morrison, Van"
    ),
    (.bibtex, "author: Walter de la Mare; bell hooks", "{de la Mare, Walter and hooks, bell}"),
    (.bibtex, "author: José Ortega y Gasset", "{{Ortega y Gasset}, José}"),
    (.bibtex, "author: Martin Luther King Jr.", "{King, Jr., Martin Luther}"),
    (.bibtex, "author: 'King, Martin Luther, Jr.'", "{King, Jr., Martin Luther}"),
    (.bibtex, "author: 'Martin Luther King, Jr.'", "{King, Jr., Martin Luther}"),
    (.bibtex, "author: e. e. cummings", "{cummings, e. e.}"),
    (.bibtex, "author: Museum of Modern Art", "{{Museum of Modern Art}}"),
    (.csl, "author: Ursula K. Le Guin", #"{"family":"Le Guin","given":"Ursula K."}"#),
    (
      .csl, "author: Otto von Bismarck II", #""family":"von Bismarck","given":"Otto","suffix":"II""#
    ),
    (.csl, "isbn: 0140297995", "\"ISBN\":\"0140297995\""),
    (.csv, "phone: [0791234567, 1.50, x]", "\"0791234567, 1.50, x\""),
  ])
  func keepsSpellings(_ format: ExportFormat, _ fields: String, _ part: String) throws {
    let capture = try Self.capture("a.md", "---\n\(fields)\n---\n# A\n")
    let (bytes, _) = Self.export(format, [capture], try Self.context())
    #expect(String(decoding: bytes, as: UTF8.self).contains(part))
  }

  /// A book without an author has no member for it, not an empty one.
  @Test func omitsWhatIsMissing() throws {
    let book = try Self.capture("a.md", "---\nisbn: '0140297995'\n---\n# A\n")
    let text = String(decoding: Self.export(.csl, [book], try Self.context()).bytes, as: UTF8.self)
    #expect(text.contains("0140297995") && !text.contains("author") && !text.contains("null"))
  }
}
