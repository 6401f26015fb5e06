import ArgumentParser

/// A command whose arguments may be thousands of words, such as the paths that `xargs` hands over.
protocol ManyWordsCommand: ParsableCommand {
  /// The words that were typed.
  var manyWords: [String] { get set }
}

/// A command on the captures that a query chooses.
protocol QueryCommand: NotebookCommand, ManyWordsCommand {
  /// Which captures.
  var query: QueryArguments { get set }
}

extension QueryCommand {
  var manyWords: [String] {
    get { query.words }
    set { query.words = newValue }
  }
}

/// Understands long command lines without the square of their length that the argument parser takes.
///
/// A single word takes the place of each long run of words that are no options, until the rest is
/// understood. The first few stay: they may be the command's name, an option's value, or another argument.
struct LongCommandLine {
  /// With fewer arguments than this the parser is quick enough.
  private static let many = 256
  /// How many words of a run stay.
  private static let kept = 8

  private let arguments: [String]
  private var runs: [ArraySlice<String>] = []
  private var shortened: [String] = []

  init(_ arguments: [String]) {
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

  /// What stands for a run: no argument can hold a NUL.
  private static func placeholder(_ run: Int) -> String { "\0\(run)" }

  /// The command that the arguments name.
  ///
  /// Throws what the argument parser throws.
  func parse(as root: any ParsableCommand.Type) throws -> any ParsableCommand {
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
