import CairnText

/// The rules for the names of a site's files. A name consists of folded letters and digits of any
/// script, separated by hyphens. No two names differ only by case, accents or normalization, and
/// each name is valid on every file system.
enum SiteNames {
  /// The maximum length of a name in UTF-8 bytes, without suffix and extension.
  private static let most = 120
  /// Names that Windows reserves for devices, with any extension.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Returns the name for `text`; empty if `text` contains no letters or digits.
  ///
  ///     SiteNames.name("2026-06-28 Tía Carmen’s gazpacho")   // "2026-06-28-tia-carmens-gazpacho"
  static func name(_ text: String) -> String {
    var name = ""
    var isGap = false
    for character in text.folded {
      if character == "'" || character == "’" { continue }
      guard character.isLetter || character.isNumber else {
        isGap = true
        continue
      }
      let piece = (isGap && !name.isEmpty ? "-" : "") + String(character)
      guard name.utf8.count + piece.utf8.count <= most else { break }
      name += piece
      isGap = false
    }
    return name
  }

  /// Returns unique names for files in one folder, given a text and a key for each file.
  ///
  /// If several files would get the same name, only one of them gets it: the file whose text is
  /// spelled exactly like the name or, if there is none, the file with the first key. Each other
  /// file gets a name that ends in a hyphen and digits derived from its key. The same applies to a
  /// file whose name would otherwise be empty, reserved or in `taken`. A new file therefore changes
  /// the name of an existing file only if their names collide.
  ///
  /// - Parameters:
  ///   - texts: For each file, the text from which its name is derived, and a unique key that never
  ///     changes.
  ///   - taken: The names that must not be used.
  static func unique(
    _ texts: [(text: String, key: [UInt8])], taken: Set<String> = []
  ) -> [String] {
    var names = [String](repeating: "", count: texts.count)
    var used = taken.union(devices)
    var groups: [String: [Int]] = [:]
    for (index, entry) in texts.enumerated() { groups[name(entry.text), default: []].append(index) }
    var rest: [(name: String, index: Int)] = []
    for (name, indices) in groups {
      let inOrder = indices.sorted { texts[$0].key.lexicographicallyPrecedes(texts[$1].key) }
      let isFree = !name.isEmpty && !used.contains(name)
      let first = isFree ? inOrder.first { texts[$0].text == name } ?? inOrder[0] : nil
      if let first { names[first] = name }
      rest += inOrder.filter { $0 != first }.map { (name, $0) }
    }
    used.formUnion(names)
    for (name, index) in rest.sorted(by: {
      texts[$0.index].key.lexicographicallyPrecedes(texts[$1.index].key)
    }) {
      let digits = Checksum.digits(of: texts[index].key)
      let stem = name.isEmpty ? "untitled" : name
      let candidates = (6...digits.count).lazy.map { "\(stem)-\(digits.prefix($0))" }
      names[index] = candidates.first { !used.contains($0) } ?? "\(stem)-\(digits)"
      used.insert(names[index])
    }
    return names
  }
}
