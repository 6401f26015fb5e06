@_spi(_Unicode) import Swift
import Synchronization

/// Folding of single scalars by the rules of ``FoldedText``.
enum ScalarFolding {
  /// A string of up to seven bytes of UTF-8, packed into one 64-bit integer. The highest byte of
  /// the integer is the length of the string plus 8, so that the integer is never 0.
  struct Packed {
    fileprivate let word: UInt64

    fileprivate init(word: UInt64) { self.word = word }

    init(_ bytes: [UInt8]) {
      word = bytes.prefix(7).enumerated().reduce(UInt64(min(bytes.count, 7) + 8) << 56) {
        $0 | UInt64($1.element) << UInt64($1.offset * 8)
      }
    }

    var count: Int { Int(word >> 56 & 7) }

    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> UInt64(index * 8)) }
  }

  /// The ``Packed`` strings for the scalars below U+0600, indexed by scalar; 0 means not computed
  /// yet. These scalars include the European alphabets and Hebrew.
  private nonisolated(unsafe) static let table = {
    let table = UnsafeMutableBufferPointer<Atomic<UInt64>>.allocate(capacity: 0x600)
    for index in table.indices { table.initializeElement(at: index, to: Atomic(0)) }
    return table
  }()

  /// Returns the folding of a scalar below U+0600; nil for any other.
  static func packed(_ scalar: Unicode.Scalar) -> Packed? {
    guard scalar.value < 0x600 else { return nil }
    let entry = table[Int(scalar.value)].load(ordering: .relaxed)
    return entry != 0 ? Packed(word: entry) : fold(scalar)
  }

  @inline(never)
  private static func fold(_ scalar: Unicode.Scalar) -> Packed {
    let packed = Packed(
      expanded(scalar).flatMap { Array(UTF8.encode($0) ?? UTF8.encodedReplacementCharacter) })
    table[Int(scalar.value)].store(packed.word, ordering: .relaxed)
    return packed
  }

  /// Returns whether a scalar is known to fold to itself: true for Han, kana, Hangul syllables and
  /// U+FFFD.
  static func isInert(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0xFFFD,
      0x2_0000...0x2_F7FF, 0x3_0000...0x3_FFFF:
      true
    default: false
    }
  }

  /// Returns whether a scalar can compose with the scalar before it: true for vowel and final jamo,
  /// and for the kana voicing marks.
  static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1161...0x1175, 0x11A8...0x11C2, 0x3099, 0x309A, 0xFF9E, 0xFF9F: true
    default: false
    }
  }

  /// Returns the scalar that two scalars compose to canonically, or nil if they do not compose.
  static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    let mark = narrowed(second)
    var iterator = (String(Character(first)) + String(Character(mark)))._nfc.makeIterator()
    guard let joined = iterator.next(), iterator.next() == nil else { return nil }
    return joined
  }

  /// Returns the folding of a scalar, computed without the table; empty if the scalar is dropped.
  static func expanded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let plain = narrowed(scalar)
    if isInert(plain) { return [plain] }
    return kept(plain).flatMap { part -> [Unicode.Scalar] in
      if let spelled = spelling(part) { return spelled }
      return part.caseFolded.flatMap(kept).flatMap { spelling($0) ?? [$0] }
    }
  }

  /// Returns the scalar's canonical decomposition, without the marks that folding drops.
  private static func kept(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    String(Character(scalar))._nfd.filter { !isDropped($0) }
  }
}

// MARK: - Tables

extension ScalarFolding {
  /// Returns whether folding drops a scalar: a mark that writers often omit, or an invisible
  /// character.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Combining diacritical marks of Latin, Greek and Cyrillic.
    case 0x0300...0x036F, 0x0483...0x0489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0x2DE0...0x2DFF, 0xA66F...0xA672, 0xA674...0xA67D, 0xFE20...0xFE2F:
      true
    // Hebrew accents and points.
    case 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7, 0xFB1E: true
    // Arabic and Syriac signs, and the tatweel, which only stretches a word.
    case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E4,
      0x06E7, 0x06E8, 0x06EA...0x06ED, 0x0711, 0x0730...0x074A, 0x08CA...0x08E1, 0x08E3...0x08FF:
      true
    // Soft hyphen, joiners, direction marks, variation selectors, the byte order mark.
    case 0x00AD, 0x034F, 0x061C, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069,
      0xFE00...0xFE0F, 0xFEFF, 0xE_0100...0xE_01EF:
      true
    default: false
    }
  }

  /// Returns the ASCII spelling of a letter or symbol that does not decompose to ASCII, or nil if
  /// it has no ASCII spelling.
  private static func spelling(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch scalar {
    case "ø", "Ø": ["o"]
    case "ł", "Ł": ["l"]
    case "đ", "Đ": ["d"]
    case "ħ", "Ħ": ["h"]
    case "ŧ", "Ŧ": ["t"]
    case "æ", "Æ": ["a", "e"]
    case "œ", "Œ": ["o", "e"]
    case "\u{2019}", "\u{02BC}": ["'"]
    case "\u{00A0}", "\u{2007}", "\u{202F}", "\u{3000}": [" "]
    default: nil
    }
  }

  /// The ordinary forms of the half-width katakana and voicing marks U+FF66 … U+FF9F, in that
  /// order.
  private static let katakana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
      .unicodeScalars)

  /// Returns the ordinary form of a full-width or half-width character; returns any other character
  /// unchanged.
  private static func narrowed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
    case 0xFF66...0xFF9F: katakana[Int(scalar.value - 0xFF66)]
    default: scalar
    }
  }
}

extension Unicode.Scalar {
  /// The full case folding of the scalar (Unicode 16 §3.13, D145): the scalar mapped to lower case,
  /// to upper case, and to lower case again. The result is also correct for `ẞ` and `ς`.
  fileprivate var caseFolded: [Unicode.Scalar] {
    properties.lowercaseMapping.unicodeScalars
      .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
      .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }
}
