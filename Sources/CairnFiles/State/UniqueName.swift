import CairnText

/// A unique name that sorts by time: `20261121T100405Z-4f2a9c01`.
struct UniqueName {
  let text: String

  /// Creates a name from the time of an event and a number, which is random by default.
  init(_ time: Instant, number: UInt32 = .random(in: .min ... .max)) {
    text = "\(Self.stamp(time))-\(number.hexadecimal(width: 8))"
  }

  /// Returns the prefix of all names made in the same second as `time`.
  static func stamp(_ time: Instant) -> String {
    DateTime(Instant(seconds: time.seconds), offset: 0).description
      .filter { $0 != "-" && $0 != ":" }
  }

  /// Returns the time encoded in a name, to the second; nil if the name contains no time.
  static func time(of name: String) -> Instant? {
    let digits = Array(name.utf8.prefix(15))
    guard digits.count == 15, digits[8] == UInt8(ascii: "T") else { return nil }
    let parts = [0..<4, 4..<6, 6..<8, 9..<11, 11..<13, 13..<15].compactMap { range in
      Int(String(decoding: digits[range], as: UTF8.self))
    }
    guard parts.count == 6,
      let date = CalendarDate(year: parts[0], month: parts[1], day: parts[2])
    else { return nil }
    let second = (parts[3] * 60 + parts[4]) * 60 + parts[5]
    return Instant(seconds: date.daysSinceEpoch * 86_400 + second)
  }

  /// Returns whether a string has the form of a unique name: 1 to 64 ASCII letters, digits and
  /// hyphens. A unique name cannot be a path to another folder.
  static func isOne(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }
}

/// A value whose id is a unique name.
public protocol UniquelyNamed {
  /// The name, which sorts by time.
  var id: String { get }
}

extension UniquelyNamed {
  /// The random suffix of the id, which users may type instead of the whole id.
  public var shortID: String { String(id.split(separator: "-").last ?? "") }
}

extension Operation: UniquelyNamed {}
extension TrashEntry: UniquelyNamed {}
