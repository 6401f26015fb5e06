import CairnConsole
import CairnProvider
import CairnText
import CairnWork

extension Console {
  /// Shows a request that would be sent to a provider.
  func show(_ unsent: AskedProvider) {
    line(styled("Request to provider `\(TerminalText.line(unsent.provider.name))`:", .bold))
    line(TerminalText.escaped(unsent.text, keepingLines: true))
  }
}
