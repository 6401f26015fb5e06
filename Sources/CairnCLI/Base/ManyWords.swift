import ArgumentParser

/// A command that can take thousands of words, such as paths from `xargs`.
protocol ManyWordsCommand: ParsableCommand {
  var manyWords: [String] { get set }
}

/// A command on the captures of a query.
protocol QueryCommand: NotebookCommand, ManyWordsCommand {
  var query: QueryArguments { get set }
}

extension QueryCommand {
  var manyWords: [String] {
    get { query.words }
    set { query.words = newValue }
  }
}

/// Parses long command lines in linear time; the argument parser's time is quadratic.
///
/// A placeholder replaces each long run of words without options while the rest is parsed. The
/// first few words stay: they may be the command's name, an option's value or another argument.
struct LongCommandLine {
  /// The number of arguments up to which the parser is fast enough.
  private static let many = 256
  /// The number of words that stay at the start of a run.
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

  /// Returns the placeholder for a run. It begins with NUL, which no argument can contain.
  private static func placeholder(_ run: Int) -> String { "\0\(run)" }

  /// Parses the arguments as a command; throws the errors of the argument parser.
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
