import CairnHost
import CairnJSON
import CairnNotebook
import CairnRPC

extension MCPServer {
  private static let listChanged = "notifications/resources/list_changed"
  private static let subscriptionKey = "io.modelcontextprotocol/subscriptionId"

  /// Returns a job for a client that began with a handshake. The job notifies the client whenever
  /// captures are added, changed or removed, until the session ends.
  func watcher(_ notify: @escaping Notify) -> @Sendable () async -> Void {
    { [self] in
      guard let changes = await changes() else { return }
      for await _ in changes where !Task.isCancelled { notify(Self.listChanged, [:]) }
    }
  }

  /// Returns the job of a subscription. The job acknowledges the request, and then notifies the
  /// client of changes until the client cancels the subscription. If the client asked for no
  /// notices, the job ends after the acknowledgment.
  func subscription(
    _ request: RPCRequest, _ notify: @escaping Notify
  ) -> @Sendable () async throws -> JSONValue {
    let isWanted = request.params["notifications"]?["resourcesListChanged"] == .boolean(true)
    let meta: JSONValue = [Self.subscriptionKey: request.id]
    return { [self] in
      // The stream is opened first, so that a change right after the acknowledgment is not missed.
      let changes = isWanted ? await changes() : nil
      let agreed: JSONValue = changes == nil ? [:] : ["resourcesListChanged": true]
      notify(
        "notifications/subscriptions/acknowledged", ["notifications": agreed, "_meta": meta])
      if let changes {
        for await _ in changes where !Task.isCancelled {
          notify(Self.listChanged, ["_meta": meta])
        }
      }
      return ["resultType": "complete", "_meta": meta]
    }
  }

  /// Returns a stream of the changes to the notebook after this call; nil if the notebook cannot be
  /// opened.
  private func changes() async -> AsyncStream<NotebookChange>? {
    try? await host.changes(of: setup.root, setup.context(["mcp", "watch"]))
  }
}
