import CairnCapture
import CairnDocument
import CairnWork
import Synchronization

/// The versions of captures that clients have read. The server needs these versions to merge the
/// clients' changes. Forgets the oldest versions if they take too much memory. Thread-safe.
final class VersionMemory: Sendable {
  private struct State {
    var bytes: [String: [UInt8]] = [:]
    /// The versions, the oldest first.
    var order: [String] = []
    var size = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// Creates a memory of at most `limit` bytes.
  init(limit: Int = 32 << 20) { self.limit = limit }

  /// Remembers the bytes of a capture that a client reads, and returns the version of the capture.
  func remember(_ capture: Capture) -> String {
    let (version, bytes) = (capture.version, capture.document.bytes)
    state.withLock { state in
      guard state.bytes[version] == nil, bytes.count <= limit else { return }
      state.bytes[version] = bytes
      state.order.append(version)
      state.size += bytes.count
      var dropped = 0
      while state.size > limit, dropped < state.order.count {
        state.size -= state.bytes.removeValue(forKey: state.order[dropped])?.count ?? 0
        dropped += 1
      }
      state.order.removeFirst(dropped)
    }
    return version
  }

  /// Returns the bytes of a version; nil if the version was forgotten or is unknown.
  func bytes(of version: String) -> [UInt8]? { state.withLock { $0.bytes[version] } }
}
