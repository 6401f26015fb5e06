import ArgumentParser
import CairnArguments
import CairnCapture
import CairnSession
import CairnShell
import CairnText
import CairnWork

extension TextToRescue {
  /// Returns the text typed after `add`, `append` or `prepend`, and the notes for saving this text
  /// as a draft. Accepts misspelled commands and invalid options. Leaves out the options of the
  /// command with their values, even if an option is misspelled or its value is invalid. For
  /// `append` and `prepend`, the notes contain the values of `--to` and `--under`.
  ///
  /// The text is empty if no words of text follow the command. Returns nil in these cases:
  ///
  /// - The command is a different one.
  /// - The only word is `-`.
  /// - The arguments contain `--retry`, and all words before it can be names of drafts.
  static func typed(_ arguments: [String]) -> (text: String, notes: [String: String])? {
    var rest = arguments[...]
    while let option = rest.first, option.hasPrefix("-") {
      if dropOption(from: &rest) { continue }
      rest.removeFirst()
      // If a word other than `add` comes before `add`, it is the value of the invalid option, and
      // is dropped too.
      let isCommand = rest.prefix(2).map { AddCommand.names.contains($0) }
      if isCommand == [false, true] { rest.removeFirst() }
    }
    guard let command = rest.popFirst().map(meant), isAdd(command) else { return nil }
    var request: InsertRequest?
    if AppendCommand.names.contains(command) { request = InsertRequest([], .end) }
    if PrependCommand.names.contains(command) { request = InsertRequest([], .start) }
    let options = CommandOutline.program.subcommands.first { $0.names.contains(command) }?.arguments
    var words: [String] = []
    var isRetry = false
    var hasText = false
    while let word = rest.first {
      if word == "--" {
        words += rest.dropFirst()
        break
      }
      if word == "--retry" {
        isRetry = true
        // The name of a draft begins with a year, or is a path.
        hasText = words.contains { $0.first?.isNumber != true && !$0.contains("/") }
      }
      if dropOption(from: &rest) { continue }
      rest.removeFirst()
      if let (name, option) = option(meantBy: word, options ?? []) {
        let value = option.takesValue ? value(of: word, &rest) : nil
        request?.take(value, of: name)
      } else if !isFlag(word) {
        words.append(word)
      }
    }
    if isRetry && !hasText || words == ["-"] { return nil }
    return (words.joined(separator: " "), request?.notes ?? [:])
  }

  /// Returns the name of the command that the user meant with a possibly misspelled word; the word
  /// itself if no command has a similar name.
  private static func meant(_ word: String) -> String {
    Cairn.subcommand(word) == nil ? Cairn.subcommandName(nearest: word) ?? word : word
  }

  private static func isAdd(_ command: String) -> Bool {
    (AddCommand.names + AppendCommand.names + PrependCommand.names).contains(command)
  }

  /// Removes an option that every command has, and its value, from the start of `rest`. Returns
  /// false if `rest` does not start with a valid option of this kind.
  private static func dropOption(from rest: inout ArraySlice<String>) -> Bool {
    guard rest.first?.hasPrefix("-") == true else { return false }
    let count = (1...2).first { (try? CommonOptions.parse(Array(rest.prefix($0)))) != nil }
    rest = rest.dropFirst(count ?? 0)
    return count != nil
  }

  /// Returns the option that a possibly misspelled word stands for; nil if it stands for none.
  private static func option(
    meantBy word: String, _ options: [CommandOutline.Argument]
  ) -> (name: String, option: CommandOutline.Argument)? {
    let typed = String(word.prefix { $0 != "=" })
    guard typed.hasPrefix("-"), !typed.contains(where: \.isWhitespace) else { return nil }
    let names = options.flatMap(\.names)
    let near = typed.hasPrefix("--") ? Nearest.name(to: typed, among: names) : nil
    guard let name = names.contains(typed) ? typed : near else { return nil }
    return options.first { $0.names.contains(name) }.map { (name, $0) }
  }

  /// Returns the value of the option in `word`: the part after `=`, or the next word, which is then
  /// removed from `rest`. Nil if the value is missing.
  private static func value(of word: String, _ rest: inout ArraySlice<String>) -> String? {
    if let sign = word.firstIndex(of: "=") { return String(word[word.index(after: sign)...]) }
    return rest.first?.hasPrefix("-") == false ? rest.popFirst() : nil
  }

  private static func isFlag(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && !word.contains("=")
      && (try? AddCommand.parse([word])) != nil
  }
}

extension InsertRequest {
  /// Stores the value of the option `--to` or `--under`. Does nothing for another option.
  fileprivate mutating func take(_ value: String?, of option: String) {
    switch option {
    case "--to": capture = value
    case "--under": heading = value
    default: break
    }
  }
}
