import ArgumentParser
import CairnArguments
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnSession
import CairnTerminal
import CairnText
import CairnWire
import CairnWork

struct ConfigCommand: WritingCommand, ManyWordsCommand {
  static let takesSignedWords = true

  static let configuration = CommandConfiguration(
    name: "config",
    abstract: "Show and change settings.",
    discussion: """
      Without arguments, the command lists every setting with its value and its origin, such as \
      `default` or `user`. Changes are written to the notebook's `.cairn/config.yml` or, with \
      --user, to your own settings (docs/config.md).

      EXAMPLES
        cairn config
        cairn config list.sort
        cairn config list.sort -score,created
        cairn config --user editor 'code --wait'
        cairn config --unset list.sort
      """)

  @Argument(help: "The name of the setting.")
  var key: String?

  @Argument(help: "The new value of the setting.")
  var value: String?

  @Flag(help: "Use your own settings, which apply to every notebook.")
  var user = false

  @Flag(help: "Remove the setting from the file.")
  var unset = false

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  var words: [String] {
    get { [key, value].compactMap(\.self) }
    set { (key, value) = (newValue.first, newValue.dropFirst().first) }
  }

  var asksForChange: Bool { value != nil || unset }

  func validate() throws {
    if unset, key == nil || value != nil {
      throw ValidationError("--unset takes only the name of a setting, without a value")
    }
  }

  func run(_ session: Session) async throws {
    let settings =
      user ? SettingsFiles(session.surroundings).user : session.notebook.settings
    guard let name = key else {
      let keys = settings.listedKeys
      return session.show(.settings(keys, of: settings)) { session.show(keys, of: settings) }
    }
    let key = try Settings.key(name)
    guard asksForChange else { return try show(key, of: settings, session) }
    let changed = try session.work.set(
      key, to: unset ? nil : value, isUser: user, preview.mode)
    try session.finish(changed, isUser: user, preview.mode)
  }
}

extension ConfigCommand {
  /// Shows the value of a setting. Throws exit code 1 if the setting has no value.
  private func show(_ key: Settings.Key, of settings: Settings, _ session: Session) throws {
    let value = settings[key.name]
    let none = value == nil ? "`\(TerminalText.escaped(key.name))` is not set." : nil
    try session.show(.settings([key], of: settings), none: none) {
      session.console.line(TerminalText.escaped(value?.text ?? ""))
    }
  }
}
