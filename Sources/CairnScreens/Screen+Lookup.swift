import CairnConsole
package import CairnProvider
import CairnText

extension Screen {
  /// Shows works, each with its number, title and facts.
  package func list(_ options: [LookupOption]) {
    for (number, option) in options.enumerated() {
      console.line(line(of: option, number + 1))
    }
  }

  /// Returns the line of a work: its number, title and facts.
  package func line(of option: LookupOption, _ number: Int) -> String {
    let facts = option.summary + (option.pictures.isEmpty ? "" : " · cover")
    return "\(number)  \(TerminalText.line(option.title))  "
      + console.styled("\(TerminalText.line(facts)) (\(option.service))", .dim)
  }
}
