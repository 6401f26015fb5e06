import CairnText

/// A line of text in which ``Privacy`` looks for fields that were not read as fields. For example,
/// YAML reads `private:true` as plain text.
struct PrivacyText {
  /// The line in lower case, without invisible characters, and without the blanks and quotes before
  /// its first word.
  let text: Substring
  /// The next line if it is indented; otherwise empty, because only an indented line can contain
  /// the value of a field on this line.
  private let next: Substring

  /// The values that mean `no`.
  static let noWords: Set<String> = ["false", "no", "off", "n", "0"]

  init(_ text: String) { self.init(text[...], next: "") }

  private init(_ text: Substring, next: Substring) {
    self.text = text.drop(while: Self.isFiller)
    self.next = next
  }

  /// Returns the lines of some bytes, without empty lines.
  static func lines(_ bytes: ArraySlice<UInt8>) -> [PrivacyText] {
    let lines = plain(String(decoding: bytes, as: UTF8.self)).split(whereSeparator: \.isNewline)
    return lines.indices.map { index in
      let next = index + 1 < lines.count ? lines[index + 1] : ""
      return PrivacyText(lines[index], next: next.first?.isWhitespace == true ? next : "")
    }
  }

  /// Returns whether a key consists of the letters a to z and underscores, as most keys do.
  static func isPlain(_ key: String) -> Bool {
    key.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
  }

  /// Returns the name of a field: without case, accents and invisible characters, and without the
  /// blanks and quotes at its ends.
  static func name(_ key: String) -> String {
    if isPlain(key) { return key }
    let start = plain(key).drop(while: isFiller)
    let end = start.lastIndex { !isFiller($0) }
    return String(end.map { start[...$0] } ?? start).folded
  }

  /// Returns a text in lower case and without invisible characters. Removing NUL characters makes
  /// text in UTF-16 readable.
  private static func plain(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars
    where scalar.value != 0 && scalar.properties.generalCategory != .format {
      scalars.append(scalar)
    }
    return String(scalars)
  }

  private static func isFiller(_ character: Character) -> Bool {
    character.isWhitespace || "\"'`“”‘’«»{".contains(character)
  }

  private static func isInName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "-"
  }

  /// Returns whether a character may be meant as the sign between a name and its value.
  private static func isSign(_ character: Character) -> Bool {
    ":=：＝﹕∶꞉".contains(character)
  }
}

// MARK: - Finding

extension PrivacyText {
  /// Returns the value of the field `key` if the line begins with this name; nil if the name on the
  /// line is longer, such as `private_key` or `private key:` for `private`.
  ///
  /// - Parameter needsSign: Whether a colon or an equals sign must follow the name.
  func value(ofField key: String, needsSign: Bool) -> String? {
    guard text.hasPrefix(key) else { return nil }
    let end = text.dropFirst(key.count)
    if let after = end.first, Self.isInName(after) { return nil }
    let rest = end.drop(while: Self.isFiller)
    if let sign = rest.first, Self.isSign(sign) { return value(of: key, in: rest.dropFirst()) }
    guard !needsSign, !rest.prefix(while: { $0 != "#" }).contains(where: Self.isSign)
    else { return nil }
    return rest.isEmpty ? "true" : value(of: key, in: rest)
  }

  /// Returns the values that follow the name `key` and a sign anywhere in the line.
  func values(after key: String) -> [String] {
    text.ranges(of: key).compactMap { range in
      if let before = text[..<range.lowerBound].last, Self.isInName(before) { return nil }
      let rest = text[range.upperBound...].drop(while: Self.isFiller)
      guard let sign = rest.first, Self.isSign(sign) else { return nil }
      return value(of: key, in: rest.dropFirst())
    }
  }

  /// Returns the value at the start of `rest`: the word if there is only one, or an empty string if
  /// there is none. If there are several words, returns the first one for `publish`, and `?` for
  /// any other key.
  private func value(of key: String, in rest: Substring) -> String {
    var rest = rest.drop(while: Self.isFiller)
    if rest.isEmpty || rest.first == "#" { rest = next.drop(while: Self.isFiller) }
    if key == "publish" {
      return String(rest.drop { !Self.isInName($0) }.prefix(while: Self.isInName))
    }
    let word = rest.prefix(while: Self.isInName)
    let tail = rest.dropFirst(word.count).drop(while: Self.isFiller)
    return tail.first.map { ",;}]#".contains($0) } ?? true ? String(word) : "?"
  }
}
