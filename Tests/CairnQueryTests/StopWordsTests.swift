import CairnQuery
import CairnText
import Testing

@Suite("Stop words")
struct StopWordsTests {
  @Test("Each is written folded, as one piece")
  func areFolded() {
    #expect(StopWords.all.count > 700)
    for word in StopWords.all {
      let text = String(decoding: word, as: UTF8.self)
      #expect(FoldedText(text).bytes == word, "\(text)")
      #expect(Words.pieces(of: word) == [0..<word.count], "\(text)")
    }
  }
}
