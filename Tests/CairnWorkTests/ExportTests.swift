import CairnArchive
import CairnDesk
import CairnExport
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// Exports as clients ask for them.
struct ExportTests {
  private static let picture = "GIF89a\u{01}\u{00}\u{01}\u{00}\u{00}\u{00}\u{00};"

  private func desk() throws -> Desk {
    try Desk([
      (
        "a.md",
        "---\ntype: action\ndue: 2026-11-30\n---\n# Pay\n\n![[p.gif]] [x](media/b.bin) [[Secret]]\n"
      ),
      ("b.md", "---\nprivate: true\ntype: action\ndue: 2026-12-01\n---\n# Secret\n\n![[q.gif]]\n"),
      ("closed/_collection.md", "---\npublish: false\n---\n"),
      ("closed/c.md", "---\ntype: action\ndue: 2026-12-02\n---\n# Closed\n"),
      ("work/d.md", "---\nimages: [../r.gif]\n---\n# Idea %%hush%%\n"), ("p.gif", Self.picture),
      ("q.gif", Self.picture), ("r.gif", Self.picture), ("media/b.bin", "binary"),
    ])
  }

  private func request(_ format: ExportFormat, _ output: String? = nil) -> ExportRequest {
    var request = ExportRequest()
    (request.format, request.output) = (format, output)
    return request
  }

  @Test func leavesOutWhatIsPrivate() async throws {
    let desk = try desk()
    for format in ExportFormat.allCases {
      let (bytes, plan) = try await desk.work { work in
        let plan = try work.plan(request(format))
        var bytes: [UInt8] = []
        _ = work.write(plan) { bytes += $0 }
        return (bytes, plan)
      }
      #expect(plan.count == 2 && plan.leftOut == 2)
      let archive = try Archive.open(ArchiveInput(bytes))
      #expect((archive != nil) == format.isBinary)
      let texts = archive.map { archive in archive.paths.compactMap(archive.bytes) } ?? [bytes]
      for text in texts {
        let shown = String(decoding: text, as: UTF8.self)
        #expect(!shown.contains("# Secret") && !shown.contains("Closed"))
        #expect(format.keepsComments || !shown.contains("hush"))
      }
      #expect(archive?.paths.contains { $0.contains("q.gif") } != true)
    }
    #expect(desk.told.sentences.count == ExportFormat.allCases.count)
    var all = request(.ics)
    all.includesPrivate = true
    #expect(try await desk.work { try $0.plan(all).count } == 4)
  }

  @Test func addsTheFilesOfCaptures() async throws {
    let desk = try desk()
    let result = try await desk.work { try $0.apply(try $0.plan(request(.zip, "out.zip"))) }
    #expect(result.written == 2 && result.unfit.isEmpty)
    let bytes = try await desk.work { try $0.attachment(at: try #require(NotePath("out.zip"))) }
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    #expect(archive.paths == ["a.md", "media/b.bin", "p.gif", "r.gif", "work/d.md"])
    for path in archive.paths {
      #expect(
        archive.bytes(path).map { String(decoding: $0, as: UTF8.self) } == (try desk.text(path)))
    }
  }

  @Test func replacesNothing() async throws {
    let desk = try desk()
    try desk.write("mine\n", to: "x.csv")
    for output in ["x.csv", "a.md"] {
      await #expect {
        try await desk.work { _ = try $0.plan(request(.csv, output)) }
      } throws: { ($0 as? Refusal)?.code == "output-exists" }
    }
    #expect(try desk.text("x.csv") == "mine\n")
    var forced = request(.csv, "x.csv")
    forced.isForced = true
    _ = try await desk.work { try $0.apply(try $0.plan(forced)) }
    #expect(try #require(try desk.text("x.csv")).hasPrefix("id,path,"))
    // A file in the notebook is written in a transaction.
    _ = try await desk.work { try await $0.apply(try $0.plan(UndoRequest()), .write) }
    #expect(try desk.text("x.csv") == "mine\n")
  }

  @Test func namesWhatDoesNotFit() async throws {
    let desk = try desk()
    let result = try await desk.work { try $0.apply(try $0.plan(request(.ics, "x.ics"))) }
    #expect(result.written == 1 && result.unfit.map(\.description) == ["work/d.md"])
    await #expect {
      try await desk.work { _ = try $0.plan(ExportRequest()) }
    } throws: { ($0 as? Refusal)?.code == "format-unknown" }
  }

  @Test("An export that would be empty leaves the file as it is", arguments: ["x.bib", ".x/x.bib"])
  func keepsTheFile(_ output: String) async throws {
    let desk = try desk()
    try desk.write("mine\n", to: output)
    var forced = request(.bibtex, output)
    forced.isForced = true
    forced.selection = SelectRequest(["type:action"])
    await #expect {
      try await desk.work { _ = try $0.apply(try $0.plan(forced)) }
    } throws: {
      ($0 as? Refusal)?.code == "export-empty" && ($0 as? Refusal)?.kind == .nothingFound
    }
    #expect(try desk.text(output) == "mine\n")
  }

  @Test func makesAFeedOfActions() async throws {
    let desk = try desk()
    let bytes = try await desk.work { try $0.calendar(makesEvents: true) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("SUMMARY:Pay\r\n") && text.contains("BEGIN:VEVENT\r\n"))
    // The text of a capture may name a hidden one.
    #expect(!text.contains("SUMMARY:Secret") && !text.contains("Closed"))
  }
}
