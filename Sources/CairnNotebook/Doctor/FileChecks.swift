import CairnCapture
import CairnFiles
public import CairnText

// MARK: - Settings and views

extension Examination {
  /// Finds invalid settings.
  func malformedSettings() -> [Finding] {
    notebook.settings.diagnostics.map { Finding($0) }
  }

  /// Finds invalid files of views, and invalid lines and queries in them.
  func malformedViews() -> [Finding] {
    let broken = views.brokenQueries { (query) throws(Diagnostic) in try library.check(query) }
    return (views.diagnostics + broken).map { Finding($0) }
  }
}

// MARK: - Files on disk

extension Examination {
  /// Finds folders and files that could not be read.
  func unreadableFiles() -> [Finding] {
    library.problems.map { error in
      Finding(
        Diagnostic(
          .error, "unreadable", "it cannot be \(error.operation.rawValue): \(error.code)",
          path: error.notePath))
    }
  }

  /// Finds pipes, sockets, devices, and links that are broken, circular or leave the notebook.
  func specialFiles() -> [Finding] {
    library.specials.compactMap { special in
      guard special.kind == .link else {
        return Finding(
          "special-file", special.path,
          "a \(special.kind.rawValue) is never opened; move it out of the notebook")
      }
      do throws(FileError) {
        if try notebook.store.leadsSomewhere(special.path) { return nil }
        return Finding(
          "link-not-followed", special.path,
          "the symbolic link leads to nothing; remove it or correct it")
      } catch {
        return Finding(
          "link-not-followed", special.path, "the link is not followed: \(error.code)")
      }
    }
  }

  /// Finds temporary files left by an interrupted write.
  func leftovers() -> [Finding] {
    library.leftovers.map { path in
      Finding(
        "leftover", path,
        "an interrupted write left this behind; `cairn doctor --fix` moves it into the trash",
        fix: .removeLeftover)
    }
  }
}

extension Store {
  /// Returns whether the target of a symbolic link exists.
  ///
  /// Throws ``FileError`` if the link is not followed.
  fileprivate func leadsSomewhere(_ path: NotePath) throws(FileError) -> Bool {
    do throws(FileError) {
      return try isThere(path)
    } catch {
      switch error.code {
      case .notFound: return false
      case .loop, .outsideRoot: throw error
      default: return true
      }
    }
  }
}

extension Notebook {
  /// Returns the folders with notes that are not captures, because the folder's name begins with a
  /// dot or is never entered, and the number of these notes. Git's folder and the notebook's
  /// settings are not included.
  public func notesInHiddenFolders() -> [(folder: NotePath, count: Int)] {
    let own = [Self.markerName, ".git"]
    return store.walk { _ in }.hidden.filter { !own.contains($0.name) }
      .map { ($0, store.countNotes(below: $0)) }.filter { $0.count > 0 }
  }
}
