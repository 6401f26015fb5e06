public import CairnJSON
public import CairnText

extension JSONDocument {
  /// A circle, as its JSON has it.
  public struct CircleRecord: Sendable {
    let name: String
    let words: [String]
    let isNamed: Bool
    let captures: [(id: String?, path: NotePath, title: String)]

    /// A circle with its captures.
    public init(
      name: String, words: [String], isNamed: Bool,
      captures: [(id: String?, path: NotePath, title: String)]
    ) {
      self.name = name
      self.words = words
      self.isNamed = isNamed
      self.captures = captures
    }
  }

  /// Circles of captures that belong together.
  ///
  /// - Parameters:
  ///   - total: How many there are before a limit.
  ///   - alone: How many captures are in none.
  public static func circles(
    _ circles: [CircleRecord], total: Int, alone: Int
  ) -> JSONValue {
    let records = circles.map { circle -> JSONValue in
      [
        "name": .string(circle.name), "words": .array(circle.words.map { .string($0) }),
        "named": .boolean(circle.isNamed), "count": .integer(circle.captures.count),
        "captures": .array(
          circle.captures.map {
            [
              "id": JSONValue($0.id), "path": JSONValue(bytes: $0.path.bytes),
              "title": .string($0.title),
            ]
          }),
      ]
    }
    return document([
      .init("total", .integer(total)), .init("alone", .integer(alone)),
      .init("circles", .array(records)),
    ])
  }
}
