/// The kind of text to complete.
public enum CompletionSubject: String, CaseIterable, Sendable {
  /// A part of a query.
  case query
  /// A capture.
  case capture
  /// A capture or a part of a query, for a command that changes captures.
  case captures
  /// Like ``captures``, but the only captures offered are open actions.
  case openActions
  /// Like ``captures``, but the only captures offered are those that are done or cancelled.
  case closedActions
  /// A capture, a part of a query, or a change such as `score=great`.
  case changes
  /// A capture or a part of a query; after the first argument, also a collection.
  case move
  /// A capture or a part of a query; after the first argument, also `+tag` or `-tag`.
  case tagging
  /// A capture; after the first argument, also a type.
  case typing
  /// The text of a new capture, with marks such as `+tag`.
  case note
  /// A field with its value: `key=value`.
  case field
  /// Names of fields, separated by commas.
  case fields
  /// Names to group by, separated by commas.
  case grouping
  /// Names to sort by, separated by commas.
  case order
  /// A day or a range of days in words.
  case date
  /// A day in words.
  case day
  /// A day as in `2026-11-20`.
  case today
  /// A due time in words, such as `next friday`.
  case due
  /// The path of a collection.
  case collection
  /// A heading of the capture that the first of the earlier arguments names; without one, of
  /// today's note.
  case heading
  /// A type.
  case type
  /// A score.
  case score
  /// A tag.
  case tag
  /// The name of a view, without `@`.
  case view
  /// The name of any template.
  case template
  /// The name of a template for captures.
  case captureTemplate
  /// The name of a template for digests.
  case digestTemplate
  /// The name of a setting.
  case setting
  /// The value of a setting. The first of the earlier arguments names the setting.
  case settingValue
  /// The short id of an entry in the trash.
  case trash
  /// The name of a draft.
  case draft
  /// The short id of an operation in the journal.
  case operation
  /// The name of a provider.
  case provider
  /// The name of a source to import from, as the first argument.
  case importSource
}

/// A request to complete partly typed text.
public struct CompletionRequest: Sendable {
  /// The kind of the text.
  public var subject: CompletionSubject
  /// The text up to the cursor.
  public var text: String
  /// The arguments before the partly typed text, if that text is an argument of the command;
  /// otherwise empty.
  public var earlier: [String]

  /// Creates a request.
  public init(_ subject: CompletionSubject, _ text: String, after earlier: [String] = []) {
    self.subject = subject
    self.text = text
    self.earlier = earlier
  }

  /// The suggestions that are the same in every notebook. No file is read.
  public var generalSuggestions: [Suggestion] { Completer(self, nil).suggestions }
}

/// A possible completion of partly typed text.
public struct Suggestion: Hashable, Sendable {
  /// The completed text, including the part that was typed.
  public let text: String
  /// A description of the completed name or value, on one line; empty if there is none.
  public let summary: String
  /// Whether the text is complete. False if more must follow, such as a value after `due:`.
  public let isFinished: Bool

  init(_ text: String, _ summary: String = "", isFinished: Bool = true) {
    self.text = text
    self.summary = summary
    self.isFinished = isFinished
  }
}

extension Workspace {
  /// Returns the completions of partly typed text; empty if the text cannot be completed.
  ///
  /// Captures come newest first, and values most used first. At most about 100 captures and 200
  /// names are returned. A shell inserts the longest prefix that all completions have in common. So
  /// if a completion that was left out does not begin with this prefix, one such completion is
  /// returned too. The index is updated first if the completions depend on captures, fields or
  /// values.
  public func complete(_ request: CompletionRequest) -> [Suggestion] {
    Completer(request, self).suggestions
  }
}
