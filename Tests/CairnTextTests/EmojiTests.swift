import CairnText
import Testing

@Suite struct EmojiTests {
  @Test(arguments: ["📚", "🎞️", "☕", "🇩🇪", "👩‍👩‍👧", "👍🏽", "1️⃣", "#️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "✈️", "🪡"])
  func isSingle(_ text: String) { #expect(text.isSingleEmoji) }

  @Test(arguments: [
    "", "notanemoji", "a", "1", "#", "📚📚", "📚 ", "🇩", "✈", "☕\u{FE0E}", "é", "☃", "→", "\u{FE0F}",
  ])
  func isNotSingle(_ text: String) { #expect(!text.isSingleEmoji) }
}
