import ArgumentParser
import CairnCapture
import CairnConsole
import CairnFiles
import CairnScreens
import CairnText
import CairnWork

extension Session {
  /// Saves `text` as a draft and opens the draft in the editor. Returns the edited text and the
  /// draft.
  ///
  /// Throws a ``Failure`` if `--no-input` is set or the editor fails.
  func edit(
    _ text: String, notes: [String: String] = [:]
  ) async throws -> (text: String, draft: Draft) {
    try expectEditor()
    let draft = try work.saveDraft(Array(text.utf8), notes: notes)
    let code = try await Programs.run(editor, [draft.file])
    guard code == 0 else {
      throw Failure(
        "editor-failed", "the editor exited with code \(code); your text is in \(draft.file)")
    }
    return (try work.text(of: draft), draft)
  }

  /// Throws a ``Failure`` if `--no-input` forbids opening an editor.
  func expectEditor() throws {
    guard options.noInput else { return }
    throw Failure(
      "input-forbidden", "cannot open an editor, because you passed --no-input", status: .usage)
  }
}

extension RescuedText {
  /// Returns a sentence that says where the text is and which command adds it from a draft, with
  /// `options` if the draft belongs to this notebook. If the text could not be saved, prints it to
  /// standard error.
  func shown(passing options: [String] = []) -> String {
    switch self {
    case .draft(let draft): return draft.sentence(passing: options)
    case .looseDraft(let draft):
      let command = draft.retry.map { CommandWords($0).description }
      return draft.place + (command.map { "; run `\($0)` in a notebook to add it" } ?? "")
    case .unsaved(let bytes, let error):
      Console.writeAll(2, bytes + [UInt8(ascii: "\n")])
      return "the text could not be saved (\(error)), so it is printed above"
    }
  }
}

/// Functions that save typed or piped text that would otherwise be lost, because the command is
/// invalid or does not find a notebook.
enum TextToRescue {
  /// The time without input after which reading stops, in quarters of a second.
  private static let patience = 20
  /// The maximum number of bytes to read.
  private static let limit = 1 << 26

  /// Returns the bytes on standard input. Stops reading after a signal, or after 5 seconds without
  /// input.
  static func fromInput() -> [UInt8] {
    Interruption.watch()
    defer { Interruption.unwatch() }
    let goesOn = { (pauses: Int) in pauses < patience && Interruption.code == nil }
    do {
      return try Console.readAll(limit: limit, while: goesOn)
    } catch {
      return error.bytes
    }
  }

  /// Saves `text` as a draft, and returns a sentence that tells the user where the draft is.
  /// Returns nil if the text is blank. `notes` contains the values to store with the text.
  static func save(
    _ text: [UInt8], notes: [String: String] = [:], _ surroundings: Surroundings
  ) -> String? {
    RescuedText(
      saving: text, notes: notes, in: surroundings.folders, at: surroundings.clock.now)?.shown()
  }
}

extension TextToRescue {
  /// Returns the text typed after `add`, `append` or `prepend`, even if the command is misspelled
  /// or an option is invalid, and the notes for a draft of it. Leaves out the flags of `add` and
  /// the options of all commands. For `append` and `prepend`, the notes contain the values of
  /// `--to` and `--under`.
  ///
  /// Returns nil for another command, if the only word is `-`, or if all words before `--retry` can
  /// be names of drafts.
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
