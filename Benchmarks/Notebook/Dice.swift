import CairnText

/// Random numbers from a seed. They are the same on every machine.
struct Dice {
  private var numbers: SplitMix

  /// Creates the numbers for `seed`. Each `stream` is a separate series.
  init(_ seed: UInt64, stream: UInt64 = 0) {
    numbers = SplitMix(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ stream &* 0xD1B5_4A32_D192_ED03)
    _ = numbers.next()
  }

  /// Returns the next 64 bits.
  mutating func next() -> UInt64 { numbers.next() }

  /// Returns a number from 0 to `limit` - 1.
  mutating func roll(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// Returns true in `percent` of 100 cases.
  mutating func happens(_ percent: Int) -> Bool { roll(100) < percent }

  /// Returns one of the elements.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
