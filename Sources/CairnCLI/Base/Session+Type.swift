import CairnCapture
import CairnInsight
import CairnText
import CairnWork

extension Session {
  /// What the person says a capture is; nil where that is left open, or at the end of input.
  ///
  /// - Parameter found: What its text was found to be, which is not sure.
  func askType(_ found: Classification) -> String? {
    if case .type(let type) = askType(found, mayQuit: false) { return type }
    return nil
  }

  /// What somebody answers who is asked what a capture is.
  enum TypeAnswer {
    case type(String)
    /// It is left open.
    case open
    /// The person wants no more questions, or the input ended.
    case quit
  }

  /// As ``askType(_:)``; where it may be, `q` says that there shall be no more questions.
  func askType(_ found: Classification, mayQuit: Bool) -> TypeAnswer {
    if !found.candidates.isEmpty { console.say("What is it? Perhaps \(found.likeliest).") }
    for kind in CaptureKind.allCases {
      let letter = console.errorStyled(String(kind.rawValue.prefix(1)), .bold)
      console.say("  \(letter)  \(kind.rawValue.padding(to: 6))  \(kind.meaning)")
    }
    let quits = mayQuit ? ", q stops" : ""
    while let answer = console.ask("a, i, f or p, or another type; Enter leaves it open\(quits): ")
    {
      let word = answer.trimmingBlanks.lowercased()
      if word.isEmpty { return .open }
      if mayQuit, word == "q" { return .quit }
      let (type, all) = work.type(beginning: word)
      if let type { return .type(type) }
      let list = all.joined(separator: ", ")
      console.say(TerminalText.line("Say one of \(list), or how it begins; or nothing."))
    }
    console.say("")
    return .quit
  }
}
