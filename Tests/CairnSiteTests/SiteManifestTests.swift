import Testing

@testable import CairnJSON
@testable import CairnSite

@Suite("What a site's folder says of itself")
struct SiteManifestTests {
  private let manifest: SiteManifest = {
    var manifest = SiteManifest()
    manifest.files["index.html"] = .init(
      inputs: "a", digest: "b", size: 12, media: ["site/media/x.png"])
    manifest.files["k/日\"\\.html"] = .init(inputs: "", digest: "c", size: 0, media: [])
    manifest.unfinished = ["x.html", "a.html"]
    return manifest
  }()

  @Test("It reads what it wrote")
  func roundTrip() {
    #expect(SiteManifest(manifest.bytes) == manifest)
    #expect(SiteManifest(SiteManifest().bytes) == SiteManifest())
  }

  @Test("Cut short or changed, it is none")
  func damage() {
    let bytes = manifest.bytes
    for length in 0..<bytes.count - 1 { #expect(SiteManifest(Array(bytes.prefix(length))) == nil) }
    #expect(SiteManifest(bytes + Array("x".utf8)) == nil)
  }

  @Test(
    "It names only files in its folder",
    arguments: ["../x", "/etc/passwd", "", "a//b", "a/../../b", "./a", "a\u{0}b"])
  func strangers(_ path: String) {
    let text = JSONValue.string(path)
    let entry = "[\(text),\"a\",\"b\",1,[]]"
    #expect(
      SiteManifest(Array("{\"schema\":1,\"files\":[\(entry)],\"unfinished\":[]}".utf8)) == nil)
    #expect(
      SiteManifest(Array("{\"schema\":1,\"files\":[],\"unfinished\":[\(text)]}".utf8)) == nil)
    let media = "[\"x\",\"a\",\"b\",1,[\(text)]]"
    #expect(
      SiteManifest(Array("{\"schema\":1,\"files\":[\(media)],\"unfinished\":[]}".utf8)) == nil)
  }

  @Test(
    "JSON is read",
    arguments: [
      ("[1,-2,3.5,true,false,null]", "[1,-2,3.5,true,false,null]"),
      (#" { "a" : [ ] , "b" : { } } "#, #"{"a":[],"b":{}}"#),
      (#""\u00e9\ud83d\ude00\n\/\b""#, #""é😀\n/\u0008""#),
    ])
  func json(_ row: (text: String, written: String)) {
    #expect(JSONValue(reading: Array(row.text.utf8))?.description == row.written)
  }

  @Test(
    "What is no JSON is nothing",
    arguments: [
      "", "[", "[1,]", "{\"a\"}", "{a:1}", "tru", "1 2", "\"a", "\"\\x\"", "\"\\ud83d\"",
      "\"\\u12\"",
      "nan", "+1", "[1 2]", String(repeating: "[", count: 100),
    ])
  func noJSON(_ text: String) {
    #expect(JSONValue(reading: Array(text.utf8)) == nil)
  }
}
