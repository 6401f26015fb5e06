import CairnCapture
import CairnFiles
import CairnText

extension Examination {
  /// Everything that has a name: folders, captures, pages and other files.
  private var named: [NotePath] {
    library.collections.map(\.path).filter { !$0.isRoot } + library.captures.map(\.path)
      + pages.map(\.path) + library.attachments
  }

  /// Names that Windows or macOS do not take, or that no listing shows well.
  func namesOtherSystemsCannotHold() -> [Finding] {
    named.compactMap { path in
      guard let complaint = FileName.complaint(about: path.nameBytes) else { return nil }
      return Finding("name-not-portable", path, "\(complaint); give it another name")
    }
  }

  /// Names in a folder that some systems take for one: they differ in case only, or in how their
  /// accents are encoded.
  func namesThatClash() -> [Finding] {
    let readable = named.filter { $0.text != nil }
    // Text is compared by canonical equivalence (Unicode 16 §3.7, D70), as file systems do it that
    // do it at all.
    struct Place: Hashable {
      let folder: NotePath
      let name: String
    }
    let clashes = Dictionary(grouping: readable) {
      Place(folder: $0.parent, name: $0.name.lowercased())
    }.values
    return clashes.filter { $0.count > 1 }.flatMap { paths in
      let paths = paths.sorted()
      return paths.dropFirst().map { path in
        let differsInCase = path.name != paths[0].name
        return Finding(
          differsInCase ? "name-clash-case" : "name-clash-unicode", path,
          differsInCase
            ? "the name differs from `\(paths[0].name)` in upper and lower case only, and macOS and "
              + "Windows take both for one; give it another name"
            : "the name looks the same as that of another file here and is encoded differently, "
              + "and macOS takes both for one; give it another name",
          related: [paths[0]])
      }
    }
  }
}
