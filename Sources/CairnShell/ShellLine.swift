/// The words of an unfinished command line, as a shell reads them.
///
///     let line = ShellLine(#"cairn show "Buy mi"#, in: .bash) { _ in nil }
///     line.words   // ["cairn", "show"]
///     line.last    // "Buy mi"
///
/// Nothing is run: command substitutions are kept unchanged, and only variables and `~` are
/// replaced.
public struct ShellLine: Sendable {
  /// The finished words, without quotes.
  public private(set) var words: [String] = []
  /// The unfinished word, without quotes; empty if the line ends with unquoted white space.
  public private(set) var last = ""
  /// The unfinished word as typed, with its quotes and escapes.
  public var written: String { text(from: start) }
  /// The kind of quotes that are still open at the end of the unfinished word.
  public private(set) var quote = Quote.none
  /// Whether the shell would replace a part of the unfinished word, such as `$x` or `~`.
  public private(set) var isExpanded = false

  /// A kind of quoting.
  public enum Quote: Sendable {
    case none, single, double
  }

  private let scalars: [Unicode.Scalar]
  private let shell: Shell
  private var index = 0
  /// The index at which the unfinished word begins.
  private var start = 0

  /// Splits a line into words as `shell` does.
  ///
  /// - Parameter variable: A function that returns the value of an environment variable, or nil if
  ///   the variable is not set.
  public init(_ line: String, in shell: Shell, variable: (String) -> String? = { _ in nil }) {
    self.shell = shell
    scalars = Array(line.unicodeScalars)
    while index < scalars.count {
      if quote == .none, Self.blanks.contains(scalars[index]) {
        endWord()
      } else {
        readScalar(variable)
      }
    }
  }

  private static let blanks: [Unicode.Scalar] = [" ", "\t", "\n"]

  private mutating func endWord() {
    if index > start { words.append(last) }
    index += 1
    (last, start, isExpanded) = ("", index, false)
  }

  /// Reads the next scalar of a word. If the scalar begins an escape or a variable name, also reads
  /// the rest of the escape or the name.
  private mutating func readScalar(_ variable: (String) -> String?) {
    let scalar = scalars[index]
    index += 1
    switch (quote, scalar) {
    case (.none, "'"): quote = .single
    case (.none, "\""): quote = .double
    case (.single, "'"), (.double, "\""): quote = .none
    case (_, "\\") where index < scalars.count && isEscape(scalars[index]):
      last.unicodeScalars.append(scalars[index])
      index += 1
    case (.none, "$"), (.double, "$"):
      isExpanded = true
      let end = scalars[index...].firstIndex { !Self.isOfName($0) } ?? scalars.count
      let name = text(from: index, to: end)
      last += name.isEmpty ? "$" : variable(name) ?? ""
      index = end
    case (.none, "~") where index == start + 1 && (index == scalars.count || scalars[index] == "/"):
      isExpanded = true
      last += variable("HOME") ?? "~"
    case (.none, "`"), (.double, "`"):
      isExpanded = true
      last.unicodeScalars.append(scalar)
    default: last.unicodeScalars.append(scalar)
    }
  }

  /// Returns whether a backslash before `scalar` is an escape character, which the shell removes.
  private func isEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch quote {
    case .none: true
    case .double: "$`\"\\".unicodeScalars.contains(scalar)
    case .single: shell == .fish && (scalar == "'" || scalar == "\\")
    }
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
  }

  private func text(from start: Int, to end: Int? = nil) -> String {
    String(String.UnicodeScalarView(scalars[start..<(end ?? scalars.count)]))
  }
}

// MARK: - The command

extension ShellLine {
  /// Returns the finished words after the name of the command. The name is the first word that is
  /// one of `names`, with or without a folder. If there is none, the name is the first word that
  /// does not contain `=`. Words before the name, such as `A=1`, are left out.
  public func arguments(of names: [String]) -> [String] {
    let isCommand = { (word: String) in
      names.contains { word == $0 || word.hasSuffix("/\($0)") }
    }
    let first = words.firstIndex(where: isCommand) ?? words.firstIndex { !$0.contains("=") }
    return first.map { Array(words[($0 + 1)...]) } ?? []
  }
}

// MARK: - Insertion

extension ShellLine {
  /// Returns the text that must replace `region` to turn the unfinished word into `word`; nil if no
  /// text can do that.
  ///
  /// - Parameter region: The last part of the line, which Bash will replace. The part begins after
  ///   a character such as `:` or after an opening quote.
  func insertion(of word: String, replacing region: String) -> String? {
    guard !isExpanded, written.hasSuffix(region) else { return nil }
    let kept = ShellLine(String(written.dropLast(region.count)), in: shell)
    guard word.hasPrefix(kept.last) else { return nil }
    return Self.quoted(word.dropFirst(kept.last.count), after: kept.quote)
  }

  /// Returns text in the form that Bash needs to continue a word in which quotes of the kind
  /// `quote` are open.
  private static func quoted(_ text: Substring, after quote: Quote) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch quote {
      case .none:
        if !isPlain(scalar) { result.append("\\") }
        result.append(scalar)
      case .single:
        result.append(
          contentsOf: scalar == "'" ? "'\\''".unicodeScalars : "\(scalar)".unicodeScalars)
      case .double where scalar == "!":
        // Bash has no escape for `!` in double quotes.
        result.append(contentsOf: "\"\\!\"".unicodeScalars)
      case .double:
        if "$`\"\\".unicodeScalars.contains(scalar) { result.append("\\") }
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || isOfName(scalar) || "-._/:=+,@%".unicodeScalars.contains(scalar)
  }
}
