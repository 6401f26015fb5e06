import CairnCapture
import CairnFiles
import CairnText

extension Examination {
  /// The paths of all captures and of all folders, without the root.
  private var notes: [NotePath] {
    collections.map(\.path).filter { !$0.isRoot } + captures.map(\.path)
  }

  private var pagesAndAttachments: [NotePath] { pages.map(\.path) + scan.attachments }

  /// The paths of all captures, pages, attachments and folders, without the root.
  private var named: [NotePath] { notes + pagesAndAttachments }

  /// Finds names that are invalid on Windows or macOS or that listings cannot show well. Commands
  /// reject these names.
  func namesOtherSystemsCannotHold() -> [Finding] {
    let problems =
      notes.map { ($0, Notebook.nameProblem($0.nameBytes)?.text) }
      + pagesAndAttachments.map { ($0, FileName.complaint(about: $0.nameBytes)) }
    return problems.compactMap { path, problem in
      problem.map { Finding("name-not-portable", path, "\($0); rename it") }
    }
  }

  /// Finds names in the same folder that some systems consider equal because they differ only in
  /// case or in the encoding of accents.
  func namesThatClash() -> [Finding] {
    let readable = named.filter { $0.text != nil }
    // Swift compares text by canonical equivalence (Unicode 16 §3.7, D70), like the file systems
    // that normalize names.
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
            ? "the name differs from `\(paths[0].name)` only in upper and lower case; macOS and "
              + "Windows cannot store both files, so rename one of them"
            : "another file in this folder has the same name in a different Unicode normalization "
              + "form; macOS cannot store both files, so rename one of them",
          related: [paths[0]])
      }
    }
  }
}
