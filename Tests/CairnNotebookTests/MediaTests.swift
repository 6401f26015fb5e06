import CairnCapture
import CairnFiles
import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnNotebook

/// Files that come to belong to captures, on the disk: what is there afterwards, also where the
/// disk fails on the way.
struct MediaTests {
  /// A picture of one pixel, as text that a test may write.
  static let dot = "GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0};"
  /// Its hash, as the program `xxh128sum` prints it.
  static let hash = "3741995ed0643a2d37309e27fc5eb74e"
  static let dotName = "media/\(hash).gif"

  static func capture(in disk: TestNotebook, at path: String) throws -> Capture {
    try disk.notebook.capture(at: note(path))
  }

  static func media(
    _ path: String, of disk: TestNotebook, as role: NewMedia.Role = .image
  ) throws -> NewMedia {
    try disk.notebook.newMedia(FilePath("\(disk.base)/\(path)"), as: role, called: path)
  }

  @Test("One file lies there once, however often and under whatever name it comes")
  func once() throws {
    let disk = try TestNotebook([
      "a.md": "x\n", "../one.gif": Self.dot, "../two.png": Self.dot, "../x.MD": "# x",
    ])
    let media = try ["one.gif", "two.png", "one.gif"].map { try Self.media($0, of: disk) }
    let text = try Self.media("x.MD", of: disk, as: .file)
    let report = try disk.notebook.addMedia(
      media + [text], to: Self.capture(in: disk, at: "a.md"))
    #expect(report.refused.isEmpty && report.operation != nil)
    let files = disk.files()
    #expect(files[Self.dotName] == Self.dot)
    #expect(files.count == 3)
    let capture = try Self.capture(in: disk, at: "a.md")
    #expect(capture.images.map(\.written) == [Self.dotName])
    #expect(capture.cover?.originalName == "one.gif")
    // A copy of Markdown is no capture.
    #expect(capture.files.map { $0.path?.fileExtension } == ["txt"])
    #expect(disk.library().captures.count == 1)
  }

  @Test("A link is followed wherever it leads: what lies in the notebook is not copied")
  func links() throws {
    let disk = try TestNotebook([
      "pictures/a.gif": Self.dot, ".hidden/b.gif": Self.dot, "../c.gif": Self.dot,
    ])
    let rows = [
      ("root/pictures/a.gif", "pictures/a.gif"), ("root/.hidden/b.gif", nil), ("c.gif", nil),
    ]
    for (file, home) in rows {
      symlink("\(disk.base)/\(file)", "\(disk.base)/link.jpg")
      let media = try Self.media("link.jpg", of: disk)
      #expect(media.home == home.map(note))
      #expect(media.bytes == (home == nil ? Array(Self.dot.utf8) : []))
      unlink("\(disk.base)/link.jpg")
    }
    symlink("link.jpg", "\(disk.base)/link.jpg")
    #expect(throws: FileError.self) { try Self.media("link.jpg", of: disk) }
  }

