import CairnHost
import CairnJSON
import CairnRPC
import CairnText
import CairnHost
import CairnWork
import Synchronization

extension MCPServer {
  private static let listChanged = "notifications/resources/list_changed"
  private static let subscriptionKey = "io.modelcontextprotocol/subscriptionId"

  /// Returns a job for a client that began with a handshake; never nil. The job notifies the client
  /// whenever captures are added, changed or removed, until the session ends.
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
    guard let changes = try? await host.changes(of: setup.root, setup.context(["mcp", "watch"]))
    else { return }
    for await _ in changes where !Task.isCancelled { tell() }
  }
}
