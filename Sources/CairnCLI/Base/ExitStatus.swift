import ArgumentParser

/// What a command's exit code says. The table is part of the interface; docs/json.md prints it.
enum ExitStatus: Int32, CaseIterable {
  /// Done, or found.
  case success = 0
  /// The query matched nothing, or nothing has the name.
  case nothingFound = 1
  /// Something failed or was refused, also in part; or `doctor` found something.
  case failure = 2
  /// Saved, but without a type (`--strict`).
  case unclassified = 3
  /// The command was not understood, names a field, view, template or setting that there is not, or
  /// wants an answer that nobody could be asked for.
  case usage = 64
  /// Another command was writing to the notebook for too long (`EX_TEMPFAIL` in sysexits(3)).
  case locked = 75

  /// The code to throw from a command.
  var code: ExitCode { ExitCode(rawValue) }
}
