import CairnCapture
import CairnFixtures
import CairnMarkup
import CairnText
import Testing

@testable import CairnDigest

@Suite("Pictures in HTML digests")
struct PictureTests {
  private static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 0]
  private static let drawing = Array("<svg xmlns=\"x\" onload=\"alert(1)\"/>".utf8)
  private static let files: [String: [UInt8]] = [
    "a.png": png, "big.png": png + [UInt8](repeating: 0, count: 2_400_000), "d.svg": drawing,
    "t.tiff": Array("II*\0....".utf8), "x.png": Array("<script>alert(1)</script>".utf8),
    "media/cover.png": png, "media/two.png": png,
  ]

  private func html(
    _ body: String, fields: String = "", limit: Int = 1 << 20, remote: Bool = false,
    copies: Bool = false
  ) throws -> String {
    var pictures = DigestPictures(embedLimit: limit, loadsRemote: remote) { path, limit in
      guard let bytes = Self.files[path.description] else { return .missing }
      return bytes.count > limit ? .larger(bytes.count) : .bytes(bytes)
    }
    if copies { pictures.copy = { path, type, _ in "out/\(path.name).\(type.fileEnding)" } }
    let note = capture("---\nid: x\ntitle: A\n\(fields)---\n" + body, at: "x.md")
    let templates = try DigestTemplates(
      .html,
      replacing: [
        .head: "",
        .item: "{{#images}}{{#first()}}[{{{picture}}}]{{/first()}}{{/images}}{{{html}}}",
        .foot: "",
      ])
    var options = DigestOptions(title: "T", clock: clock)
    options.grouping = []
    let surroundings = DigestSurroundings(
      targets: { _ in { _, link in NotePath(link.target) } },
      location: { Array("n/".utf8) + $0.bytes },
      pictures: pictures)
    var bytes: [UInt8] = []
    Digest(options, templates: templates, surroundings: surroundings)
      .write(DigestSource([note])) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let data = "data:image/png;base64,iVBORw0KGgoAAAAA"

  @Test(
    "Small ones stand in the digest, large ones are linked, others are told",
    arguments: [
      ("![p](a.png)", "<img src=\"\(data)\" alt=\"p\" />"),
      ("![[a.png]]", "<img src=\"\(data)\" alt=\"a.png\" />"),
      ("![p](a.png \"t\")", "<img src=\"\(data)\" alt=\"p\" title=\"t\" />"),
      ("![p][r]\n\n[r]: a.png", "<img src=\"\(data)\" alt=\"p\" />"),
      ("![p](big.png)", "<a href=\"n/big.png\">p</a> <span class=\"note\">2.4 MB</span>"),
      ("![](big.png)", "<a href=\"n/big.png\">n/big.png</a> <span class=\"note\">2.4 MB</span>"),
      ("[![p](big.png)](y)", "<a href=\"n/y\">p <span class=\"note\">2.4 MB</span></a>"),
      ("![p](none.png)", "p"), ("![p](/../etc/passwd)", "p"),
      ("![p](t.tiff)", "<a href=\"n/t.tiff\">p</a>"), ("![p](x.png)", "<a href=\"n/x.png\">p</a>"),
      (
        "![p](https://x.org/a.png)",
        "<a href=\"https://x.org/a.png\" rel=\"noopener noreferrer\">p</a>"
      ),
      ("![p](//x.org/a.png)", "<a href=\"//x.org/a.png\" rel=\"noopener noreferrer\">p</a>"),
      ("![p](data:image/gif;base64,AA==)", "<img src=\"data:image/gif;base64,AA==\" alt=\"p\" />"),
      ("![p](data:image/svg+xml,<svg/onload=1>)", "p"), ("![p](javascript:alert(1))", "p"),
    ])
  func bodies(source: String, expected: String) throws {
    #expect(try html(source) == "<p dir=\"auto\">\(expected)</p>")
  }

  @Test(
    "Pictures from elsewhere in fields are shown as those in bodies are",
    arguments: [
      (
        false,
        "<a href=\"https://x.org/a.png\" rel=\"noopener noreferrer\">https://x.org/a.png</a>"
      ),
      (true, "<img src=\"https://x.org/a.png\" alt=\"https://x.org/a.png\" />"),
    ])
  func remoteFields(remote: Bool, expected: String) throws {
    let fields = "images: ['https://x.org/a.png']\n"
    #expect(try html("", fields: fields, remote: remote) == "[\(expected)]")
  }

  @Test(
    "In Markdown a picture from elsewhere keeps its address, where it is one of the web",
    arguments: [
      ("https://x.org/a(1).png", "![https\\://x.org/a(1).png](https://x.org/a%281%29.png)"),
      ("javascript:alert(1)", nil), ("//x.org/a.png", nil), ("https://x.org/a b.png", nil),
    ] as [(String, String?)])
  func remoteFieldsInMarkdown(address: String, expected: String?) throws {
    let note = capture("---\nid: x\ntitle: A\nimages: ['\(address)']\n---\n", at: "x.md")
    let text = try digest([note], .markdown, grouping: [])
    #expect(text.contains("![") == (expected != nil), "\(text)")
    if let expected { #expect(text.contains(expected), "\(text)") }
  }

  @Test("A drawing is embedded whatever the limit, and never copied")
  func drawings() throws {
    for copies in [false, true] {
      let html = try html("![p](d.svg)", limit: 0, copies: copies)
      #expect(html.contains("<img src=\"data:image/svg+xml;base64,PHN2ZyB4bWxucz0ieCIg"))
      #expect(!html.contains("onload"))
    }
  }

  @Test("With a folder for them, they are copied there")
  func copies() throws {
    #expect(
      try html("![p](a.png) ![q](big.png)", limit: 0, copies: true)
        == "<p dir=\"auto\"><img src=\"out/a.png.png\" alt=\"p\" /> "
        + "<img src=\"out/big.png.png\" alt=\"q\" /></p>")
    #expect(try html("![p](a.png)", copies: true).contains(Self.data))
    #expect(try html("![p](x.png)", limit: 0, copies: true).contains("<a href=\"n/x.png\">p</a>"))
  }

  @Test("Those from elsewhere are loaded where that was asked for")
  func remote() throws {
    #expect(
      try html("![p](https://x.org/a.png)", remote: true)
        == "<p dir=\"auto\"><img src=\"https://x.org/a.png\" alt=\"p\" /></p>")
  }

  @Test("A cover is the first of the field's")
  func cover() throws {
    #expect(
      try html("b", fields: "images: [media/cover.png, media/two.png]\n")
        == "[<img src=\"\(Self.data)\" alt=\"cover.png\" />]<p dir=\"auto\">b</p>")
  }

  @Test("The policy lets in what is needed, and nothing else")
  func policy() {
    var pictures = DigestPictures()
    let style = Stylesheet.source
    #expect(
      pictures.policy == "default-src 'none'; style-src \(style); img-src data:; "
        + "base-uri 'none'; form-action 'none'")
    pictures.copy = { _, _, _ in nil }
    #expect(pictures.policy.contains("img-src data: 'self' file:;"))
    pictures.loadsRemote = true
    #expect(pictures.policy.contains("img-src data: 'self' file: https: http:;"))
    #expect(!pictures.policy.contains("unsafe"))
  }
}
