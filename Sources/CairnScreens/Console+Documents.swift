package import CairnConsole
import CairnProvider
import CairnText
package import CairnWire
package import CairnWork

extension Console {
  /// Writes a JSON document to standard output, on one line.
  package func line(_ document: JSONDocument) { line(document.description) }

  /// Shows a request that would be sent to a provider.
  package func show(_ unsent: AskedProvider) {
    line(styled("Request to provider `\(TerminalText.line(unsent.provider.name))`:", .bold))
    line(TerminalText.escaped(unsent.text, keepingLines: true))
  }
}
