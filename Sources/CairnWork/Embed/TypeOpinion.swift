import CairnCapture
import CairnIndex
import CairnInsight
public import CairnNotebook
import CairnProvider
import CairnText

/// A second opinion on the types of texts: the embedding server makes the vector of a text, and a
/// classifier that was trained with such vectors determines the likelihood of each type. The types
/// that a person chose for similar captures change the result.
struct TypeOpinion: Sendable {
  private let embedder: Embedder
  private let types: MeaningTypes
  private let context: RequestContext
  /// The notebook's captures and their vectors; nil if no vectors were made. Read on first use.
  private let own: Lazy<(catalog: Catalog, vectors: CurrentVectors)?>

  /// The maximum number of similar captures that are read to find captures whose type a person
  /// chose.
  private static let mostSimilarRead = 100
  /// The maximum time to wait for the server, in seconds. The type can also be detected without the
  /// server.
  private static let longestWait = 10

  /// Creates the second opinion. Returns nil if no server is set, or if `cairn embed --types` has
  /// not trained with the server's model. If a setting is invalid, warns the caller and returns
  /// nil.
  init?(_ notebook: Notebook, _ context: RequestContext) {
    guard let model = notebook.settings.embeddingModel,
      let types = notebook.vectors?.types(of: model)
    else { return nil }
    do throws(Refusal) {
      embedder = try Embedder(notebook.settings, context, longest: Self.longestWait)
    } catch {
      Self.warn(error, context)
      return nil
    }
    (self.types, self.context) = (types, context)
    own = Lazy {
      let catalog = notebook.catalog()
      return (try? catalog.vectors(of: model)).map { (catalog, $0) }
    }
  }

  private static func warn(_ refusal: Refusal, _ context: RequestContext) {
    context.tell(
      .warning(
        Diagnostic(
          .warning, refusal.code, "\(refusal.message); the type was detected by words only")))
  }

  /// Returns the likelihood of each type of a text, in the order of `CaptureKind`. If the server
  /// fails, or if its vectors have a different number of dimensions than in training, warns the
  /// caller and returns nil.
  ///
  /// Throws `CancellationError` if the caller ended the wait.
  func likelihoods(of text: String) async throws -> [Double]? {
    do {
      let vectors = try await context.waiting { try await embedder.vectors(of: [text]) }
      guard let vector = vectors.first else { return nil }
      if let found = types.likelihoods(of: vector.values, taught: taught(near: vector)) {
        return found
      }
      let refusal = Refusal(
        "embeddings-dimensions",
        "the server's vectors have \(vector.dimensions) dimensions, but \(types.dimensions) are "
          + "expected; run `cairn embed --types` again")
      Self.warn(refusal, context)
    } catch let failure as ProviderFailure {
      Self.warn(Refusal(embedding: failure), context)
    }
    return nil
  }

  /// Returns the types that a person chose for the captures most similar to a vector, each with the
  /// vector of the capture.
  private func taught(near vector: QuantizedVector) -> [(vector: [Float], kind: CaptureKind)] {
    guard let (catalog, vectors) = own.value else { return [] }
    let near = vectors.closest(to: vector, limit: Self.mostSimilarRead)
    return zip(near, catalog.presentCaptures(near)).compactMap { entry, capture in
      guard let capture, capture.maker(of: "type") == nil,
        let kind = capture.type.flatMap({ CaptureKind(rawValue: $0.lowercased()) }),
        let other = vectors.vector(of: entry)
      else { return nil }
      return (other.values, kind)
    }
  }

  /// The name of the model.
  var model: String { embedder.model.name }

  /// The sentence that says that the opinion was used.
  var sentence: String { "The type was also detected by meaning, with the model `\(model)`." }
}

extension Workspace {
  /// Trains the model that gives a second opinion on the type of a capture, and saves the model
  /// beside the vectors. The training uses the vectors of the lines on which Cairn's own classifier
  /// was trained.
  ///
  /// Throws a ``Refusal`` if the server fails, and `FileError` if the result cannot be saved.
  ///
  /// In a dry run, sends nothing to the server and saves nothing.
  ///
  /// - Returns: The number of lines that the training uses.
  public func embedTypes(_ mode: Mode = .write) async throws -> Int {
    let embedder = try embedder()
    guard let store = notebook.vectors else {
      throw Refusal("embeddings-cache", "the vectors need a cache folder, and there is none")
    }
    let lines = TrainingLines.read()
    guard mode == .write else { return lines.count }
    defer { context.progress?(.ended) }
    var examples: [(vector: QuantizedVector, kind: CaptureKind)] = []
    for batch in lines.chunked(into: EmbeddingServer.mostTexts) {
      let vectors = try await context.waiting {
        do throws(ProviderFailure) {
          return try await embedder.vectors(of: batch.map(\.text))
        } catch {
          throw Refusal(embedding: error)
        }
      }
      examples += zip(vectors, batch).map { ($0, $1.kind) }
      context.progress?(.vectors(done: examples.count, total: lines.count))
    }
    let lazy = examples.lazy.map { (vector: $0.vector.values, kind: $0.kind) }
    guard let types = MeaningTypes(lazy) else {
      throw Refusal(
        "embeddings-dimensions", "the server's vectors have different numbers of dimensions")
    }
    try store.save(types, of: embedder.model)
    return lines.count
  }
}
