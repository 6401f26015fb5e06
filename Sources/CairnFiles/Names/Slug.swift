extension FileName {
  /// Converts a title to a file name without extension: lower-case letters and digits of any
  /// script, with a hyphen in place of everything between them.
  ///
  ///     FileName.slug("Pay the “Acme” invoice!")   // "pay-the-acme-invoice"
  ///     FileName.slug("東京 2026")                   // "東京-2026"
  ///     FileName.slug("…")                          // "untitled"
  ///
  /// Apostrophes are dropped, so that *don't* stays one word. The result is never empty and has at
  /// most `maxBytes` bytes of UTF-8 (at least 8); a longer result is cut between user-perceived
  /// characters.
  public static func slug(_ title: String, maxBytes: Int = 80) -> String {
    var slug = ""
    var length = 0
    var isGap = false
    for character in title {
      if character == "'" || character == "’" { continue }
      guard character.isLetter || character.isNumber else {
        isGap = true
        continue
      }
      let piece = (isGap && length > 0 ? "-" : "") + character.lowercased()
      guard length + piece.utf8.count <= maxBytes else { break }
      slug += piece
      length += piece.utf8.count
      isGap = false
    }
    return slug.isEmpty ? "untitled" : slug
  }
}
