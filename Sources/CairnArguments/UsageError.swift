import CairnText

/// An error of the argument parser, worded like Cairn's other errors.
public struct UsageError: Hashable, Sendable {
  /// A stable code in kebab case, for scripts.
  public let code: String
  /// The problem, on one line.
  public let message: String
  /// Advice on how to solve the problem.
  public internal(set) var hints: [String] = []
  /// The words that name the command, without `cairn`.
  public let path: [String]
  /// The first argument that the command does not expect; nil if the problem is a different one.
  public private(set) var unexpected: String?

  /// Creates an error from the parser's message.
  ///
  /// - Parameters:
  ///   - original: The parser's message, such as
  ///     `Unknown option '--limt'. Did you mean '--limit'?`.
  ///   - page: The parser's message followed by the usage, which names the command.
  public init(_ original: String, page: String) {
    code = "usage"
    path = Self.path(in: page)
    let (text, hint) = Self.reworded(original)
    message = text
    hints = [hint].compactMap(\.self)
    if text.hasPrefix("unexpected argument") {
      unexpected = String(original.drop { $0 != "'" }.dropFirst().prefix { $0 != "'" })
    }
    let usage = page.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    if let usage, unexpected != nil || text.hasPrefix("missing argument") {
      hints.append("usage: \(HelpPage.shortened(usage: String(usage.dropFirst(7))))")
    }
    let command = ["cairn", "help"] + path
    hints.append("run `\(command.joined(separator: " "))` to see all options")
  }

  /// Creates an error from its parts.
  init(_ code: String, _ message: String, _ hints: [String], _ path: [String]) {
    (self.code, self.message, self.hints, self.path) = (code, message, hints, path)
  }

  /// Returns the words that name the command, without `cairn`. The words are in the last line of a
  /// page: `See 'cairn list --help' …`.
  public static func path(in page: String) -> [String] {
    let last = page.split(separator: "\n").last ?? ""
    return last.split { $0 == " " || $0 == "'" }
      .drop { $0 != "cairn" }.dropFirst().prefix { !$0.hasPrefix("-") }.map(String.init)
  }
}

extension UsageError {
  /// Returns the message in Cairn's words, and a hint if the parser's message contains advice.
  private static func reworded(_ message: String) -> (text: String, hint: String?) {
    func part(_ start: String, _ end: String = "'") -> String? {
      guard message.hasPrefix(start), message.hasSuffix(end) else { return nil }
      return String(message.dropFirst(start.count).dropLast(end.count))
    }
    if let both = part("Unknown option '", "'?") {
      let names = both.split(separator: "'. Did you mean '")
      let name = String(names.first ?? "")
      // The parser also suggests names that are not similar to the unknown one.
      let near = Nearest.name(to: name, among: names.dropFirst().map(String.init))
      return ("unknown option `\(name)`", near.map { "did you mean `\($0)`?" })
    }
    let texts = [
      "Unknown option": "unknown option", "Missing value for": "missing value for",
      "Missing expected argument": "missing argument", "Unexpected argument": "unexpected argument",
    ]
    for (start, text) in texts {
      if let name = part("\(start) '") { return ("\(text) `\(name)`", nil) }
    }
    if let start = message.firstRange(of: " unexpected arguments: '") {
      let names = message[start.upperBound...].dropLast().replacing("', '", with: "`, `")
      return ("unexpected arguments `\(names)`", nil)
    }
    if let option = part("The option '", " was specified.") {
      return ("option `\(option.prefix { $0 != "'" })` takes no value", nil)
    }
    if let value = part("The value '", "") { return invalidValue(value) }
    if let flags = part("Value to be set with flag '") {
      let names = flags.split(separator: "' had already been set with flag '")
      return ("pass only one of `\(names.reversed().joined(separator: "` and `"))`", nil)
    }
    let text = message.hasSuffix(".") ? message.dropLast() : message[...]
    return (text.prefix(1).lowercased() + text.dropFirst(), nil)
  }

  /// Returns the new wording of a parser's message about an invalid value. The parser's message
  /// begins with `The value '`, and `message` is the rest: `VALUE' is invalid for 'OPTION'`,
  /// followed by a reason or by a list of valid values.
  private static func invalidValue(_ message: String) -> (text: String, hint: String?) {
    let marker = "' is invalid for '"
    guard let place = message.ranges(of: marker).last else { return (message, nil) }
    let option = message[place.upperBound...].prefix { $0 != "'" }
    let text = "`\(message[..<place.lowerBound])` is not a valid value for `\(option)`"
    let rest = message[place.upperBound...].dropFirst(option.count + 1)
    let start = ". Please provide one of "
    guard rest.hasPrefix(start) else { return (text + rest, nil) }
    let words = rest.dropFirst(start.count).split { " '\n.,:".contains($0) }
    let values = words.filter { !["or", "and", "the", "following", "-"].contains($0) }
    return (text, "use one of \(values.joined(separator: ", "))")
  }
}
