import CairnJSON
public import SystemPackage

/// A server that turns texts into vectors: any server that answers `POST /v1/embeddings` as OpenAI
/// does. docs/embeddings.md describes the requests and answers.
public struct EmbeddingServer: Sendable {
  /// The address to which `/embeddings` is added, without `/` at its end.
  public let url: String
  /// The name of the model.
  public let model: String
  /// The time limit for an answer, all retries included.
  public let timeout: Duration
  /// The key, which is sent in the header `Authorization`.
  private let key: FetchedKey
  /// Strings that must never be shown, in addition to the key.
  private let secrets: [String]
  private let temporaryFolder: FilePath
  private let isStopped: @Sendable () -> Bool

  /// The maximum number of texts in a request.
  public static let mostTexts = 32
  /// The maximum number of retries after temporary failures.
  private static let retries = 2
  /// The maximum number of bytes of an answer.
  private static let mostBytes = 16 << 20
  /// The allowed numbers of dimensions of a vector.
  private static let dimensions = 2...8192

  /// Creates a server.
  public init(
    url: String, model: String, timeout: Duration, key: KeySource, secrets: [String],
    temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) {
    var url = url
    while url.last == "/" { url.removeLast() }
    self.url = url
    self.model = model
    self.timeout = timeout
    self.key = FetchedKey(key)
    self.secrets = secrets
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }

  /// Returns the vector of each text, in order. All vectors have the same number of dimensions, all
  /// numbers are finite, and no vector is zero. Retries after temporary failures.
  ///
  /// Throws a ``ProviderFailure``; its kind is `output` if the server's answer does not contain
  /// such vectors.
  ///
  /// - Parameter texts: At most ``mostTexts`` texts.
  public func vectors(of texts: [String]) async throws(ProviderFailure) -> [[Float]] {
    let deadline = Deadline(in: timeout)
    let key = try await key.value(
      until: deadline, temporaryFolder: temporaryFolder, isStopped: isStopped)
    var client = HTTPClient(temporaryFolder: temporaryFolder, isStopped: isStopped)
    client.secrets = secrets + [key].compactMap(\.self)
    client.mostBytes = Self.mostBytes
    let request = request(texts, key: key)
    let retries = Retries(most: Self.retries, deadline: deadline, isStopped: isStopped)
    return try await retries.run { () async throws(ProviderFailure) -> [[Float]] in
      let response = try await client.send(request, until: deadline)
      if let failure = response.failure { throw failure }
      return try Self.vectors(in: response, count: texts.count)
    }
  }

  /// Returns the request that sends texts to the server.
  private func request(_ texts: [String], key: String?) -> HTTPRequest {
    var headers = [(name: "Content-Type", value: "application/json")]
    if let key { headers.append(("Authorization", "Bearer \(key)")) }
    let value: JSONValue = [
      "model": .string(model), "input": .array(texts.map { .string($0) }),
      "encoding_format": "float",
    ]
    var body: [UInt8] = []
    value.write(to: &body)
    return HTTPRequest(url + "/embeddings", headers: headers, body: body)
  }
}

// MARK: - Answers

extension EmbeddingServer {
  /// Returns the vectors in an answer to a request with `count` texts.
  static func vectors(
    in response: HTTPResponse, count: Int
  ) throws(ProviderFailure) -> [[Float]] {
    guard let value = JSONValue(reading: response.body) else {
      throw ProviderFailure(.output, "the server's answer is not valid JSON")
    }
    do throws(WrongShape) {
      return try vectors(in: value, count: count)
    } catch {
      throw ProviderFailure(
        .output, "in the server's answer, \(error.reason)".hiding(response.secrets))
    }
  }

  private static func vectors(
    in value: JSONValue, count: Int
  ) throws(WrongShape) -> [[Float]] {
    let elements = try value.list("data")
    guard elements.count == count else {
      throw WrongShape("field `data` has \(elements.count) elements, expected \(count)")
    }
    var vectors = [[Float]](repeating: [], count: count)
    for (place, element) in elements.enumerated() {
      let name = "data[\(place)]."
      let index = element["index"]?.number ?? place
      guard vectors.indices.contains(index), vectors[index].isEmpty else {
        throw WrongShape("field `\(name)index` is \(index), which is repeated or out of range")
      }
      vectors[index] = try vector(try element.list("embedding", in: name), name)
    }
    let sizes = Set(vectors.map(\.count))
    guard sizes.count < 2 else {
      let listed = sizes.sorted().map { "\($0)" }.joined(separator: " and ")
      throw WrongShape("the vectors have different numbers of dimensions: \(listed)")
    }
    return vectors
  }

  private static func vector(
    _ elements: [JSONValue], _ name: String
  ) throws(WrongShape) -> [Float] {
    guard dimensions.contains(elements.count) else {
      throw WrongShape(
        "field `\(name)embedding` has \(elements.count) numbers, expected "
          + "\(dimensions.lowerBound) to \(dimensions.upperBound)")
    }
    var vector: [Float] = []
    vector.reserveCapacity(elements.count)
    for element in elements {
      let number: Float
      switch element {
      case .number(let value): number = Float(value)
      case .integer(let value): number = Float(value)
      default: number = .nan
      }
      guard number.isFinite else {
        throw WrongShape(
          field: "\(name)embedding[\(vector.count)]", element, expected: "a number")
      }
      vector.append(number)
    }
    guard vector.contains(where: { $0 != 0 }) else {
      throw WrongShape("field `\(name)embedding` contains only zeros")
    }
    return vector
  }
}
