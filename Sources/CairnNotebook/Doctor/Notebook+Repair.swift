import CairnCapture
import CairnDocument
public import CairnFiles
import CairnText

extension Notebook {
  /// Does something about the findings that are fixable; the others stay.
  ///
  /// Fields are changed as every edit changes them, and files go into the trash, so that all of it
  /// can be taken back. What has been put right since the notebook was looked at is left alone.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked, or a capture not be read. What else goes
  ///   wrong with one file is in the report.
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

  /// Does something about the findings that are about the notebook's state and its index, which is
  /// nothing that is undone; those that it did, or would do.
  ///
  /// - Throws: `FileError` where the state cannot be written to.
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

  /// The report of a file that goes, with its bytes.
  func removed(_ path: NotePath) -> ChangeReport.Changed {
    ChangeReport.Changed(id: nil, path: path, before: (try? store.read(path).bytes) ?? [])
  }
}
