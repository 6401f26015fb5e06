import CairnText
import Testing

@testable import CairnArchive

/// Archives as they are written and read, and those that somebody built to do harm.
struct ArchiveTests {
  private static let time = DateTime(
    date: CalendarDate(daysSinceEpoch: 20_778), secondOfDay: 36_245)

  /// A zip archive with these files.
  private static func zip(_ files: [(String, [UInt8])]) -> [UInt8] {
    var writer = ZipWriter()
    let parts = files.compactMap { writer.file(Array($0.0.utf8), $0.1, at: time) }
    return parts.joined() + writer.end()
  }

  private static let text = Array(String(repeating: "a line of text\n", count: 50).utf8)
  private static let noise: [UInt8] = (0..<500).map {
    UInt8(truncatingIfNeeded: $0 * $0 * 7 + $0 / 3)
  }
  private static let files: [(String, [UInt8])] = [
    ("a.md", text), ("é/b c.png", noise), ("empty", []), ("é/short.md", Array("hi".utf8)),
  ]

  @Test func readsWhatItWrote() throws {
    let bytes = Self.zip(Self.files)
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    #expect(archive.paths == Self.files.map(\.0).sorted())
    for (path, content) in Self.files { #expect(archive.bytes(path) == content) }
    #expect(archive.bytes("other") == nil)
    #expect(bytes.count < Self.text.count + Self.noise.count)
    #expect(try Archive.open(ArchiveInput(Self.text)) == nil)
  }

  /// A tar archive with these members: the name, the kind and the bytes.
  private static func tar(_ members: [(name: String, kind: Character, bytes: [UInt8])]) -> [UInt8] {
    func field(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8.prefix(count)) + Array(repeating: 0, count: max(0, count - text.utf8.count))
    }
    return members.flatMap { name, kind, bytes -> [UInt8] in
      let octal = String(bytes.count, radix: 8)
      var head =
        field(name, 100) + field("0000644", 24)
        + field(String(repeating: "0", count: 11 - octal.count) + octal, 12)
        + field("00000000000", 12) + Array(repeating: 0x20, count: 8) + Array(String(kind).utf8)
      head += Array(repeating: 0, count: 100) + field("ustar", 6) + Array("00".utf8)
      head += Array(repeating: 0, count: 512 - head.count)
      let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
      head.replaceSubrange(148..<156, with: field("0\(sum)\0 ", 8))
      return head + bytes + Array(repeating: 0, count: (512 - bytes.count % 512) % 512)
    } + Array(repeating: 0, count: 1024)
  }

