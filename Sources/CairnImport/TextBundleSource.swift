import CairnDocument
import CairnJSON
import CairnMarkup
import CairnText

/// TextBundles: folders that contain a text, and its files in `assets`. If Cairn exported a
/// TextBundle, its files get their original paths.
enum TextBundleSource: ImportSource {
  static let name = "textbundle"
  static let title = "TextBundle or TextPack"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.paths.contains { path in
      path.hasSuffix("info.json")
        && files.bytes(path).flatMap { JSONValue(reading: $0) }?["version"] != nil
        && text(beside: path, in: files) != nil
    }
  }

  /// Returns the path of the text in the same bundle as the file `info.json` at `path`; nil if
  /// there is no such text.
  private static func text(beside path: String, in files: ImportFiles) -> String? {
    let folder = path.dropLast("info.json".count)
    return ["md", "markdown", "txt"].lazy.map { "\(folder)text.\($0)" }
      .first(where: files.contains)
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    // The paths of the files in folders `assets`, keyed by the path of the bundle.
    var assets: [String: [String]] = [:]
    for path in files.paths {
      let parts = path.split(separator: "/")
      for index in parts.indices.dropLast() where parts[index] == "assets" {
        let folder = parts[..<index].map { "\($0)/" }.joined()
        guard files.contains("\(folder)info.json") else { continue }
        assets[folder, default: []].append(path)
        break
      }
    }
    for path in files.paths where path.hasSuffix("info.json") {
      guard let place = text(beside: path, in: files) else { continue }
      guard let bytes = files.bytes(place) else {
        result.skipped.append((place, "the file cannot be read"))
        continue
      }
      let info = files.bytes(path).flatMap { JSONValue(reading: $0) } ?? [:]
      let folder = String(path.dropLast("info.json".count))
      let name = folder.split(separator: "/").last.map(String.init) ?? files.name
      add(bytes, at: place, info, folder, name, assets[folder] ?? [], to: &result)
    }
    if result.notes.isEmpty, result.skipped.isEmpty {
      throw ImportFailure("there is no TextBundle")
    }
    return result
  }

  private static func add(
    _ bytes: [UInt8], at place: String, _ info: JSONValue, _ folder: String, _ name: String,
    _ assets: [String], to result: inout ImportedNotes
  ) {
    let original = info["cairn"]
    var bytes = bytes
    let links = Markup(bytes, body: Document(bytes).body).links
    for link in links.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      guard let range = link.targetRange, link.target.hasPrefix("assets/"),
        let written = original?["assets"]?[String(link.target.dropFirst(7))]?["written"]?.text
      else { continue }
      bytes.replaceSubrange(range, with: written.utf8)
    }
    let document = Document(bytes)
    if let refusal = document.editRefusal {
      result.skipped.append((folder, "the front matter cannot be edited: \(refusal.message)"))
      return
    }
    let stem = ImportText.fileName(name.hasSuffix(".textbundle") ? String(name.dropLast(11)) : name)
    let path = original?["path"]?.text ?? "\(stem).md"
    var note = ImportedNote(key: path, path: path, document: document)
    note.file = place
    note.attachments = assets.map { asset in
      let file = String(asset.dropFirst(folder.count + 7))
      let place = original?["assets"]?[file]?["path"]?.text
      return .init(path: asset, mark: nil, place: place ?? "assets/\(file)")
    }
    result.notes.append(note)
  }
}
