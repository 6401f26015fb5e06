public import CairnCapture
import CairnDocument
import CairnFiles
import CairnText

extension Notebook {
  /// Writes the captures into which text was split, and moves the original capture, if there is
  /// one, to the trash, with the pictures and files that nothing else mentions. This is one
  /// operation, which is completed or not done at all. The report lists the new captures first, in
  /// order.
  ///
  /// - Parameters:
  ///   - pieces: The new captures, without pictures and files.
  ///   - origin: The original capture, if it is to be removed.
  ///   - catalog: The current catalog, with attachments. Evaluated only if `origin` has pictures or
  ///     files.
  /// - Throws: The same errors as ``add(_:_:using:)``. In each case nothing is written.
  public func add(
    _ pieces: [NewCapture], removing origin: Capture? = nil, _ mode: Mode = .write,
    using generator: inout some RandomNumberGenerator, in catalog: @autoclosure () -> Catalog
  ) throws -> ChangeReport {
    let drafts = try pieces.map { try CheckedCapture($0, in: self) }
    let media = origin.map { mediaOfRemoved([$0], in: catalog()) } ?? []
    guard mode == .write else {
      var report = ChangeReport()
      for draft in drafts { report.changed.append(try draft.file(using: &generator)) }
      let media = media.filter { !$0.isMentioned(in: report.changed) }
      if let origin {
        report.changed.append(
          ChangeReport.Changed(
            id: origin.id, path: origin.path, before: origin.document.bytes))
        report.changed += media.map { removed($0.path) }
      }
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = ChangeReport(operation: transaction.operation)
      do {
        for draft in drafts {
          report.changed.append(try Self.written(draft, transaction, using: &generator))
        }
        let media = media.filter { !$0.isMentioned(in: report.changed) }
        if let origin { try trash(origin, with: media, transaction, &report) }
        return report
      } catch {
        for added in report.changed where added.before.isEmpty {
          try? transaction.withdraw(added.path, added.after)
        }
        throw error
      }
    }
  }

  private static func written(
    _ draft: CheckedCapture, _ transaction: Transaction,
    using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport.Changed {
    var draft = draft
    while true {
      let added = try draft.file(using: &generator)
      if try isMade(added, transaction, mayBeTaken: draft.attempts < 15) { return added }
      draft.attempts += 1
    }
  }

  /// Creates a file; returns false if its path is taken and `mayBeTaken` is true.
  private static func isMade(
    _ added: ChangeReport.Changed, _ transaction: Transaction, mayBeTaken: Bool
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      try transaction.create(added.path, added.after, makingFolders: true)
      return true
    } catch {
      guard mayBeTaken, error.code == .exists else { throw error }
      return false
    }
  }
}