  @Test func readsTar() throws {
    let long = String(repeating: "long/", count: 30) + "name.md"
    let bytes = Self.tar([
      ("notes/", "5", []), ("./notes/a.md", "0", Self.text),
      ("pax", "x", Array("\(long.utf8.count + 10) path=\(long)\n".utf8)),
      ("cut", "0", Self.noise), ("@LongLink", "L", Array("gnu/\(long)\0".utf8)), ("cut", "0", []),
      ("@LongLink", "K", Array("\(long)\0".utf8)), ("link", "2", []), ("../up", "0", []),
      ("device", "3", []),
    ])
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    #expect(archive.paths == ["gnu/\(long)", long, "notes/a.md"])
    #expect(archive.bytes("notes/a.md") == Self.text)
    #expect(archive.bytes(long) == Self.noise)
    #expect(archive.skipped.map(\.item) == ["link", "../up", "device"])
    // A header that is damaged, as opposed to the empty blocks at the end.
    #expect(throws: ArchiveFailure.damaged) {
      try Archive.open(ArchiveInput(Array(bytes.dropLast(1024)) + Self.noise + Self.noise))
    }
  }

  /// The first bytes of a tar archive with two files of 3,000 bytes, and the files that are read;
  /// nil if the archive is damaged. All other archives than the first three are known to be cut off.
  @Test(arguments: [
    (8192, ["a", "b"]), (7680, ["a", "b"]), (7200, ["a", "b"]), (7168, ["a", "b"]), (3584, ["a"]),
    (7000, nil), (6656, nil), (3700, nil), (3570, nil), (3000, nil), (512, nil), (300, nil),
  ])
  func noticesMissingEnds(_ count: Int, _ paths: [String]?) throws {
    let file = [UInt8](repeating: 97, count: 3000)
    let start = Array(Self.tar([("a", "0", file), ("b", "0", file)]).prefix(count))
    for bytes in [start, Self.gzip(start)] {
      if let paths {
        let archive = try #require(try Archive.open(ArchiveInput(bytes)))
        #expect(archive.paths == paths)
        #expect(archive.isComplete == (count > 7168))
      } else {
        #expect(throws: ArchiveFailure.damaged) { try Archive.open(ArchiveInput(bytes)) }
      }
    }
  }

  /// A file that begins like a tar archive is not another kind of file, even if its first header is
  /// damaged.
  @Test(arguments: ["99999999999", "-0000000001", "77777777777", "00000000001"])
  func refusesImpossibleSizes(_ size: String) {
    var bytes = Self.tar([("a", "0", Self.noise)])
    bytes.replaceSubrange(124..<135, with: size.utf8)
    #expect(throws: ArchiveFailure.damaged) { try Archive.open(ArchiveInput(bytes)) }
  }

  /// Of two files with the same path, the later one is read, and the other one is listed.
  @Test func listsReplacedFiles() throws {
    let first = Self.noise.reversed().map(\.self)
    for bytes in [
      Self.zip([("x", first), ("x", Self.noise)]),
      Self.tar([("x", "0", first), ("./x", "0", Self.noise)]),
    ] {
      let archive = try #require(try Archive.open(ArchiveInput(bytes)))
      #expect(archive.bytes("x") == Self.noise)
      #expect(archive.skipped.map(\.item) == ["x"])
    }
  }

  // MARK: - Compressed archives

  /// Bytes compressed as a gzip file.
  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var end = LittleEndian()
    end.add(Int(Deflate.checksum(bytes)), as: UInt32.self)
    end.add(bytes.count, as: UInt32.self)
    return head + (Deflate.compressed(bytes) ?? []) + end.bytes
  }

  /// A file that is larger than the blocks in which archives are decompressed.
  private static let large = (0..<2_400_000).flatMap { (number: Int) -> [UInt8] in
    [UInt8(truncatingIfNeeded: (number &* 0x9E37_79B9) >> 13), 7]
  }

  @Test func readsCompressedTar() throws {
    let bytes = Self.tar([
      ("b.md", "0", Self.text), ("large", "0", Self.large), ("a.md", "0", Self.noise),
    ])
    let half = bytes.count / 2
    for packed in [
      Self.gzip(bytes),
      Self.gzip(Array(bytes[..<half])) + Self.gzip(Array(bytes[half...])) + [0, 0],
    ] {
      let archive = try #require(try Archive.open(ArchiveInput(packed)))
      #expect(archive.paths == ["a.md", "b.md", "large"])
      for _ in 0..<2 {
        #expect(archive.bytes("a.md") == Self.noise)
        #expect(archive.bytes("large") == Self.large)
        #expect(archive.bytes("b.md") == Self.text)
      }
      #expect(throws: ArchiveFailure.damaged) {
        try Archive.open(ArchiveInput(Array(packed[..<(packed.count / 2)])))
      }
    }
    #expect(try Archive.open(ArchiveInput(Self.gzip(Self.text))) == nil)
    let bomb = Self.gzip(Self.tar([("x", "0", [UInt8](repeating: 0, count: 3 << 20))]))
    #expect(throws: ArchiveFailure.self) { try Archive.open(ArchiveInput(bomb)) }
  }

  @Test func readsTimes() throws {
    let zip = try #require(try Archive.open(ArchiveInput(Self.zip(Self.files))))
    // Zip has a precision of two seconds.
    #expect(zip.modified("a.md") == DateTime(date: Self.time.date, secondOfDay: 36_244))
    var tar = Self.tar([("a.md", "0", Self.text)])
    #expect(try Archive.open(ArchiveInput(tar))?.modified("a.md") == nil)
    tar.replaceSubrange(136..<147, with: "14627337140".utf8)
    tar.replaceSubrange(148..<156, with: "        ".utf8)
    let sum = String(tar[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = Array("0\(sum)\0 ".utf8)
    tar.replaceSubrange(148..<148 + digits.count, with: digits)
    #expect(
      try Archive.open(ArchiveInput(tar))?.modified("a.md")
        == DateTime(Instant(seconds: 0o14627337140), offset: 0))
  }

  // MARK: - Hostile archives

  struct Hostile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    var limits = Archive.Limits()
    /// The reason why the archive is refused; nil if only its item `x` is skipped.
    var refusal: String?
    var reason = ""
  }

  static let hostile: [Hostile] = {
    let names = ["../x", "/x", "a/../../x", "C:/x", "a\\x", "a//x", "./x", "x\0y"].map { name in
      Hostile(
        testDescription: "the name \(name.debugDescription)", bytes: zip([(name, text)]),
        reason: "the path leads out of the archive")
    }
    var few = Archive.Limits()
    few.files = 2
    var small = Archive.Limits()
    small.bytes = 1 << 30
    var tight = Archive.Limits()
    tight.smallBytes = 1000
    let zeros = [UInt8](repeating: 0, count: 400_000)
    return names + [
      Hostile(
        testDescription: "a symbolic link", bytes: patched(44, [0xFF, 0xA1]),
        reason: "it is a link"),
      Hostile(
        testDescription: "an encrypted file", bytes: patched(8, [1]), reason: "it is encrypted"),
      Hostile(
        testDescription: "an unknown compression", bytes: patched(10, [99]),
        reason: "the compression is not supported"),
      Hostile(
        testDescription: "a name that is not UTF-8", bytes: patched(46, [0xFF]),
        reason: "the name is not UTF-8"),
      Hostile(
        testDescription: "many files", bytes: zip(files), limits: few,
        refusal: "it has more than 2 files"),
      Hostile(
        testDescription: "a size of 2 GiB", bytes: patched(24, [0, 0, 0, 0x80]), limits: small,
        refusal: "its files are larger than 1 GiB in total"),
      Hostile(
        testDescription: "a bomb", bytes: zip([("x", zeros)]), limits: tight,
        refusal: "its files are more than 100 times as large as the archive"),
      Hostile(
        testDescription: "a list that is cut off", bytes: patched(0, [0x51]),
        refusal: "it is damaged"),
      Hostile(
        testDescription: "only a beginning", bytes: Array(zip(files).prefix(700)),
        refusal: "it is damaged"),
    ]
  }()

  /// An archive with a file `x`, in whose entry in the list some bytes are replaced.
  private static func patched(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var archive = zip([("x", text)])
    let list = archive.count - 22 - 47
    // Where the file's mode stands, its upper half is meant.
    let place = list + (offset == 44 ? 40 : offset)
    archive.replaceSubrange(place..<place + bytes.count, with: bytes)
    return archive
  }

  @Test(arguments: hostile)
  func refuses(_ row: Hostile) throws {
    do throws(ArchiveFailure) {
      let archive = try Archive.open(ArchiveInput(row.bytes), row.limits)
      #expect(row.refusal == nil)
      #expect(archive?.paths == [])
      #expect(archive?.skipped.map(\.reason) == [row.reason])
    } catch {
      #expect(error.reason == row.refusal)
    }
  }

  /// A size that lies, and damaged bytes, give no file.
  @Test func readsNoDamagedFile() throws {
    for (offset, bytes) in [(24, [0x10, 0, 0, 0]), (24, [0xFF, 0xFF, 0, 0]), (16, [1, 2, 3, 4])] {
      let bytes = Self.patched(offset, bytes.map { UInt8($0) })
      let archive = try #require(try Archive.open(ArchiveInput(bytes)))
      #expect(archive.paths == ["x"])
      #expect(archive.bytes("x") == nil)
    }
  }

  /// Every beginning, and every change of one byte, is read or refused.
  @Test func survivesDamage() {
    let tar = Self.tar([("a", "0", Self.noise), ("b", "0", [])])
    let archives = [Self.zip(Self.files), tar, Self.gzip(tar)]
    for bytes in archives {
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 0xA5
        for damaged in [Array(bytes[..<index]), changed] {
          guard let archive = try? Archive.open(ArchiveInput(damaged)) else { continue }
          for path in archive.paths { _ = archive.bytes(path) }
        }
      }
    }
  }
}
