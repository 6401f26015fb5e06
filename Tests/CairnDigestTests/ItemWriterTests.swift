import CairnFixtures
import CairnText
import Testing

@testable import CairnDigest
@testable import CairnTemplates

@Suite("Writing one capture of a digest")
struct ItemWriterTests {
  @Test("What a template was told of a capture is not kept", arguments: DigestFormat.allCases)
  func isFreed(format: DigestFormat) {
    let options = DigestOptions(
      title: "Notes", clock: LocalClock(now: Instant(seconds: 1_795_251_845)) { _ in 0 })
    let writer = ItemWriter(
      options: options, format: format, fileAddress: { $0.description }, target: { _, _ in nil },
      shown: DigestPictures(), level: 2,
      title: { _ in nil })
    weak var kept: CaptureScope?
    do {
      let item = DigestItem(number: 0, key: "c-a", place: 1, anchor: "c-a")
      let scope = writer.scope(of: capture("---\nown: x\n---\nText [[a]].\n"), item)
      #expect(scope.child(named: format.rawValue) != nil)
      #expect(scope.child(named: "fields") != nil)
      #expect(scope.child(named: "field") != nil)
      kept = scope
    }
    #expect(kept == nil)
  }
}
