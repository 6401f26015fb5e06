import CairnScreens
import CairnText
import Glibc

/// The arguments of this process as bytes. In `CommandLine.arguments`, invalid UTF-8 is replaced
/// with U+FFFD. A command would then search for this character or write it.
enum RawArguments {
  /// Throws a ``Failure`` for the first argument that is not UTF-8. The merge driver accepts any
  /// bytes, because git passes it file names that are only shown.
  ///
  /// Also throws a ``Failure`` if the arguments are unknown. Swift reads them from /proc, which a
  /// changed root (chroot) may lack.
  static func check() throws {
    if CommandLine.argc < 1 {
      throw Failure(
        "arguments-unreadable",
        "the arguments of this command cannot be read, because /proc is not mounted")
    }
    let given = CommandLine.arguments.dropFirst()
    if given.prefix(2) == ["git", "merge-driver"] { return }
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let start = CommandLine.unsafeArgv[number], String(validatingCString: start) == nil
      else { continue }
      let bytes = UnsafeRawBufferPointer(start: start, count: strlen(start))
      var failure = Failure(
        "argument-not-utf8",
        "argument \(number) is not UTF-8: `\(TerminalText.shown(Array(bytes), limit: 80))`",
        status: .usage)
      failure.hint = "to pass such a path, write it to a file, and pass that file to --paths-from"
      throw failure
    }
  }
}
