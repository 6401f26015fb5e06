import CairnText

/// An algorithm that breaks styled text into lines no wider than a given number of cells.
///
/// Lines break at spaces, and before and after wide characters (UAX #14, ID). A space at a break is
/// dropped. A word wider than a line is cut between characters. Costs one pass.
struct LineBreaker {
  private let width: Int
  private var lines: [[StyledText]] = []
  private var line: [StyledText] = []
  private var lineWidth = 0
  /// The text after the last place where the line may be broken.
  private var word: [StyledText] = []
  private var wordWidth = 0
  /// The space before ``word``, which is dropped if the line breaks there; nil if there is none.
  private var blank: StyledText?

  private init(width: Int) { self.width = max(width, 1) }

  /// Returns the lines of `text`. A nil element of `text` is a forced line break.
  static func lines(_ text: [StyledText?], width: Int) -> [[StyledText]] {
    var breaker = LineBreaker(width: width)
    for piece in text {
      if let piece { breaker.add(piece) } else { breaker.endLine() }
    }
    breaker.endLine()
    return breaker.lines
  }

  /// Returns the width, in cells, of the widest piece of `text` that cannot be broken.
  static func widestWord(_ text: [StyledText?]) -> Int {
    var widest = 0
    var width = 0
    for piece in text {
      guard let piece else {
        width = 0
        continue
      }
      for character in piece.text {
        let cells = TerminalText.width(of: character)
        width = character == " " ? 0 : cells == 2 ? 2 : width + cells
        widest = max(widest, width)
        // A line can be broken on either side of a wide character.
        if cells == 2 { width = 0 }
      }
    }
    return widest
  }

  private mutating func add(_ piece: StyledText) {
    var start = piece.text.startIndex
    var index = start
    var count = 0
    func flush(_ breaker: inout LineBreaker, upTo end: String.Index) {
      if start < end {
        breaker.word.append(StyledText(part: piece.text[start..<end], of: piece))
        breaker.wordWidth += count
      }
      start = end
      count = 0
    }
    while index < piece.text.endIndex {
      let character = piece.text[index]
      let next = piece.text.index(after: index)
      if character == " " {
        flush(&self, upTo: index)
        endWord()
        blank = StyledText(part: " ", of: piece)
        start = next
      } else {
        let cells = TerminalText.width(of: character)
        if cells == 2 {
          flush(&self, upTo: index)
          endWord()
        } else if wordWidth + count + cells > width {
          flush(&self, upTo: index)
          endWord()
        }
        count += cells
        if cells == 2 {
          flush(&self, upTo: next)
          endWord()
        }
      }
      index = next
    }
    flush(&self, upTo: index)
  }

  /// Appends the word to the current line if it fits, otherwise to a new line.
  private mutating func endWord() {
    guard !word.isEmpty else { return }
    let gap = line.isEmpty || blank == nil ? 0 : 1
    if !line.isEmpty, lineWidth + gap + wordWidth > width {
      breakLine()
    } else if gap == 1, let blank {
      line.append(blank)
      lineWidth += 1
    }
    blank = nil
    line += word
    lineWidth += wordWidth
    word = []
    wordWidth = 0
  }

  private mutating func breakLine() {
    lines.append(line)
    line = []
    lineWidth = 0
  }

  private mutating func endLine() {
    endWord()
    blank = nil
    breakLine()
  }
}
