import CairnCapture
public import CairnFiles
public import CairnGit
import CairnJSON
public import CairnText
public import CairnWork
import SystemPackage

// MARK: - Trash, drafts and journal

extension JSONDocument {
  /// Returns a document that describes the files in the trash.
  public static func trash(_ files: [RemovedFile], _ clock: LocalClock) -> JSONDocument {
    JSONDocument([
      "trash": .list(files) { file in
        [
          "id": .string(file.entry.shortID), "capture": JSONValue(file.captureID),
          "title": JSONValue(file.title), "path": .path(file.entry.path),
          "folder": .boolean(file.entry.isFolder), "removed": .time(file.entry.time, clock),
          "operation": .string(file.entry.operation),
        ]
      }
    ])
  }

  /// Returns a document that describes the drafts of a notebook.
  ///
  /// - Parameter texts: The whole text of each draft; nil to leave them out.
  public static func drafts(
    _ drafts: [Draft], texts: [String]? = nil, of work: Workspace
  ) -> JSONDocument {
    JSONDocument([
      "drafts": .list(Array(drafts.enumerated())) { index, draft in
        let facts: JSONValue = [
          "id": .string(draft.id), "file": .string(draft.file.string),
          "time": .time(draft.time, work.clock),
          "for": .string(draft.notes[Draft.purpose] ?? "add"), "path": .path(draft.editedPath),
          "text": .string(work.firstLine(of: draft)),
          "command": .string(work.command(for: draft).description),
        ]
        return texts.map { facts.adding(["whole_text": .string($0[index])]) } ?? facts
      }
    ])
  }

  /// Returns a document that describes the tokens that allow programs to use the server.
  public static func tokens(_ tokens: [AccessToken], _ clock: LocalClock) -> JSONDocument {
    JSONDocument(["tokens": .list(tokens) { record($0, clock) }])
  }

  /// Returns a document that describes a new token with its secret.
  public static func token(
    _ token: AccessToken, secret: String, _ clock: LocalClock
  ) -> JSONDocument {
    JSONDocument(["token": record(token, clock).adding(["secret": .string(secret)])])
  }

  private static func record(_ token: AccessToken, _ clock: LocalClock) -> JSONValue {
    [
      "id": .string(token.id), "scope": .string(token.scope.rawValue),
      "name": .string(token.name), "created": .time(token.created, clock),
    ]
  }

  /// Returns a document that describes operations in the journal.
  public static func operations(
    _ operations: [CairnFiles.Operation], of work: Workspace
  ) -> JSONDocument {
    JSONDocument(["operations": .list(operations) { record($0, work) }])
  }

  /// Returns a document that describes an operation in the journal, with its change to each file.
  public static func operation(
    _ operation: CairnFiles.Operation, _ changes: [OperationChange], of work: Workspace
  ) -> JSONDocument {
    JSONDocument([
      "log": record(operation, work),
      "files": .list(changes) { change in
        let facts: JSONValue = [
          "path": .path(change.path), "change": .string(change.kind.rawValue),
        ]
        return change.from.map { facts.adding(["from": .path($0)]) } ?? facts
      },
    ])
  }

  private static func record(
    _ operation: CairnFiles.Operation, _ work: Workspace
  ) -> JSONValue {
    [
      "id": .string(operation.shortID), "operation": .string(operation.id),
      "time": .time(operation.time, work.clock), "command": .texts(operation.words),
      "folder": .string(operation.folder.string),
      "files": JSONValue(work.fileCount(of: operation)),
      "undone": .boolean(operation.isUndone), "interrupted": .boolean(operation.isTakenBack),
      "undoes": .texts(operation.undoes),
    ]
  }
}

// MARK: - git

extension JSONDocument {
  /// Returns a document that describes a sync: the commit (in a dry run, the planned commit), and
  /// the exchange with the remote.
  public static func sync(_ plan: SyncPlan, _ done: Repository.Exchange) -> JSONDocument {
    JSONDocument([
      "committed": .list(plan.files.changes) { JSONValue(bytes: $0.path) },
      "uncommitted": .list(plan.files.left) {
        ["path": JSONValue(bytes: $0.change.path), "reason": .string($0.reason.rawValue)]
      },
      "upstream": JSONValue(done.upstream), "received": .integer(done.received),
      "sent": .integer(done.sent),
    ])
  }

  /// Returns a document that describes the commits that changed a capture.
  public static func history(_ history: CaptureHistory) -> JSONDocument {
    JSONDocument([
      "revisions": .list(history.entries) { entry in
        let revision = entry.revision
        return [
          "commit": .string(revision.commit), "time": .string(revision.time),
          "author": .string(revision.author), "subject": .string(revision.subject),
          "path": JSONValue(bytes: revision.path),
          "from": revision.oldPath.map { JSONValue(bytes: $0) } ?? .null,
          "changes": .texts(entry.difference.parts.map(\.words)),
        ]
      }
    ])
  }

  /// Returns a document that describes files in conflict.
  public static func conflicts(_ conflicts: [FileConflict]) -> JSONDocument {
    JSONDocument([
      "conflicts": .list(conflicts) { conflict in
        [
          "id": JSONValue(conflict.capture.id), "path": .path(conflict.path),
          "state": .string(conflict.state.rawValue), "other": .path(conflict.other?.path),
          "fields": .texts(conflict.marks.fields.map(\.key)),
          "lines": .list(conflict.marks.hunks) { .integer($0.line) },
        ]
      }
    ])
  }
}
