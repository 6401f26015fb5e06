import CairnArchive
import CairnDesk
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// What holds for the imports of all sources.
struct ImportLawTests {
  private static let picture = "GIF89a\u{01}\u{00}\u{01}\u{00}\u{00}\u{00}\u{00};"

  /// Small exports in archives and folders, and the number of their notes.
  static let exports: [(name: String, files: [(String, String)], notes: Int)] = [
    (
      "keep",
      [
        (
          "Takeout/Keep/Tea.json",
          #"{"title":"Qaa","textContent":"Qab","userEditedTimestampUsec":1717430460000000,"#
            + #""createdTimestampUsec":1717430400000000,"labels":[{"name":"Qac"}],"color":"QAD","#
            + #""annotations":[{"url":"https://a/Qae"},{"url":"https://a/Qaf"}],"#
            + #""listContent":[{"text":"Qag"}],"attachments":[{"filePath":"a.gif"}]}"#
        ), ("Takeout/Keep/a.gif", picture),
      ], 1
    ),
    (
      "evernote",
      [
        (
          "A.enex",
          "<en-export><note><title>T</title><content><![CDATA[<en-note>a<br/>b</en-note>]]>"
            + "</content></note><note><title>U</title><content>x</content></note></en-export>"
        )
      ], 2
    ),
    ("html", [("a/b.html", "<p>Text <img src='p.gif'></p>"), ("a/p.gif", picture)], 1),
    (
      "notion",
      [
        ("A 0123456789abcdef0123456789abcdef.md", "# A\n\n![](A/p.gif)\n"), ("A/p.gif", picture),
      ], 1
    ),
    ("mbox", [("m.mbox", "From x\nMessage-ID: <1>\nSubject: S\n\nText\n")], 1),
    (
      "jex",
      [
        (
          "0000000000000000000000000000000a.md",
          "A\n\nText\n\nid: 0000000000000000000000000000000a\ntype_: 1"
        )
      ], 1
    ),
    (
      "textbundle",
      [
        ("A.textbundle/info.json", #"{"version":2}"#),
        ("A.textbundle/text.md", "# A\n![](assets/p.gif)\n"),
        ("A.textbundle/assets/p.gif", picture),
      ], 1
    ),
    ("obsidian", [("A.md", "a\n"), ("B/C.md", "---\ncreated: 2026-01-01\n---\nc\n")], 2),
    (
      "jrnl",
      [("j.txt", "[2026-11-20 10:00] Qaa title. *\nQab body @Qactag\n[2026-11-21 10:00] Qad.\n")], 2
    ),
    (
      "dayone",
      [
        (
          "Journal.json",
          #"{"entries":[{"uuid":"A1","creationDate":"2026-11-20T09:30:00Z","timeZone":"Qaa/Zone","#
            + #""tags":["Qab"],"text":"Qac\n\n![](dayone-moment://F0)","starred":true,"#
            + #""location":{"placeName":"Qad","localityName":"Qae","country":"Qaf"},"#
            + #""weather":{"conditionsDescription":"Qag"},"userActivity":{"activityName":"Qah"},"#
            + #""photos":[{"identifier":"F0","md5":"abc"}]}]}"#
        ), ("photos/abc.gif", picture),
      ], 1
    ),
    (
      "simplenote",
      [
        (
          "notes.json",
          #"{"activeNotes":[{"id":"1","content":"Qaa\n\nQab","tags":["Qac"],"#
            + #""creationDate":"2026-11-20T09:30:00Z"}]}"#
        )
      ], 1
    ),
    (
      "bookmarks",
      [
        (
          "b.html",
          """
          <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Qaa</H3><DL>
          <DT><A HREF="https://a/Qab" TAGS="Qac">Qad</A><DD>Qae <b>Qaf</b> Qag</DL></DL>
          """
        )
      ], 1
    ),
    (
      "goodreads",
      [
        (
          "g.csv",
          #"""
          Book Id,Title,Author,ISBN,Publisher,Number of Pages,Date Added,Bookshelves,\#
          Exclusive Shelf,My Review,Private Notes
          12,Qaa,Qab,"=""080442957X""",Qac,288,2026/09/01,Qad,Qae,Qaf,Qag

          """#
        )
      ], 1
    ),
    (
      "letterboxd",
      [
        ("diary.csv", "Date,Name,Year,Letterboxd URI,Tags\n2026-11-20,Qaa,1979,https://a/Qab,Qac\n")
      ],
      1
    ),
    ("jsonl", [("a.jsonl", #"{"id":"Qaa","title":"Qab","meta":{"Qac":"Qad"},"x":["Qae"]}"#)], 1),
    ("csv", [("a.csv", "id,title,notes,Qaa\nQab,Qac,Qad,Qae\n")], 1),
    (
      "nb",
      [
        ("1.bookmark.md", "# Qaa\n\n<https://a/Qab>\n"),
        ("2.todo.md", "# [x] Qac\n\n## Due\n\n2026-11-20\n"),
      ], 2
    ),
    (
      "joplin",
      [
        (
          "Work/Plan.md",
          "---\ntitle: Qaa\nupdated: 2026-11-20 09:30:00Z\ncreated: 2026-11-20 09:30:00Z\n"
            + "completed?: no\n---\n\nQab ![](../_resources/a.gif)\n"
        ), ("_resources/a.gif", picture),
      ], 1
    ),
  ]

  /// An export is the same in a folder and in an archive. A second import changes nothing, and one undo
  /// takes back the first. Every word of the source that begins with `Q` is in a capture.
  @Test(arguments: exports.indices)
  func followsTheLaws(_ index: Int) async throws {
    let (name, files, count) = Self.exports[index]
    var texts: [[String]] = []
    let time = DateTime(date: CalendarDate(daysSinceEpoch: 20_000), secondOfDay: 0)
    for isZipped in [false, true] {
      let desk = try Desk(isZipped ? [] : files.map { (".in/\($0.0)", $0.1) })
      let seconds = try await desk.work { $0.clock.instant(time).seconds }
      for (path, _) in files { desk.setTime(of: ".in/\(path)", to: seconds) }
      if isZipped {
        var zip = ZipWriter()
        let parts = files.compactMap { zip.file(Array($0.0.utf8), Array($0.1.utf8), at: time) }
        try desk.write(parts.joined() + zip.end(), to: ".in")
      }
      let result = try await desk.importing(".in")
      #expect(result.source == name && result.imported == count && result.skipped.isEmpty)
      let paths = try await desk.paths()
      texts.append(try paths.compactMap { try desk.text($0) })
      let all = texts.joined().joined(separator: "\n").lowercased()
      for word in files.flatMap({ $0.1.matches(of: /Q[a-z][a-z]/) }).map(\.output) {
        #expect(all.contains(word.lowercased()), "\(word)")
      }
      let again = try await desk.importing(".in")
      #expect(again.known == count && again.report.operation == nil)
      _ = try await desk.work { try await $0.apply(try $0.plan(UndoRequest()), .write) }
      #expect(try await desk.paths().isEmpty)
    }
    #expect(texts[0] == texts[1])
  }

  @Test func coversEverySource() {
    #expect(Set(Self.exports.map(\.name)) == Set(Workspace.importSources.map(\.name)))
  }
}
