import CairnDocument
import CairnText
import Foundation
import Testing

/// The laws on files that other people wrote.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTests {
  static func markdown() throws -> [(path: String, bytes: [UInt8])] {
    try Corpus.files(in: "dev.tar.gz") { path in
      path.hasPrefix("dev/files/") && [".md", ".mdx", ".markdown"].contains { path.hasSuffix($0) }
    }
  }

  @Test
  func parseIsTheIdentity() throws {
    let files = try Self.markdown()
    #expect(files.count > 1_500)
    for file in files { #expect(Document(file.bytes).bytes == file.bytes, "\(file.path)") }
    // Every beginning of some of them, as a file that is being written looks; and of all files in
    // TOML, in JSON or in braces.
    let some = stride(from: 0, to: files.count, by: files.count / 200).map { files[$0] }
    let others = files.filter { Document($0.bytes).notation != .yaml }
    #expect(others.count > 20)
    for file in some + others {
      // Behind the front matter a longer beginning only has more of the body.
      for end in 0...min(file.bytes.count, Document(file.bytes).body.lowerBound + 16) {
        let prefix = Array(file.bytes[..<end])
        #expect(Document(prefix).bytes == prefix, "\(file.path), first \(end) bytes")
      }
    }
  }

  /// Each kind of value is set, read back, and changes no line but its own; in every file where
  /// `CAIRN_SOAK` is set, as `make soak` does.
  @Test(arguments: [
    NewValue.text("Part 1: \"no\" # x"), .literal("3"), .literal("2026-11-21"),
    .list([.text("a"), .text("no"), .text("c d")]),
  ])
  func setChangesOnlyItsField(_ value: NewValue) throws {
    var refused: [String: Int] = [:]
    for (number, file) in try Self.markdown().enumerated() {
      let document = Document(file.bytes)
      let isChosen = number % 3 == 0 || getenv("CAIRN_SOAK") != nil
      for key in (isChosen ? ["title", "date", "tags", "description"] : []) + ["brand new"] {
        do {
          let edited = try document.setting(key, to: value)
          #expect(edited[key] == document.notation.value(of: value), "\(file.path)")
          try LawTests.checkOnlyFieldChanged(document, edited, .set(key, value))
        } catch let error as Diagnostic {
          refused[error.code, default: 0] += key == "brand new" ? 1 : 0
        }
      }
    }
    // Every refusal is for one of these reasons, each of which the documentation names.
    #expect(
      refused == [
        "front-matter-foreign": 7, "front-matter-malformed": 11, "front-matter-unclosed": 2,
      ])
  }

  /// A value that suits the way the old one was written can be taken back without a trace.
  @Test
  func settingBackGivesTheFirstBytes() throws {
    for file in try Self.markdown() {
      let document = Document(file.bytes)
      for field in document.fields {
        guard case .string(let old) = field.value, let range = field.range,
          let edited = try? document.setting(field.key, to: .text("word")),
          case let line = String(decoding: file.bytes[range], as: UTF8.self),
          !line.dropLast().contains("\n"), Self.isSpelledPlainly(line, old)
        else { continue }
        let back = try edited.setting(field.key, to: .text(old))
        #expect(back.bytes == file.bytes, "\(file.path): \(field.key)")
      }
    }
  }

  /// Whether the text stands on its line as it is, without escapes, quotes that could be others, or
  /// a spelling that only one version of YAML reads so.
  private static func isSpelledPlainly(_ line: String, _ text: String) -> Bool {
    let written = line.drop { $0 != ":" }.dropFirst().trimmingCharacters(
      in: .whitespacesAndNewlines)
    let isQuoted = written == "\"\(text)\"" || written == "'\(text)'"
    let fresh = try? Document([]).setting("k", to: .text(text))
    let plain = String(decoding: fresh?.bytes ?? [], as: UTF8.self).contains("k: \(text)\n")
    return isQuoted || (plain && written == text)
  }
}

