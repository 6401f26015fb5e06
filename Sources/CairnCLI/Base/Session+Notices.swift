import CairnFiles
import CairnText
import SystemPackage

extension Caller {
  /// This process, which says on the console what happens besides what was asked for.
  init(_ surroundings: Surroundings, _ console: Console, _ options: CommonOptions) {
    self.init()
    if let seconds = options.lockTimeout { patience = .seconds(seconds) }
    words = ["cairn"] + surroundings.arguments
    folder = surroundings.workingFolder
    terminal = surroundings.terminalSession
    // Transactions run where they are begun: on the thread that the console belongs to.
    nonisolated(unsafe) let console = console
    let isQuiet = options.quiet
    tell = { notice in
      if case .waiting = notice, isQuiet { return }
      for line in notice.lines(surroundings) { console.say(line) }
    }
  }
}

extension Notice {
  /// What is said of it.
  fileprivate func lines(_ surroundings: Surroundings) -> [String] {
    switch self {
    case .recovered(let recovery):
      let name = "`\(CommandWords(recovery.words))` of \(surroundings.clock.shown(recovery.time))"
      let outcome =
        switch recovery.outcome {
        case .finished: "was brought to its end"
        case .takenBack: "was taken back"
        }
      let files = recovery.files.of("file")
      return [
        "cairn: the interrupted \(name) \(outcome): \(files)"
      ]
        + recovery.left.map { left in
          TerminalText.escaped("cairn: \(left.path): left as it is: \(left.code)")
        }
    case .journalDamaged(let kept):
      return [
        TerminalText.escaped(
          "cairn: the journal of an interrupted command cannot be read; it is kept in \(kept)")
      ]
    case .waiting(let holder):
      return [TerminalText.escaped("cairn: waiting for \(holder), which is writing here")]
    case .leftOver(let error):
      return [
        TerminalText.escaped(
          "cairn: a temporary file was left over; `cairn doctor --fix` removes it: \(error)")
      ]
    }
  }
}

/// The words of a command as they could be typed, safe for a terminal and on one line.
struct CommandWords: CustomStringConvertible {
  /// The text.
  let description: String

  /// The longest text that is shown, in characters.
  private static let limit = 200

  init(_ words: [String]) {
    let text = words.isEmpty ? "a command" : words.map(Self.quoted).joined(separator: " ")
    let isLong = text.count > Self.limit
    description = TerminalText.line(isLong ? text.prefix(Self.limit - 1) + "…" : text)
  }

  /// A word as a shell reads it (POSIX.1-2017 XCU §2.2.2).
  private static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy { scalar in
      !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-._~/:=+,@%".unicodeScalars.contains(scalar)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}

extension LocalClock {
  /// A moment as lists show it: the user's local day and time.
  func shown(_ time: Instant) -> String {
    let time = dateTime(time)
    return String(
      DateTime(date: time.date, secondOfDay: time.secondOfDay).description.prefix(16)
    ).replacing("T", with: " ")
  }
}