  @Test("A picture is added to what the file says when it is written, not to what was read before")
  func fresh() throws {
    let disk = try TestNotebook(["a.md": "x\n", "../one.gif": Self.dot])
    let old = try Self.capture(in: disk, at: "a.md")
    disk.write("a.md", "---\nimages: [b.png] # mine\n---\nnew\n")
    _ = try disk.notebook.addMedia([try Self.media("one.gif", of: disk)], to: old)
    #expect(
      disk.files()["a.md"]
        == "---\nimages: [b.png, \(Self.dotName)] # mine\noriginals: [\(Self.hash).gif one.gif]\n---\nnew\n"
    )
  }

  @Test("Other bytes under the name are never taken for the same, nor replaced")
  func collision() throws {
    let disk = try TestNotebook(["a.md": "x\n", Self.dotName: "other", "../one.gif": Self.dot])
    let media = try Self.media("one.gif", of: disk)
    let capture = try Self.capture(in: disk, at: "a.md")
    #expect(throws: MediaRefusal.nameTaken(note(Self.dotName))) {
      try disk.notebook.addMedia([media], to: capture)
    }
    #expect(disk.files() == ["a.md": "x\n", Self.dotName: "other"])
  }

  @Test("Where the capture cannot be changed, nothing is copied in")
  func refusedCapture() throws {
    let disk = try TestNotebook(["a.md": "---\nnever closed\n", "../one.gif": Self.dot])
    let report = try disk.notebook.addMedia(
      [try Self.media("one.gif", of: disk)], to: Self.capture(in: disk, at: "a.md"))
    #expect(report.changed.isEmpty && report.operation == nil)
    #expect(report.refused.map(\.code) == ["front-matter-unclosed"])
    #expect(disk.files().keys.sorted() == ["a.md"])
  }

  @Test("Whichever system call fails: no field names what is not there, and the text is whole")
  func faults() throws {
    var number = 1
    while true {
      let plan = FaultPlan(.fail(.ioError), at: number)
      defer { number += 1 }
      guard
        let disk = try? TestNotebook(["a.md": "x\n", "../one.gif": Self.dot], faults: plan),
        let media = try? Self.media("one.gif", of: disk)
      else { continue }
      if let capture = try? Self.capture(in: disk, at: "a.md") {
        let report = try? disk.notebook.addMedia([media], to: capture)
        let text = disk.files()["a.md"] ?? ""
        #expect(text == "x\n" || text.hasSuffix("---\nx\n"), "call \(number)")
        if text != "x\n" { #expect(disk.files()[Self.dotName] == Self.dot, "call \(number)") }
        if report?.operation != nil { #expect(text != "x\n", "call \(number)") }
      }
      if plan.calls.count < number { break }
    }
    #expect(number > 20)
  }

  @Test("A new capture that cannot be written leaves no files behind")
  func failedAdd() throws {
    let disk = try TestNotebook(["../one.gif": Self.dot, "media/": ""])
    var new = NewCapture(text: "text")
    new.media = [try Self.media("one.gif", of: disk)]
    new.fields = [("images", TypedValue("a, b, c"))]
    var chance = SystemRandomNumberGenerator()
    #expect(throws: MediaRefusal.tooManyImages(count: 4, limit: 3)) {
      try disk.notebook.add(new, using: &chance)
    }
    #expect(disk.files() == ["media/": ""])
  }

  @Test("The same picture in another folder, or a file of its name, is no reason to stay")
  func otherFolders() throws {
    let disk = try TestNotebook([
      "a/one.md": "---\nimages: [media/x.gif]\n---\n", "a/media/x.gif": Self.dot,
      "c/two.md": "---\nimages: ['media/x.gif']\n---\n![](media/x.gif)\n",
      "c/media/x.gif": Self.dot, "b/": "",
    ])
    let one = try Self.capture(in: disk, at: "a/one.md")
    _ = try disk.notebook.trash([one], in: disk.catalog())
    #expect(disk.files().keys.sorted() == ["a/", "b/", "c/media/x.gif", "c/two.md"])
    let entries = try disk.notebook.state.trash().entries.filter { $0.path == note("a/one.md") }
    _ = try disk.notebook.restore(entries)
    #expect(disk.files()["a/media/x.gif"] == Self.dot)
    #expect(disk.files()["a/one.md"] != nil)
  }

  @Test("What a capture takes along is what nothing that stays mentions, by any way of mentioning")
  func mentions() throws {
    let ways = [
      "---\nimages: [media/x.gif]\n---\n", "![](media/x.gif)\n", "![[x.gif]]\n",
      "<img src='media/x.gif'>\n", "---\ncover: ../a/media/x.gif\n---\n",
      "[x]: media/X.GIF\n[x]\n",
    ]
    for way in ways {
      let disk = try TestNotebook([
        "a/one.md": "---\nimages: [media/x.gif]\n---\n", "a/two.md": way, "a/media/x.gif": Self.dot,
        "b/": "",
      ])
      let one = try Self.capture(in: disk, at: "a/one.md")
      _ = try disk.notebook.move([one], to: note("b"), in: disk.catalog())
      #expect(disk.files()["a/media/x.gif"] == Self.dot, "\(way)")
      #expect(disk.files()["b/one.md"] == "---\nimages: [../a/media/x.gif]\n---\n", "\(way)")
      #expect(disk.files()["a/two.md"] == way)
    }
  }

  /// Files that Cairn reads as no capture or not completely, and that name the picture `x y.gif`,
  /// and whether the picture stays.
  static let others: [(path: String, text: String, stays: Bool)] = [
    ("board.canvas", #"{"nodes":[{"type":"file","file":"a/media/x y.gif"}]}"#, true),
    ("page.html", "<img src=\"a/media/x%20y.gif\">\n", true),
    ("list.txt", "see X Y.GIF\n", true),
    (".x.md", "![](<a/media/x y.gif>)\n", true),
    ("long.txt", String(repeating: "a line\n", count: 2_000) + "x y.gif\n", true),
    ("long.md", String(repeating: "a line\n", count: 2_600_000) + "![[x y.gif]]\n", true),
    ("open.md", "---\nimages: [a/media/x y.gif]\n", true),
    (
      "huge.md", "---\na: \(String(repeating: "y", count: 5 << 20))\nb: a/media/x y.gif\n---\n",
      true
    ),
    ("wide.md", "\u{FFFD}", true),
    ("page.html", "<img src=\"a/media/y.gif\">\n", false),
    ("data.bin", "\u{0}x y.gif", false),
    ("plain.md", "The picture x y.gif\n", false),
  ]

  @Test("A picture stays for the sake of files that are read as bytes", arguments: others)
  func otherFiles(path: String, text: String, stays: Bool) throws {
    for moves in [false, true] {
      let disk = try TestNotebook([
        "a/one.md": "---\nimages: [media/x y.gif]\n---\n", "a/media/x y.gif": Self.dot, "b/": "",
        path: text,
      ])
      if path == "wide.md" {
        let units = Array("\u{FEFF}![[x y.gif]]\n".utf16)
        FileBytes.write(
          "\(disk.base)/root/\(path)", units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
      }
      let one = try Self.capture(in: disk, at: "a/one.md")
      if moves {
        _ = try disk.notebook.move([one], to: note("b"), in: disk.catalog())
        #expect(disk.files()["b/media/x y.gif"] == (stays ? nil : Self.dot), "\(path)")
      } else {
        _ = try disk.notebook.trash([one], in: disk.catalog())
      }
      #expect(disk.files()["a/media/x y.gif"] == (stays ? Self.dot : nil), "\(path)")
    }
  }

  @Test("A picture stays if a file cannot be read")
  func unreadFiles() throws {
    let disk = try TestNotebook([
      "a/one.md": "---\nimages: [media/x.gif]\n---\n", "a/media/x.gif": Self.dot, "two.md": "",
    ])
    // A capture of more than 64 MiB is not read.
    truncate("\(disk.base)/root/two.md", (64 << 20) + 1)
    _ = try disk.notebook.trash([Self.capture(in: disk, at: "a/one.md")], in: disk.catalog())
    #expect(disk.files()["a/media/x.gif"] == Self.dot)
    let search = NameSearch([note("a/media/x.gif")])
    #expect(search.files(inFile: note("a"), of: disk.notebook.store) == search.all)
    #expect(search.files(inFile: note("gone.txt"), of: disk.notebook.store) == [])
  }
}
