import CairnNotebook
import CairnText

/// The laws of settings and saved views, checked on a file's bytes.
struct SettingsLaws {
  private let bytes: [UInt8]

  init(_ input: [UInt8]) { bytes = input }

  func check() {
    let settings = self.settings(bytes)
    precondition(settings["editor"]?.text == "vi", "a notebook sets what only the user can")
    for key in settings.listedKeys { _ = settings[key.name] }
    var views = SavedViews()
    views.add(bytes, as: .notebook, path: "views.yml")
    for diagnostic in settings.diagnostics + views.diagnostics { _ = diagnostic.rendered() }
    checkEdit("list.limit", "7")
    checkEdit("digest.title", "a: 'b' # c")
  }

  /// Checks that a setting has its new value after it is set, and no value from the file after it
  /// is removed.
  private func checkEdit(_ name: String, _ value: String) {
    guard let key = try? Settings.key(name),
      let file = try? SettingsFile(bytes).setting(key, to: value)
    else { return }
    let settings = self.settings(file.bytes)
    let isRead = !settings.diagnostics.contains { $0.code == "settings-malformed" }
    precondition(!isRead || settings[name]?.text == value, "what was set is not read")
    let again = try? file.setting(key, to: value)
    precondition(again?.bytes == file.bytes, "setting it again changes bytes")
  }

  private func settings(_ bytes: [UInt8]) -> Settings {
    var settings = Settings()
    settings.add(bytes, as: .notebook, path: "config.yml")
    return settings
  }
}
