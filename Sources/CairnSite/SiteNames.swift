import CairnIndex
import CairnText

/// The names of a site's files: letters and digits of any script, folded, with hyphens between, so
/// that no two differ only by case, accents or normalization, and each is one on every file system.
enum SiteNames {
  /// How many bytes of UTF-8 a name has at most, without a suffix and an ending.
  private static let most = 120
  /// Names that Windows keeps for devices, whatever ending they have.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// What a text becomes as a name; empty where it has neither letters nor digits.
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

  /// A name for each of several texts that lie in one folder, all different.
  ///
  /// Of texts with the same name, the one that is spelled so has it, else the first by key; each of
  /// the others gets a hyphen and digits that its key gives. So do names that are taken. What one is
  /// called thus depends on others only where their names meet.
  ///
  /// - Parameters:
  ///   - texts: What is to be named, each with a key that no other has and that stays.
  ///   - taken: Names that none of them may have.
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
