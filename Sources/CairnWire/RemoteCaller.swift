public import CairnNotebook
public import CairnText
public import CairnWork

/// A caller that calls tools or sends requests. It cannot run a command or pass an option.
public enum RemoteCaller: Sendable {
  /// An assistant that calls the tools of `cairn mcp`.
  case assistant
  /// A program that sends requests to the server.
  case program
  /// An editor that shows the error to a person, who can use the editor's own commands.
  case editor
}

/// The wording of an error for a ``RemoteCaller``.
///
/// The message of an error ends with advice for a person who types commands:
/// `there is no collection "a"; pass --create to create it`. If the advice names a command or an
/// option, a hint in the caller's own terms replaces it. Without such a hint, the advice is left
/// out.
public struct RemoteWords: Hashable, Sendable {
  /// The message without advice that names a command or an option.
  public let message: String
  /// A sentence that says what the caller can do; nil if there is no advice.
  public let hint: String?

  /// Creates the wording of an error.
  ///
  /// - Parameters:
  ///   - code: The code of the error.
  ///   - hint: The advice that the error contains in addition to its message; nil if there is none.
  public init(
    _ message: String, code: String, hint: String? = nil, for caller: RemoteCaller
  ) {
    let clauses = Clauses(message)
    self.message = clauses.text
    let hints = clauses.isCut ? Self.hints[code] : nil
    let own: String? =
      switch caller {
      case .assistant: hints?[0]
      case .program: hints?[1]
      case .editor: nil
      }
    self.hint = own ?? hint.flatMap { Clauses("x; \($0)").isCut ? nil : $0 }
  }

  /// Creates the wording of a refusal.
  public init(_ refusal: Refusal, for caller: RemoteCaller) {
    self.init(refusal.message, code: refusal.code, hint: refusal.hint, for: caller)
  }
}

// MARK: - Hints

extension RemoteWords {
  private static let create = "To create it, pass `create` with the value true."
  private static let setUp = "The owner of the server can set this up; see"

  /// Two hints for each error code: one for an assistant and one for a program. A hint is nil if
  /// there is no advice.
  private static let hints: [String: [String?]] = [
    "type-unknown": [
      "To use a new type, pass `create` with the value true.",
      "To use a new type, pass `create` with the value true.",
    ],
    "collection-unknown": [create, create],
    "fields-missing": ["Pass these fields in `fields`.", "Pass these fields in `fields`."],
    "entry-untitled": ["Pass a `title`.", "Pass a `title`."],
    "template-unknown": [nil, "Pass another `template`, or leave it out."],
    "query-missing": [nil, "To select every capture, pass `all` with the value true."],
    "schema-required": [
      "Set the field with `set` first.",
      "Set the field with PATCH /api/v1/captures/{id} first.",
    ],
    "not-an-action": [
      "To make the capture an action, set its field `type` to `action` with `set`.",
      "To make the capture an action, use POST /api/v1/captures/{id}/type.",
    ],
    "repeat-unknown": [
      "To remove the field `repeat`, pass it in `unset` of the tool `set`.",
      "To remove the field `repeat`, pass it in `unset` of PATCH /api/v1/captures/{id}.",
    ],
    "field-moves": ["To move the capture, use `move`.", "Use POST /api/v1/captures/{id}/move."],
    "box-cancelled": [
      "Use the outcome `done` or `open`.",
      "Use POST /api/v1/actions/{id}/done or POST /api/v1/actions/{id}/reopen.",
    ],
    "box-deferred": [nil, "To tick the checkbox, use POST /api/v1/actions/{id}/done."],
    "text-front-matter": [
      "No tool can add this text.", "PUT /api/v1/captures/{id} replaces the whole text.",
    ],
    "meaning-yours": [
      "To remove the field `meaning`, pass it in `unset` of the tool `set`.",
      "To remove the field `meaning`, pass it in `unset` of PATCH /api/v1/captures/{id}.",
    ],
    "view-unknown": [nil, "GET /api/v1/views lists the views."],
    "settings-unknown-key": [nil, "GET /api/v1/settings lists the settings."],
    "briefing-missing": [nil, "POST /api/v1/brief saves one."],
    "read-unset": [nil, "\(setUp) docs/read.md."],
    "lookup-unset": [nil, "\(setUp) docs/lookup.md."],
    "lookup-incomplete": [nil, "\(setUp) docs/lookup.md."],
    "provider-unknown": [nil, "\(setUp) docs/providers.md."],
    "provider-incomplete": [nil, "\(setUp) docs/providers.md."],
  ]
}

