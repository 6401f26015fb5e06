import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText

// MARK: - Queries

extension Workspace {
  /// Returns the texts in the conditions `like:"…"` of a query, except texts whose vectors this
  /// workspace already has. Empty if the words are not a valid query.
  func unknownTexts(in words: [String]) -> [String] {
    // A query contains such a text only if its words name a view or contain the keyword `like`.
    guard words.contains(where: { $0.contains("@") || $0.folded.contains("like") }),
      let query = try? query(words)
    else { return [] }
    return query.likes.compactMap { likened in
      if case .text(let text) = likened, textVectors[text] == nil { text } else { nil }
    }
  }

  /// Returns whether a query with these words can be answered only after some of its texts are sent
  /// to the embedding server. False if no server is set or no vectors were made.
  public func needsServer(for words: [String]) -> Bool {
    !unknownTexts(in: words).isEmpty && embeddingModel != nil && notebook.vectors?.exists == true
  }

  /// Gets the vectors of the texts in `like:"…"` from the embedding server, so that a query with
  /// these words can be answered. Sends nothing if there are no such texts, if no server is set, or
  /// if no vectors were made.
  ///
  /// Throws a ``Refusal`` if the server fails, and `CancellationError` if the caller ended the
  /// wait.
  public func prepare(_ words: [String]) async throws {
    guard needsServer(for: words) else { return }
    for text in unknownTexts(in: words) { _ = try await vector(ofQuery: text) }
  }

  /// Returns the captures that are similar to each text or capture after `like:` in a query. Each
  /// path has a number that determines the order (`CurrentVectors.Near.excess`). Empty if the query
  /// has no condition `like:`.
  ///
  /// Throws a `Diagnostic` with the place in the query if no server is set, if no vectors were
  /// made, or if a vector is missing or unsuitable.
  func similar(
    for query: Query, in catalog: Catalog
  ) throws -> [Likened: [NotePath: Double]] {
    guard let first = query.likes.first else { return [:] }
    guard let model = embeddingModel else {
      throw query.error(
        at: first, "embeddings-unset",
        "`like:` needs an embedding server, and none is set; read docs/embeddings.md, then run "
          + "`cairn config --user embeddings.url URL` and `cairn config --user embeddings.model "
          + "MODEL`")
    }
    guard let vectors = try catalog.vectors(of: model) else {
      throw query.error(
        at: first, "embeddings-missing",
        "no captures have vectors of the model `\(model.name)`; run `cairn embed` to make them")
    }
    var similar: [Likened: [NotePath: Double]] = [:]
    for likened in query.likes {
      let (vector, entry) = try subject(likened, of: query, vectors, in: catalog)
      let near = vectors.nearest(to: vector, except: entry)
      similar[likened] = Dictionary(
        near.map { (catalog.snapshot.path($0.entry), $0.excess) },
        uniquingKeysWith: { first, _ in first })
    }
    tellLacking(vectors)
    return similar
  }

  /// Returns the vector of `likened`, which is a text or a capture after `like:` in a query. For a
  /// capture, also returns its entry.
  private func subject(
    _ likened: Likened, of query: Query, _ vectors: CurrentVectors, in catalog: Catalog
  ) throws -> (vector: QuantizedVector, entry: Snapshot.Entry?) {
    let refuse = { (code: String, message: String) in query.error(at: likened, code, message) }
    switch likened {
    case .text(let text):
      guard let vector = textVectors[text] else {
        throw refuse(
          "query-like-text",
          "this command does not support `like:` with a text; run `cairn list`, or write like:ID")
      }
      do throws(Refusal) {
        try vectors.check(vector)
      } catch {
        throw refuse(error.code, error.message)
      }
      return (vector, nil)
    case .capture(let handle):
      let found = try NamedCaptures(self, catalog).entries(withHandle: handle)
      guard let entry = found.first, found.count == 1 else {
        throw refuse(
          found.isEmpty ? "capture-unknown" : "capture-ambiguous",
          found.isEmpty
            ? "no capture is called `\(handle)`; to compare with a text, put the text in double "
              + "quotes and the whole argument in single quotes: 'like:\"\(handle)\"'"
            : "`\(handle)` names \(found.count) captures; write more of the id")
      }
      guard let vector = vectors.vector(of: entry) else {
        throw refuse(
          "embeddings-lacking",
          "`\(handle)` has no up-to-date vector, because it is new, changed, private or empty; run "
            + "`cairn embed`")
      }
      return (vector, entry)
    }
  }

  /// Tells the caller the number of captures that are left out because they have no up-to-date
  /// vector. Does so only once in each workspace.
  func tellLacking(_ vectors: CurrentVectors) {
    guard vectors.lacking > 0, !hasToldLacking else { return }
    hasToldLacking = true
    let lack = vectors.lacking == 1 ? "has" : "have"
    note(
      "\(vectors.lacking.of("capture")) \(lack) no up-to-date vector; run `cairn embed`.")
  }
}

// MARK: - Related captures and questions

extension Workspace {
  /// Returns the vectors to compare in addition to the words of captures; nil if no embedding
  /// server is set or no vectors were made. Tells the caller the number of captures without an
  /// up-to-date vector.
  func vectorsToCompare(in catalog: Catalog) throws -> CurrentVectors? {
    guard let model = embeddingModel, let vectors = try catalog.vectors(of: model) else {
      return nil
    }
    tellLacking(vectors)
    return vectors
  }

  /// The size of the largest notebook, in captures, in which novelty depends on vectors. Sorting by
  /// novelty compares each capture with all others, so the cost is quadratic.
  private static let mostForNovelty = 3000

  /// Returns the similarity of captures by their vectors. Returns nil if no embedding server is
  /// set, or if the notebook has more than 3,000 captures. The vectors are read on first use.
  func nearestMeaning(in catalog: Catalog) -> NearestMeaning? {
    guard let model = embeddingModel, catalog.count <= Self.mostForNovelty else { return nil }
    let vectors = Lazy { (try? catalog.vectors(of: model)) ?? nil }
    let usual = Lazy { vectors.value?.usualSimilarities ?? [] }
    return { vectors.value?.nearestShare(of: $0, leavingOut: $1, usual.value) }
  }

  /// Sends a question to the embedding server. Returns the vector of the question, and the vectors
  /// of the captures. Nil if no server is set or no vectors were made. If the server fails, warns
  /// the caller and returns nil.
  ///
  /// Throws `CancellationError` if the caller ended the wait.
  func vectors(
    for question: String, in catalog: Catalog
  ) async throws -> (vectors: CurrentVectors, question: QuantizedVector)? {
    guard let vectors = try vectorsToCompare(in: catalog) else { return nil }
    do {
      let vector = try await vector(ofQuery: question)
      try vectors.check(vector)
      return (vectors, vector)
    } catch let refusal as Refusal {
      tell(
        Diagnostic(
          .warning, refusal.code, "\(refusal.message); these passages were found by words only"))
      return nil
    }
  }
}

extension CurrentVectors {
  /// Throws a ``Refusal`` if a vector from the embedding server has more or fewer dimensions than
  /// the vectors of the captures, because such vectors cannot be compared.
  fileprivate func check(_ vector: QuantizedVector) throws(Refusal) {
    guard vector.dimensions != dimensions else { return }
    throw Refusal(
      "embeddings-dimensions",
      "the server's vectors have \(vector.dimensions) dimensions, but those of the captures have "
        + "\(dimensions); run `cairn embed --rebuild`")
  }
}
