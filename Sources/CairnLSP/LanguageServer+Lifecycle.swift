import CairnHost
import CairnJSON
import CairnRPC
import CairnText
import Synchronization
import SystemPackage

/// The editor's abilities that affect the server's answers.
struct ClientAbilities: Hashable, Sendable {
  /// Whether a workspace edit can contain the versions of documents and the renaming of files.
  var renamesFiles = false
  /// Whether the editor requests diagnostics itself, so that the server need not send any.
  var pullsDiagnostics = false
  /// Whether the editor can be asked to request diagnostics again.
  var refreshesDiagnostics = false
  /// Whether the editor can be asked to apply an edit.
  var appliesEdits = false
  /// Whether the editor can watch files for the server.
  var watchesFiles = false
  /// Whether the editor can be asked to show a document.
  var showsDocuments = false
  /// Whether the user can choose in the editor what a completion does with the rest of a word: keep
  /// it or replace it.
  var insertsOrReplaces = false

  init() {}

  init(_ value: JSONValue?) {
    let edit = value?["workspace"]?["workspaceEdit"]
    let operations = edit?["resourceOperations"]?.elements?.compactMap(\.text) ?? []
    // An editor that can rename files also supports `documentChanges`, although Neovim 0.7 does not
    // list it.
    renamesFiles = operations.contains("rename")
    pullsDiagnostics = value?["textDocument"]?["diagnostic"] != nil
    refreshesDiagnostics =
      value?["workspace"]?["diagnostics"]?["refreshSupport"] == .boolean(true)
    appliesEdits = value?["workspace"]?["applyEdit"] == .boolean(true)
    watchesFiles =
      value?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"] == .boolean(true)
    showsDocuments = value?["window"]?["showDocument"]?["support"] == .boolean(true)
    let item = value?["textDocument"]?["completion"]?["completionItem"]
    insertsOrReplaces = item?["insertReplaceSupport"] == .boolean(true)
  }
}

extension LanguageServer {
  /// Records the editor's abilities, and returns those of the server.
  func initialize(_ params: JSONValue) -> JSONValue {
    let offered =
      params["capabilities"]?["general"]?["positionEncodings"]?.elements?.compactMap(\.text) ?? []
    let encoding: PositionEncoding = offered.contains("utf-8") ? .utf8 : .utf16
    let listed = params["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.text } ?? []
    let root = params["rootUri"]?.text
    let folders = (listed.isEmpty ? [root].compactMap(\.self) : listed)
      .compactMap { FileAddress.path(of: $0)?.lexicallyNormalized() }
    let path = params["rootPath"]?.text.map { FilePath($0).lexicallyNormalized() }
    state.withLock { state in
      state.phase = .running
      state.encoding = encoding
      state.client = ClientAbilities(params["capabilities"])
      state.locator.folders = folders.isEmpty ? [path].compactMap(\.self) : folders
    }
    return [
      "capabilities": Self.abilities(encoding),
      "serverInfo": ["name": "cairn", "version": .string(setup.version)],
    ]
  }

  /// Ensures that open documents are checked again when another program changes files. Asks the
  /// editor to report these changes. If the editor cannot report changes, returns a job that
  /// watches the files.
  func watchFiles() -> (@Sendable () async -> Void)? {
    let (session, isAble) = state.withLock { ($0.session, $0.client.watchesFiles) }
    guard let session else { return nil }
    guard isAble else {
      // If there is no notebook, or it cannot be opened, there are no changes to wait for.
      guard let root = try? Scene(self, .null).root() else { return nil }
      return { [self] in
        guard
          let changes = try? await host.changes(
            of: root, setup.context(["lsp"]), withAttachments: true)
        else { return }
        // The files may have changed before the stream of changes began.
        if let job = publisher(isOutside: true) { session.start(job) }
        for await _ in changes where !Task.isCancelled {
          if let job = publisher(isOutside: true) { session.start(job) }
        }
      }
    }
    session.start {
      let registration: JSONValue = [
        "id": "cairn-files", "method": "workspace/didChangeWatchedFiles",
        "registerOptions": ["watchers": [["globPattern": "**/*"]]],
      ]
      _ = await session.ask("client/registerCapability", ["registrations": [registration]])
    }
    return nil
  }

  /// Returns `folders` with the changes of a `workspace/didChangeWorkspaceFolders` notification
  /// applied.
  static func folders(changed params: JSONValue, _ folders: [FilePath]) -> [FilePath] {
    let paths = { (name: String) in
      (params["event"]?[name]?.elements ?? []).compactMap { $0["uri"]?.text }
        .compactMap { FileAddress.path(of: $0)?.lexicallyNormalized() }
    }
    let removed = Set(paths("removed"))
    return folders.filter { !removed.contains($0) } + paths("added")
  }

  private static func abilities(_ encoding: PositionEncoding) -> JSONValue {
    let files: JSONValue = [
      "filters": [
        ["scheme": "file", "pattern": ["glob": "**/*.md"]],
        ["scheme": "file", "pattern": ["glob": "**", "matches": "folder"]],
      ]
    ]
    return [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": false],
      ],
      "completionProvider": [
        "triggerCharacters": ["[", "(", "#", "^", "/", ":", " "], "resolveProvider": true,
      ],
      "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
      "documentLinkProvider": ["resolveProvider": false],
      "documentSymbolProvider": true, "workspaceSymbolProvider": true,
      "foldingRangeProvider": true,
      "renameProvider": ["prepareProvider": true],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor"]],
      "codeLensProvider": ["resolveProvider": false], "inlayHintProvider": true,
      "executeCommandProvider": [
        "commands": .array(commands.keys.sorted().map { .string($0) })
      ],
      "diagnosticProvider": [
        "identifier": "cairn", "interFileDependencies": true, "workspaceDiagnostics": false,
      ],
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true],
        "fileOperations": ["willRename": files],
      ],
    ]
  }
}
