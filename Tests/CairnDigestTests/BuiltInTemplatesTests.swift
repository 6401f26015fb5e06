import CairnCapture
import CairnDigest
import CairnFixtures
import CairnTemplates
import CairnText
import Testing

@Suite("Built-in templates")
struct BuiltInTemplatesTests {
  private static let library = TemplateLibrary()
  private static let digests = library.entries.filter { $0.kind == .digest }

  @Test("Every one can be compiled, its options read, its title made", arguments: digests)
  func compiles(entry: TemplateLibrary.Entry) throws {
    for format in DigestFormat.allCases {
      _ = try DigestTemplates(format, named: entry.name, in: Self.library) { _ in nil }
    }
    let file = try #require(Self.library.file("\(entry.path)/\(DigestPreset.fileName)"))
    let preset = try DigestPreset(file.source)
    #expect(preset.description != nil)
    _ = try DigestGrouping.list(preset["group-by"] ?? "none")
    var options = DigestOptions(title: "Notes", clock: clock)
    options.period = DigestOptions.Period(since: clock.today, until: clock.today)
    let title = try TitleTemplate(preset["title"] ?? "").text(options, total: 3)
    #expect(!title.contains("{{"))
  }

  @Test("No name in them stands for nothing", arguments: digests)
  func names(entry: TemplateLibrary.Entry) throws {
    let parts = Set(
      (entry.files + (Self.digests.first { $0.name == "default" }?.files ?? [])).compactMap {
        $0.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
      })
    let check = TemplateCheck(fields: ["author", "director", "finished"], parts: parts)
    for path in entry.files where path.hasSuffix(".mustache") {
      let source = try #require(Self.library.file(path)?.source)
      let name = String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
      let place = DigestTemplates.Part(rawValue: name)?.place
      let problems = check.problems(
        in: source, places: place.map { [$0] } ?? [.frame, .group, .item])
      #expect(problems.map(\.description) == [])
    }
  }

  @Test("Text of a note cannot become markup in a head")
  func html() throws {
    let text = try digest([], .html, title: "A <title>")
    #expect(text.contains("<title>A &lt;title&gt;</title>"))
    #expect(text.hasPrefix("<!DOCTYPE html>\n"))
    #expect(!text.contains("<script"))
  }
}
