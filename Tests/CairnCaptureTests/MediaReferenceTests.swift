import CairnCapture
import CairnDocument
import CairnText
import Testing

/// Which pictures and files a front matter names: one row for each way in which people write it.
struct MediaReferenceTests {
  @Test(arguments: [
    ("images: [media/a.jpg, \"media/b c.png\"]", ["work/media/a.jpg", "work/media/b c.png"]),
    ("images:\n- media/a.jpg\n- ../x.png", ["work/media/a.jpg", "x.png"]),
    ("images: a, b.jpg", ["work/a, b.jpg"]),
    ("images: /site/a.jpg", ["site/a.jpg"]),
    (
      "images: [https://x.org/a.jpg, 'data:image/png;base64,AA==']",
      ["<https://x.org/a.jpg>", "<data:image/png;base64,AA==>"]
    ),
    (
      "images: [//cdn/x.png, 'c:x.png', './http:x.png']",
      ["<//cdn/x.png>", "work/c:x.png", "work/http:x.png"]
    ),
    ("images: [\"[[x.png]]\", '![[y.png|200]]', '[[]]']", ["[x.png]", "[y.png]", "work/[[]]"]),
    ("images: [../../x.png, '', ~, 3, a%20b.jpg]", ["!", "work/3", "work/a%20b.jpg"]),
    ("images: {a: b}", []),
    ("images:\ncover: c.jpg\nimage: i.jpg", ["work/c.jpg"]),
    ("image: i.jpg", ["work/i.jpg"]),
    ("images: []\nimage: i.jpg", ["work/i.jpg"]),
    ("title: x", []),
  ])
  func images(_ fields: String, _ images: [String]) {
    let capture = CaptureTests.capture("---\n\(fields)\n---\n", at: "work/x.md")
    let found = capture.images.map { image in
      switch image.place {
      case .file(let path): path.description
      case .address(let address): "<\(address)>"
      case .name(let name): "[\(name)]"
      case .outside: "!"
      }
    }
    #expect(found == images)
    #expect(capture.cover == capture.images.first)
  }

  @Test func originalNames() {
    let capture = CaptureTests.capture(
      """
      ---
      images: [media/3f.jpg, media/4e.png]
      files: media/5d.pdf
      originals: [3f.jpg Aunt Uschi.jpg, "5d.pdf  two", 4e.png]
      ---
      """, at: "x.md")
    #expect(capture.images.map(\.originalName) == ["Aunt Uschi.jpg", nil])
    #expect(capture.images.map(\.name) == ["Aunt Uschi.jpg", "4e.png"])
    #expect(capture.files.map(\.originalName) == [" two"])
  }

  @Test(arguments: [
    ("title: x", ContentKind.text),
    ("images: [a.jpg]", .image),
    ("cover: a.jpg\nfiles: [b.pdf]", .image),
    ("images: [a.jpg]\nfiles: [media/b.WebM]", .video),
    ("url: https://x.org\nfiles: [b.mp4]", .url),
    ("url:", .text),
    ("files: ['https://x.org/a.MP4?x=.txt']", .video),
    ("files: [https://x.org/mp4, https://v.mp4/a]", .text),
    ("images: https://x.org/a", .image),
  ])
  func content(_ fields: String, _ kind: ContentKind) {
    #expect(CaptureTests.capture("---\n\(fields)\n---\n").content == kind)
  }
}
