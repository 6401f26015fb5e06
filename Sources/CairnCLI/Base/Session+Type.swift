import CairnCapture
import CairnInsight
import CairnText

extension Session {
  /// What the person says a capture is; nil where that is left open, or at the end of input.
  ///
  /// - Parameter found: What its text was found to be, which is not sure.
  func askType(_ found: Classification) -> String? {
    if !found.candidates.isEmpty { console.say("What is it? Perhaps \(found.likeliest).") }
    for kind in CaptureKind.allCases {
      let letter = console.errorStyled(String(kind.rawValue.prefix(1)), .bold)
      console.say("  \(letter)  \(kind.rawValue.padding(to: 6))  \(kind.meaning)")
    }
    while let answer = console.ask("a, i, f or p, or another type; Enter leaves it open: ") {
      let word = answer.trimmingBlanks.lowercased()
      if word.isEmpty { return nil }
      let types = TypeWord.all.filter { $0.hasPrefix(word) }
      if let type = types.first, types.count == 1 { return type }
      let all = TypeWord.all.joined(separator: ", ")
      console.say("Say one of \(all), or how it begins; or nothing.")
    }
    console.say("")
    return nil
  }
}

/// The types that captures have, besides words of the user's own.
enum TypeWord {
  /// All of them; no two begin with the same letter.
  static let all = CaptureKind.allCases.map(\.rawValue) + ["entry", "gift", "note"]
}