// MARK: - Reports

extension ChangeReport {
  /// Returns this report with its errors and warnings worded for a caller.
  public func worded(for caller: RemoteCaller) -> ChangeReport {
    var report = self
    report.refused = refused.map { $0.worded(for: caller) }
    report.warnings = warnings.map { $0.worded(for: caller) }
    return report
  }
}

extension Diagnostic {
  /// Returns this diagnostic with its message worded for a caller, followed by the hint.
  public func worded(for caller: RemoteCaller) -> Diagnostic {
    let words = RemoteWords(message, code: code, for: caller)
    return saying(words.message + (words.hint.map { ". \($0)" } ?? ""))
  }
}

// MARK: - Clauses

/// A message without the clauses that name a command or an option.
private struct Clauses {
  let text: String
  /// Whether a clause is left out.
  let isCut: Bool

  init(_ message: String) {
    var (text, isCut) = ("", false)
    for (place, sentence) in Self.parts(message, at: ["; ", "? ", ". "]).enumerated() {
      for (number, clause) in Self.parts(sentence, at: [", or ", ", and ", " ("]).enumerated() {
        let isProblem = place == 0 && number == 0
        guard isProblem || !Self.isForShell(clause) else {
          isCut = true
          // The rest of the sentence depends on its first clause, so it is left out too.
          if number == 0 { break }
          continue
        }
        text += isProblem ? Self.withNames(clause) : String(clause)
      }
    }
    (self.text, self.isCut) = (Self.unquoted(text), isCut)
  }

  /// Returns text with backticks in place of the apostrophes that quote a query for the shell:
  /// `tag:"to read"` for `'tag:"to read"'`.
  private static func unquoted(_ text: String) -> String {
    var parts = text.split(separator: "'", omittingEmptySubsequences: false)[...]
    var result = String(parts.removeFirst())
    while let part = parts.popFirst() {
      let isQuery = part.hasSuffix("\"") && !parts.isEmpty
      result += isQuery ? "`\(part)`\(parts.removeFirst())" : "'\(part)"
    }
    return result
  }

  /// Splits text before each separator that is not between backticks. A question mark or a period
  /// stays with the part that it ends.
  private static func parts(_ text: some StringProtocol, at separators: [String]) -> [String] {
    var parts = [""]
    var isQuoted = false
    var place = text.startIndex
    while place < text.endIndex {
      let character = text[place]
      let rest = text[place...]
      if character == "`" { isQuoted.toggle() }
      place = text.index(after: place)
      let isEnd = !isQuoted && !parts[parts.count - 1].isEmpty
      if isEnd, separators.contains(where: { rest.hasPrefix($0) }) {
        if "?.".contains(character) {
          parts[parts.count - 1].append(character)
          parts.append("")
        } else {
          parts.append(String(character))
        }
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// Returns whether a clause names a command of Cairn, or an option outside backticks.
  private static func isForShell(_ clause: String) -> Bool {
    clause.contains("`cairn ") || withNames(clause) != clause
  }

  /// Returns a clause with the fields of requests in place of options: `file_name` for
  /// `--file-name`. Leaves text between backticks as it is.
  private static func withNames(_ clause: String) -> String {
    let parts = clause.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { place, text -> String in
      guard place.isMultiple(of: 2) else { return String(text) }
      return text.split(separator: " ", omittingEmptySubsequences: false).map(withName)
        .joined(separator: " ")
    }.joined(separator: "`")
  }

  private static func withName(_ word: Substring) -> String {
    let option = word.drop { $0 == "(" }
    let name = option.dropFirst(2).prefix { $0.isLetter || $0 == "-" }
    guard option.hasPrefix("--"), name.first?.isLetter ?? false else { return String(word) }
    let field = String(name).replacing("-", with: "_")
    let rest = option.dropFirst(2 + name.count)
    let start = word.prefix(word.count - option.count)
    return rest.hasPrefix(":") ? "\(start)\(field)\(rest)" : "\(start)`\(field)`\(rest)"
  }
}
