import CairnCLI
import CairnWeb

// This program is `cairn` with the server in it, which `cairn serve` runs. The server is not in
// `cairn` itself, so that other commands start as fast as without it.
CommandLineTool.main(
  server: { served in
    var settings = ServerSettings(root: served.root, context: served.context)
    settings.port = served.port
    settings.address = served.address
    settings.socket = served.socket
    settings.isReadOnly = served.isReadOnly
    settings.version = served.version
    settings.isVerbose = served.isVerbose
    settings.log = served.log
    settings.isStopping = served.isStopping
    settings.hasStarted = served.hasStarted
    // The main thread runs the tasks of commands; the server has threads of its own.
    try await Task.detached { [settings] in try await WebServer.run(settings) }.value
  },
  siteServer: { served in
    let server = SiteServer(served.folder, version: served.version)
    try await Task.detached {
      try await server.run(
        port: served.port, isStopping: served.isStopping, hasStarted: served.hasStarted)
    }.value
  })
