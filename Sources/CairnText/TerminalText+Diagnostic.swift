extension TerminalText {
  /// Returns the text of ``Diagnostic/rendered(source:)``, escaped for a terminal. Line breaks in
  /// the headline are escaped too, so that a file name cannot forge a line of output.
  public static func escaped(_ diagnostic: Diagnostic, source: String = "input") -> String {
    let headline = diagnostic.headline(source: source)
    let rest = diagnostic.rendered(source: source).utf8.dropFirst(headline.utf8.count)
    return escaped(headline) + escaped(String(decoding: rest, as: UTF8.self), keepingLines: true)
  }
}
