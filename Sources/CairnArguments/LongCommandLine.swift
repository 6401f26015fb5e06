package import ArgumentParser

/// A command that can take thousands of words, such as paths from `xargs`.
package protocol ManyWordsCommand: ParsableCommand {
  var words: [String] { get set }
  /// Whether `--help`, `--version` and unknown options count as words if they follow the first word
  /// of a text. For example, `-5` is then a word in `It was -5 degrees`.
  var takesFreeText: Bool { get }
  /// Whether words after the first one can begin with a single `-`. For example, `-home` is then a
  /// word, although `-h` is an option.
  static var takesSignedWords: Bool { get }
}

extension ManyWordsCommand {
  package var takesFreeText: Bool { false }
  package static var takesSignedWords: Bool { false }
}

/// A command line that is parsed in linear time even if it is long. The argument parser alone takes
/// quadratic time.
///
/// During parsing, a placeholder replaces the end of each long run of words that are not options.
/// The first few words of a run stay, because they may be the command's name, an option's value or
/// another argument.
package struct LongCommandLine {
  /// A command line with at most this number of arguments is left as it is, because the argument
  /// parser is fast enough for it.
  private static let many = 256
  /// The number of words at the start of a run that stay when a placeholder replaces the rest.
  private static let kept = 8

  private let arguments: [String]
  private let shared: [String]
  private var runs: [ArraySlice<String>] = []
  private var shortened: [String] = []

  /// Creates a command line from its words.
  ///
  /// - Parameter shared: The names of the options that take a value and that every command has,
  ///   such as `--notebook`.
  package init(_ arguments: [String], shared: [String] = []) {
    self.arguments = arguments
    self.shared = shared
    guard arguments.count > Self.many else { return }
    var rest = arguments[...]
    while let first = rest.first {
      let run = rest.prefix { !$0.hasPrefix("-") }
      if run.isEmpty {
        shortened.append(first)
        rest.removeFirst()
      } else {
        rest = rest.dropFirst(run.count)
        shortened += run.prefix(Self.kept)
        let taken = run.dropFirst(Self.kept)
        if !taken.isEmpty {
          shortened.append(Self.placeholder(runs.count))
          runs.append(taken)
        }
      }
    }
  }

  /// Returns the placeholder for the run at this index. The placeholder begins with NUL, which no
  /// argument can contain.
  private static func placeholder(_ run: Int) -> String { "\0\(run)" }

  /// Parses the arguments as a command; throws the errors of the argument parser.
  package func parse(as root: any ParsableCommand.Type) throws -> any ParsableCommand {
    // If this fails, the root parses the arguments, because its errors name the whole command line.
    if runs.isEmpty, let command = root.loneCommand(arguments, shared: shared) { return command }
    do {
      let command = try parseOptions(as: root)
      // The parser turns `--help` into its own help command, but the user may have meant a word.
      if command is any ManyWordsCommand { return command }
      return try takingOptionsAsText(root)?.parseOptions(as: root) ?? command
    } catch {
      guard let line = takingOptionsAsText(root) else { throw error }
      return try line.parseOptions(as: root)
    }
  }

  /// Returns a copy of this command line in which more arguments count as words of a text: options
  /// after the first word, and arguments that cannot be options, such as `- milk`. Nil if there are
  /// no such arguments, or if the command does not accept them as words.
  private func takingOptionsAsText(_ root: any ParsableCommand.Type) -> LongCommandLine? {
    var line = self
    (line.runs, line.shortened) = ([], [])
    var old = runs[...]
    var start: (any ManyWordsCommand, [String])?
    var hasTaken = false
    var isAllText = false
    // Computed only once, because parsing all previous arguments for each argument would take
    // quadratic time.
    var takesDashes: Bool?
    for argument in runs.isEmpty ? arguments : shortened {
      isAllText = isAllText || argument == "--"
      if let run = old.first, argument == Self.placeholder(runs.count - old.count) {
        old.removeFirst()
        line.append(run)
        continue
      }
      if argument.hasPrefix("-"), argument != "-", !isAllText {
        // A dash before a blank is never an option, although the argument parser finds the option
        // for help in `- lunch`.
        let isDashed = argument.dropFirst().first?.isWhitespace == true
        if isDashed { takesDashes = takesDashes ?? Self.takesWords(line.shortened, root) }
        let isText =
          isDashed
          ? takesDashes == true
          : Self.hasBlankInName(argument) && Self.isUnknown(argument, behind: line.shortened, root)
        if isText {
          hasTaken = true
          line.append([argument])
          continue
        }
        start = start ?? Self.command(line.shortened, root).map { ($0, line.shortened) }
        if let (command, words) = start,
          Self.isWord(argument, of: command, behind: words, root)
        {
          hasTaken = true
          line.append([argument])
          continue
        }
      }
      line.shortened.append(argument)
    }
    return hasTaken ? line : nil
  }

  private mutating func append(_ run: ArraySlice<String>) {
    shortened.append(Self.placeholder(runs.count))
    runs.append(run)
  }

  /// Returns the command that these arguments call. Returns nil if the arguments contain no word,
  /// or if the command accepts no words that begin with `-`.
  private static func command(
    _ arguments: [String], _ root: any ParsableCommand.Type
  ) -> (any ManyWordsCommand)? {
    guard let command = try? root.parseAsRoot(arguments) as? any ManyWordsCommand,
      command.takesFreeText || type(of: command).takesSignedWords, !command.words.isEmpty
    else { return nil }
    return command
  }

  /// Returns whether the command takes `option`, which follows the arguments `start`, as an
  /// ordinary word. This is the case for an unknown option. In free text, it is also the case for
  /// an option that shows help or the version. For a command with
  /// ``ManyWordsCommand/takesSignedWords``, it is also the case for a longer word such as `-tag`
  /// that is not a valid option.
  private static func isWord(
    _ option: String, of command: any ManyWordsCommand, behind start: [String],
    _ root: any ParsableCommand.Type
  ) -> Bool {
    let isSigned = type(of: command).takesSignedWords && !option.hasPrefix("--")
    if !command.takesFreeText, !isSigned { return false }
    do {
      // If the result is the parser's own command, the option shows help.
      let showsHelp = !(try root.parseAsRoot(start + [option]) is any ManyWordsCommand)
      return showsHelp && (command.takesFreeText || option.count > 2)
    } catch {
      if isSigned, option.count > 2 { return true }
      if command.takesFreeText, root.exitCode(for: error) == .success { return true }
      return isUnknownOption(error, root)
    }
  }

  /// Returns whether an argument contains a blank, not counting blanks after the first `=`. The
  /// name of an option never contains a blank.
  private static func hasBlankInName(_ argument: String) -> Bool {
    argument.prefix { $0 != "=" }.contains(where: \.isWhitespace)
  }

  /// Returns whether the parser rejects `option` as unknown after the arguments `start`.
  private static func isUnknown(
    _ option: String, behind start: [String], _ root: any ParsableCommand.Type
  ) -> Bool {
    do {
      _ = try root.parseAsRoot(start + [option])
      return false
    } catch {
      return isUnknownOption(error, root)
    }
  }

  /// Returns whether these arguments call a command that can take thousands of words.
  private static func takesWords(_ start: [String], _ root: any ParsableCommand.Type) -> Bool {
    (try? root.parseAsRoot(start + ["x"])) is any ManyWordsCommand
  }

  private static func isUnknownOption(
    _ error: any Error, _ root: any ParsableCommand.Type
  ) -> Bool {
    // Uses a fixed width, because the parser cannot lay out help on a narrow terminal.
    root.fullMessage(for: error, columns: 80).hasPrefix(root._errorPrefix + "Unknown option")
  }

  private func parseOptions(as root: any ParsableCommand.Type) throws -> any ParsableCommand {
    guard !runs.isEmpty, let command = try? root.parseAsRoot(shortened),
      var command = command as? any ManyWordsCommand
    else { return try root.parseAsRoot(arguments) }
    var words: [String] = []
    var next = 0
    for word in command.words {
      if next < runs.count, word == Self.placeholder(next) {
        words += runs[next]
        next += 1
      } else {
        words.append(word)
      }
    }
    guard next == runs.count else { return try root.parseAsRoot(arguments) }
    command.words = words
    return command
  }
}
