import CairnCapture
import CairnDocument
public import CairnFiles
import CairnText

extension Notebook {
  /// Fixes the findings about fields and leftover files, and ignores all other findings.
  ///
  /// The repair edits fields like any other command and moves files to the trash, so it can be
  /// undone. Problems fixed since the diagnosis are skipped.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked or a capture cannot be read. Other
  ///   errors of single files are in the report.
  public func repair(
    _ findings: [Finding], _ mode: Mode = .write
  ) throws -> ChangeReport {
    let paths = { (fix: Finding.Fix) in
      Set(findings.filter { $0.fix == fix }.compactMap(\.diagnostic.path))
    }
    let captures = try presentCaptures(at: paths(.alignCollection).sorted())
    let leftovers = paths(.removeLeftover).sorted()
    let align = { (capture: Capture) throws(Diagnostic) -> Document in
      guard let change = capture.collectionChange else { return capture.document }
      return try applying([change], to: capture)
    }
    guard mode == .write, !captures.isEmpty || !leftovers.isEmpty else {
      var report = try change(captures, .dryRun, align)
      report.changed += leftovers.map(removed)
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = try change(captures, in: transaction, align)
      for path in leftovers {
        let leftover = removed(path)
        do throws(FileError) {
          _ = try transaction.trash(path)
          report.changed.append(leftover)
        } catch  where error.code == .notFound {
          continue
        } catch {
          report.refused.append(error.diagnostic(path))
        }
      }
      report.operation = report.changed.isEmpty ? nil : transaction.operation
      return report
    }
  }

  /// Fixes the findings about the notebook's state and its index. These fixes cannot be undone.
  /// Returns the findings that were fixed or, in a dry run, would be fixed.
  ///
  /// - Throws: `FileError` if the state cannot be written.
  public func repairState(
    _ findings: [Finding], _ mode: Mode = .write
  ) throws(FileError) -> [Finding] {
    var done: [Finding] = []
    for finding in findings {
      switch finding.fix {
      case .repairState(let problem):
        let isDone = mode == .dryRun ? true : try state.repair(problem, at: clock.now)
        if isDone { done.append(finding) }
      case .removeIndex:
        var cache = IndexCache(cache)
        if mode == .write { cache.clear() }
        if cache.notes.isEmpty { done.append(finding) }
      default: continue
      }
    }
    return done
  }

  /// Returns the change that removes the file at `path`. If the file cannot be read, `before` is
  /// empty.
  func removed(_ path: NotePath) -> ChangeReport.Changed {
    ChangeReport.Changed(id: nil, path: path, before: (try? store.read(path).bytes) ?? [])
  }
}
