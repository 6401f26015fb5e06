import CairnCapture
import CairnDocument
import CairnGit
import CairnIndex
import CairnNotebook
import CairnText

extension Workspace {
  /// Returns the files in conflict, sorted by path: files that contain conflict markers and, if git
  /// is installed, files that a merge could not resolve.
  ///
  /// Cost: reads all captures, and runs git a few times.
  public func conflicts() async -> [FileConflict] {
    let catalog = catalog()
    let unmerged = await unmergedFiles(catalog).conflicts
    let known = Set(unmerged.flatMap { [$0.path, $0.other?.path].compactMap(\.self) })
    // In parts, so that only captures with conflicts stay in memory.
    let parts = Array(catalog.snapshot.entries).chunked(into: 4096)
    let marked = parts.flatMap { part in
      catalog.captures(part).compactMap { capture -> FileConflict? in
        let marks = Conflicts(capture.document.bytes)
        if marks.isEmpty || known.contains(capture.path) { return nil }
        return FileConflict(state: .changed, capture: capture, isNote: true, marks: marks)
      }
    }
    return (marked + unmerged).sorted { $0.path < $1.path }
  }

  /// Returns the files that a merge could not resolve. Also returns the paths that git still lists
  /// as unmerged although a person has resolved or removed the files.
  func unmergedFiles(
    _ catalog: Catalog? = nil
  ) async -> (conflicts: [FileConflict], settled: [[UInt8]]) {
    guard let repository = try? await repository(),
      let files = try? await repository.unmerged().files, !files.isEmpty,
      let contents = try? await repository.contents(of: files)
    else { return ([], []) }
    let table = UnmergedTable(
      files, contents, isReplaying: repository.isReplaying,
      catalog: catalog ?? self.catalog())
    let open = Set(table.conflicts.flatMap { [$0.path.bytes, $0.other?.path.bytes ?? []] })
    return (table.conflicts, files.map(\.path).filter { !open.contains($0) })
  }

  /// Returns the error to report if there are no conflicts. If a merge or a similar operation is in
  /// progress, the error names the command that ends it.
  public func nothingInConflict() async -> Refusal {
    var next = ""
    if let words = try? await repository().underWay?.words {
      next = "; \(words.name) is in progress; run `\(words.next)` to finish it"
    }
    return Refusal("nothing-found", "there are no conflicts\(next)", .nothingFound)
  }
}
