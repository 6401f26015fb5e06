/// Segmentation of folded text into words, called pieces. Searching and indexing use the same
/// pieces.
///
/// A piece is one of these:
///
/// - A run of letters, marks and numbers. Everything else separates pieces, including `_`, `'`, `-`
///   and `.`: each of `l'amour`, `snake_case` and `3.14` is two pieces. A search for `3.14` finds
///   the piece `3` directly before the piece `14`.
/// - One character, with its marks, of a script without spaces between words (Han, kana, Yi, Thai,
///   Lao, Khmer, Burmese …) or of Hangul, in which words are often written together. A search for
///   consecutive pieces therefore finds any part of the text.
/// - One symbol outside ASCII (an emoji, `€`, `→`), so that users can search for it. U+FFFD, which
///   replaces invalid bytes, is not a piece.
public enum Words {
  /// Calls `body` with the byte range of each piece of `bytes`, in order; ranges are never empty.
  ///
  /// `bytes` must be folded UTF-8 from ``FoldedText``. Costs one pass, with a fast path for ASCII.
  /// Ends when `body` throws, and throws the same error.
  @inlinable
  public static func forEachPiece<Stop: Error>(
    in bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) throws(Stop) -> Void
  ) throws(Stop) {
    var index = 0
    while index < bytes.count {
      let start = index
      if bytes[index] < 0x80 {
        index = endOfLetters(in: bytes, from: index)
        if index == start {
          index += 1
          continue
        }
        if index < bytes.count, bytes[index] >= 0x80 { index = endOfWord(in: bytes, from: index) }
      } else {
        let (kind, length) = kind(at: index, of: bytes)
        index += length
        switch kind {
        case .separator: continue
        case .letter, .mark: index = endOfWord(in: bytes, from: index)
        case .alone: index = endOfMarks(in: bytes, from: index)
        }
      }
      try body(start..<index)
    }
  }

  /// Returns the offset of the first byte at or after `start` that is not an ASCII letter or digit,
  /// or the number of bytes if there is none. Tests eight bytes at a time.
  @inlinable
  @inline(__always)
  static func endOfLetters(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count {
      let word = UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: index, as: UInt64.self)
      let others = nonletters(UInt64(littleEndian: word))
      if others != 0 { return index + others.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, isLetter(bytes[index]) { index += 1 }
    return index
  }

  /// Returns the highest bit of each of the eight bytes that is not an ASCII letter or digit.
  @inlinable
  @inline(__always)
  static func nonletters(_ bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let digits = bytes & 0x7F7F_7F7F_7F7F_7F7F
    let letters = digits | 0x2020_2020_2020_2020
    // Adding 0x80 - n to a byte sets its highest bit if the byte is at least n.
    let isLetter = (letters &+ ones &* (0x80 - 0x61)) & ~(letters &+ ones &* (0x80 - 0x7B))
    let isDigit = (digits &+ ones &* (0x80 - 0x30)) & ~(digits &+ ones &* (0x80 - 0x3A))
    return (~(isLetter | isDigit) | bytes) & 0x8080_8080_8080_8080
  }

  /// Returns the end of the letters and marks that begin at `start`.
  @usableFromInline
  static func endOfWord(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = endOfLetters(in: bytes, from: start)
    while index < bytes.count, bytes[index] >= 0x80 {
      let (kind, length) = kind(at: index, of: bytes)
      guard kind == .letter || kind == .mark else { break }
      index = endOfLetters(in: bytes, from: index + length)
    }
    return index
  }

  /// Returns the end of the marks that begin at `start`.
  @usableFromInline
  static func endOfMarks(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] >= 0x80 {
      let (kind, length) = kind(at: index, of: bytes)
      guard kind == .mark else { break }
      index += length
    }
    return index
  }

  /// Returns whether `bytes`, which must be folded UTF-8, begins with a mark. If a letter precedes
  /// the bytes, the mark belongs to the letter's piece.
  public static func beginsWithMark(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { $0.isEmpty ? false : kind(at: 0, of: $0).kind == .mark }
  }

  /// Returns the byte ranges of the pieces of `bytes`, which must be folded UTF-8.
  public static func pieces(of bytes: [UInt8]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { buffer in
      forEachPiece(in: buffer) { pieces.append($0) }
    }
    return pieces
  }
}

// MARK: - Kinds of scalars

extension Words {
  @usableFromInline
  enum Kind: Sendable {
    case separator, letter, mark, alone
  }

  /// The kinds of the scalars below U+0600, indexed by scalar value.
  private static let kinds: [Kind] = (0..<UInt32(0x600)).map {
    Unicode.Scalar($0).map(Kind.init) ?? .separator
  }

  /// Returns the kind of the scalar at byte `index`, and its length in bytes.
  @usableFromInline
  static func kind(
    at index: Int, of bytes: UnsafeBufferPointer<UInt8>
  ) -> (kind: Kind, length: Int) {
    let (scalar, length) = bytes.scalar(at: index)
    return (scalar.value < 0x600 ? kinds[Int(scalar.value)] : Kind(scalar), length)
  }

  /// Returns whether a byte is an ASCII letter or digit.
  @inlinable
  static func isLetter(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}

extension Words.Kind {
  fileprivate init(_ scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      self = Self.standsAlone(scalar) ? .alone : .letter
    case .letterNumber: self = Self.standsAlone(scalar) ? .alone : .letter
    case .decimalNumber, .otherNumber: self = .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    case .otherSymbol, .currencySymbol, .mathSymbol:
      self = scalar.isASCII || scalar == "\u{FFFD}" ? .separator : .alone
    default: self = .separator
    }
  }

  /// Returns whether a letter is always a whole piece: true for Hangul, and for scripts without
  /// spaces between words.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Thai and Lao; Burmese; Khmer; Tai Le to New Tai Lue, Tai Tham; Tai Viet and Burmese again.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF,
      0xA9E0...0xA9FF, 0xAA60...0xAADF:
      true
    // Han radicals, kana, Bopomofo; Han; Yi; compatibility Han; Han and kana of the supplementary
    // planes.
    case 0x2E80...0x2FFF, 0x3005...0x3007, 0x3021...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xF900...0xFAFF, 0x1_B000...0x1_B16F,
      0x2_0000...0x3_FFFF:
      true
    // Hangul: jamo, compatibility jamo, jamo again, syllables and jamo.
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }
}
