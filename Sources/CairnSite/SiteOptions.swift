public import CairnDigest
public import CairnText

/// The options of a site.
public struct SiteOptions: Sendable {
  /// The title, appearance, language and clock. Grouping, contents and charts are ignored.
  public var digest: DigestOptions
  /// The URL of the site, ending in a slash: `https://example.org/notes/`. Nil if unknown; only a
  /// site with a URL has a feed.
  public var baseURL: String?
  /// The version of Cairn. Pages are made again with each version, because they may differ.
  public var version: String

  /// Creates options for a site, by default one without a URL.
  public init(_ digest: DigestOptions, baseURL: String? = nil, version: String) {
    self.digest = digest
    self.baseURL = baseURL
    self.version = version
  }
}

/// The facts about the notebook that a site needs, and a way to store files in the site.
public struct SiteSurroundings {
  /// The facts that digests need too. `location` is ignored, and so is all of `pictures` except
  /// `read` and `loadsRemote`.
  public var digest: DigestSurroundings
  /// Returns a sentence about a collection; nil if there is none.
  public var description: (NotePath) -> String?
  /// Returns text that changes whenever the file at a path does; nil if there is no file.
  /// Must be thread-safe.
  public var state: @Sendable (NotePath) -> String?
  /// Stores a picture or file under a path in the site; returns false on failure. Must
  /// be thread-safe; called once for each path.
  public var store: @Sendable (String, [UInt8]) -> Bool

  /// Creates surroundings, by default without pictures and files.
  public init(
    _ digest: DigestSurroundings = DigestSurroundings(),
    description: @escaping (NotePath) -> String? = { _ in nil },
    state: @escaping @Sendable (NotePath) -> String? = { _ in nil },
    store: @escaping @Sendable (String, [UInt8]) -> Bool = { _, _ in false }
  ) {
    self.digest = digest
    self.description = description
    self.state = state
    self.store = store
  }
}
