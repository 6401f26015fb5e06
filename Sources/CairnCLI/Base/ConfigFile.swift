import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

/// A file of settings or views: where it lies, and what writes there.
struct ConfigFile {
  let state: StateFolder
  let store: Store
  let path: NotePath
  let time: Instant

  /// A file of the notebook.
  init(ofNotebook session: Session, _ path: NotePath) {
    state = session.notebook.state
    store = session.notebook.store
    self.path = path
    time = session.clock.now
  }

  /// A file of the user's own, whose folder is made where it is to be written.
  init(
    ofUser session: Session, _ name: String, isDryRun: Bool
  ) throws {
    let surroundings = session.surroundings
    let folder = surroundings.folders.config
    if !isDryRun { try folder.makeFolders() }
    store = try Store(root: folder)
    state = StateFolder(
      in: surroundings.folders.state, of: store,
      caller: session.work.context.caller)
    path = NotePath(name) ?? .root
    time = surroundings.clock.now
  }

  /// Changes the file, which is made where it is not there.
  func change(
    _ mode: Mode, _ edit: (SettingsFile) throws(Diagnostic) -> SettingsFile
  ) throws -> ChangeReport {
    let old = try store.kind(path) == nil ? nil : store.read(path).bytes
    let before = old ?? []
    let after = try edited(before, edit)
    guard after != before else {
      var report = ChangeReport()
      report.unchanged = [path]
      return report
    }
    var report = ChangeReport(changed: .init(id: nil, path: path, before: before, after: after))
    guard mode == .write else { return report }
    try state.transaction(at: time) { transaction in
      if old == nil {
        try transaction.create(path, after, makingFolders: true, isLast: true)
      } else {
        _ = try transaction.edit(path, isLast: true) { try edited($0, edit) }
      }
      report.operation = transaction.operation
    }
    return report
  }

  private func edited(
    _ bytes: [UInt8], _ edit: (SettingsFile) throws(Diagnostic) -> SettingsFile
  ) throws(Diagnostic) -> [UInt8] {
    do throws(Diagnostic) {
      return try edit(SettingsFile(bytes)).bytes
    } catch {
      // The line it counts is not the file's.
      throw Diagnostic(.error, error.code, error.message, path: path)
    }
  }
}

extension Session {
  /// Says that a file of settings or views was changed, and ends the command as that went.
  func finish(_ report: ChangeReport, _ file: ConfigFile, isUser: Bool, _ mode: Mode) throws {
    if isUser, mode == .write, !options.json, !report.changed.isEmpty {
      let path = file.store.absolute(file.path).string
      return console.line("Changed \(TerminalText.escaped(path))")
    }
    try finish(report, mode)
  }
}
