import Testing

import CairnTerminal

/// Numbers typed to pick some of five.
@Suite struct PickTests {
  static let rows: [(String, [Int]?)] = [
    ("1", [0]), (" 5 ", [4]), ("1 3", [0, 2]), ("3,1", [2, 0]), ("2-4", [1, 2, 3]),
    ("1, 4-5", [0, 3, 4]), ("2 2 1-3", [1, 0, 2]), ("5-5", [4]),
    ("", nil), (",", nil), ("0", nil), ("6", nil), ("4-2", nil), ("1-6", nil), ("-1", nil),
    ("1-", nil), ("1-2-3", nil), ("x", nil), ("1 x", nil),
  ]

  @Test(arguments: rows)
  func placesOf(_ text: String, _ places: [Int]?) {
    #expect(NumberChoice.places(text, of: 5) == places)
  }
}
