/// 30,000 pronounceable words. Frequent words are short. Their frequencies follow the law of Zipf
/// and Mandelbrot: the word of rank r is proportional to 1 / (r + 2.7).
///
/// No word contains `q`, `x` or `z`. So a word with one of these letters is not part of any other
/// word.
struct Vocabulary {
  /// The words by rank, from 0.
  let words: [[UInt8]]
  /// For each rank, the sum of the weights up to and including it.
  private let sums: [UInt64]

  init() {
    var dice = Dice(1)
    var seen: Set<[UInt8]> = []
    var words: [[UInt8]] = []
    while words.count < 30_000 {
      let word = Self.word(rank: words.count, &dice)
      if seen.insert(word).inserted { words.append(word) }
    }
    self.words = words
    var sum: UInt64 = 0
    sums = words.indices.map { rank in
      sum += (1 << 40) / UInt64(rank * 10 + 27)
      return sum
    }
  }

  /// Returns a random rank with the frequency of its word.
  func rank(_ dice: inout Dice) -> Int {
    let target = dice.next().multipliedFullWidth(by: sums[sums.count - 1]).high
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > target { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static let onsets = "b c d f g h j k l m n p r s t v w br cl dr fl gr pl pr sh st th tr"
    .split(separator: " ").map { Array($0.utf8) }
  private static let vowels = "a e i o u a e i o e ea ou ai io".split(separator: " ")
    .map { Array($0.utf8) }
  private static let accented = "á é í ó ü ä ö è ê ç ø å ñ".split(separator: " ")
    .map { Array($0.utf8) }
  private static let codas = "n r s t l d m ck nd st ng".split(separator: " ")
    .map { Array($0.utf8) }

  private static func word(rank: Int, _ dice: inout Dice) -> [UInt8] {
    let syllables = rank < 80 ? 1 : rank < 1500 ? 2 : rank < 12_000 ? 3 : 4
    let accent = rank >= 80 && dice.happens(7) ? dice.roll(syllables) : -1
    var word: [UInt8] = []
    for syllable in 0..<syllables {
      if syllable > 0 || dice.happens(70) { word += dice.pick(onsets) }
      word += syllable == accent ? dice.pick(accented) : dice.pick(vowels)
      if dice.happens(syllable == syllables - 1 ? 45 : 15) { word += dice.pick(codas) }
    }
    return word
  }
}
