/// The properties of each capture. They follow from the capture's number, so that captures can link
/// to captures that have not been written yet.
struct Captures {
  let vocabulary: Vocabulary

  /// The words that the benchmarks search for. They occur only in bodies, and are not part of other
  /// words.
  static let rare = "zephyrine"
  /// Two words that occur in one of a hundred captures each, often next to each other.
  static let pair = ("quartzite", "boxwood")
  /// A word in one of twenty captures.
  static let frequent = "axle"
  /// A word in no capture.
  static let absent = "xyzzyqux"

  /// The word that nearly every capture contains, usually several times.
  var everywhere: String { String(decoding: vocabulary.words[0], as: UTF8.self) }

  /// Returns whether capture `index` contains ``rare``: five in 10,000 do.
  static func hasRare(_ index: Int) -> Bool { index % 1997 == 703 }

  /// Returns the words that a capture is about. The first of them form its title.
  func topics(_ index: Int) -> (words: [[UInt8]], inTitle: Int) {
    var dice = Dice(2, stream: UInt64(index))
    let words = (0..<6).map { _ in vocabulary.words[100 + dice.roll(dice.roll(15_000) + 1)] }
    return (words, 2 + dice.roll(3))
  }

  func title(_ index: Int) -> [UInt8] {
    let topics = topics(index)
    var title = Array(topics.words.prefix(topics.inTitle).joined(separator: [.space]))
    if title[0] < 0x80 { title[0] &-= 0x20 }
    return title
  }

  /// Returns an id in the form that Cairn uses: ten characters, the first a letter.
  func id(_ index: Int) -> [UInt8] {
    let signs = Array("abcdefghjkmnpqrstvwxyz0123456789".utf8)
    // Odd factors permute the numbers, so no two captures have the same.
    var bits = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15 & ((1 << 45) - 1)
    var id = [signs[index % 22]]
    for _ in 0..<9 {
      id.append(signs[Int(bits & 31)])
      bits >>= 5
    }
    return id
  }

  /// Returns the file name without its extension: the day, the title, and the beginning of the id.
  func stem(_ index: Int) -> [UInt8] {
    var stem = Array("\(day(index))-".utf8)
    for scalar in String(decoding: title(index), as: UTF8.self).lowercased().unicodeScalars {
      switch scalar {
      case " ": stem.append(UInt8(ascii: "-"))
      case _ where scalar.isASCII: stem.append(UInt8(scalar.value))
      default: stem += Self.bare[scalar].map { [$0] } ?? []
      }
    }
    return stem + [UInt8(ascii: "-")] + id(index).prefix(4)
  }

  /// Returns the creation date of a capture, from 2014 to 2026.
  func day(_ index: Int) -> String {
    var dice = Dice(3, stream: UInt64(index))
    return "\(2014 + dice.roll(13))-\(two(1 + dice.roll(12)))-\(two(1 + dice.roll(28)))"
  }

  /// Returns the folder of a capture: one of 40, up to three levels deep. Some folders are larger.
  func folder(_ index: Int) -> [UInt8] {
    var dice = Dice(4, stream: UInt64(index))
    let number = min(dice.roll(40), dice.happens(30) ? dice.roll(40) : 39)
    return folder(number: number)
  }

  /// Returns one of the 40 folders.
  func folder(number: Int) -> [UInt8] {
    let names = [number % 8, number / 8, number].map { vocabulary.words[1000 + $0 * 37].ascii }
    let depth = number < 8 ? 1 : number < 24 ? 2 : 3
    return Array(
      names.prefix(depth).enumerated().map { $1 + ($0 == depth - 1 ? "\(number)".utf8 : "".utf8) }
        .joined(separator: [UInt8(ascii: "/")]))
  }

  /// Returns the path relative to the notebook's root.
  func path(_ index: Int) -> [UInt8] {
    folder(index) + [UInt8(ascii: "/")] + stem(index) + Array(".md".utf8)
  }

  private static let bare: [Unicode.Scalar: UInt8] = Dictionary(
    uniqueKeysWithValues: zip("áéíóüäöèêçøåñ".unicodeScalars, "aeiouaoeecoan".utf8))
}

/// Returns a number with two digits.
func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension [UInt8] {
  /// Only the ASCII bytes.
  fileprivate var ascii: [UInt8] { filter { $0 < 0x80 } }
}

extension UInt8 {
  static var space: UInt8 { UInt8(ascii: " ") }
}
