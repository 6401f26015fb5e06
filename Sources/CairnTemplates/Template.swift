import CairnCapture
public import CairnText

/// A compiled template. The language, described in docs/templates.md, is Mustache with functions,
/// but without delimiter changes and inheritance.
///
/// Any string can be a name, as in front matter, even with spaces and umlauts. A template cannot
/// run programs, and can read no files except its parts. Thread-safe.
package struct Template: Sendable {
  private let program: TemplateProgram
  private let steps: Range<Int>

  /// The way in which a template escapes values.
  package enum Escaping {
    case html
    /// Values are not escaped.
    case text
  }

  /// Compiles a template and the parts that it includes.
  ///
  /// - Parameters:
  ///   - name: The name of the template, shown in error messages.
  ///   - partials: A callback that returns the source of the part with a given name; nil if there
  ///     is no such part.
  /// - Throws: A diagnostic `template-malformed`, `template-too-deep`, `template-unknown-part` or
  ///   `template-endless`, with its place in the source.
  package init(
    _ source: TemplateSource, named name: String? = nil, escaping: Escaping,
    partials: @escaping (String) -> TemplateSource? = { _ in nil }
  ) throws(Diagnostic) {
    var compiler = TemplateCompiler(escaping: escaping, source: partials)
    steps = try compiler.compile(source, named: name)
    program = compiler.program
  }

  /// Returns the output of the template as UTF-8. `scope` supplies the values of the names.
  package func render(_ scope: any TemplateValue) -> [UInt8] {
    TemplateRenderer.render(program, steps, scope)
  }
}

extension Template.Escaping {
  /// Creates the escaping that a tag such as `{{% CONTENT_TYPE: TEXT }}` selects. `pragma` is the
  /// text after `%`: `CONTENT_TYPE: TEXT` or `CONTENT_TYPE: HTML`. Returns nil for any other text.
  init?(pragma: String) {
    let words = pragma.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, words[0].trimmingBlanks == "CONTENT_TYPE" else { return nil }
    switch words[1].trimmingBlanks {
    case "HTML": self = .html
    case "TEXT": self = .text
    default: return nil
    }
  }
}

/// The text of a template and the file that it comes from.
public struct TemplateSource: Sendable, Hashable {
  /// The text of the template.
  public let text: String
  /// The path of the template's file in the notebook; nil if it is not in the notebook.
  public let path: NotePath?
  /// The name of the file in error messages; nil if the template is not in a file.
  public let name: String?

  /// Creates a source. By default, its text does not come from a file.
  public init(_ text: String, path: NotePath? = nil, name: String? = nil) {
    self.text = text
    self.path = path
    self.name = name
  }

  /// Returns a diagnostic about a range of ``text``, given in UTF-8 bytes.
  package func diagnostic(
    _ code: String, _ message: String, at range: Range<Int>
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, code, message, at: range, in: Array(text.utf8), path: path)
    diagnostic.source = name
    return diagnostic
  }
}

/// A compiler that first compiles the parts that a template includes, then the template.
private struct TemplateCompiler {
  let escaping: Template.Escaping
  let source: (String) -> TemplateSource?
  private(set) var program = TemplateProgram()
  /// The maximum nesting depth of sections and parts inside each compiled part, keyed by the part's
  /// name.
  private var heights: [String: Int] = [:]
  /// The names of the parts that are being compiled. Each part is included by the previous one.
  private var chain: [String] = []

  init(escaping: Template.Escaping, source: @escaping (String) -> TemplateSource?) {
    self.escaping = escaping
    self.source = source
  }

  mutating func compile(
    _ source: TemplateSource, named name: String?
  ) throws(Diagnostic) -> Range<Int> {
    let malformed = { (mistake: TemplateMistake) in
      let subject = name.map { "the template `\($0)`" } ?? "the template"
      return source.diagnostic(
        mistake.code, "\(subject) is invalid: \(mistake.message)", at: mistake.range)
    }
    let bytes = Array(source.text.utf8)
    let tags: [TemplateTag]
    do { tags = try TemplateTag.all(in: bytes) } catch { throw malformed(error) }
    var height = 0
    for tag in tags {
      let inner = tag.kind == .partial ? try include(tag, of: source) + 1 : 0
      height = max(height, tag.depth + inner)
      guard height <= TemplateTag.maximumDepth else {
        throw source.diagnostic(
          "template-too-deep",
          "sections and parts are nested more than \(TemplateTag.maximumDepth) levels deep",
          at: tag.textRange)
      }
    }
    if let part = chain.last { heights[part] = height }
    do {
      return try program.add(bytes, tags, escaping: escaping, asPart: chain.last)
    } catch { throw malformed(error) }
  }

  /// Compiles the part that a tag includes, unless it is already compiled. Returns the maximum
  /// nesting depth of sections and parts inside the part.
  private mutating func include(
    _ tag: TemplateTag, of source: TemplateSource
  ) throws(Diagnostic) -> Int {
    let name = tag.text
    guard !chain.contains(name) else {
      throw source.diagnostic(
        "template-endless", "the part `\(name)` includes itself", at: tag.textRange)
    }
    if let height = heights[name] { return height }
    guard chain.count < TemplateTag.maximumDepth else {
      throw source.diagnostic(
        "template-too-deep",
        "parts include each other more than \(TemplateTag.maximumDepth) levels deep",
        at: tag.textRange)
    }
    guard let part = self.source(name) else {
      throw source.diagnostic(
        "template-unknown-part", "there is no part `\(name)`", at: tag.textRange)
    }
    chain.append(name)
    _ = try compile(part, named: name)
    chain.removeLast()
    return heights[name] ?? 0
  }
}
