import CairnConsole
import CairnFiles
package import CairnNotebook
import CairnScreens
import CairnText
package import CairnWork
import SystemPackage

extension Session {
  /// Reports a change to settings or views: to the user's own if `isUser` is true, otherwise to the
  /// notebook's.
  ///
  /// - Throws: An exit code if the change was refused.
  package func finish(
    _ changed: (report: ChangeReport, file: ConfigFile), isUser: Bool, _ mode: Mode
  ) throws {
    let (report, file) = changed
    if isUser, mode == .write, !options.json, !report.changed.isEmpty {
      let path = file.store.absolute(file.path).string
      return console.line("Changed \(TerminalText.escaped(path))")
    }
    try finish(report, mode)
  }
}
