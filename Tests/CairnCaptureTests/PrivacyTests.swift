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
    ("private: [true]", .nobody), ("private: [false]", .nobody), ("private: {a: b}", .nobody),
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
    // Lines that name a field but are not a field of YAML, beside a field that is read.
    ("title: x\nprivate:true", .nobody), ("private:true\ntitle: x", .nobody),
    ("title: x\nPrivate:yes", .nobody), ("title: x\nprivate=true", .nobody),
    ("title: x\nprivate = true", .nobody), ("title: x\nprivate true", .nobody),
    ("title: x\nprivate", .nobody), ("title: x\nprivate\u{A0}: true", .nobody),
    ("title: x\nprivate:\u{A0}true", .nobody), ("title: x\nprivate:\u{3000}true", .nobody),
    ("title: x\nprivate：true", .nobody), ("title: x\nprivate： true", .nobody),
    ("title: x\n\u{200B}private: true", .nobody), ("title: x\npriv\u{AD}ate:true", .nobody),
    ("title: x\n private:true", .nobody), ("title: x\n\tprivate: true", .nobody),
    ("title: 'x\nprivate: true'", .nobody), ("title: \"x\nprivate: true", .nobody),
    ("title: x\n\"private\":true", .nobody), ("title: x\nprivate:only me", .nobody),
    ("title: x\n[\nprivate:\n  true", .nobody), ("private:true: x\ntitle: x", .nobody),
    ("title: x\nprivate:false", .everybody), ("title: x\nprivate: false\nx", .everybody),
    ("title: x\n[\nprivate:", .everybody), ("title: x\nprivate:false # not yet", .everybody),
    ("title: x\ndraft:true", .unpublished), ("title: x\nDRAFT=1", .unpublished),
    ("title: x\npublish:false", .unpublished), ("title: x\npublish:true", .everybody),
    ("private: [no]", .nobody), ("private: []", .everybody), ("draft: [false]", .unpublished),
    // Other names, and text.
    ("title: x\nprivate_key:x", .everybody), ("title: x\nprivate-key=x", .everybody),
    ("title: x\nprivate key:x", .everybody), ("private key: x", .everybody),
    ("private_key: x\nprivateer: 1", .everybody), ("title: x\nprivateer:1", .everybody),
    ("title: x\n# private: true", .everybody), ("# private: true", .everybody),
    ("title: x\n[\n# private: true", .everybody), ("title: x # private: true", .everybody),
    ("note: |\n  private:true\n  draft: true", .everybody),
    ("note: >-\n  private: true", .everybody), ("a:\n  private: true", .everybody),
    ("title: a\n  private lesson", .everybody), ("a: b\ntitle: Draft: x", .everybody),
    // A conflict.
    ("private: false\n# CONFLICT private: true", .nobody),
    ("private: true\n# CONFLICT private: false", .nobody),
    ("publish: true\n# CONFLICT publish: false", .unpublished),
    ("score: 3\n# CONFLICT draft: true", .unpublished),
    ("private: false\n# CONFLICT private: no", .everybody),
    ("<<<<<<< ours\nprivate: false\n=======\nprivate: true\n>>>>>>> theirs", .nobody),
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
    ("+++\ntitle = \"x\"\nprivate: true\n+++\nx\n", .nobody),
    ("+++\ntitle = \"x\"\nprivate\n+++\nx\n", .nobody),
    ("+++\ntitle = \"x\"\n# private = true\n+++\nx\n", .everybody),
    ("+++\nnote = \"\"\"\nprivate: true\n\"\"\"\n+++\nx\n", .everybody),
    ("{\"title\": \"x\" \"draft\" true}\nx\n", .everybody),
    ("{\n  \"title\": \"x\"\n  \"private\" true\n}\nx\n", .nobody),
    ("{\"title\": \"x\" \"private\": true}\nx\n", .nobody),
    ("---\ntitle: x\nprivate:true\n", .nobody), ("---\nPrivate lessons\n", .everybody),
    (";;;\n\"publish\": false\n;;;\nx\n", .unpublished),
    ("{\"private\": true\nSECRET\n", .nobody), ("{'private': true}\nSECRET\n", .nobody),
    ("{“private”: true}\nSECRET\n", .nobody), ("{\"private\": tru", .nobody),
    ("{\"a\": 1} \"private\": true\nx\n", .nobody), ("{\n  'draft': yes,\n}\nx\n", .unpublished),
    ("{\"private\": false\nx\n", .everybody), ("{\"a\": 1\nprivateer: 1\n", .everybody),
    ("+++\nprivate = true\nx\n", .nobody),
  ])
  func readsOtherLanguages(text: String, reach: Reach) { expect(text, reach) }

  private func expect(_ text: String, _ reach: Reach) {
    let privacy = Privacy(of: Document(Array(text.utf8)))
    #expect(privacy.isPrivate == (reach == .nobody), "\(text)")
    #expect(privacy.isUnpublished == (reach != .everybody), "\(text)")
  }
}
