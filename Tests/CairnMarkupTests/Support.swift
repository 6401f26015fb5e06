@testable import CairnMarkup

extension Markup {
  /// The whole of `text` as a body.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes, body: 0..<bytes.count)
  }

  /// The bytes of a range as text.
  func source(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
