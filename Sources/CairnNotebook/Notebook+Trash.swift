public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnText

extension Notebook {
  /// Puts captures into the trash, from which they can be restored.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked. What goes wrong with one file is in
  ///   the report.
  public func trash(_ captures: [Capture], _ mode: Mode = .write) throws -> ChangeReport {
    let removed = { (capture: Capture) in
      ChangeReport.Changed(id: capture.id, path: capture.path, before: capture.document.bytes)
    }
    guard mode == .write else {
      var report = ChangeReport()
      report.changed = captures.map(removed)
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = ChangeReport(operation: transaction.operation)
      for capture in captures {
        do throws(FileError) {
          _ = try transaction.trash(capture.path)
          report.changed.append(removed(capture))
        } catch {
          report.refused.append(error.diagnostic(capture.path))
        }
      }
      return report
    }
  }

  /// Brings entries of the trash back to where they were.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked. What goes wrong with one entry (its
  ///   path is taken) is in the report.
  public func restore(_ entries: [TrashEntry], _ mode: Mode = .write) throws -> ChangeReport {
    guard mode == .write else {
      var report = ChangeReport()
      report.changed = entries.map { ChangeReport.Changed(id: nil, path: $0.path) }
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = ChangeReport(operation: transaction.operation)
      for entry in entries {
        do throws(FileError) {
          let path = try transaction.restore(entry)
          let id = entry.isFolder ? nil : (try? capture(at: path))?.id
          report.changed.append(ChangeReport.Changed(id: id, path: path))
        } catch {
          report.refused.append(error.diagnostic(entry.path))
        }
      }
      return report
    }
  }

  /// Removes entries of the trash for good.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked. What goes wrong with one entry is
  ///   in the report.
  public func discard(_ entries: [TrashEntry], _ mode: Mode = .write) throws -> ChangeReport {
    guard mode == .write else {
      var report = ChangeReport()
      report.changed = entries.map { ChangeReport.Changed(id: nil, path: $0.path) }
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = ChangeReport(operation: transaction.operation)
      for entry in entries {
        do throws(FileError) {
          try transaction.discard(entry)
          report.changed.append(ChangeReport.Changed(id: nil, path: entry.path))
        } catch {
          report.refused.append(error.diagnostic(entry.path))
        }
      }
      return report
    }
  }
}
