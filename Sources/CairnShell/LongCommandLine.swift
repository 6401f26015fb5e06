package import ArgumentParser

/// A command that can take thousands of words, such as paths from `xargs`.
package protocol ManyWordsCommand: ParsableCommand {
  var manyWords: [String] { get set }
  /// Whether unknown options after the first word count as words, as in `It was -5 degrees`.
  static var takesFreeText: Bool { get }
}

extension ManyWordsCommand {
  package static var takesFreeText: Bool { false }
}

/// A command line that is parsed in linear time even if it is long. The argument parser alone takes
/// quadratic time.
///
/// During parsing, a placeholder replaces each long run of words without options. The first few
/// words of a run stay, because they may be the command's name, an option's value or another
/// argument.
package struct LongCommandLine {
  /// The maximum number of arguments for which the argument parser is fast enough.
  private static let many = 256
  /// The number of words at the start of a run that are not replaced.
  private static let kept = 8

  private let arguments: [String]
  private var runs: [ArraySlice<String>] = []
  private var shortened: [String] = []

  package init(_ arguments: [String]) {
    self.arguments = arguments
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

  /// Returns the placeholder for the run with an index. The placeholder begins with NUL, which no
  /// argument can contain.
  private static func placeholder(_ run: Int) -> String { "\0\(run)" }

  /// Parses the arguments as a command; throws the errors of the argument parser.
  package func parse(as root: any ParsableCommand.Type) throws -> any ParsableCommand {
    do {
      return try parseOptions(as: root)
    } catch {
      guard let line = takingOptionsAsText(root) else { throw error }
      return try line.parseOptions(as: root)
    }
  }

  /// Returns a copy of this command line in which unknown options after the first word of a free
  /// text count as words; nil if there are no such options.
  private func takingOptionsAsText(_ root: any ParsableCommand.Type) -> LongCommandLine? {
    var line = self
    (line.runs, line.shortened) = ([], [])
    var old = runs[...]
    var start: [String]?
    var hasTaken = false
    var isAllText = false
    for argument in runs.isEmpty ? arguments : shortened {
      isAllText = isAllText || argument == "--"
      if let run = old.first, argument == Self.placeholder(runs.count - old.count) {
        old.removeFirst()
        line.append(run)
        continue
      }
      if argument.hasPrefix("-"), argument != "-", !isAllText {
        if start == nil, Self.isFreeText(line.shortened, root) { start = line.shortened }
        if let start, Self.isUnknown(argument, behind: start, root) {
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

  /// Returns whether the arguments are a command with at least one word of free text.
  private static func isFreeText(
    _ arguments: [String], _ root: any ParsableCommand.Type
  ) -> Bool {
    guard let command = try? root.parseAsRoot(arguments) as? any ManyWordsCommand else {
      return false
    }
    return type(of: command).takesFreeText && !command.manyWords.isEmpty
  }

  private static func isUnknown(
    _ option: String, behind start: [String], _ root: any ParsableCommand.Type
  ) -> Bool {
    do {
      _ = try root.parseAsRoot(start + [option])
      return false
    } catch {
      // Uses a fixed width, because the parser cannot lay out help on a narrow terminal.
      return root.fullMessage(for: error, columns: 80)
        .hasPrefix(root._errorPrefix + "Unknown option")
    }
  }

  private func parseOptions(as root: any ParsableCommand.Type) throws -> any ParsableCommand {
    guard !runs.isEmpty, let command = try? root.parseAsRoot(shortened),
      var command = command as? any ManyWordsCommand
    else { return try root.parseAsRoot(arguments) }
    var words: [String] = []
    var next = 0
    for word in command.manyWords {
      if next < runs.count, word == Self.placeholder(next) {
        words += runs[next]
        next += 1
      } else {
        words.append(word)
      }
    }
    guard next == runs.count else { return try root.parseAsRoot(arguments) }
    command.manyWords = words
    return command
  }
}
