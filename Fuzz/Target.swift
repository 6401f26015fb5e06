// Feeds what reads strangers' bytes with those that libFuzzer makes up, and stops at the first crash,
// hang or broken law. Run by `make fuzz`; not part of the package otherwise.

import CairnMarkup
import CairnQuery
import Glibc

/// The code to test. The first byte of an input selects the target by its letter, unless
/// `CAIRN_FUZZ_TARGET` selects one for all inputs.
enum Target: UInt8, CaseIterable {
  case query = 0x71  // q
  case document = 0x64  // d
  case body = 0x62  // b
  case merge = 0x6D  // m
  case settings = 0x73  // s
  case template = 0x74  // t
  case record = 0x72  // r
  case journal = 0x6A  // j
  case index = 0x69  // i
  case export = 0x65  // e
  case html = 0x68  // h
  case archive = 0x61  // a

  /// The target for all inputs; nil if the variable is not set.
  static let chosen = getenv("CAIRN_FUZZ_TARGET").flatMap { name in
    allCases.first { "\($0)" == String(cString: name) }
  }

  /// Creates the target of an input that begins with this byte.
  init(_ byte: UInt8) {
    let all = Self.allCases
    self = Self.chosen ?? Self(rawValue: byte) ?? all[Int(byte) % all.count]
  }

  /// Checks the laws of the target on an input.
  func check(_ bytes: [UInt8]) {
    switch self {
    case .query: checkQuery(String(decoding: bytes, as: UTF8.self))
    case .document: Laws(of: Array(bytes.dropFirst())).check(bytes.first ?? 0)
    case .body: checkBody(bytes)
    case .merge: MergeLaws(bytes).check()
    case .settings: SettingsLaws(bytes).check()
    case .template: TemplateLaws(bytes).check()
    case .record: RecordLaws(bytes).check()
    case .journal: JournalLaws.shared.check(bytes)
    case .index: IndexLaws.shared.check(bytes)
    case .export: ImportLaws(bytes).checkExport()
    case .html: ImportLaws(bytes).checkHTML()
    case .archive: ImportLaws(bytes).checkArchive()
    }
  }
}

/// The function that libFuzzer calls (llvm.org/docs/LibFuzzer.html, Fuzz Target).
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: length)
  guard let first = input.first else { return 0 }
  Target(first).check(Array(input.dropFirst()))
  return 0
}

/// Checks that a parsed query is printed as text that parses to the same query.
private func checkQuery(_ text: String) {
  guard let query = try? Query(text) else { return }
  precondition((try? Query(query.description)) == query, "a query does not print as it was parsed")
}

/// Checks that the quick reader agrees with the parser.
private func checkBody(_ bytes: [UInt8]) {
  let body = BodyText(bytes, body: 0..<bytes.count)
  let markup = Markup(bytes, body: 0..<bytes.count)
  precondition(body.plainText == Array(markup.plainText.utf8), "the text differs")
  precondition(body.firstHeading == markup.firstHeading, "the first heading differs")
  precondition(body.firstLine == markup.firstLine, "the first line differs")
  precondition(body.links == markup.links, "the links differ")
  precondition(body.tags == markup.tags, "the tags differ")
  precondition(body.tasks == markup.tasks, "the tasks differ")
  precondition(body.rawHTML == markup.rawHTML, "the raw HTML differs")
}
