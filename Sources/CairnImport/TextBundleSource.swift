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
    var taken: [String: String] = [:]
    for path in files.paths where path.hasSuffix("info.json") {
      guard let place = text(beside: path, in: files) else { continue }
      guard let bytes = result.bytes(of: place, in: files) else { continue }
      let info = files.bytes(path).flatMap { JSONValue(reading: $0) } ?? [:]
      let folder = String(path.dropLast("info.json".count))
      let name = folder.split(separator: "/").last.map(String.init) ?? files.name
      let stem = ImportText.fileName(
        name.hasSuffix(".textbundle") ? String(name.dropLast(11)) : name)
      // Cairn's own bundles say where their files belong.
      let original = info["cairn"]?["assets"]
      var places: [String: String] = [:]
      for asset in assets[folder] ?? [] {
        let file = String(asset.dropFirst(folder.count + 7))
        places[file] =
          original?[file]?["path"]?.text ?? free(file, in: stem, for: asset, among: &taken, files)
      }
      add(bytes, at: place, info, folder, stem, places, to: &result)
    }
    try result.requireContent("there is no TextBundle")
    return result
  }

  /// Returns the path for the copy of a file in `assets`. If another bundle has a different file
  /// with the same name, the path is in a folder of `assets` that is named after this bundle.
  ///
  /// - Parameter taken: The paths of the files in the export, keyed by the paths of their copies.
  private static func free(
    _ file: String, in bundle: String, for asset: String, among taken: inout [String: String],
    _ files: ImportFiles
  ) -> String {
    var (place, number) = ("assets/\(file)", 1)
    while let other = taken[place.lowercased()], files.bytes(other) != files.bytes(asset) {
      place = "assets/\(bundle)\(number == 1 ? "" : " \(number)")/\(file)"
      number += 1
    }
    taken[place.lowercased()] = asset
    return place
  }

  /// Adds the note of a bundle.
  ///
  /// - Parameters:
  ///   - folder: The path of the bundle, with `/` at its end.
  ///   - stem: The name of the note's file without extension.
  ///   - places: The paths of the copies of the bundle's files, keyed by their names in `assets`.
  private static func add(
    _ bytes: [UInt8], at place: String, _ info: JSONValue, _ folder: String, _ stem: String,
    _ places: [String: String], to result: inout ImportedNotes
  ) {
    let original = info["cairn"]
    var bytes = bytes
    let links = Markup(bytes, body: Document(bytes).body).links
    for link in links.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      guard let range = link.targetRange, link.target.hasPrefix("assets/") else { continue }
      let file = String(link.target.dropFirst(7))
      let moved = places[file].flatMap { $0 == link.target ? nil : Address.encoded($0.utf8) }
      guard let address = original?["assets"]?[file]?["written"]?.text ?? moved else { continue }
      bytes.replaceSubrange(range, with: address.utf8)
    }
    let document = Document(bytes)
    if let refusal = document.editRefusal {
      result.skipped.append((folder, "the front matter cannot be edited: \(refusal.message)"))
      return
    }
    let path = original?["path"]?.text ?? "\(stem).md"
    var note = ImportedNote(key: path, path: path, document: document)
    note.file = place
    note.attachments = places.sorted { $0.key < $1.key }.map { file, place in
      .init(path: "\(folder)assets/\(file)", mark: nil, place: place)
    }
    result.notes.append(note)
  }
}
