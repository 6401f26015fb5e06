/// The encoding of numbers in postings. Most of these numbers are positions and distances within a
/// note. One byte encodes a number up to 191. In LEB128, one byte encodes a number up to 127.
///
/// | first byte | bytes | number |
/// |---|---|---|
/// | 0 … 191 | 1 | the byte |
/// | 192 … 247 | 2 | 192 and up |
/// | 248 … 254 | 3 | 14,528 and up |
/// | 255 | 5 | four bytes, big-endian |
enum ShortNumber {
  /// The smallest number that takes two bytes.
  static let twoBytes: UInt32 = 192
  /// The smallest number that takes three bytes.
  static let threeBytes: UInt32 = twoBytes + (threeByteMark - twoByteMark) << 8
  /// The smallest number that takes five bytes.
  static let fiveBytes: UInt32 = threeBytes + (fiveByteMark - threeByteMark) << 16

  /// The size in bytes of the longest encoded number.
  static let largestSize = 5

  static let twoByteMark: UInt32 = 192
  static let threeByteMark: UInt32 = 248
  static let fiveByteMark: UInt32 = 255

  /// Calls `append` with each byte of the encoded number.
  static func write(_ number: UInt32, _ append: (UInt8) -> Void) {
    func put(_ value: UInt32) { append(UInt8(truncatingIfNeeded: value)) }
    if number < twoBytes {
      put(number)
    } else if number < threeBytes {
      let rest = number - twoBytes
      put(twoByteMark + rest >> 8)
      put(rest)
    } else if number < fiveBytes {
      let rest = number - threeBytes
      put(threeByteMark + rest >> 16)
      put(rest >> 8)
      put(rest)
    } else {
      put(fiveByteMark)
      for shift in [24, 16, 8, 0] as [UInt32] { put(number >> shift) }
    }
  }

  /// Returns the encoded bytes as one big-endian number, and their count. Only for numbers below
  /// ``fiveBytes``. Has no branches.
  @inline(__always)
  static func packed(_ number: UInt32) -> (bytes: UInt64, size: Int) {
    let (isTwo, isThree) = (number >= twoBytes, number >= threeBytes)
    let mark =
      isThree
      ? threeByteMark << 16 - threeBytes : isTwo ? twoByteMark << 8 - twoBytes : 0
    return (UInt64(number &+ mark), 1 + (isTwo ? 1 : 0) + (isThree ? 1 : 0))
  }

  /// Returns the encoded size in bytes, given the first byte.
  @inline(__always)
  static func size(_ first: UInt8) -> Int {
    first < twoByteMark ? 1 : first < threeByteMark ? 2 : first < fiveByteMark ? 3 : 5
  }

  /// Returns the number encoded at `bytes`. All of its bytes must be readable.
  static func read(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    let first = UInt32(bytes[0])
    if first < twoByteMark { return first }
    if first < threeByteMark { return (first - twoByteMark) << 8 + UInt32(bytes[1]) + twoBytes }
    if first < fiveByteMark {
      return (first - threeByteMark) << 16 + UInt32(bytes[1]) << 8 + UInt32(bytes[2]) + threeBytes
    }
    return (1...4).reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
  }
}
