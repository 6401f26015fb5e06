/// The lines of text, grouped into units of lines that belong together.
///
/// A unit is a list item with its further lines, a fenced block with the line above it, or a
/// wrapped paragraph. A paragraph is wrapped if the first word of each line would not have fit on
/// the previous line. Any other line is a separate unit.
struct SplitLines {
  /// A group of lines that belong together.
  struct Unit {
    /// The text of the lines, without the list mark.
    var text: Substring
    /// The separator between the previous unit and this one.
    let bond: Splitter.Bond
    /// The heading above the unit; nil if there is none.
    var heading: Substring?
    /// Whether the unit is a heading for the units below it.
    var isHeading = false
    /// Whether the unit must not be split into pieces, because its lines form a structure such as a
    /// quotation.
    var isWhole = false
    /// The list mark before the unit; nil if there is none.
    var mark: ListMark?
    /// The number in the list mark; 0 if there is none.
    var number: Int { mark?.number ?? 0 }
    /// Whether the checkbox in the list mark is ticked; nil if there is no checkbox.
    var isTicked: Bool? { mark?.isTicked }
  }

  private(set) var units: [Unit] = []
  private let text: String
  private var isFenced = false
  /// The previous line, if the next line may continue it; otherwise nil.
  private var last: Substring?

  init(_ text: String) {
    self.text = text
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let width = lines.map(\.count).max() ?? 0
    for line in lines {
      read(line, width)
    }
    placeHeadings()
  }
}

// MARK: - Reading

extension SplitLines {
  private mutating func read(_ line: Substring, _ width: Int) {
    let content = line.trimmed
    let isFence = content.hasPrefix("```") || content.hasPrefix("~~~")
    if isFenced || isFence {
      if isFence { isFenced.toggle() }
      return last == nil ? begin(content, .line, isWhole: true) : goOn(to: content, isWhole: true)
    }
    guard !content.isEmpty else { return last = nil }
    if let mark = ListMark(line) {
      let parent = units.last?.mark?.indent
      if last != nil, let parent, mark.indent > parent + 1 {
        return goOn(to: content, isWhole: true)
      }
      guard !mark.content.isEmpty else { return }
      return begin(mark.content, .apart, mark: mark)
    }
    if let heading = Self.heading(content) {
      units.append(Unit(text: heading, bond: .apart, isHeading: true))
      last = nil
      return
    }
    let isRow = content.hasPrefix("|") && content.dropFirst().hasSuffix("|")
    let isQuote = content.hasPrefix(">") || isRow
    guard let last else { return begin(content, .line, isWhole: isQuote) }
    let isItem = units.last?.mark != nil
    let isBlock = [">", "|"].contains { content.hasPrefix($0) && last.hasPrefix($0) }
    if isItem || isBlock { return goOn(to: content, isWhole: true) }
    if isQuote { return begin(content, .line, isWhole: true) }
    guard last.count + 1 + content.prefix(while: { !$0.isWhitespace }).count > width,
      width >= Self.narrow
    else { return begin(content, .line) }
    if let end = last.last, ".!?".contains(end) { return begin(content, .sentence) }
    goOn(to: content, isWhole: false)
  }

  /// Lines are considered wrapped only if the longest line has at least this number of characters.
  private static let narrow = 50

  private mutating func begin(
    _ content: Substring, _ bond: Splitter.Bond, isWhole: Bool = false, mark: ListMark? = nil
  ) {
    units.append(Unit(text: content, bond: bond, isWhole: isWhole, mark: mark))
    last = content
  }

  private mutating func goOn(to content: Substring, isWhole: Bool) {
    let start = units[units.count - 1].text.startIndex
    units[units.count - 1].text = text[start..<content.endIndex]
    if isWhole { units[units.count - 1].isWhole = true }
    last = content
  }

  /// Removes units without a word. Copies the text of each heading to ``Unit/heading`` of the units
  /// below it. A heading without units below it becomes an ordinary unit.
  private mutating func placeHeadings() {
    units.removeAll { !$0.text.hasWord }
    var heading: Substring?
    for index in units.indices {
      let next = units.indices.contains(index + 1) ? units[index + 1] : nil
      if units[index].isHeading {
        heading = next?.isHeading == false ? units[index].text : nil
        units[index].isHeading = heading != nil
      } else {
        units[index].heading = heading
      }
    }
    units.removeAll(where: \.isHeading)
  }

  /// Returns the text of a heading without its marks (`## Garden`, `Notes from walk:`); nil if the
  /// line is not a heading.
  private static func heading(_ line: Substring) -> Substring? {
    let marks = line.prefix { $0 == "#" }.count
    let rest = line.dropFirst(marks)
    if 1...6 ~= marks, rest.first?.isWhitespace == true {
      let words = rest.trimmed
      return words.isEmpty ? nil : words
    }
    guard line.last == ":", line.split(whereSeparator: \.isWhitespace).count <= 8 else {
      return nil
    }
    let words = line.dropLast().trimmed
    return words.isEmpty ? nil : words
  }
}

/// The mark before the text of a list item: `- `, `• `, `3. `, `4) `, `- [ ] `.
struct ListMark {
  /// The number of columns before the mark; a tab counts as four.
  let indent: Int
  /// The number in the mark, or 0 if there is none.
  let number: Int
  /// Whether the checkbox after the mark is ticked; nil if there is no checkbox.
  let isTicked: Bool?
  /// The text after the mark.
  let content: Substring

  /// The characters that are both list marks and checkboxes, mapped to whether the checkbox is
  /// ticked.
  private static let boxes: [Character: Bool] = ["☐": false, "☑": true, "✓": true]

  init?(_ line: Substring) {
    indent = line.prefix { $0.isWhitespace }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    let rest = line.trimmed
    guard let sign = rest.first else { return nil }
    var content: Substring
    if "-*+•·◦‣▪–—→☐☑✓".contains(sign) {
      (number, content) = (0, rest.dropFirst())
    } else {
      let digits = rest.drop { $0 == "(" }.prefix { $0.isASCII && $0.isNumber }
      guard 1...3 ~= digits.count, let end = rest[digits.endIndex...].first, ".)".contains(end)
      else { return nil }
      (number, content) = (Int(digits) ?? 0, rest[digits.endIndex...].dropFirst())
    }
    guard content.first?.isWhitespace ?? true else { return nil }
    content = content.trimmed
    let box = ["[ ]", "[x]", "[X]"].first { content.hasPrefix($0) }
    isTicked = box.map { $0 != "[ ]" } ?? Self.boxes[sign]
    self.content = box == nil ? content : content.dropFirst(3).trimmed
  }
}

extension Substring {
  /// This text without white space at its ends.
  var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...last]
  }

  /// Whether the text contains a letter or a digit.
  var hasWord: Bool { contains { $0.isLetter || $0.isNumber } }
}
