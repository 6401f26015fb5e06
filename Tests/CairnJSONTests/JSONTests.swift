import CairnJSON
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    "Values are written as RFC 8259 has them",
    arguments: [
      (JSONValue.null, "null"), (true, "true"), (.integer(.min), "-9223372036854775808"),
      (.number(1), "1.0"), (.number(1e300), "1e+300"), (.number(-0.5), "-0.5"),
      (.number(.infinity), #"".inf""#), (.number(-.infinity), #""-.inf""#),
      (.number(.nan), #"".nan""#), ("a\"b\\c/", #""a\"b\\c/""#),
      (
        "\u{0}\n\r\t\u{1B}\u{7F}\u{9B}\u{2028}\u{202E}",
        #""\u0000\n\r\t\u001b\u007f\u009b\u2028\u202e""#
      ),
      ("é東👍", #""é東👍""#), ([], "[]"), ([1, "a", nil], #"[1,"a",null]"#), ([:], "{}"),
      (["b": 1, "a": [:], "b": 2], #"{"b":1,"a":{},"b":2}"#),
    ] as [(JSONValue, String)])
  func writing(value: JSONValue, text: String) {
    #expect(value.description == text)
  }

  @Test(
    "Bytes are text, or Base64 where they are not UTF-8",
    arguments: [
      ([0x61], #""a""#), ([], #""""#), ([0xFF], #"{"bytes":"/w=="}"#),
      ([0xFF, 0xFE], #"{"bytes":"//4="}"#), ([0xFF, 0xFE, 0xFD], #"{"bytes":"//79"}"#),
      ([0xC3, 0x28, 0, 1], #"{"bytes":"wygAAQ=="}"#),
    ] as [([UInt8], String)])
  func bytes(bytes: [UInt8], text: String) {
    #expect(JSONValue(bytes: bytes).description == text)
  }
}
