import CairnInsight
import Foundation

/// A server that turns texts into vectors, asked with the program curl: `POST URL/embeddings`.
struct EmbeddingServer {
  let url: String
  let model: String

  /// The number of texts in a request.
  private static let batch = 32

  private struct Request: Encodable {
    let model: String
    let input: [String]
  }

  private struct Answer: Decodable {
    struct Item: Decodable {
      let index: Int
      let embedding: [Float]
    }
    let data: [Item]
  }

  /// Returns the vector of each text.
  ///
  /// Throws ``TrainingError`` if the server fails.
  func vectors(of texts: [String]) throws -> [[Float]] {
    var found: [[Float]] = []
    for start in stride(from: 0, to: texts.count, by: Self.batch) {
      let part = Array(texts[start..<min(start + Self.batch, texts.count)])
      let body = try JSONEncoder().encode(Request(model: model, input: part))
      let answer = try JSONDecoder().decode(Answer.self, from: post(body))
      guard answer.data.count == part.count else {
        throw TrainingError(description: "\(url) returned \(answer.data.count) vectors")
      }
      found += answer.data.sorted { $0.index < $1.index }.map(\.embedding)
    }
    return found
  }

  private func post(_ body: Data) throws -> Data {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    curl.arguments = [
      "curl", "-sSf", "-H", "content-type: application/json", "--data-binary", "@-",
      "\(url)/embeddings",
    ]
    let (input, output) = (Pipe(), Pipe())
    (curl.standardInput, curl.standardOutput) = (input, output)
    try curl.run()
    try input.fileHandleForWriting.write(contentsOf: body)
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    curl.waitUntilExit()
    guard curl.terminationStatus == 0 else {
      throw TrainingError(description: "curl \(url)/embeddings: exit \(curl.terminationStatus)")
    }
    return answer
  }
}

/// The second opinion on types from an embedding server, trained on the project's own lines.
struct SecondOpinion {
  private let server: EmbeddingServer
  private let types: MeaningTypes

  /// Sends the training lines to the server, and trains on their vectors.
  ///
  /// Throws ``TrainingError`` if the server fails.
  init(_ server: EmbeddingServer, _ captures: [LabelledCapture]) throws {
    self.server = server
    let lines = captures.classified
    let vectors = try server.vectors(of: lines.map(\.text))
    guard let types = MeaningTypes(zip(vectors, lines).map { ($0, $1.kind) }) else {
      throw TrainingError(description: "the vectors of \(server.url) have different lengths")
    }
    self.types = types
  }

  /// Returns the likelihoods of the types of each text.
  func likelihoods(of texts: [String]) throws -> [[Double]?] {
    try server.vectors(of: texts).map(types.likelihoods)
  }

  /// Returns the vectors of captures, keyed by their text.
  func vectors(of captures: some Collection<LabelledCapture>) throws -> [String: [Float]] {
    let texts = captures.map(\.text)
    return Dictionary(zip(texts, try server.vectors(of: texts)), uniquingKeysWith: { $1 })
  }

  /// Returns the likelihoods of the types of a capture, if a person chose the types of others.
  func likelihoods(
    of capture: LabelledCapture, taught: [LabelledCapture], _ vectors: [String: [Float]]
  ) -> [Double]? {
    let known = taught.compactMap { other in
      vectors[other.text].flatMap { vector in other.kind.map { (vector: vector, kind: $0) } }
    }
    return vectors[capture.text].flatMap { types.likelihoods(of: $0, taught: known) }
  }
}
