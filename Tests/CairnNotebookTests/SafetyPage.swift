import Glibc
import Synchronization
import SystemPackage
import Testing

/// A table of docs/safety.md: what became of each command in the long form of a test.
///
/// `CAIRN_SOAK=1 CAIRN_RECORD=1` writes it, when the last line is known.
final class SafetyTable: Sendable {
  /// What became of one command.
  struct Line: Sendable {
    /// How many times it was broken.
    let tried: Int
    /// How many of these `make test` goes through.
    let few: Int
    /// How often nothing was lost.
    var survived = 0
    /// What else there is to say.
    var others: [Int] = []
  }

  static let kills = SafetyTable(
    "kills", CrashRow.all + [.large],
    [
      "killed", "in `make test`", "survived", "not started", "rolled back", "completed",
      "already complete",
    ])
  static let recoveries = SafetyTable(
    "recoveries", CrashRow.all, ["killed twice", "in `make test`", "survived"])
  static let faults = SafetyTable(
    "faults", CrashRow.all,
    ["calls failed", "in `make test`", "survived", "reported", "done anyway"])
  static let cuts = SafetyTable(
    "cuts", CrashRow.all, ["cut off", "in `make test`", "survived", "as before", "as after"])
  static let all = [kills, recoveries, faults, cuts]

  /// The name that its marks in the page have.
  let name: String
  /// The commands, by their names.
  let commands: [String]
  private let columns: [String]
  private let lines = Mutex<[String: Line]>([:])

  private init(_ name: String, _ rows: [CrashRow], _ columns: [String]) {
    self.name = name
    commands = rows.map(\.name)
    self.columns = columns
  }

  /// Notes the line of a command; with the last of them the table is written, where that is asked.
  func note(_ command: String, _ line: Line) throws {
    guard isLongForm, getenv("CAIRN_RECORD") != nil, commands.contains(command) else { return }
    let isWhole = lines.withLock { lines in
      lines[command] = line
      return lines.count == commands.count
    }
    if isWhole { try SafetyPage.replace(name, by: text) }
  }

  private var text: String {
    let lines = lines.withLock { $0 }
    var rows = commands.map { command in
      (command, lines[command].map { [$0.tried, $0.few, $0.survived] + $0.others } ?? [])
    }
    rows.append(("all", columns.indices.map { column in rows.reduce(0) { $0 + $1.1[column] } }))
    let heads = [
      "| command | \(columns.joined(separator: " | ")) |",
      "|---|" + String(repeating: "--:|", count: columns.count),
    ]
    let body = rows.map { "| \($0) | \($1.map(String.init).joined(separator: " | ")) |" }
    return (heads + body).joined(separator: "\n")
  }
}

/// docs/safety.md, with tables between marks.
enum SafetyPage {
  private static let path = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("docs/safety.md")
  private static let lock = Mutex(())

  /// The cells of a table's lines, without the head.
  static func rows(_ name: String) throws -> [[Substring]] {
    let page = try read()
    return page[try place(name, in: page)].split(separator: "\n").dropFirst(2)
      .map { $0.dropFirst(2).dropLast(2).split(separator: " | ") }
  }

  static func replace(_ name: String, by text: String) throws {
    try lock.withLock { _ in
      var page = try read()
      page.replaceSubrange(try place(name, in: page), with: "\n\(text)\n\n")
      FileBytes.write(path.string, Array(page.utf8))
    }
  }

  private static func read() throws -> String {
    String(decoding: try #require(FileBytes.read(path.string)), as: UTF8.self)
  }

  private static func place(_ name: String, in page: String) throws -> Range<String.Index> {
    let begin = try #require(page.firstRange(of: "<!-- \(name) -->\n"))
    let end = try #require(page.firstRange(of: "<!-- end of \(name) -->"))
    return begin.upperBound..<end.lowerBound
  }
}

/// The page has every command, and none that lost anything.
@Suite struct SafetyPageTests {
  @Test(arguments: SafetyTable.all.map(\.name))
  func tables(name: String) throws {
    let table = try #require(SafetyTable.all.first { $0.name == name })
    let rows = try SafetyPage.rows(name)
    #expect(rows.map { String($0[0]) } == table.commands + ["all"])
    for row in rows { #expect(row[1] == row[3], "\(row[0])") }
  }
}
