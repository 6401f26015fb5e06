import CairnJSON
import CairnRPC
import CairnText
import CairnWork
import Synchronization

extension MCPServer {
  private static let listChanged = "notifications/resources/list_changed"
  private static let subscriptionKey = "io.modelcontextprotocol/subscriptionId"
  /// The time between two looks for changes, in milliseconds.
  private static let pause = 500

  /// Returns a job that tells the client of a handshake whenever captures were added, changed or
  /// removed, until the session ends.
  func watcher() -> (@Sendable () async -> Void)? {
    { [self] in await watch { self.notify(Self.listChanged, [:]) } }
  }

  /// Returns the job of a subscription, which lasts until the client cancels it.
  func subscription(_ request: RPCRequest) -> @Sendable () async throws -> JSONValue {
    let isWanted = request.params["notifications"]?["resourcesListChanged"] == .boolean(true)
    let meta: JSONValue = [Self.subscriptionKey: request.id]
    return { [self] in
      let agreed: JSONValue = isWanted ? ["resourcesListChanged": true] : [:]
      notify(
        "notifications/subscriptions/acknowledged", ["notifications": agreed, "_meta": meta])
      if isWanted { await watch { self.notify(Self.listChanged, ["_meta": meta]) } }
      return ["resultType": "complete", "_meta": meta]
    }
  }

  /// Calls `tell` after each change of the notebook, until the task is canceled.
  private func watch(_ tell: () -> Void) async {
    var known = await changes()
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(Self.pause))
      let now = await changes()
      if now != known, !Task.isCancelled { tell() }
      known = now
    }
  }

  private func changes() async -> Int? {
    try? await work(["mcp", "watch"]) { $0.notedChanges }
  }
}
