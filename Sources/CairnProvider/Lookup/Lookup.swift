import CairnJSON
public import SystemPackage
import Glibc

/// A client that looks up works, such as movies, with the services and the program from the user's
/// own settings.
public struct Lookup: Sendable {
  /// The services to ask, each with an address that replaces its default; nil for the default.
  public var services: [(service: LookupService, url: String?)] = []
  /// The command line of the program to ask; nil to ask no program.
  public var command: String?
  /// The user's e-mail address or web page, which is sent to the services in the header
  /// `User-Agent`.
  public var contact = ""
  /// The source of the key for TMDB.
  public var key: KeySource {
    get { fetchedKey.source }
    set { fetchedKey = FetchedKey(newValue) }
  }
  private var fetchedKey = FetchedKey(.none)
  /// The maximum time for each request to a service, and for a run of the program.
  public var timeout = Duration.seconds(15)
  /// The maximum size of a picture, in bytes.
  public var mostPictureBytes = 10 << 20
  /// Keys and other strings that messages must never show.
  public var secrets: [String] = []
  /// The folder that records the times of the last requests. Commands that run at the same time
  /// share this folder, so that together they keep to the limit of a service.
  public let timesFolder: FilePath
  /// The folder for temporary files.
  public let temporaryFolder: FilePath
  /// A callback that returns whether the user has asked to stop.
  public let isStopped: @Sendable () -> Bool

  /// Creates a lookup that asks no service.
  public init(
    timesFolder: FilePath, temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.timesFolder = timesFolder
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }

  /// The works that a search found, and the failures.
  public struct Found: Sendable {
    /// The works; works from different services alternate.
    public internal(set) var options: [LookupOption] = []
    /// The names of the services that failed, with the reasons. The name `command` stands for the
    /// program ``Lookup/command``.
    public internal(set) var failures: [(service: String, failure: ProviderFailure)] = []
  }
}

// MARK: - Searching

extension Lookup {
  /// Asks the lookup services, and the program if ``command`` is not nil, for works that match
  /// `query`. If `kind` is nil, works of all kinds are found.
  public func search(_ query: String, _ kind: LookupOption.Kind?) async -> Found {
    var found = Found()
    var lists: [[LookupOption]] = []
    for (service, url) in services where kind.map(service.kinds.contains) ?? true {
      do throws(ProviderFailure) {
        let value = try await value(at: service.searchPath(query, kind), service, url)
        do throws(WrongShape) {
          lists.append(try service.options(in: value, kind, base: url))
        } catch {
          throw ProviderFailure(
            .output, "in the service's answer, \(error.reason)".hiding(client.secrets))
        }
      } catch {
        found.failures.append((service.rawValue, error))
      }
    }
    if let command {
      do throws(ProviderFailure) {
        lists.append(try await run(command, query, kind))
      } catch {
        found.failures.append((Self.commandName, error))
      }
    }
    for index in 0..<(lists.map(\.count).max() ?? 0) {
      found.options += lists.compactMap { index < $0.count ? $0[index] : nil }
    }
    return found
  }

  /// The name used for the program in ``LookupOption/service`` and in messages.
  private static let commandName = "command"

  private func run(
    _ command: String, _ query: String, _ kind: LookupOption.Kind?
  ) async throws(ProviderFailure) -> [LookupOption] {
    var program = Program(
      .shell(command), temporaryFolder: temporaryFolder, isStopped: isStopped)
    program.input = Array(query.utf8)
    program.variables = ["CAIRN_QUERY": query, "CAIRN_KIND": kind?.rawValue ?? ""]
    let output = try await program.run(until: Deadline(in: timeout))
    if let failure = output.failure(hiding: secrets) { throw failure }
    guard let value = JSONValue(reading: output.bytes) else {
      throw ProviderFailure(.output, "the program printed no valid JSON")
    }
    do throws(WrongShape) {
      let options = try LookupOption.list(in: value, of: Self.commandName)
      return options.filter { kind == nil || $0.kind.collection == kind?.collection }
    } catch {
      throw ProviderFailure(.output, error.reason.hiding(secrets))
    }
  }

