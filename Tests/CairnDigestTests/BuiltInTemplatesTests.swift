import CairnCapture
import CairnDigest
import CairnFixtures
import CairnTemplates
import CairnText
import Foundation
import Testing

@Suite("Built-in templates")
struct BuiltInTemplatesTests {
  private static let library = TemplateLibrary()
  private static let digests = library.entries.filter { $0.kind == .digest }

  @Test("They are the files below templates/, byte by byte")
  func embedded() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../templates").standardizedFileURL
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { !folder.appending(path: $0).hasDirectoryPath && $0.contains(".") }
    #expect(paths.sorted() == BuiltInTemplates.files.keys.sorted())
    for path in paths {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      #expect(BuiltInTemplates.files[path] == text, "\(path)")
    }
  }

  @Test("The style sheet's name in the policy is its SHA-256")
  func styleHash() throws {
    let digest = Process()
    digest.executableURL = URL(filePath: "/bin/sh")
    digest.arguments = ["-c", "sha256sum | cut -c 1-64"]
    let (input, output) = (Pipe(), Pipe())
    (digest.standardInput, digest.standardOutput) = (input, output)
    try digest.run()
    try input.fileHandleForWriting.write(contentsOf: Data(Stylesheet.text.utf8))
    try input.fileHandleForWriting.close()
    let digits = try String(
      decoding: #require(try output.fileHandleForReading.readToEnd()), as: UTF8.self)
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { place in
      UInt8(digits.dropFirst(place).prefix(2), radix: 16)
    }
    #expect(Stylesheet.source == "'sha256-\(Data(bytes).base64EncodedString())'")
  }

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
