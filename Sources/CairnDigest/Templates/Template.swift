import CairnText
import Mustache

/// A compiled Mustache template.
///
/// Any text is a name in it, also one with blanks or umlauts, as keys of front matter are. What it
/// cannot do is run anything, include a file, or change its delimiters.
struct Template: Sendable {
  private let compiled: MustacheTemplate

  /// How values are escaped where a template does not say it itself.
  enum Escaping: String {
    case html = "HTML"
    /// Not at all.
    case text = "TEXT"
  }

  /// Compiles `source`, the template that is called `name`, where it is one of several.
  ///
  /// - Throws: A diagnostic `template-malformed` that says where, without a path.
  init(_ source: String, named name: String? = nil, escaping: Escaping) throws(Diagnostic) {
    let subject = name.map { "the template `\($0)`" } ?? "the template"
    func malformed(_ reason: String, at place: String.Index) -> Diagnostic {
      let offset = source.utf8.distance(from: source.startIndex, to: place)
      return Diagnostic(
        .error, "template-malformed", "\(subject) cannot be understood: \(reason)",
        at: offset..<offset, in: Array(source.utf8))
    }
    if let (place, reason) = Self.forbiddenTag(in: source) {
      throw malformed(reason, at: place)
    }
    // On a line of its own, a tag leaves nothing behind.
    let lead = "{{%CONTENT_TYPE: \(escaping.rawValue)}}\n"
    do {
      compiled = try MustacheTemplate(string: lead + TemplateName.encoded(in: source))
    } catch let error as MustacheTemplate.ParserError {
      let line = error.context.lineNumber - 1
      throw malformed(error.error.explanation, at: source.startOfLine(line))
    } catch {
      throw malformed("it cannot be read", at: source.startIndex)
    }
  }

  /// The template filled with what the names in it stand for.
  func render(_ scope: any MustacheParent) -> String { compiled.render(scope) }

  private static func forbiddenTag(in source: String) -> (String.Index, String)? {
    for (tag, reason) in [
      ("{{=", "the delimiters cannot be changed"), ("{{>", "other files cannot be included"),
      ("{{<", "other files cannot be included"), ("{{$", "blocks cannot be replaced"),
      ("{{}}", "a tag has no name"),
    ] {
      if let place = source.firstIndex(of: tag) { return (place, reason) }
    }
    if source.hasSuffix("{{") {
      return (source.index(source.endIndex, offsetBy: -2), "a tag is never closed")
    }
    return nil
  }
}

extension String {
  /// Where `text` first stands.
  fileprivate func firstIndex(of text: String) -> Index? {
    utf8.indices.first { utf8[$0...].starts(with: text.utf8) }
  }

  /// Where a line begins, counted from 1; the last line where there are fewer.
  fileprivate func startOfLine(_ number: Int) -> Index {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines[min(max(number, 1), lines.count) - 1].startIndex
  }
}

extension Error {
  /// What a parser's error says, in words.
  fileprivate var explanation: String {
    guard let error = self as? MustacheTemplate.Error else { return "a tag is never closed" }
    return switch error {
    case .sectionCloseNameIncorrect:
      "a section is closed that was not opened last; close {{#name}} by {{/name}}"
    case .unfinishedName: "a name is empty, or its tag is never closed"
    case .expectedSectionEnd: "a section is never closed; close {{#name}} by {{/name}}"
    case .invalidConfigVariableSyntax, .unrecognisedConfigVariable:
      "after {{% only CONTENT_TYPE: TEXT or CONTENT_TYPE: HTML may stand"
    default: "it uses a kind of tag that templates here do not have"
    }
  }
}
