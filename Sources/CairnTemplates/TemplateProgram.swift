/// A compiled template: a list of steps, and the text and names that the steps refer to.
///
/// Steps contain ranges of text and names instead of object references, so that several threads can
/// run the same steps without contention for reference counts.
struct TemplateProgram: Sendable {
  /// The values that a step escapes for HTML.
  enum ValueEscaping {
    case all
    /// Only the text of notes (``TemplateValue/isForeign``).
    case foreign
    case none
  }

  enum Step {
    /// A step that writes a range of ``text``.
    case text(Range<Int>)
    /// A step that writes a value.
    case value(Name, ValueEscaping)
    /// A step that runs the steps up to `end` zero or more times, depending on a value.
    case section(Name, isInverted: Bool, end: Int)
    /// A step that runs the steps of a part, and indents each line by the white space at
    /// `indentation` in ``text``.
    case part(Range<Int>, indentation: Range<Int>)
    /// A step that writes the indentation of the part that contains the step.
    case indentation
  }

  /// A reference to a value, as written in a tag. The functions and the name are stored as ranges
  /// of ``words``.
  struct Name {
    /// The range in ``words`` of the functions applied to the name, the outermost first.
    let functions: Range<Int>
    /// The range of the name's components in ``words``. In the template, the components are
    /// separated by dots. Empty for `.`, and for a function such as `last()` that tests the
    /// position in a list.
    let path: Range<Int>
    let origin: Origin

    enum Origin {
      /// A name that is looked up in the whole context stack, from the top: `title`.
      case stack
      /// A name that is looked up only in the value on top of the context stack: `.` or `.title`.
      case top
      /// A function such as `last()`, which tests the position of an element in the innermost list.
      case position
    }
  }

  private(set) var steps: [Step] = []
  private(set) var text: [UInt8] = []
  private(set) var words: [String] = []
  /// The range of steps of each part compiled so far, keyed by the part's name.
  private var parts: [String: Range<Int>] = [:]
}

// MARK: - Compiling

extension TemplateProgram {
  /// Compiles a template: adds its steps, text and names to this program. Returns the range of the
  /// steps.
  ///
  /// - Parameters:
  ///   - tags: All tags of `source`. Parts that the tags include must already be compiled.
  ///   - part: The name of the part, if the template is a part that other templates include;
  ///     otherwise nil.
  /// - Throws: A mistake for an unsupported tag or an unclosed brace. The range of the mistake is
  ///   the empty range at the start of the line.
  mutating func add(
    _ source: [UInt8], _ tags: [TemplateTag], escaping: Template.Escaping, asPart part: String?
  ) throws(TemplateMistake) -> Range<Int> {
    let first = steps.count
    let isPart = part != nil
    var escaping = escaping
    var open: [(step: Int, escaping: Template.Escaping)] = []
    var start = 0
    for tag in tags {
      let line = tag.standaloneLine(in: source)
      let removed = line ?? tag.range
      addText(source, start..<removed.lowerBound, isPart)
      if isPart, line == nil, source.isLineStart(tag.range.lowerBound) {
        steps.append(.indentation)
      }
      start = removed.upperBound
      if tag.isUnknown {
        throw TemplateMistake(
          "templates do not support this kind of tag",
          at: source.lineStart(before: tag.range.lowerBound))
      }
      switch tag.kind {
      case .variable(let isEscaped):
        let escaped: ValueEscaping = escaping == .text ? .none : isEscaped ? .all : .foreign
        steps.append(.value(name(of: tag), escaped))
      case .section, .inverted:
        open.append((steps.count, escaping))
        steps.append(.section(name(of: tag), isInverted: tag.kind == .inverted, end: 0))
      case .end:
        guard let (step, outer) = open.popLast() else { continue }
        guard case .section(let name, let isInverted, _) = steps[step] else { continue }
        steps[step] = .section(name, isInverted: isInverted, end: steps.count)
        escaping = outer
      case .partial:
        let indentation = source[removed.lowerBound..<tag.range.lowerBound]
        text += indentation
        steps.append(
          .part(
            parts[tag.text] ?? 0..<0,
            indentation: text.count - indentation.count..<text.count))
      case .escaping:
        guard let named = Template.Escaping(pragma: tag.text) else {
          throw TemplateMistake(
            "`{{%` can only be followed by `CONTENT_TYPE: TEXT` or `CONTENT_TYPE: HTML`",
            at: source.lineStart(before: tag.range.lowerBound))
        }
        escaping = named
      case .remark: break
      }
    }
    if source[start...].last == UInt8(ascii: "{") {
      throw TemplateMistake(
        "the template ends with a `{` that does not open a tag",
        at: source.lineStart(before: source.count))
    }
    addText(source, start..<source.count, isPart)
    if let part { parts[part] = first..<steps.count }
    return first..<steps.count
  }

  /// Adds the steps that write the text between two tags: one step or, if `isPart` is true, one for
  /// the indentation and one for the text of each line.
  private mutating func addText(_ source: [UInt8], _ range: Range<Int>, _ isPart: Bool) {
    var rest = source[range]
    while !rest.isEmpty {
      if isPart, source.isLineStart(rest.startIndex) { steps.append(.indentation) }
      let end = isPart ? rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } : nil
      let line = rest[..<(end ?? rest.endIndex)]
      text += line
      steps.append(.text(text.count - line.count..<text.count))
      rest = rest[line.endIndex...]
    }
  }

  private mutating func name(of tag: TemplateTag) -> Name {
    let start = words.count
    words += tag.transforms
    let path = words.count
    words += tag.name.split(separator: ".").map(String.init)
    return Name(
      functions: start..<path, path: path..<words.count,
      origin: tag.isPlaceInList ? .position : tag.name.first == "." ? .top : .stack)
  }
}

extension TemplateTag {
  /// Returns the range of the tag's line, including the newline, if the tag is alone on it. Such a
  /// line is omitted from the output (Mustache 1.4, "standalone"). Nil for a variable, or if the
  /// line contains other text.
  fileprivate func standaloneLine(in source: [UInt8]) -> Range<Int>? {
    if case .variable = kind { return nil }
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let start = source[..<range.lowerBound].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
    guard source.isLineStart(start) else { return nil }
    let rest = source[range.upperBound...].drop(while: isBlank)
    if rest.isEmpty { return start..<source.count }
    for newline in ["\n", "\r\n"] where rest.starts(with: newline.utf8) {
      return start..<rest.startIndex + newline.utf8.count
    }
    return nil
  }
}

extension [UInt8] {
  fileprivate func isLineStart(_ index: Int) -> Bool {
    index == 0 || self[index - 1] == UInt8(ascii: "\n")
  }

  /// Returns the start of the line that contains `index`, as an empty range.
  fileprivate func lineStart(before index: Int) -> Range<Int> {
    let start = self[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return start..<start
  }
}
