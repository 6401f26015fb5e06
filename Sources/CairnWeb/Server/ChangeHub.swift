import CairnCapture
import CairnDocument
import CairnIndex
import CairnNotebook
import CairnText
import Synchronization

/// A change to a capture's file.
struct CaptureChange: Hashable, Sendable {
  enum Kind: String, Sendable { case added, changed, removed }
  let kind: Kind
  let path: NotePath
}

/// A source of the changes that any program makes to captures.
protocol ChangeSource: Sendable {
  /// Remembers the present captures, so that ``next()`` returns the changes from now on.
  func begin() async throws

  /// Returns the next changes, at least one. Waits until there are some.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  func next() async throws -> [CaptureChange]
}

/// The files of all captures, with the size and time of each.
struct FileVersions: Sendable {
  private struct Version: Hashable {
    let size: Int
    let modified: Int64
  }

  private let versions: [NotePath: Version]

  init(_ catalog: Catalog) {
    var versions: [NotePath: Version] = [:]
    for layer in catalog.snapshot.layers {
      layer.live.forEach { document in
        let identity = layer.segment.identity(document)
        versions[layer.segment.path(document)] = Version(
          size: Int(identity.size), modified: identity.modified)
      }
    }
    for capture in catalog.snapshot.changed {
      versions[capture.path] = Version(
        size: capture.document.bytes.count, modified: capture.modified.nanosecondsSinceEpoch)
    }
    self.versions = versions
  }

  /// Returns the changes from older versions to these, sorted by path.
  func changes(since old: FileVersions) -> [CaptureChange] {
    var changes: [CaptureChange] = []
    for (path, version) in versions where old.versions[path] != version {
      changes.append(
        CaptureChange(kind: old.versions[path] == nil ? .added : .changed, path: path))
    }
    for path in old.versions.keys where versions[path] == nil {
      changes.append(CaptureChange(kind: .removed, path: path))
    }
    return changes.sorted { $0.path < $1.path }
  }
}

/// A source of changes that compares the captures twice a second. The index in memory makes each
/// comparison cheap while nothing changes.
final class PolledChanges: ChangeSource {
  private let look: @Sendable () async throws -> FileVersions
  private let known = Mutex<FileVersions?>(nil)

  init(_ look: @escaping @Sendable () async throws -> FileVersions) { self.look = look }

  func begin() async throws {
    let now = try await look()
    known.withLock { $0 = now }
  }

  func next() async throws -> [CaptureChange] {
    while true {
      let now = try await look()
      let old = known.withLock { known in
        let old = known
        known = now
        return old
      }
      if let old {
        let changes = now.changes(since: old)
        if !changes.isEmpty { return changes }
      }
      try await Task.sleep(for: .milliseconds(500))
    }
  }
}

/// The clients that listen for changes to captures. Nothing looks for changes while no client is
/// listening. Thread-safe.
final class ChangeHub: Sendable {
  /// The maximum number of clients that listen at once.
  static let most = 32

  private struct State {
    var listeners: [Int: AsyncStream<[CaptureChange]>.Continuation] = [:]
    var next = 0
    var task: Task<Void, Never>?
  }

  private let source: any ChangeSource
  private let state = Mutex(State())

  init(_ source: any ChangeSource) { self.source = source }

  /// Returns a stream of the changes from now on; nil if too many clients are listening.
  ///
  /// Throws an error if the notebook cannot be read.
  func listen() async throws -> AsyncStream<[CaptureChange]>? {
    if state.withLock({ $0.task == nil }) { try await source.begin() }
    let (stream, listener) = AsyncStream<[CaptureChange]>.makeStream(
      bufferingPolicy: .bufferingNewest(256))
    let number = state.withLock { state -> Int? in
      guard state.listeners.count < Self.most else { return nil }
      state.next += 1
      state.listeners[state.next] = listener
      if state.task == nil { state.task = Task { await self.run() } }
      return state.next
    }
    guard let number else { return nil }
    listener.onTermination = { [weak self] _ in self?.end(number) }
    return stream
  }

  /// Ends the streams of all clients.
  func close() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.finish() }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return }
      state.task?.cancel()
      state.task = nil
    }
  }

  private func run() async {
    while !Task.isCancelled {
      do {
        let changes = try await source.next()
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield(changes) }
      } catch {
        // A notebook that cannot be read now may be readable later.
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}
