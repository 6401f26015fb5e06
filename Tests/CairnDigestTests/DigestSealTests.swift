import CairnDigest
import Testing

@Suite("The seal of a digest's file")
struct DigestSealTests {
  private static let contents = [
    "", "# A\n", "<html></html>\n", "{\"schema\":1,\"captures\":[]}\n", "no line end", "}", "}\n",
    "# A\n\n<!-- Made by Cairn, checksum 0123456789abcdef0123456789abcdef -->\n",
  ]

  /// The file with a content that comes in parts of so many bytes.
  private func sealed(
    _ content: String, _ style: DigestSeal.Style, by step: Int = 1000
  ) -> [UInt8] {
    var seal = DigestSeal(style)
    var file: [UInt8] = []
    let bytes = Array(content.utf8)
    for start in stride(from: 0, to: bytes.count, by: step) {
      file += seal.add(Array(bytes[start..<min(start + step, bytes.count)]))
    }
    return file + seal.close()
  }

  @Test("A file is known as it was written, however it was written", arguments: contents)
  func law(content: String) {
    for style in DigestSeal.Style.allCases {
      let file = sealed(content, style)
      #expect(DigestSeal.closes(file))
      for step in 1...3 { #expect(sealed(content, style, by: step) == file) }
      if style != .json || !content.hasSuffix("}\n") {
        #expect(file.starts(with: content.utf8))
      }
    }
  }

  @Test("A change of any byte shows, and so does one that is left out or added")
  func changes() {
    for style in DigestSeal.Style.allCases {
      let file = sealed("{\"a\":1}\n", style)
      for index in file.indices {
        var changed = file
        changed[index] ^= 1
        #expect(!DigestSeal.closes(changed), "\(style) \(index)")
        changed = file
        changed.remove(at: index)
        #expect(!DigestSeal.closes(changed), "\(style) without \(index)")
      }
      #expect(!DigestSeal.closes(file + [0x0A]))
      #expect(!DigestSeal.closes([0x0A] + file))
      #expect(DigestSeal.isSealed([0x0A] + file))
    }
  }

  @Test("A long file is read in parts, and a change shows in each")
  func parts() {
    var file = sealed(String(repeating: "0123456789\n", count: 15_000), .text, by: 10_000)
    #expect(DigestSeal.closes(file))
    for index in [0, 1 << 16, file.count - DigestSeal.endLength, file.count - 100] {
      file[index] ^= 1
      #expect(!DigestSeal.closes(file), "\(index)")
      file[index] ^= 1
    }
  }

  @Test("A file that only says that it is one is none", arguments: contents)
  func strangers(content: String) {
    #expect(!DigestSeal.closes(Array(content.utf8)))
  }

  @Test("JSON stays JSON")
  func json() {
    let text = String(decoding: sealed("{\"a\":[]}\n", .json), as: UTF8.self)
    #expect(text.hasPrefix("{\"a\":[],\"checksum\":\"") && text.hasSuffix("\"}\n"))
  }
}
