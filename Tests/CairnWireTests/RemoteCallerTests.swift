import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import FoundationEssentials
import Testing

@Suite("The words of errors for assistants and programs") struct RemoteCallerTests {
  /// A code and the message of a command; the message and the hint for an assistant; the hint for a
  /// program.
  typealias Row = (
    code: String, said: String, message: String, assistant: String?, program: String?
  )

  static let create = "To create it, pass `create` with the value true."

  static let rows: [Row] = [
    (
      "collection-unknown", "there is no collection `a`; pass --create to create it",
      "there is no collection `a`", create, create
    ),
    (
      "collection-unknown",
      "there is no collection `a`; did you mean `b`? To create `a`, pass --create",
      "there is no collection `a`; did you mean `b`?", create, create
    ),
    (
      "type-unknown", "unknown type `x`; did you mean `y`? To use a new type, pass --create",
      "unknown type `x`; did you mean `y`?",
      "To use a new type, pass `create` with the value true.",
      "To use a new type, pass `create` with the value true."
    ),
    (
      "fields-missing", "captures in `a` need `author` (text); pass --set author=…",
      "captures in `a` need `author` (text)", "Pass these fields in `fields`.",
      "Pass these fields in `fields`."
    ),
    (
      "repeat-unknown",
      "repeat: `x` is not a repeat rule; write it as in `every 2 weeks` (a time of day belongs in "
        + "`due`), or run `cairn unset repeat k7x2`",
      "repeat: `x` is not a repeat rule; write it as in `every 2 weeks` (a time of day belongs in "
        + "`due`)",
      "To remove the field `repeat`, pass it in `unset` of the tool `set`.",
      "To remove the field `repeat`, pass it in `unset` of PATCH /api/v1/captures/{id}."
    ),
    (
      "query-missing", "no captures selected; pass a query, or --all for every capture",
      "no captures selected; pass a query", nil,
      "To select every capture, pass `all` with the value true."
    ),
    (
      "provider-incomplete",
      "`a` and `b` are both set; run `cairn config --user --unset a`, or unset `b`",
      "`a` and `b` are both set", nil,
      "The owner of the server can set this up; see docs/providers.md."
    ),
    (
      "query-missing",
      "no action given; pass an action, or a checkbox as FILE:LINE (see `cairn actions`)",
      "no action given; pass an action, or a checkbox as FILE:LINE", nil,
      "To select every capture, pass `all` with the value true."
    ),
    // Options are fields of a request.
    ("period-empty", "--since a is after --until b", "`since` a is after `until` b", nil, nil),
    (
      "date-unknown", "--date: `x --y` is not a date; write it as yesterday",
      "date: `x --y` is not a date; write it as yesterday", nil, nil
    ),
    // What has no advice for a shell stays as it is.
    (
      "capture-unknown", "no capture matches `a; run cairn b`; did you mean `c`?",
      "no capture matches `a; run cairn b`; did you mean `c`?", nil, nil
    ),
    ("collection-unknown", "there is no collection `a`", "there is no collection `a`", nil, nil),
    // A query is not quoted for a shell.
    (
      "query-unknown-field", "Sarah's `a`; put it in quotes: '\"a:b\"' or 'a:\"b c\"'",
      "Sarah's `a`; put it in quotes: `\"a:b\"` or `a:\"b c\"`", nil, nil
    ),
  ]

  @Test("Advice for a shell becomes a hint for the caller")
  func words() {
    for row in Self.rows {
      let refusal = Refusal(row.code, row.said)
      let assistant = RemoteWords(refusal, for: .assistant)
      let program = RemoteWords(refusal, for: .program)
      #expect(assistant.message == row.message, "\(row.said)")
      #expect(program.message == row.message, "\(row.said)")
      #expect(assistant.hint == row.assistant, "\(row.said)")
      #expect(program.hint == row.program, "\(row.said)")
      let editor = RemoteWords(refusal, for: .editor)
      #expect(editor.message == row.message && editor.hint == nil, "\(row.said)")
    }
  }

  @Test("A hint for a shell is left out, and any other hint stays")
  func hints() {
    var refusal = Refusal("x", "no")
    refusal.hint = "Run `cairn list` first."
    #expect(RemoteWords(refusal, for: .assistant).hint == nil)
    refusal.hint = "Pass four or more characters of an id."
    #expect(RemoteWords(refusal, for: .assistant).hint == refusal.hint)
  }

