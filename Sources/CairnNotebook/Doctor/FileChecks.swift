import CairnCapture
import CairnDocument
import CairnFiles
import CairnQuery
public import CairnText

// MARK: - Settings and views

extension Examination {
  /// Finds invalid settings.
  func malformedSettings() -> [Finding] {
    notebook.settings.diagnostics.map { Finding($0) }
  }

  /// Finds a malformed views file, and invalid lines and queries in views files.
  func malformedViews() -> [Finding] {
    let fields = Lazy {
      Set(
        captures.flatMap { $0.document.fields.map(\.key) }
          + pages.flatMap { $0.page.schema?.fields ?? [] }.map(\.name))
    }
    let broken = views.brokenQueries { (query) throws(Diagnostic) in
      try query.check(fields: fields.value, collections: collections.map(\.path))
    }
    return (views.diagnostics + broken).map { Finding($0) }
  }
}

// MARK: - Files on disk

extension Examination {
  /// Finds folders and files that could not be read.
  func unreadableFiles() -> [Finding] {
    problems.map { error in
      Finding(
        Diagnostic(
          .error, "unreadable", error.message,
          path: error.notePath))
    }
  }

  /// Finds pipes, sockets, devices and symbolic links that Cairn does not read, and folders that
  /// have the name of a collection's page.
  func specialFiles() -> [Finding] {
    notebook.problems(withSpecials: scan.specials, others: scan.folders + scan.ignoredOthers)
      .map { Finding($0) }
  }

  /// Finds temporary files left by an interrupted write.
  func leftovers() -> [Finding] {
    scan.leftovers.map { path in
      Finding(
        "leftover", path,
        "an interrupted write left this file; run `cairn doctor --fix` to move it to the trash",
        fix: .removeLeftover)
    }
  }
}

extension Notebook {
  /// Returns the given hidden folders that contain notes, each with the number of its notes. The
  /// folders `.git` and `.cairn` are excluded.
  public func countNotes(inHidden folders: [NotePath]) -> [(folder: NotePath, count: Int)] {
    let own = [Self.markerName, ".git"]
    return folders.filter { !own.contains($0.name) }
      .map { ($0, store.countNotes(below: $0)) }.filter { $0.count > 0 }
  }
}
