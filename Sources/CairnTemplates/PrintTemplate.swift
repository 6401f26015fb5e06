public import CairnCapture
public import CairnText

/// A template that the user passes to `--print`. It renders each capture as one or more lines.
///
///     let template = try PrintTemplate("{{due}}\\t{{title}}{{#tags}} #{{.}}{{/tags}}")
///     template.render(capture, clock: clock)     // "2026-11-30\tPay the Acme invoice #finance"
///
/// Templates can use all variables for ``TemplateVariable/Place/print`` and all fields of the front
/// matter. A missing value renders as nothing. Compiling takes one pass over the text.
public struct PrintTemplate: Sendable {
  private let template: Template

  /// Compiles a template in which `\t`, `\n` and `\\` stand for a tab, a line feed and a backslash.
  ///
  /// - Throws: A diagnostic `template-malformed` with the location of the mistake in the template.
  public init(_ source: String) throws(Diagnostic) {
    template = try Template(TemplateSource(Self.unescaped(source)), escaping: .text)
  }

  /// Returns the template filled with a capture's values, without adding a line end.
  ///
  /// - Parameters:
  ///   - clock: The user's clock. The clock's time zone applies to times without an offset in the
  ///     capture's fields, and to times from other sources, such as the modification time of the
  ///     file.
  ///   - snippet: The passage that shows why the capture was found.
  ///   - escaping: A callback that escapes each value before the template inserts it, for example
  ///     ``/CairnText/TerminalText/escaped(_:keepingLines:)``; by default, values are inserted
  ///     unchanged.
  ///   - novelty: A callback that returns how different the capture is from all other captures,
  ///     from 0 to 1. The callback is called only if the template uses `novelty`.
  public func render(
    _ capture: Capture, clock: LocalClock, snippet: String? = nil,
    escaping: @escaping @Sendable (String) -> String = { $0 },
    novelty: @escaping (Capture) -> Double? = { _ in nil }
  ) -> String {
    let setting = TemplateSetting(clock: clock, escape: escaping)
    let scope = CaptureScope(capture, setting) { name in
      switch name {
      case "snippet": .some(snippet.map { TemplateScalar($0, setting) })
      case "novelty": .some(novelty(capture).map { TemplateScalar($0.inHundredths, setting) })
      default: nil
      }
    }
    return String(decoding: template.render(scope), as: UTF8.self)
  }

  /// Returns a warning for each name in the template `source` that is neither a variable nor one of
  /// `fields`.
  public static func warnings(
    about source: String, fields: some Sequence<String>
  ) -> [Diagnostic] {
    TemplateCheck(fields: fields, parts: [])
      .problems(in: TemplateSource(unescaped(source)), places: [.print])
      .filter { $0.code == TemplateCheck.unknownName }
      .map { Diagnostic(.warning, $0.code, "--print: \($0.message)") }
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
