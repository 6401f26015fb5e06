public import CairnDigest
public import CairnText

/// The options of a site.
public struct SiteOptions: Sendable {
  /// The title, appearance, language and clock, and whether bodies are included. Other options,
  /// such as grouping and charts, are ignored.
  public var digest: DigestOptions
  /// The URL of the site, ending in a slash: `https://example.org/notes/`. If the URL is nil, the
  /// site has no feed.
  public var baseURL: String?
  /// The version of Cairn. If the version changes, all pages are made again.
  public var version: String

  /// Creates options for a site. By default, the site has no URL.
  public init(_ digest: DigestOptions, baseURL: String? = nil, version: String) {
    self.digest = digest
    self.baseURL = baseURL
    self.version = version
  }
}

/// The facts about the notebook that a site needs, and a way to store files in the site.
public struct SiteSurroundings {
  /// The facts that digests need too. A site ignores `location`, and all of `pictures` except
  /// `read` and `loadsRemote`.
  public var digest: DigestSurroundings
  /// A function that returns a sentence about a collection; nil if there is none.
  public var description: (NotePath) -> String?
  /// A function that returns a text that identifies the current version of the file at a path; nil
  /// if there is no file. The text changes whenever the file changes. Must be thread-safe.
  public var state: @Sendable (NotePath) -> String?
  /// A function that stores a picture or another file under a path in the site, and returns false
  /// on failure. It is called once for each path. Must be thread-safe.
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
