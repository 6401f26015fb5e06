public import CairnText
import Mustache

/// A compiled Mustache template.
///
/// Any text is a name in it, also one with blanks or umlauts, as keys of front matter are. What it
/// cannot do is run anything, read a file that it was not given, or change its delimiters.
struct Template: Sendable {
  private let compiled: MustacheTemplate
  private let library: MustacheLibrary?
  /// Nil where a part has in its text what marks a value in an outline.
  private let outlines: TemplateOutlines?

  /// How values are escaped where a template does not say it itself.
  enum Escaping {
    case html
    /// Not at all.
    case text

    /// What the library calls it.
    fileprivate var name: String { self == .html ? HTMLEscaping.name : "TEXT" }
  }

  /// Compiles `source`, the template that is called `name`, where it is one of several.
  ///
  /// - Parameter partials: gives the source of a part that is included by name, or nil where there is
  ///   no such.
  /// - Throws: A diagnostic `template-malformed` or `template-too-deep` that says where;
  ///   `template-unknown-part` and `template-endless` of parts.
  init(
    _ source: TemplateSource, named name: String? = nil, escaping: Escaping,
    partials: @escaping (String) -> TemplateSource? = { _ in nil }
  ) throws(Diagnostic) {
    var parts = PartCompiler(escaping: escaping, source: partials)
    compiled = try parts.compile(source, named: name)
    library = parts.compiled.isEmpty ? nil : MustacheLibrary(templates: parts.compiled)
    outlines = parts.hasMarks ? nil : TemplateOutlines()
  }

  /// The template filled with what the names in it stand for. Each name is asked for once.
  func render(_ scope: any MustacheParent) -> [UInt8] {
    outlines?.filled(scope, render: rendered) ?? Array(rendered(scope).utf8)
  }

  /// The same, by the library, which costs some microseconds for each tag.
  func rendered(_ scope: any MustacheParent) -> String { compiled.render(scope, library: library) }
}

/// A template's text, and where it stands.
public struct TemplateSource: Sendable, Hashable {
  /// The text.
  public let text: String
  /// Its file in the notebook, where it lies there.
  public let path: NotePath?
  /// Its file as people know it; nil where it is in none.
  public let name: String?

  /// A text, by default one that is in no file.
  public init(_ text: String, path: NotePath? = nil, name: String? = nil) {
    self.text = text
    self.path = path
    self.name = name
  }

  /// What is wrong at `range`, in bytes of the text.
  func diagnostic(
    _ code: String, _ message: String, at range: Range<Int>
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, code, message, at: range, in: Array(text.utf8), path: path)
    diagnostic.source = name
    return diagnostic
  }
}

/// Compiles a template, and the parts that it includes.
private struct PartCompiler {
  let escaping: Template.Escaping
  let source: (String) -> TemplateSource?
  private(set) var compiled: [String: MustacheTemplate] = [:]
  /// Whether a mark of outlines stands in any text.
  private(set) var hasMarks = false
  /// The parts that are being compiled, each included by the one before it.
  private var chain: [String] = []
  /// How many sections and parts are nested in each part.
  private var heights: [String: Int] = [:]

  init(escaping: Template.Escaping, source: @escaping (String) -> TemplateSource?) {
    self.escaping = escaping
    self.source = source
  }

  mutating func compile(
    _ source: TemplateSource, named name: String?
  ) throws(Diagnostic) -> MustacheTemplate {
    let subject = name.map { "the template `\($0)`" } ?? "the template"
    let tags: [TemplateTag]
    do throws(TemplateMistake) {
      tags = try TemplateTag.all(in: Array(source.text.utf8))
    } catch {
      throw source.diagnostic(
        error.code, "\(subject) cannot be understood: \(error.message)", at: error.range)
    }
    var height = 0
    for tag in tags {
      let inner = tag.kind == .partial ? try include(tag, of: source) + 1 : 0
      height = max(height, tag.depth + inner)
      guard height <= TemplateTag.maximumDepth else {
        throw source.diagnostic(
          "template-too-deep",
          "more than \(TemplateTag.maximumDepth) sections and parts are nested here",
          at: tag.textRange)
      }
    }
    if let name { heights[name] = height }
    if source.text.unicodeScalars.contains(TemplateOutline.opening) { hasMarks = true }
    // Also where a template itself asks for it, values are escaped in the one way.
    _ = HTMLEscaping.name
    // On a line of its own, a tag leaves nothing behind.
    let lead = "{{%CONTENT_TYPE: \(escaping.name)}}\n"
    do {
      return try MustacheTemplate(string: lead + TemplateName.encoded(in: source.text))
    } catch {
      let line = (error as? MustacheTemplate.ParserError)?.context.lineNumber ?? 2
      let start = source.text.startOfLine(line - 1)
      throw source.diagnostic(
        "template-malformed", "\(subject) cannot be understood: \(error.explanation)",
        at: start..<start)
    }
  }

  /// Compiles the part that a tag includes, unless that was done; how many levels are nested in it.
  private mutating func include(
    _ tag: TemplateTag, of source: TemplateSource
  ) throws(Diagnostic) -> Int {
    let name = tag.text
    guard !chain.contains(name) else {
      throw source.diagnostic(
        "template-endless", "the part `\(name)` includes itself", at: tag.textRange)
    }
    if compiled[name] != nil { return heights[name] ?? 0 }
    guard chain.count < TemplateTag.maximumDepth else {
      throw source.diagnostic(
        "template-too-deep",
        "more than \(TemplateTag.maximumDepth) parts are included one in another",
        at: tag.textRange)
    }
    guard let part = self.source(name) else {
      throw source.diagnostic(
        "template-unknown-part", "there is no part `\(name)`", at: tag.textRange)
    }
    chain.append(name)
    compiled[name] = try compile(part, named: name)
    chain.removeLast()
    return heights[name] ?? 0
  }
}

extension String {
  /// Where a line begins, counted from 1, in bytes; the last line where there are fewer.
  fileprivate func startOfLine(_ number: Int) -> Int {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines[min(max(number, 1), lines.count) - 1].startIndex
    return utf8.distance(from: startIndex, to: start)
  }
}

extension Error {
  /// What a parser's error says, in words.
  fileprivate var explanation: String {
    let error = (self as? MustacheTemplate.ParserError)?.error ?? self
    guard let error = error as? MustacheTemplate.Error else { return "a tag is never closed" }
    return switch error {
    case .invalidConfigVariableSyntax, .unrecognisedConfigVariable:
      "after {{% only CONTENT_TYPE: TEXT or CONTENT_TYPE: HTML may stand"
    default: "it uses a kind of tag that templates here do not have"
    }
  }
}