  /// Completes a work with the details that a search leaves out, and returns the result. Requests
  /// these details from the service that found the work. Returns the work unchanged if the service
  /// has no further details, or is not in ``services``.
  public func details(of option: LookupOption) async throws(ProviderFailure) -> LookupOption {
    guard let (service, url) = services.first(where: { $0.service.rawValue == option.service }),
      let path = service.detailPath(option)
    else { return option }
    return service.adding(try await value(at: path, service, url), to: option)
  }

  private func value(
    at path: String, _ service: LookupService, _ url: String?
  ) async throws(ProviderFailure) -> JSONValue {
    var headers = [(name: "Accept", value: "application/json")]
    let deadline = Deadline(in: timeout)
    if service.needsKey {
      let key = try await fetchedKey.value(
        until: deadline, temporaryFolder: temporaryFolder, isStopped: isStopped)
      if let key { headers.append(("Authorization", "Bearer \(key)")) }
    }
    try await waitForTurn(service)
    let response = try await client.send(
      HTTPRequest((url ?? service.defaultURL) + path, headers: headers), until: deadline)
    if let failure = response.failure { throw failure }
    guard let value = JSONValue(reading: response.body) else {
      throw ProviderFailure(.output, "the service's answer is not valid JSON")
    }
    return value
  }

  private var client: HTTPClient {
    var client = HTTPClient(temporaryFolder: temporaryFolder, isStopped: isStopped)
    client.userAgent = contact.isEmpty ? "cairn/0.1" : "cairn/0.1 (\(contact))"
    client.secrets = secrets + [fetchedKey.known].compactMap(\.self)
    return client
  }
}

// MARK: - Pictures

extension Lookup {
  /// Downloads a picture of a work from `address`, and returns the bytes of the picture.
  public func picture(
    _ address: String, of option: LookupOption
  ) async throws(ProviderFailure) -> [UInt8] {
    let service = services.first { $0.service.rawValue == option.service }?.service
    var client = client
    client.mostBytes = mostPictureBytes
    if let service { try await waitForTurn(service) }
    let (response, _) = try await client.get(
      HTTPRequest(address, headers: [("Accept", "image/*")]), until: Deadline(in: timeout),
      mayLeadTo: service?.pictureDomains ?? [])
    if response.status == 404 {
      throw ProviderFailure(.output, "there is no picture at its address")
    }
    if let failure = response.failure { throw failure }
    return response.body
  }
}

// MARK: - Limits

extension Lookup {
  /// Waits until the service allows another request. The modification time of a file records the
  /// last request, and a lock on the file lets one command wait for another.
  private func waitForTurn(_ service: LookupService) async throws(ProviderFailure) {
    mkdir(timesFolder.string, 0o700)
    let path = timesFolder.appending("lookup-\(service.rawValue)").string
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return await sleep(service.interval) }
    defer { close(file) }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if isStopped() { throw ProviderFailure(.processing, "the lookup was stopped") }
      guard errno == EWOULDBLOCK || errno == EINTR else { return await sleep(service.interval) }
      await sleep(.milliseconds(50))
    }
    var status = stat()
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    // For a new file, there was no earlier request, but an unnecessary wait does no harm.
    if fstat(file, &status) == 0 {
      let last = status.st_mtim
      let elapsed =
        Duration.seconds(now.tv_sec - last.tv_sec)
        + .nanoseconds(now.tv_nsec - last.tv_nsec)
      if elapsed >= .zero, elapsed < service.interval { await sleep(service.interval - elapsed) }
    }
    futimens(file, nil)
  }

  private func sleep(_ time: Duration) async { try? await Task.sleep(for: time) }
}