/// The YAML test suite's mappings, put between fences.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct YAMLSuiteTests {
  /// Cases that are valid YAML and refused: each for what the parser behind us does not read.
  static let refused: Set = [
    // A key on no line of its own, a flow mapping or a scalar over several lines as the root.
    "2SXE", "4MUZ/00", "4MUZ/01", "4MUZ/02", "58MP", "5MUD", "652Z", "A2M4", "K3WX", "W5VH",
    // Tabs between tokens.
    "96NN/00", "96NN/01", "DK95/00", "Y79Y/001",
    // Flow continuation lines without indentation; an anchor with a colon in its name.
    "VJP3/01", "Y2GN",
  ]
  /// Cases that YAML 1.2 forbids and every YAML 1.1 reader takes: a continuation line that is not
  /// indented, and a block scalar's leading blank lines that are.
  static let lenient: Set = ["9C9N", "DK95/01", "QB6E", "S98Z"]

  @Test
  func mappingsAreReadOrRefused() throws {
    let files = try Corpus.files(in: "suites/yaml-test-suite.tar.gz") { path in
      ["/in.yaml", "/in.json", "/error"].contains { path.hasSuffix($0) }
    }
    let byPath = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
    var compared = 0
    for (path, yaml) in files where path.hasSuffix("/in.yaml") {
      let folder = path.dropLast("/in.yaml".count)
      let name = folder.drop { $0 != "/" }.dropFirst()
      guard let bytes = Self.frontMatter(yaml) else { continue }
      let document = Document(bytes)
      #expect(document.bytes == bytes)
      if byPath["\(folder)/error"] != nil {
        #expect(document.editRefusal != nil || Self.lenient.contains(String(name)), "\(name)")
      } else if let json = byPath["\(folder)/in.json"],
        let expected = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
      {
        if document.editRefusal != nil, Self.refused.contains(String(name)) { continue }
        let fields = document.fields.map { FieldValue.Entry($0.key, $0.value) }
        #expect(Self.isSame(.map(fields), expected), "\(name)")
        compared += 1
      }
    }
    #expect(compared > 90)
  }

  /// Fields of the cases with brackets or braces can be set and removed, or are refused; no other
  /// field changes, and no byte outside the field.
  @Test
  func flowCasesAreEdited() throws {
    let files = try Corpus.files(in: "suites/yaml-test-suite.tar.gz") { $0.hasSuffix("/in.yaml") }
    var (edited, braces) = (0, 0)
    for (path, yaml) in files {
      guard let bytes = Self.frontMatter(yaml), bytes.contains(where: { "[{".utf8.contains($0) })
      else { continue }
      let document = Document(bytes)
      for end in bytes.indices {
        #expect(Document(Array(bytes[..<end])).bytes == Array(bytes[..<end]), "\(path)")
      }
      for field in document.fields {
        let others = document.fields.filter { $0.key != field.key }
        guard let place = field.range,
          let set = try? document.setting(field.key, to: .text("cairn"))
        else { continue }
        #expect(set[field.key] == .string("cairn"), "\(path)")
        #expect(set.bytes.starts(with: bytes[..<place.lowerBound]), "\(path)")
        #expect(set.bytes.reversed().starts(with: bytes[place.upperBound...].reversed()), "\(path)")
        for other in others { #expect(set[other.key] == other.value, "\(path): \(other.key)") }
        YamsOracle.expectAgreement(Array(set.bytes[set.frontMatter.content]))
        let unset = try document.unsetting(field.key)
        #expect(unset.fields.map(\.key) == others.map(\.key), "\(path)")
        for other in others { #expect(unset[other.key] == other.value, "\(path): \(other.key)") }
        edited += 1
        if document.notation == .flow { braces += 1 }
      }
    }
    #expect(edited > 40 && braces > 15, "\(edited) fields, \(braces) of them in braces")
  }

  /// The case between fences; nil where it holds markers that end a document.
  private static func frontMatter(_ yaml: [UInt8]) -> [UInt8]? {
    var text = String(decoding: yaml, as: UTF8.self)
    if text.hasPrefix("---\n") { text.removeFirst(4) }
    if !text.hasSuffix("\n") { text += "\n" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isMarker = { (line: Substring) in ["---", "...", "%"].contains { line.hasPrefix($0) } }
    return lines.contains(where: isMarker) ? nil : Array("---\n\(text)---\n".utf8)
  }

  private static func isSame(_ value: FieldValue, _ json: Any) -> Bool {
    switch value {
    case .null: return json is NSNull
    case .list(let elements):
      guard let others = json as? [Any], others.count == elements.count else { return false }
      return zip(elements, others).allSatisfy { isSame($0, $1) }
    case .map(let entries):
      guard let others = json as? [String: Any], others.count == entries.count else { return false }
      return entries.allSatisfy { entry in
        others[entry.key].map { isSame(entry.value, $0) } ?? false
      }
    case .boolean(let flag): return (json as? NSNumber)?.boolValue == flag
    case .integer(let number): return (json as? NSNumber)?.intValue == number
    case .float(let number): return (json as? NSNumber)?.doubleValue == number
    case .string(let text): return json as? String == text
    case .date(let date): return json as? String == date.description
    case .dateTime: return json is String
    }
  }
}
