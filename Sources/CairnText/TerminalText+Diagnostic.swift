extension TerminalText {
  /// A diagnostic with its line and caret, as ``Diagnostic/rendered(source:)`` has it, for a terminal.
  /// No name in it begins a line of its own.
  public static func escaped(_ diagnostic: Diagnostic, source: String = "input") -> String {
    let headline = diagnostic.headline(source: source)
    let rest = diagnostic.rendered(source: source).utf8.dropFirst(headline.utf8.count)
    return escaped(headline) + escaped(String(decoding: rest, as: UTF8.self), keepingLines: true)
  }
}
