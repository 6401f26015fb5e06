import CairnHost
public import CairnWork
import Synchronization
public import SystemPackage

/// A preview of a site: a server that shows the site to browsers on this machine, and makes the
/// site again whenever the notebook changes.
public struct SitePreview: Sendable {
  private let request: SiteRequest
  private let folder: FilePath
  private let root: NotebookRoot
  private let context: @Sendable () -> RequestContext
  private let log: @Sendable (String) -> Void
  private let version = Version()

  /// The time to wait after a change before the site is made again. Editors and programs often
  /// write several files at a time.
  private static let pause = Duration.milliseconds(100)

  /// The number of times that a site has changed. Thread-safe.
  private final class Version: Sendable {
    private let value = Mutex(0)

    var number: Int { value.withLock(\.self) }

    func increase() { value.withLock { $0 += 1 } }
  }

  /// Creates a preview of a site that already exists.
  ///
  /// - Parameters:
  ///   - folder: The absolute path of the site's folder.
  ///   - context: A function that returns the context of a request. The clock of the context
  ///     shows the current time.
  ///   - log: A function that receives the problems that occur when the site is made again.
  public init(
    _ request: SiteRequest, in folder: FilePath, of root: NotebookRoot,
    context: @escaping @Sendable () -> RequestContext, log: @escaping @Sendable (String) -> Void
  ) {
    self.request = request
    self.folder = folder
    self.root = root
    self.context = context
    self.log = log
  }

  /// Serves the site until `isStopping` returns true. `hasStarted` receives the port.
  ///
  /// Throws a `Refusal` if the server cannot listen, and `FileError` if the site cannot be read.
  public func run(
    port: Int, isStopping: @escaping @Sendable () -> Bool,
    hasStarted: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let host = Host()
    let changes = try await host.changes(of: root, context())
    let builder = Task.detached { await rebuild(on: changes, host) }
    defer { builder.cancel() }
    let server = SiteServer(folder, version: { version.number })
    try await server.run(port: port, isStopping: isStopping, hasStarted: hasStarted)
  }

  /// Makes the site again after changes, until the task is cancelled. If making the site fails,
  /// tries again after the next change.
  private func rebuild(on changes: AsyncStream<some Sendable>, _ host: Host) async {
    // Several changes during a run cause only one further run.
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let forwarder = Task.detached { for await _ in changes { signal.yield() } }
    defer { forwarder.cancel() }
    for await _ in signals {
      try? await Task.sleep(for: Self.pause)
      if Task.isCancelled { return }
      do {
        let result = try await host.with(root, context()) { try await $0.makeSite(request) }
        for problem in result?.problems ?? [] { log("\(problem)") }
        if let result, result.written + result.removed > 0 { version.increase() }
      } catch {
        log("error: \(Refusal(error).message)")
      }
    }
  }
}
