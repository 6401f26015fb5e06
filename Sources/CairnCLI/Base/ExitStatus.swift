import ArgumentParser

/// The exit codes of commands. The table is part of the interface; docs/json.md prints it.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case nothingFound = 1
  case failure = 2
  case unclassified = 3
  case usage = 64
  /// The same as `EX_TEMPFAIL` in sysexits(3).
  case locked = 75

  /// The code to throw from a command.
  var code: ExitCode { ExitCode(rawValue) }

  /// The meaning of the code, as a phrase.
  var meaning: String {
    switch self {
    case .success: "done, or found"
    case .nothingFound: "the query matched nothing, or nothing has the name"
    case .failure: "something failed or was refused, also in part; or doctor found something"
    case .unclassified: "saved, but unclassified (only with --strict, or the setting add.strict)"
    case .usage:
      "the command was not understood, names a field, view, template or setting that there is not, "
        + "or wants an answer that nobody could be asked for"
    case .locked: "another command was writing to the notebook for too long; nothing was done"
    }
  }
}
