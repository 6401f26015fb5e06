extension FileName {
  /// Returns the form of a title for a file name: its letters and digits, of any script, in lower
  /// case, with a hyphen for everything between them.
  ///
  ///     FileName.slug("Pay the “Acme” invoice!")   // "pay-the-acme-invoice"
  ///     FileName.slug("東京 2026")                   // "東京-2026"
  ///     FileName.slug("…")                          // "untitled"
  ///
  /// Apostrophes are dropped, so that *don't* stays one word. At most `maxBytes` bytes of UTF-8 (at
  /// least 8), cut between user-perceived characters. Never empty.
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
