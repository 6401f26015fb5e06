extension TerminalText {
  /// Returns a diagnostic with its line and caret (``Diagnostic/rendered(source:)``), escaped for a
  /// terminal. A line break in a name is escaped, so that a name cannot forge a line.
  public static func escaped(_ diagnostic: Diagnostic, source: String = "input") -> String {
    let headline = diagnostic.headline(source: source)
    let rest = diagnostic.rendered(source: source).utf8.dropFirst(headline.utf8.count)
    return escaped(headline) + escaped(String(decoding: rest, as: UTF8.self), keepingLines: true)
  }
}
