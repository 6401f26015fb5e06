import CairnImport
import CairnNotebook
import CairnText

extension Workspace {
  /// Sentences that say which settings of Obsidian apply in the notebook and which do not; empty if
  /// the notebook is not a vault.
  public var obsidianNotes: [String] {
    guard let vault = notebook.store.obsidianSettings() else { return [] }
    let used = vault.settings.filter { notebook.settings[$0.key]?.origin == .obsidian }
      .map { "\($0.key) (`\($0.value)`)" }
    var sentences =
      used.isEmpty ? [] : ["Cairn uses the settings of Obsidian: \(used.joined(separator: ", "))."]
    if let templates = vault.templates {
      sentences.append("Cairn uses the templates of Obsidian in `\(templates)`.")
    }
    if !vault.bookmarks.isEmpty {
      sentences.append("Cairn does not use the bookmarked notes of Obsidian.")
    }
    return sentences
      + vault.unused.map { "Cairn does not use \($0.item): \($0.reason)." } + views(for: vault)
  }

  /// Returns sentences that say how to use the settings of an imported vault in the notebook. An
  /// import does not change settings, because the notebook may contain more than this vault.
  func suggestions(_ notes: ImportedNotes, in target: NotePath) -> [String] {
    guard let (vault, path) = notes.vault else { return [] }
    let folder = (target.isRoot ? "" : "\(target)/") + path
    var sentences = vault.settings.compactMap { key, value -> String? in
      // In this notebook, the vault's templates are ordinary notes.
      if key == "daily.template" { return nil }
      let isDaily = key == "daily.path"
      let value = isDaily ? folder + value : value
      guard notebook.settings[key]?.text != value else { return nil }
      return "To \(isDaily ? "continue the daily notes of" : "write links like") Obsidian, run "
        + "`\(CommandWords(["cairn", "config", key, value]))`."
    }
    if let templates = vault.templates {
      sentences.append(
        "To use the templates of Obsidian, move the files in `\(folder)\(templates)` to "
          + "`\(Self.templateFolder)/capture`.")
    }
    return sentences + views(for: vault)
  }

  /// Returns sentences that say how to save the bookmarked searches of a vault.
  private func views(for vault: ObsidianSettings) -> [String] {
    vault.searches.filter { (try? views.view($0.name)) == nil }.map { name, query in
      "To save the bookmarked search of Obsidian, run "
        + "`\(CommandWords(["cairn", "view", "save", name, query]))`."
    }
  }
}
