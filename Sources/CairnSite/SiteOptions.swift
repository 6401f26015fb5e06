import CairnCapture
public import CairnDigest
public import CairnText

/// What a site is to be, besides its captures.
public struct SiteOptions: Sendable {
  /// Title, look, language and the day; what is grouped or shown before the captures counts for
  /// digests alone.
  public var digest: DigestOptions
  /// Where the site will be found, ended by a slash: `https://example.org/notes/`. Nil where that is
  /// not known; there is a feed only where it is.
  public var baseURL: String?
  /// The version of the program: another one may make other pages of the same.
  public var version: String

  /// Options of a site that is found nowhere in particular.
  public init(_ digest: DigestOptions, baseURL: String? = nil, version: String) {
    self.digest = digest
    self.baseURL = baseURL
    self.version = version
  }
}

/// What a site has to ask of the notebook around it, and of the folder it is written to.
public struct SiteSurroundings {
  /// The same as of digests; its pictures and its place do not count.
  public var digest: DigestSurroundings
  /// Says in a sentence what a collection holds.
  public var description: (NotePath) -> String?
  /// Whatever changes when the file at a path does; nil where there is none. Asked from several
  /// threads.
  public var state: @Sendable (NotePath) -> String?
  /// Puts a picture or file into the site, under this path in it; false where that failed. Asked from
  /// several threads, for each path once.
  public var store: @Sendable (String, [UInt8]) -> Bool

  /// Answers; by default there are no pictures and files.
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
