import ArgumentParser

/// What the argument parser has to say: help, the version, or that it did not understand.
enum UsageFailure {
  /// Ends the process, as the parser does, but with an error in JSON where that was asked for.
  static func end(with error: any Error) -> Never {
    let code = Cairn.exitCode(for: error)
    let wantsJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
    guard wantsJSON, code == .validationFailure else { Cairn.exit(withError: error) }
    let console = Console(isColored: false, errorIsColored: false)
    let failure = Failure("usage", Cairn.message(for: error), status: .usage)
    Cairn.exit(withError: failure.report(console, json: true))
  }
}
