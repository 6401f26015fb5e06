import ArgumentParser
import CairnArguments
import CairnCapture
import CairnSession
import CairnWork

extension TextToRescue {
  /// Returns the text typed after `add`, `append` or `prepend`, and the notes for saving this text
  /// as a draft. Accepts misspelled commands and invalid options. Leaves out the flags of `add` and
  /// the options of all commands. For `append` and `prepend`, the notes contain the values of
  /// `--to` and `--under`.
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
      if dropOption(from: &rest) || request?.takeOption(from: &rest) == true { continue }
      rest.removeFirst()
      if !isFlag(word) { words.append(word) }
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

  private static func isFlag(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && !word.contains("=")
      && (try? AddCommand.parse([word])) != nil
  }
}

extension InsertRequest {
  /// Removes `--to` or `--under` and its value from the start of `rest`, and stores the value in
  /// this request. Returns false if `rest` starts with neither option.
  fileprivate mutating func takeOption(from rest: inout ArraySlice<String>) -> Bool {
    guard let parts = rest.first?.split(separator: "=", maxSplits: 1).map(String.init),
      let option = parts.first, ["--to", "--under"].contains(option)
    else { return false }
    rest.removeFirst()
    var value = parts.dropFirst().first
    if value == nil, rest.first?.hasPrefix("-") == false { value = rest.popFirst() }
    if option == "--to" { capture = value } else { heading = value }
    return true
  }
}
