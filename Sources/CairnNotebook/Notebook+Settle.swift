public import CairnCapture
public import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// A change that helps to resolve differences between two copies of the notebook.
  public enum SettlingStep {
    /// A change to an existing file.
    case edit(Capture, (Capture) throws(Diagnostic) -> Document)
    /// The move of a file to another path.
    case move(Capture, to: NotePath)
    /// The creation of a file.
    case create(NotePath, [UInt8])
    /// The move of a file to the trash.
    case trash(Capture)

    fileprivate var path: NotePath {
      switch self {
      case .edit(let capture, _), .move(let capture, _), .trash(let capture): capture.path
      case .create(let path, _): path
      }
    }
  }

  /// Resolves differences between two copies of the notebook in one operation, which can only be
  /// undone as a whole.
  ///
  /// - Parameters:
  ///   - groups: Groups of steps that belong together. If a step is refused, the rest of its group
  ///     is skipped. Errors are in the report.
  ///   - isKeeping: Whether keeping files as they are also resolves differences. If true, the
  ///     operation can be undone even if no file changes.
  /// - Throws: `FileError` if the notebook cannot be locked.
  public func settle(
    _ groups: [[SettlingStep]], isKeeping: Bool = false, _ mode: Mode = .write
  ) throws -> ChangeReport {
    guard mode == .write else {
      return groups.joined().reduce(into: ChangeReport()) { report, step in preview(step, &report) }
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = ChangeReport()
      for steps in groups {
        let refused = report.refused.count
        for step in steps where report.refused.count == refused {
          do throws(FileError) {
            try take(step, transaction, &report)
          } catch {
            report.refused.append(error.diagnostic(step.path))
          }
        }
      }
      let isKept = isKeeping && report.refused.isEmpty
      if isKept { try transaction.record() }
      report.operation = report.changed.isEmpty && !isKept ? nil : transaction.operation
      return report
    }
  }

  private func take(
    _ step: SettlingStep, _ transaction: Transaction, _ report: inout ChangeReport
  ) throws(FileError) {
    switch step {
    case .edit(let capture, let edit):
      let done = try change([capture], in: transaction, edit)
      report.changed += done.changed
      report.unchanged += done.unchanged
      report.refused += done.refused
      return
    case .move(let capture, let path): try transaction.move(capture.path, to: path)
    case .create(let path, let bytes): try transaction.create(path, bytes, makingFolders: true)
    case .trash(let capture): _ = try transaction.trash(capture.path)
    }
    preview(step, &report)
  }

  private func preview(_ step: SettlingStep, _ report: inout ChangeReport) {
    switch step {
    case .edit(let capture, let edit):
      do throws(Diagnostic) {
        report.note(capture, after: try edit(capture).bytes)
      } catch {
        report.refused.append(error.at(capture.path))
      }
    case .move(let capture, let path):
      let bytes = capture.document.bytes
      report.changed.append(
        .init(id: capture.id, path: path, from: capture.path, before: bytes, after: bytes))
    case .create(let path, let bytes):
      report.changed.append(.init(id: nil, path: path, after: bytes))
    case .trash(let capture):
      report.changed.append(
        .init(id: capture.id, path: capture.path, before: capture.document.bytes))
    }
  }
}
