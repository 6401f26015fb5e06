import CairnText

/// The parts of an author's name. Bibliographies sort by the family name and may abbreviate the
/// given names.
struct AuthorName: Hashable {
  /// The family name with its particles, as in `van Beethoven`; the whole name if it has only one
  /// part.
  var family: String
  /// The given names; nil if the name has only one part.
  var given: String?
  /// A suffix such as `Jr.`; nil if there is none.
  var suffix: String?

  /// Splits a name. In a name with a comma, the family name precedes the first comma. In other
  /// names, the family name is the last word and the particles before it. The particles begin at
  /// the first word in lower case, as in BibTeX, or at the first known particle. The first word of
  /// the name is always part of a given name. A comma before a suffix counts as a blank: `Martin
  /// Luther King, Jr.`. The name of an organization, such as `Museum of Modern Art`, is not split.
  init(_ name: String) {
    var name = name
    if let comma = name.firstIndex(of: ",") {
      var parts = name[comma...].dropFirst().split(separator: ",").map { $0.trimmingBlanks }
      let start = String(name[..<comma].trimmingBlanks)
      if let index = parts.firstIndex(where: { Self.suffixes.contains(String($0)) }) {
        suffix = String(parts.remove(at: index))
      }
      let rest = parts.joined(separator: ", ")
      guard rest.isEmpty, let end = suffix, start.contains(" ") else {
        family = start
        given = rest.isEmpty ? nil : rest
        return
      }
      name = "\(start) \(end)"
    }
    var words = name.split(separator: " ")
    if words.count > 2, let last = words.last, Self.suffixes.contains(String(last)) {
      suffix = String(words.removeLast())
    }
    let inner = words.indices.dropFirst().dropLast()
    guard words.count > 1, !inner.contains(where: { Self.ofOrganizations.contains(words[$0]) })
    else {
      family = name
      return
    }
    var start = inner.first { Self.isParticle(words[$0]) } ?? words.count - 1
    // Both words around the Spanish `y` belong to the family name: `Ortega y Gasset`.
    if words[start] == "y", start > 1 { start -= 1 }
    family = words[start...].joined(separator: " ")
    given = words[..<start].joined(separator: " ")
  }

  private static let suffixes: Set<String> = ["Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV"]
  private static let ofOrganizations: Set<Substring> = ["of", "for", "the", "and", "&"]
  /// Words that are particles even if they begin with a capital letter, as in `Simone De Beauvoir`.
  private static let particles: Set<String> = [
    "al", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "le", "ter",
    "van", "von", "zu",
  ]

  /// Returns whether a word is a particle, which begins a family name of several words. An initial
  /// in lower case, as in `e. e. cummings`, is not a particle.
  private static func isParticle(_ word: Substring) -> Bool {
    particles.contains(word.lowercased())
      || word.first?.isLowercase == true && word.last != "."
  }
}
