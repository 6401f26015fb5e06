import Testing

import CairnTerminal
@testable import CairnWork

/// What is answered to a list of five pieces.
@Suite struct PieceChoiceTests {
  static let rows: [(String, PieceChoice?)] = [
    ("", .keep), (" ", .keep), ("y", .keep), ("q", .stop), ("quit", .stop),
    ("e 2", .edit(1)), ("e5", .edit(4)), ("E 1", .edit(0)), ("d 1,3-4", .drop([0, 2, 3])),
    ("m 2-4", .merge(1..<4)), ("m 2 3", .merge(1..<3)), ("m 3,2", .merge(1..<3)),
    ("e", nil), ("e 1 2", nil), ("e 6", nil), ("d", nil), ("d 0", nil), ("m 2", nil),
    ("m 1 3", nil), ("m 4-6", nil), ("x 1", nil), ("qq", nil), ("1", nil),
  ]

  @Test(arguments: rows)
  func choice(_ answer: String, _ choice: PieceChoice?) {
    #expect(PieceChoice(answer, count: 5) == choice)
  }

  /// Pieces that stand beside each other on a line become what stood there; others a line each.
  @Test func merging() {
    let text = "ring Ann, also the key is blue\n- buy rope"
    let pieces = ["ring Ann", "the key is blue", "buy rope"].map { part in
      ProposedPiece(text: part, heading: nil, range: text.range(of: part), joint: "")
    }
    let all = pieces[...]
    let merged = { ProposedPiece(merging: $0, of: text)?.text }
    #expect(merged(all.prefix(2)) == "ring Ann, also the key is blue")
    #expect(merged(all) == "ring Ann\nthe key is blue\nbuy rope")
    #expect(merged([pieces[0].saying("ring Anna"), pieces[1]]) == "ring Anna\nthe key is blue")
    #expect(merged([]) == nil)
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? { firstRange(of: part) }
}
