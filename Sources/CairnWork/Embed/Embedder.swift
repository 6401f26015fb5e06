import CairnIndex
import CairnNotebook
import CairnProvider
import CairnText

/// The embedding server in the user's settings, and the model that it uses.
struct Embedder: Sendable {
  /// The server.
  let server: EmbeddingServer
  /// The model, and the text that Cairn puts before each piece of a capture's text.
  let model: EmbeddingModel
  /// The text that Cairn puts before each query.
  let queryPrefix: String

  /// The maximum length of a query in characters.
  private static let longestQuery = 1000

  /// Returns one vector for each of `texts`, in order. The texts are pieces of captures' texts.
  func vectors(of texts: [String]) async throws(ProviderFailure) -> [QuantizedVector] {
    try await made(texts.map { model.textPrefix + $0 })
  }

  /// Returns the vector of a query. Only the beginning of a long query is used.
  func vector(ofQuery text: String) async throws(ProviderFailure) -> QuantizedVector {
    let vectors = try await made([queryPrefix + text.prefix(Self.longestQuery)])
    guard let vector = vectors.first else {
      throw ProviderFailure(.output, "the server returned no vector")
    }
    return vector
  }

  private func made(_ texts: [String]) async throws(ProviderFailure) -> [QuantizedVector] {
    let vectors = try await server.vectors(of: texts).compactMap { QuantizedVector($0) }
    guard vectors.count == texts.count else {
      throw ProviderFailure(.output, "the server returned a vector that contains only zeros")
    }
    return vectors
  }
}

extension Settings {
  /// The embedding model in the user's settings; nil if no embedding server is set.
  var embeddingModel: EmbeddingModel? {
    guard let name = self["embeddings.model"]?.text, !name.isBlank,
      self["embeddings.url"]?.text.isBlank == false
    else { return nil }
    return EmbeddingModel(name, textPrefix: self["embeddings.text_prefix"]?.text ?? "")
  }
}

extension Embedder {
  /// Creates the embedding server in the user's settings.
  ///
  /// Throws a ``Refusal`` if the address or the model of the server is not set, or if a setting is
  /// invalid.
  ///
  /// - Parameter longest: An upper bound, in seconds, for the time limit in the settings; nil for
  ///   no bound.
  init(
    _ settings: Settings, _ context: RequestContext, longest: Int? = nil
  ) throws(Refusal) {
    guard let url = settings["embeddings.url"]?.text, !url.isBlank else {
      throw Refusal(
        "embeddings-unset",
        "no embedding server is set; run `cairn config --user embeddings.url URL`, or read "
          + "docs/embeddings.md", .invalid)
    }
    guard HTTPAddress(url) != nil else {
      throw Refusal(
        "embeddings-incomplete",
        "`embeddings.url` is `\(url)`, which is not an address such as http://localhost:11434/v1",
        .invalid)
    }
    guard let model = settings.embeddingModel else {
      throw Refusal(
        "embeddings-incomplete",
        "`embeddings.model` is not set; run `cairn config --user embeddings.model MODEL` to set it",
        .invalid)
    }
    let timeout = settings.count("embeddings.timeout") ?? 60
    let server = EmbeddingServer(
      url: url, model: model.name, timeout: .seconds(min(timeout, longest ?? timeout)),
      key: try context.keySource("embeddings", settings), secrets: context.secrets(),
      temporaryFolder: context.temporaryFolder, isStopped: context.cancellation.isRequested)
    self.init(
      server: server, model: model,
      queryPrefix: settings["embeddings.query_prefix"]?.text ?? "")
  }
}

extension Workspace {
  /// The model in the user's settings; nil if no embedding server is set.
  var embeddingModel: EmbeddingModel? { notebook.settings.embeddingModel }

  /// Returns the embedding server in the user's settings.
  ///
  /// Throws a ``Refusal`` as ``Embedder/init(_:_:longest:)`` does.
  func embedder() throws(Refusal) -> Embedder { try Embedder(notebook.settings, context) }

  /// Returns the vector of a query or a question. Sends the text to the embedding server, unless
  /// this workspace already has the vector of the text.
  ///
  /// Throws a ``Refusal`` if no server is set or if the server fails. Throws `CancellationError` if
  /// the caller ended the wait.
  func vector(ofQuery text: String) async throws -> QuantizedVector {
    if let known = textVectors[text] { return known }
    let embedder = try embedder()
    let vector = try await context.waiting {
      do throws(ProviderFailure) { return try await embedder.vector(ofQuery: text) } catch {
        throw Refusal(embedding: error)
      }
    }
    textVectors[text] = vector
    return vector
  }
}

extension Refusal {
  /// Creates the error to throw if the embedding server failed.
  init(embedding failure: ProviderFailure) {
    self.init(
      "embeddings-\(failure.kind.rawValue)",
      "the embedding server failed (\(failure.kind.rawValue)): \(failure.reason)")
  }
}
