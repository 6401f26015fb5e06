import CairnText

/// The setting `capture.file_name`, split into the parts before and after the slug.
///
///     FileNamePattern("{{date}}-{{slug}}-{{id}}")
///       .renaming("2026-11-21-pay-acme-k7x2", id: "k7x2m9q4ab", slug: "paid")
///     // "2026-11-21-paid-k7x2"
struct FileNamePattern {
  private let head: Substring
  private let tail: Substring
  /// A character that stands for any digit in the text before or after the slug.
  private static let digit: Character = "\u{0}"
  private static let date = "\u{0}\u{0}\u{0}\u{0}-\u{0}\u{0}-\u{0}\u{0}"

  /// Creates a pattern; nil if the text does not contain exactly one `{{slug}}`.
  init?(_ pattern: String) {
    let parts = pattern.split(separator: "{{slug}}", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    (head, tail) = (parts[0], parts[1])
  }

  /// Returns the rule that a pattern breaks, as a phrase that begins with "must"; nil if the
  /// pattern is valid.
  static func breach(by pattern: String) -> String? {
    if pattern.isBlank { return "must not be empty" }
    let rest = ["date", "slug", "id"].reduce(pattern) { $0.replacing("{{\($1)}}", with: "") }
    if rest.contains("{{") {
      return "must contain no variables except {{date}}, {{slug}} and {{id}}"
    }
    return pattern.contains("/") ? "must not contain `/`" : nil
  }

  /// Returns the name `stem` with another slug, and with the same date and id. If `stem` does not
  /// follow the pattern, returns only the slug.
  func renaming(_ stem: String, id: String?, slug: String) -> String {
    for id in [id?.prefix(4), id?.prefix(10), nil] {
      guard let head = expanded(head, id), let tail = expanded(tail, id),
        stem.count > head.count + tail.count
      else { continue }
      let (start, end) = (stem.prefix(head.count), stem.suffix(tail.count))
      if Self.fits(start, head), Self.fits(end, tail) { return start + slug + end }
    }
    return slug
  }

  /// Returns a part of the pattern with the id inserted, and with ``digit`` for each digit of the
  /// date. Nil if the part needs an id that is missing.
  private func expanded(_ part: Substring, _ id: Substring?) -> String? {
    if part.contains("{{id}}"), id == nil { return nil }
    return part.split(separator: "{{date}}", omittingEmptySubsequences: false)
      .joined(separator: Self.date).replacing("{{id}}", with: String(id ?? ""))
  }

  private static func fits(_ text: Substring, _ pattern: String) -> Bool {
    zip(text, pattern).allSatisfy { character, wanted in
      wanted == digit ? character.isASCII && character.isNumber : character == wanted
    }
  }
}
