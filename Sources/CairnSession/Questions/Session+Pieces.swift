import CairnCapture
import CairnConsole
import CairnScreens
import CairnTerminal
import CairnText
import CairnWork

extension Session {
  /// Shows the pieces of `text` and returns those that the user keeps; nil if the user keeps none.
  /// With `--yes`, returns all pieces without asking.
  ///
  /// Throws a ``Failure`` with the status `usage` if the user cannot be asked.
  func approve(
    _ pieces: [ProposedPiece], of text: String, _ splitter: TextSplitter,
    _ write: some AnswerOptions
  ) throws -> [ProposedPiece]? {
    if write.yes || !canAsk {
      if !write.yes { showPieces(pieces, splitter) }
      try confirm("Create \(pieces.count.of("capture"))?", write)
      return pieces
    }
    var pieces = pieces
    while !pieces.isEmpty {
      showPieces(pieces, splitter)
      guard let line = console.ask(Self.choices) else {
        console.say("")
        return nil
      }
      switch PieceChoice(line, count: pieces.count) {
      case .keep: return pieces
      case .stop: return nil
      case .drop(let numbers): pieces.remove(numbers)
      case .edit(let number): edit(&pieces[number])
      case .merge(let range):
        if let merged = ProposedPiece(merging: pieces[range], of: text) {
          pieces.replaceSubrange(range, with: [merged])
        }
      case nil:
        console.say(
          "Type a letter and numbers from the list, such as d 2 or m 1-2, or press Enter.")
      }
    }
    return nil
  }

  private static let choices =
    "Enter keeps these parts; or type e 1 to edit, d 1 to drop, m 1-2 to merge, q to quit: "

  private func showPieces(_ pieces: [ProposedPiece], _ splitter: TextSplitter) {
    let width = "\(pieces.count)".count
    for (index, piece) in pieces.enumerated() {
      let number = "\(index + 1)"
      let indent = String(repeating: " ", count: width - number.count + 2)
      let type = console.errorStyled(splitter.word(for: piece.text).padding(to: 6), .dim)
      let lines = piece.text.split(whereSeparator: \.isNewline)
      let more = lines.count > 1 ? " …" : ""
      console.say(
        indent + number + "  " + type + "  " + TerminalText.line(String(lines.first ?? "")) + more)
    }
  }

  /// Lets the user retype a piece. An empty line leaves the piece unchanged.
  private func edit(_ piece: inout ProposedPiece) {
    console.say(TerminalText.escaped(piece.text, keepingLines: true))
    guard let line = console.ask("New text (Enter keeps the old text): "),
      case let text = String(line.trimmingBlanks), !text.isEmpty
    else { return }
    piece = piece.saying(text)
  }
}

extension [ProposedPiece] {
  fileprivate mutating func remove(_ places: Set<Int>) {
    self = indices.filter { !places.contains($0) }.map { self[$0] }
  }
}
