// Feeds the parsers bytes that libFuzzer makes up, and stops at the first crash, hang or broken
// law. Run by `make fuzz`; not part of the package otherwise.

import CairnDocument
import CairnMarkup
import CairnQuery

/// What libFuzzer calls (llvm.org/docs/LibFuzzer.html, Fuzz Target): the first byte chooses what
/// the others are fed to.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: length)
  guard let choice = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  switch choice % 4 {
  case 0: check(query: String(decoding: bytes, as: UTF8.self))
  case 2: check(body: bytes)
  default: Laws(of: bytes).check(choice)
  }
  return 0
}

/// A query that parses prints as text that parses to the same.
private func check(query text: String) {
  guard let query = try? Query(text) else { return }
  precondition((try? Query(query.description)) == query, "a query does not print as it was parsed")
}

/// What is read quickly is what the parser says.
private func check(body bytes: [UInt8]) {
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
