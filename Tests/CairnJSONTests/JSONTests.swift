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
    "Text that is valid JSON is read",
    arguments: [
      ("0", 0), ("-0", 0), (" -12\n", -12), ("1.50", .number(1.5)), ("-0.5e+1", .number(-5)),
      ("1E2", .number(100)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("null", nil),
      (#""a\u00e9\ud83d\udc4d\/\n""#, "aé👍/\n"), ("[1 , {\"a\":[]}]", [1, ["a": []]]),
    ] as [(String, JSONValue)])
  func reading(text: String, value: JSONValue) {
    #expect(JSONValue(reading: Array(text.utf8)) == .some(value))
  }

  @Test(
    "Text that is not JSON is not read",
    arguments: [
      "", "-", "01", "-01", "1.", ".5", "1e", "1e+", "+1", "0x1F", "-inf", "-nan", "1_0", "True",
      "nul", "1 2", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "\"a", "\"a\nb\"", "\"\t\"", #""\x""#,
      #""\ud83d""#, #""\n\#n""#, "[", String(repeating: "[", count: 40),
    ])
  func refusing(text: String) {
    #expect(JSONValue(reading: Array(text.utf8)) == .none)
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
