public import CairnCapture
public import CairnText

/// A template that makes a line, or several, of each capture: what `--print` takes.
///
///     let template = try PrintTemplate("{{due}}\\t{{title}}{{#tags}} #{{.}}{{/tags}}")
///     template.render(capture, clock: clock)     // "2026-11-30\tPay the Acme invoice #finance"
///
/// Names are those of ``TemplateVariable/Place/print`` and every field of the front matter; what a
/// capture does not have is empty. Compiling costs one pass; render as often as you like.
public struct PrintTemplate: Sendable {
  private let template: Template

  /// Compiles a template in which `\t`, `\n` and `\\` stand for a tab, a line feed and a backslash.
  ///
  /// - Throws: A diagnostic `template-malformed` that says where.
  public init(_ source: String) throws(Diagnostic) {
    template = try Template(TemplateSource(Self.unescaped(source)), escaping: .text)
  }

  /// The template filled with a capture's values; no line's end is added.
  ///
  /// - Parameters:
  ///   - clock: Tells the times that the file does not.
  ///   - snippet: The passage that shows why the capture was found.
  ///   - escaping: What is done to each text before it is put in, such as
  ///     ``/CairnText/TerminalText/escaped(_:keepingLines:)``; nothing by default.
  public func render(
    _ capture: Capture, clock: LocalClock, snippet: String? = nil,
    escaping: @escaping @Sendable (String) -> String = { $0 }
  ) -> String {
    let setting = TemplateSetting(clock: clock, escape: escaping)
    let scope = CaptureScope(capture, setting) { name in
      name == "snippet" ? .some(snippet.map { TemplateScalar($0, setting) }) : nil
    }
    return String(decoding: template.render(scope), as: UTF8.self)
  }

  private static func unescaped(_ source: String) -> String {
    var text = ""
    var isEscaped = false
    for character in source {
      switch character {
      case "t" where isEscaped: text.append("\t")
      case "n" where isEscaped: text.append("\n")
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case _ where isEscaped && character != "\\":
        text.append("\\")
        text.append(character)
      default: text.append(character)
      }
      isEscaped = false
    }
    return isEscaped ? text + "\\" : text
  }
}
