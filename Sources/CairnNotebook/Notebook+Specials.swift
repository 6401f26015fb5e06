import CairnCapture
import CairnFiles
public import CairnText

extension Catalog {
  /// A warning for each symbolic link, pipe, socket and device that Cairn does not read, and for
  /// each folder with the name of a collection's page. Leaves out what the notebook's audience does
  /// not see.
  public var specialFileWarnings: [Diagnostic] {
    notebook.problems(
      withSpecials: walk.specials.filter { shows($0.path) },
      others: (walk.folders + walk.ignoredOthers).filter { shows($0) })
  }
}

extension Notebook {
  /// Returns a warning for each special file that Cairn does not read. Symbolic links to
  /// attachments are left out, because Cairn follows them.
  ///
  /// - Parameters:
  ///   - specials: Symbolic links, pipes, sockets and devices.
  ///   - others: Folders and ignored files. Only those with the path of a collection's page are
  ///   reported.
  func problems(withSpecials specials: [Scan.Special], others: [NotePath]) -> [Diagnostic] {
    specials.compactMap { special in
      guard let (code, message) = problem(with: special) else { return nil }
      return warning(code, special.path, message)
    }
      + others.filter(CollectionPage.isPage).map {
        warning("special-file", $0, "the page of a collection must be a file")
      }
  }

  private func warning(_ code: String, _ path: NotePath, _ message: String) -> Diagnostic {
    let effect = "; the collection is private until Cairn can read its page"
    return Diagnostic(
      .warning, code, message + (CollectionPage.isPage(path) ? effect : ""), path: path)
  }

  /// Returns the reason why Cairn does not read a special file; nil if Cairn reads the file.
  private func problem(with special: Scan.Special) -> (code: String, message: String)? {
    guard special.kind == .link else {
      return (
        "special-file", "Cairn never opens a \(special.kind.rawValue); move it out of the notebook"
      )
    }
    do throws(FileError) {
      switch try store.targetKind(special.path) {
      case nil:
        return (
          "link-not-followed",
          "the target of this symbolic link does not exist; correct the link or remove it"
        )
      case .file where !store.isNote(special.path.nameBytes): return nil
      default:
        return (
          "link-not-followed", "Cairn does not follow symbolic links to captures and folders"
        )
      }
    } catch {
      switch error.code {
      case .loop, .outsideRoot:
        return ("link-not-followed", "Cairn does not follow this symbolic link: \(error.code)")
      default: return nil
      }
    }
  }
}
