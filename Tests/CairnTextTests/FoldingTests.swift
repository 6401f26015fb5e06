import CairnText
import Testing

@Suite struct FoldingTests {
  @Test(arguments: [
    ("Crème BRÛLÉE", "creme brulee"),
    ("cre\u{300}me", "creme"),
    ("Straße STRASSE STRAẞE", "strasse strasse strasse"),
    ("ΟΔΟΣ οδός ὁδός ᾳ", "οδοσ οδοσ οδοσ α"),
    ("İstanbul ISTANBUL ılık", "istanbul istanbul ilik"),
    ("Ёлка й ЙОД", "елка и иод"),
    ("søster Łódź Đorđe æble œuvre", "soster lodz dorde aeble oeuvre"),
    ("שָׁלוֹם", "שלום"),
    ("مُحَمَّد أحمد محـــمد", "محمد احمد محمد"),
    ("हिन्दी कि की", "हिन्दी कि की"),
    ("ภาษาไทย ที่", "ภาษาไทย ที่"),
    ("か\u{3099}く がく ハ\u{309A}ン", "がく がく パン"),
    ("ﾊﾟﾝ ＡＢＣ１２", "パン abc12"),
    ("각 \u{1100}\u{1161}\u{11A8} 한국", "각 각 한국"),
    ("don’t soft\u{AD}hyphen", "don't softhyphen"),
    ("ﬁne K ſ", "fine k s"),
    ("👩‍💻 ❤️", "👩💻 ❤"),
    ("中文 測試", "中文 測試"),
    ("", ""),
  ])
  func folds(_ text: String, _ folded: String) {
    #expect(Array(text.folded.unicodeScalars) == Array(folded.unicodeScalars))
    #expect(FoldedText(text).text == folded)
    #expect(Array(folded.folded.utf8) == Array(folded.utf8), "folding twice changes nothing")
  }

  @Test(arguments: [0x80..<UInt32(0x3400), 0xA000..<0xAC00, 0xF900..<0x1_0000])
  func foldingEveryScalarTwiceChangesNothing(_ values: Range<UInt32>) {
    for scalar in values.lazy.compactMap(Unicode.Scalar.init) {
      let text = String(Character(scalar)).folded
      #expect(text.folded == text, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(arguments: [
    ("Crème brûlée", "brulee", "brûlée"),
    ("cre\u{300}me!", "creme", "cre\u{300}me"),
    ("die Straße hier", "stras", "Straß"),
    ("x ŒUVRE y", "oeuvre", "ŒUVRE"),
    ("Ⱥbc def", "def", "def"),
    ("か\u{3099}く次", "く", "く"),
    ("\u{1100}\u{1161}\u{11A8}나", "나", "나"),
    ("שָׁלוֹם עולם", "עולם", "עולם"),
    ("👩‍💻 code", "code", "code"),
    ("👩‍💻 code", "💻", "👩‍💻"),
  ])
  func goesBack(_ text: String, _ part: String, _ original: String) throws {
    let folded = FoldedText(text)
    let range = try #require(folded.bytes.firstRange(of: Array(part.utf8)))
    #expect(String(text[folded.originalRange(range)]) == original)
  }

  @Test(arguments: [
    ("Hello, World", ["hello", "world"]),
    (
      "big-deal snake_case l'amour 3.14", ["big", "deal", "snake", "case", "l", "amour", "3", "14"]
    ),
    ("中文 test測", ["中", "文", "test", "測"]),
    ("がく", ["が", "く"]),
    ("ที่นี่", ["ที่", "นี่"]),
    ("हिन्दी में", ["हिन्दी", "में"]),
    ("서울에서 왔다", ["서", "울", "에", "서", "왔", "다"]),
    ("c++ 5€ 🎉!", ["c", "5", "€", "🎉"]),
    ("二〇二六", ["二", "〇", "二", "六"]),
    ("", []),
    ("-- ... _", []),
  ])
  func breaksIntoPieces(_ text: String, _ pieces: [String]) {
    let bytes = FoldedText(text).bytes
    let found = Words.pieces(of: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(found == pieces)
  }

  @Test("Any ASCII byte at any distance ends a piece if it is neither a letter nor a digit")
  func endsPieces() {
    for byte in UInt8(0)..<0x80 {
      let text = FoldedText(String(decoding: [byte], as: UTF8.self)).bytes
      let isLetter = text.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains($0) }
      for (before, after) in (0...17).flatMap({ count in (0...9).map { (count, $0) } }) {
        let whole = before + text.count + after
        let bytes =
          [UInt8](repeating: 0x7A, count: before) + text
          + [UInt8](repeating: 0x61, count: after)
        let parts = [0..<before, before + text.count..<whole]
        #expect(
          Words.pieces(of: bytes) == (isLetter ? [0..<whole] : parts).filter { !$0.isEmpty },
          "\(byte), \(before) before, \(after) after")
      }
    }
  }

  @Test(arguments: [
    ("staus", "status"), ("tpye", "type"), ("Créated", "created"), ("zzzzzz", nil), ("du", "due"),
  ])
  func suggests(_ name: String, _ nearest: String?) {
    let known = ["type", "status", "due", "created", "score"]
    #expect(Nearest.name(to: name, among: known) == nearest)
  }

  @Test(arguments: [("ca", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("", "abc", 3)])
  func countsSlips(_ left: String, _ right: String, _ slips: Int) {
    #expect(Nearest.distance(Array(left), Array(right)) == slips)
  }
}
