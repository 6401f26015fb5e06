import CairnArchive
import CairnText
import Testing

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
      ("link", "2", []), ("../up", "0", []),
    ])
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    #expect(archive.paths == ["gnu/\(long)", long, "notes/a.md"])
    #expect(archive.bytes("notes/a.md") == Self.text)
    #expect(archive.bytes(long) == Self.noise)
    #expect(archive.skipped.map(\.item) == ["link", "../up"])
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
    let archives = [Self.zip(Self.files), Self.tar([("a", "0", Self.noise), ("b", "0", [])])]
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
