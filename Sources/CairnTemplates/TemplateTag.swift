/// A tag of a template, such as `{{#tags}}`, and its place in the source.
package struct TemplateTag {
  package enum Kind: Equatable {
    /// A variable: `{{name}}` or, without escaping, `{{{name}}}` or `{{&name}}`.
    case variable(isEscaped: Bool)
    /// The start of a section: `{{#name}}`.
    case section
    /// The start of an inverted section: `{{^name}}`.
    case inverted
    /// The end of a section: `{{/name}}`.
    case end
    /// The inclusion of a part: `{{> name}}`.
    case partial
    /// A choice of escaping: `{{% CONTENT_TYPE: TEXT }}`.
    case escaping
    /// A comment: `{{! … }}`.
    case remark
  }

  package let kind: Kind
  /// The content of the tag, such as `month(created)`: the text between the braces, without a
  /// leading character such as `#`.
  package let text: String
  /// The names of the functions applied to the name, the outermost first: `["month"]` for
  /// `month(created)`.
  let transforms: [String]
  /// The name that the functions apply to: `created` for `month(created)`. Empty if a function
  /// takes no name, such as `first()`, which tests the position in a list.
  package let name: String
  /// The byte range of the tag in the source, including the braces.
  let range: Range<Int>
  /// The byte range of ``text`` in the source.
  let textRange: Range<Int>
  /// Whether the tag has an unsupported form, such as `{{##a}}`, `{{{{a}}}}` or `{{a(b}}`.
  let isUnknown: Bool
  /// The number of sections that contain the tag.
  private(set) var depth = 0

  /// Whether the tag asks for the position of an element in its list, such as `{{last()}}`.
  var isPlaceInList: Bool { name.isEmpty && !transforms.isEmpty }

  /// The source text of a tag that opens a section: `{{#name}}` or `{{^name}}`.
  private var opening: String { "{{\(kind == .inverted ? "^" : "#")\(text)}}" }
}

/// A mistake in a template, and its place in the source.
package struct TemplateMistake: Error {
  let code: String
  let message: String
  let range: Range<Int>

  init(_ message: String, at range: Range<Int>, code: String = "template-malformed") {
    self.code = code
    self.message = message
    self.range = range
  }
}

// MARK: - Reading

extension TemplateTag {
  /// The maximum depth of nested functions, of nested sections, and of nested parts. For parts, the
  /// sections inside them count too. Limits the depth of the call stack; templates written by hand
  /// are never nested so deeply.
  static let maximumDepth = 100

  /// Returns the tags of a template in order. Throws a ``TemplateMistake`` if a tag is invalid, or
  /// if sections are not properly nested or more than ``maximumDepth`` deep.
  package static func all(in source: [UInt8]) throws(TemplateMistake) -> [TemplateTag] {
    var tags: [TemplateTag] = []
    var open: [TemplateTag] = []
    var start = source.startIndex
    while let opening = source[start...].firstIndex(of: "{{") {
      var tag = try TemplateTag(source, at: opening)
      tag.depth = open.count
      switch tag.kind {
      case .section, .inverted:
        guard open.count < maximumDepth else {
          throw TemplateMistake(
            "sections are nested more than \(maximumDepth) levels deep", at: tag.range,
            code: "template-too-deep")
        }
        open.append(tag)
      case .end:
        guard let last = open.popLast() else {
          throw TemplateMistake(
            "`{{/\(tag.text)}}` has no matching `{{#\(tag.text)}}`", at: tag.range)
        }
        guard last.text == tag.text else {
          throw TemplateMistake(
            "expected `{{/\(last.text)}}` to close `\(last.opening)`, not `{{/\(tag.text)}}`",
            at: tag.range)
        }
      default: break
      }
      tags.append(tag)
      start = tag.range.upperBound
    }
    if let tag = open.last {
      throw TemplateMistake(
        "the section `\(tag.opening)` is not closed; add `{{/\(tag.text)}}`", at: tag.range)
    }
    return tags
  }

  private init(_ source: [UInt8], at opening: Int) throws(TemplateMistake) {
    var inner = opening + 2
    let isTriple = source[inner...].first == UInt8(ascii: "{")
    if isTriple { inner += 1 }
    let ending = isTriple ? "}}}" : "}}"
    guard let end = source[inner...].firstIndex(of: ending) else {
      throw TemplateMistake("this tag is not closed; add `\(ending)`", at: opening..<opening + 2)
    }
    range = opening..<end + ending.utf8.count
    let sign = isTriple ? nil : source[inner..<end].first
    kind = isTriple ? .variable(isEscaped: false) : try Self.kind(sign, range)
    let content = (kind == .variable(isEscaped: true) || isTriple ? inner : inner + 1)..<end
    let text = Self.trimmed(source, content)
    textRange = text
    self.text = String(decoding: source[text], as: UTF8.self)
    if kind == .remark || kind == .escaping {
      (transforms, name, isUnknown) = ([], "", false)
      return
    }
    (transforms, name) = Self.parts(of: self.text)
    let signs = isTriple ? "{#^/&!%>" : "#^/&"
    isUnknown =
      source[content].first.map(signs.utf8.contains) == true || !Self.areClosed(self.text)
      || isTriple && source[content].firstIndex(of: "}}") != nil
    if transforms.count > Self.maximumDepth {
      throw TemplateMistake(
        "functions are nested more than \(Self.maximumDepth) levels deep", at: range,
        code: "template-too-deep")
    }
    if self.text.isEmpty { throw TemplateMistake("this tag has no name", at: range) }
    if self.text.contains(where: \.isNewline) {
      throw TemplateMistake("this tag is not closed; add `\(ending)`", at: opening..<opening + 2)
    }
    if kind == .partial, !self.text.utf8.allSatisfy(Self.isInPartialName) {
      throw TemplateMistake(
        "the name of a part can contain only letters, digits, `-` and `_`", at: range)
    }
  }

  private static func kind(_ sign: UInt8?, _ range: Range<Int>) throws(TemplateMistake) -> Kind {
    switch sign {
    case UInt8(ascii: "#"): return .section
    case UInt8(ascii: "^"): return .inverted
    case UInt8(ascii: "/"): return .end
    case UInt8(ascii: ">"): return .partial
    case UInt8(ascii: "!"): return .remark
    case UInt8(ascii: "%"): return .escaping
    case UInt8(ascii: "&"): return .variable(isEscaped: false)
    case UInt8(ascii: "="):
      throw TemplateMistake("templates cannot change the delimiters", at: range)
    case UInt8(ascii: "<"), UInt8(ascii: "$"):
      throw TemplateMistake(
        "templates do not support blocks (`{{$…}}`) or parents (`{{<…}}`)", at: range)
    default: return .variable(isEscaped: true)
    }
  }

  private static func trimmed(_ source: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = source[range].firstIndex(where: { !isBlank($0) }),
      let last = source[range].lastIndex(where: { !isBlank($0) })
    else { return range.upperBound..<range.upperBound }
    return first..<last + 1
  }

  /// Returns the functions and the name in the text of a tag: `["month"]` and `"created"` for
  /// `month(created)`.
  private static func parts(of text: String) -> ([String], String) {
    var transforms: [String] = []
    var rest = Substring(text)
    while transforms.count <= maximumDepth, rest.last == ")",
      let bracket = rest.firstIndex(of: "("),
      rest[..<bracket].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      bracket > rest.startIndex
    {
      transforms.append(String(rest[..<bracket]))
      rest = rest[rest.index(after: bracket)...].dropLast()
    }
    return (transforms, String(rest))
  }

  /// Returns whether `text` has one `)` for each `(` and all `)` are at its end, as in `a(b(c))`.
  private static func areClosed(_ text: String) -> Bool {
    let depth = text.utf8.count { $0 == UInt8(ascii: "(") }
    let closing = UInt8(ascii: ")")
    return text.utf8.count { $0 == closing } == depth
      && text.utf8.suffix(depth).allSatisfy { $0 == closing }
  }

  private static func isInPartialName(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}

extension ArraySlice<UInt8> {
  /// Returns the index of the first occurrence of `text`; nil if there is none.
  fileprivate func firstIndex(of text: String) -> Int? {
    let text = Array(text.utf8)
    return indices.first { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}
