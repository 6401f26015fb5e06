package import CairnNotebook

/// The options that every command has.
package protocol SessionOptions {
  /// The folder of the notebook; nil to search for a notebook.
  var notebook: String? { get }
  /// Whether to write JSON documents instead of text.
  var json: Bool { get }
  /// The number of seconds to wait for the lock; nil for the default.
  var lockTimeout: Int? { get }
  /// Whether long output is never sent to a pager.
  var noPager: Bool { get }
  /// Whether the command must not ask questions.
  var noInput: Bool { get }
  /// Whether to write fewer messages.
  var quiet: Bool { get }
  /// Whether to write more messages.
  var verbose: Bool { get }
}

/// The options `--dry-run` and `--yes`, which determine whether a command writes its changes and
/// whether it asks questions.
package protocol AnswerOptions {
  /// Whether to show changes without making them.
  var dryRun: Bool { get }
  /// Whether the answer to every question is yes.
  var yes: Bool { get }
}

extension AnswerOptions {
  /// Whether to write changes or only show them.
  package var mode: Mode { dryRun ? .dryRun : .write }
}

/// Values for ``AnswerOptions``, for code that has no command line options of that type.
package struct GivenAnswers: AnswerOptions {
  package let yes: Bool
  package let dryRun: Bool

  package init(yes: Bool, dryRun: Bool = false) { (self.yes, self.dryRun) = (yes, dryRun) }
}
