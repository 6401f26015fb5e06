import CairnCapture
import CairnConsole
import CairnInsight
import CairnText
import CairnWork

extension Session {
  /// Asks for the type of a capture and suggests likely types. Returns nil if the user enters no
  /// type.
  func askType(_ found: Classification) -> String? {
    if case .type(let type) = askType(found, mayQuit: false) { return type }
    return nil
  }

  /// An answer to the question about the type of a capture.
  enum TypeAnswer {
    case type(String)
    case open
    /// The user quit, or the input ended.
    case quit
  }

  /// Asks for a type like ``askType(_:)``. If `mayQuit` is true, the user can also answer `q`, for
  /// ``TypeAnswer/quit``.
  func askType(_ found: Classification, mayQuit: Bool) -> TypeAnswer {
    if !found.candidates.isEmpty {
      console.say("What type is the capture? Perhaps \(found.likeliest).")
    }
    for kind in CaptureKind.allCases {
      let letter = console.errorStyled(String(kind.rawValue.prefix(1)), .bold)
      console.say("  \(letter)  \(kind.rawValue.padding(to: 6))  \(kind.meaning)")
    }
    let quits = mayQuit ? ", q quits" : ""
    while let answer = console.ask("Type a, i, f, p or another type; Enter skips\(quits): ") {
      let word = answer.trimmingBlanks.lowercased()
      if word.isEmpty { return .open }
      if mayQuit, word == "q" { return .quit }
      let (type, all) = work.type(beginning: word)
      if let type { return .type(type) }
      let list = all.joined(separator: ", ")
      console.say(TerminalText.line("Type one of \(list), or its first letters; Enter skips."))
    }
    console.say("")
    return .quit
  }
}
