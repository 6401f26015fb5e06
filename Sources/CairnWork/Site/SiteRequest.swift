import CairnDigest
import CairnFiles
import CairnNotebook
import CairnSite
public import CairnText
import SystemPackage

/// Which captures to make a site of many pages of, and where.
public struct SiteRequest: Sendable {
  /// The captures, and how the pages look. Must not have an output, a format other than HTML, groups, a
  /// table of contents, charts, or a place for pictures.
  public var digest: DigestRequest
  /// The path of the site's folder.
  public var folder: String
  /// The address where the site will be found; only with one, it has a feed.
  public var baseURL: String?
  /// The version of the program; another version may make other pages.
  public var version: String

  /// A request for a site in `folder`.
  public init(
    _ digest: DigestRequest, in folder: String, baseURL: String? = nil, version: String
  ) {
    self.digest = digest
    self.folder = folder
    self.baseURL = baseURL
    self.version = version
  }
}

/// A site as it is after a run.
public struct SiteResult: Sendable {
  /// How many captures are in it.
  public let count: Int
  /// How many captures were left out because they are private, unpublished or a draft.
  public let leftOut: Int
  /// How many files it has.
  public let files: Int
  /// How many of them were written.
  public let written: Int
  /// How many files of earlier runs were removed.
  public let removed: Int
  /// The paths of files that somebody else made or changed in the place of the site's, in order.
  public let strangers: [String]
  /// Links in captures to captures, files and headings that do not exist.
  public let deadLinks: [Diagnostic]
  /// How many links lead to captures that are not in the site, and so are text.
  public let outsideLinks: Int
  /// Why the site is not as it should be; empty if it is.
  public let problems: [Diagnostic]
}

extension Workspace {
  /// Makes a site, or brings it up to date. Returns nil if nothing matches; nothing is written then.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid, or if the folder must not be
  /// used.
  public func makeSite(_ request: SiteRequest) throws -> SiteResult? {
    let settings = try DigestSettings(request.digest, self)
    try request.checkOptions()
    let baseURL = try request.baseURL.map(SiteRequest.checkedURL)
    let isForced = request.digest.isForced
    let (chosen, hidden) = try published(
      try settings.choose(self), includingPrivate: request.digest.includesPrivate)
    // A mistake in the query must not empty a site; captures that became private must leave it.
    guard !chosen.entries.isEmpty || hidden.leftOut > 0 else { return nil }
    let output = try siteFolder(request.folder, chosen.catalog)
    let known = try SiteFolder.manifest(in: output, name: request.folder, isForced: isForced)
    let folder = SiteFolder(output, known: known, isForced: isForced)
    var options = SiteOptions(
      try settings.options(self, chosen.catalog, total: chosen.entries.count), baseURL: baseURL,
      version: request.version)
    options.digest.query = nil
    let source = digestSource(chosen, without: nil)
    let surroundings = try siteSurroundings(
      chosen.catalog, of: source.count, hidden: hidden.paths, folder, request.digest.pictures)
    var build = SiteBuild(
      try Site(source, options, surroundings), folder,
      isComplete: chosen.catalog.problems.isEmpty)
    try withMakingProgress { progress throws(FileError) in try build.run(progress: progress) }
    return build.result(leftOut: hidden.leftOut)
  }
}

extension SiteRequest {
  /// Throws a ``Refusal`` if the folder has no name, or if an option is set that sites do not have.
  fileprivate func checkOptions() throws(Refusal) {
    guard !folder.isEmpty else {
      throw Refusal("site-place", "--site wants the name of a folder", .invalid)
    }
    let format = digest.format.map { "--format \($0.rawValue)" }
    let others = [
      digest.output.map { _ in "--output" }, digest.format == .html ? nil : format,
      digest.grouping.map { _ in "--group-by" }, digest.hasContents.map { _ in "--toc" },
      digest.charts.map { _ in "--charts" }, digest.pictures.folder.map { _ in "--assets" },
      digest.pictures.embedLimit.map { _ in "--embed-limit" },
    ].compactMap(\.self)
    if let other = others.first {
      throw Refusal("options-exclusive", "--site and \(other) do not go together", .invalid)
    }
  }

  /// An address with a slash at its end.
  ///
  /// Throws a ``Refusal`` if `text` is not an address of the web.
  fileprivate static func checkedURL(_ text: String) throws(Refusal) -> String {
    let signs = "-._~:/[]@!$&'()*+,;=%".unicodeScalars
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || signs.contains(scalar)
    }
    let host = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
      .map { text.dropFirst($0.count).prefix { $0 != "/" } }
    guard isPlain, host?.isEmpty == false
    else {
      throw Refusal(
        "base-url-invalid",
        "`\(text)` is no address of a site; say https://example.org/notes/", .invalid)
    }
    return text.hasSuffix("/") ? text : text + "/"
  }
}

extension SiteResult {
  /// What was done, in a sentence, not escaped.
  public func sentence(in folder: String) -> String {
    let removed = removed > 0 ? ", \(removed) removed" : ""
    let text = "\(folder): \(count.of("capture")), \(files) files; \(written) written\(removed)."
    guard outsideLinks > 0 else { return text }
    let verb = outsideLinks == 1 ? "is" : "are"
    return "\(text) \(outsideLinks.of("link")) to captures that are not part of it \(verb) text."
  }
}