  @Test("Reports use the same words, with the hint after the message")
  func reports() {
    var report = ChangeReport()
    report.refused = [
      Diagnostic(.error, "schema-required", "no author; set it with `cairn set`, then move")
    ]
    #expect(
      report.worded(for: .assistant).refused.map(\.message)
        == ["no author. Set the field with `set` first."])
  }

  /// The texts in the sources of what a use case says; texts that `+` joins are one.
  static let sentences = sentences(in: [
    "CairnText", "CairnFiles", "CairnGit", "CairnCapture", "CairnQuery", "CairnNotebook",
    "CairnProvider", "CairnWork", "CairnWire",
  ])

  private static func sentences(in modules: [String]) -> [String] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    return modules.flatMap { module -> [String] in
      let folder = sources.appending(path: module)
      let names =
        (try? FileManager.default.subpathsOfDirectory(atPath: folder.path))?
        .filter { $0.hasSuffix(".swift") } ?? []
      return names.flatMap { name -> [String] in
        guard let code = try? Data(contentsOf: folder.appending(path: name)) else { return [] }
        return texts(in: Array(code))
      }
    }
  }

  /// Returns the texts in code, except in comments that fill a line. A text ends with its line.
  private static func texts(in code: [UInt8]) -> [String] {
    let lines = code.split(separator: UInt8(ascii: "\n"))
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    let rest = lines.filter { !$0.drop(while: isBlank).starts(with: "//".utf8) }
    let bytes = Array(rest.joined(separator: [UInt8(ascii: "\n")]))
    var texts: [String] = []
    var index = 0
    /// Moves past blanks and line ends.
    func skip() { while index < bytes.count, bytes[index] <= 0x20 { index += 1 } }
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      var text: [UInt8] = []
      index = start
      while index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.count, !"\"\n".utf8.contains(bytes[index]) {
          let count = bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count ? 2 : 1
          text += bytes[index..<index + count]
          index += count
        }
        index = min(index + 1, bytes.count)
        let end = index
        skip()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "+") else {
          index = end
          break
        }
        index += 1
        skip()
      }
      texts.append(String(decoding: text, as: UTF8.self))
    }
    return texts
  }

  /// Sentences that only a command shows: a remark of `cairn sync`, and a line of a list.
  static let forPersons = ["open in `cairn edit`", "as `cairn brief` writes it"]

  @Test("No sentence of a use case tells an assistant or a program to use a shell")
  func everySentence() {
    #expect(Self.sentences.count > 2000, "the sources were found")
    let isOption = /(^|[ (])--[a-z]/
    let isForShell = Self.sentences.filter { $0.contains("`cairn ") || $0.contains(isOption) }
    #expect(isForShell.count > 50)
    for sentence in isForShell where sentence.contains(" ") {
      // What precedes the end of an interpolated value is not part of the sentence.
      let text = sentence.hasPrefix(")") ? String(sentence.drop { $0 != " " }) : sentence
      guard !Self.forPersons.contains(where: text.contains) else { continue }
      // Advice that is added to a message later is not the problem itself.
      let isAdvice = ["run ", "pass ", "`cairn "].contains { text.hasPrefix($0) }
      let message = text.hasPrefix(";") ? "x\(text)" : isAdvice ? "x; \(text)" : text
      let words = RemoteWords(message, code: "x", for: .program)
      #expect(!words.message.contains("`cairn "), "\(text)")
      let parts = words.message.split(separator: "`", omittingEmptySubsequences: false)
      let unquoted = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }
      #expect(!unquoted.contains { $0.contains(isOption) }, "\(text)")
    }
  }

  @Test(
    "The servers of editors and assistants name no command and no option",
    arguments: [
      "CairnLSP", "CairnMCP",
    ])
  func servers(module: String) {
    let sentences = Self.sentences(in: [module])
    #expect(sentences.count > 100, "the sources were found")
    let isOption = /(^|[ (`])--[a-z]/
    for text in sentences {
      #expect(!text.contains("`cairn ") && !text.contains(isOption), "\(text)")
    }
  }
}
