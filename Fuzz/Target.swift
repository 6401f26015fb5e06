// Feeds the parsers bytes that libFuzzer makes up, and stops at the first crash, hang or broken
// law. Run by `make fuzz`; not part of the package otherwise.

import CairnDocument
import CairnQuery

/// What libFuzzer calls (llvm.org/docs/LibFuzzer.html, Fuzz Target): the first byte chooses what
/// the others are fed to.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: length)
  guard let choice = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  if choice % 4 == 0 {
    check(query: String(decoding: bytes, as: UTF8.self))
  } else {
    Laws(of: bytes).check(choice)
  }
  return 0
}

/// A query that parses prints as text that parses to the same.
private func check(query text: String) {
  guard let query = try? Query(text) else { return }
  precondition((try? Query(query.description)) == query, "a query does not print as it was parsed")
}
