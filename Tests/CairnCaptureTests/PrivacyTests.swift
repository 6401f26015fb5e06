import CairnDocument
import Testing

@testable import CairnCapture

/// Whom captures may be shown to, as their fields say it.
@Suite struct PrivacyTests {
  enum Reach: Sendable { case everybody, unpublished, nobody }

  private static let rows: [(String, Reach)] = [
    ("title: private", .everybody), ("private: false", .everybody), ("private:", .everybody),
    ("private: null", .everybody), ("private: \"\"", .everybody), ("private: no", .everybody),
    ("private: Off", .everybody), ("private: 0", .everybody), ("private: \"false\"", .everybody),
    ("private: true", .nobody), ("private: TRUE", .nobody), ("private: yes", .nobody),
    ("private: \"yes\"", .nobody), ("private: On", .nobody), ("private: 1", .nobody),
    ("Private: true", .nobody), ("PRIVATE: y", .nobody), ("\"private\": true", .nobody),
    ("private: [true]", .nobody), ("private: [false]", .everybody), ("private: {a: b}", .nobody),
    ("private: only me", .nobody), ("private: true # really", .nobody),
    ("private: false\nprivate: true", .nobody), ("a: {private: true}", .everybody),
    ("draft: true", .unpublished), ("draft: false", .everybody), ("Draft: yes", .unpublished),
    ("draft: 2", .unpublished), ("draft:", .everybody), ("draft: true\nprivate: true", .nobody),
    ("publish: false", .unpublished), ("publish: true", .everybody), ("publish:", .everybody),
    ("publish: \"no\"", .unpublished), ("publish: 2026-01-01", .everybody),
    ("publish: maybe", .everybody), ("published: false", .everybody),
    ("publish: true\ndraft: true", .unpublished),
    // Front matter that is not read.
    ("private: true\na: [", .nobody), ("private: false\na: [", .everybody),
    ("a: [\ndraft: yes", .unpublished), ("a: [\nmy-draft: yes", .everybody),
  ]

  @Test(arguments: rows.indices)
  func reads(number: Int) {
    let (fields, reach) = Self.rows[number]
    expect("---\n\(fields)\n---\nprivate: true\n", reach)
  }

  @Test(arguments: [
    ("+++\ndraft = true\n+++\nx\n", Reach.unpublished), ("+++\nprivate=true\n+++\nx\n", .nobody),
    ("+++\ndraft = false\n+++\nx\n", .everybody),
    ("{\"title\": \"x\", \"draft\": true}\nx\n", .unpublished),
    ("{\n  \"private\" : true\n}\nx\n", .nobody),
    (";;;\n\"publish\": false\n;;;\nx\n", .unpublished),
  ])
  func readsOtherLanguages(text: String, reach: Reach) { expect(text, reach) }

  private func expect(_ text: String, _ reach: Reach) {
    let privacy = Privacy(of: Document(Array(text.utf8)))
    #expect(privacy.isPrivate == (reach == .nobody), "\(text)")
    #expect(privacy.isUnpublished == (reach != .everybody), "\(text)")
  }
}
