import CairnMCP
import Synchronization

/// The 64 conversations with assistants that were used most recently. Thread-safe.
final class AssistantSessions: Sendable {
  /// The identity of a conversation. A conversation is a session that began with a handshake, or
  /// all stateless requests with the same token.
  struct Key: Hashable, Sendable {
    /// The id of the token; nil for a browser.
    let token: String?
    /// The id of the session; nil for stateless requests.
    let session: String?
  }

  private static let most = 64

  private let list = Mutex<[(key: Key, server: MCPServer)]>([])

  /// Returns the server of a conversation, or nil if there is no such conversation. Records that
  /// the conversation was used.
  func server(for key: Key) -> MCPServer? {
    list.withLock { list in
      guard let place = list.firstIndex(where: { $0.key == key }) else { return nil }
      let found = list.remove(at: place)
      list.append(found)
      return found.server
    }
  }

  /// Returns the server of a conversation, and records that the conversation was used. If there is
  /// no such conversation, begins one with `server`. If there are already 64 conversations, first
  /// ends the least recently used one.
  func begin(_ key: Key, _ server: MCPServer) -> MCPServer {
    if let known = self.server(for: key) { return known }
    return list.withLock { list in
      if list.count >= Self.most { list.removeFirst() }
      list.append((key, server))
      return server
    }
  }

  /// Ends a conversation. Returns whether the conversation existed.
  func end(_ key: Key) -> Bool {
    list.withLock { list in
      let count = list.count
      list.removeAll { $0.key == key }
      return list.count < count
    }
  }
}
