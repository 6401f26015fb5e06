import CairnDigest
import CairnFiles
import CairnNotebook
import CairnSite
public import CairnText
public import SystemPackage

/// A request to make a site with a page for each capture.
public struct SiteRequest: Sendable {
  /// The captures and the look of the pages. A site ignores the output, the format, groups, the
  /// table of contents, charts, and options for embedding or copying pictures.
  public var digest: DigestRequest
  /// The path of the folder to write.
  public var folder: String
  /// The address at which the site will be published; if nil, the site has no feed.
  public var baseURL: String?
  /// The version of the program. If the last run had another version, all pages are made again.
  public var version: String

  /// Creates a request for a site in `folder`.
  public init(
    _ digest: DigestRequest, in folder: String, baseURL: String? = nil, version: String
  ) {
    self.digest = digest
    self.folder = folder
    self.baseURL = baseURL
    self.version = version
  }
}

/// The result of making a site.
public struct SiteResult: Sendable {
  /// The number of captures in the site.
  public let count: Int
  /// The number of captures left out because they are private, unpublished or drafts.
  public let leftOut: Int
  /// The number of files of the site.
  public let files: Int
  /// The number of files written by this run.
  public let written: Int
  /// The number of files of earlier runs that were removed.
  public let removed: Int
  /// The paths in the site, sorted, at which nothing was written because a file exists there that
  /// does not belong to the site.
  public let strangers: [String]
  /// The dead links: links whose target (a capture, a file or a heading) does not exist.
  public let deadLinks: [Diagnostic]
  /// The number of links that lead to captures outside the site. The site shows these links as
  /// text.
  public let outsideLinks: Int
  /// Problems that leave the site incomplete or wrong; empty if there are none.
  public let problems: [Diagnostic]
}

extension Workspace {
  /// The default folder of a site: beside the notebook, with the notebook's name and `-site`.
  public var usualSiteFolder: FilePath {
    let root = notebook.store.root
    return root.removingLastComponent()
      .appending("\(root.lastComponent?.string ?? "notebook")-site")
  }

  /// The folder of a site that is served without an output folder.
  public var sitePreviewFolder: FilePath {
    let name = Checksum.digits(of: Array(notebook.store.root.string.utf8))
    return context.folders.cache.appending("sites").appending(name)
  }

  /// Makes or updates a site. Returns nil and writes nothing if no capture matches.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid, or if the folder must not be
  /// used.
  public func makeSite(_ request: SiteRequest) async throws -> SiteResult? {
    let settings = try DigestSettings(request.digest, self)
    try request.checkFolder()
    let baseURL = try request.baseURL.map(SiteRequest.checkedURL)
    let isForced = request.digest.isForced
    let (chosen, hidden) = try published(
      try settings.choose(self), includingPrivate: request.digest.includesPrivate)
    // If a query matches nothing by mistake, the site stays. But captures that became private must
    // be removed from the site, even if no others remain.
    guard !chosen.entries.isEmpty || hidden.leftOut > 0 else { return nil }
    let output = try siteFolder(request.folder, chosen.catalog)
    let known = try SiteFolder.manifest(in: output, name: request.folder, isForced: isForced)
    let folder = SiteFolder(output, known: known, isForced: isForced)
    var options = SiteOptions(
      try settings.options(self, chosen, total: chosen.entries.count), baseURL: baseURL,
      version: request.version)
    options.digest.query = nil
    let source = digestSource(chosen, without: nil)
    if options.digest.hasBodies { options.digest.math = await math(in: source) }
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
  /// Throws a ``Refusal`` if the folder has no name.
  fileprivate func checkFolder() throws(Refusal) {
    guard !folder.isEmpty else {
      throw Refusal("site-place", "--output: the name of the folder is empty", .invalid)
    }
  }

  /// Returns a web address with a slash at its end.
  ///
  /// Throws a ``Refusal`` if `text` is not a web address.
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
        "--base-url: `\(text)` is not a site's address; write it as https://example.org/notes/",
        .invalid)
    }
    return text.hasSuffix("/") ? text : text + "/"
  }
}

extension SiteResult {
  /// Returns a sentence that states the result, not escaped for a terminal.
  public func sentence(in folder: String) -> String {
    let removed = removed > 0 ? ", \(removed) removed" : ""
    let text =
      "\(folder): \(count.of("capture")), \(files.of("file")); \(written) written\(removed)."
    guard outsideLinks > 0 else { return text }
    let links =
      outsideLinks == 1
      ? "1 link to a capture outside the site is"
      : "\(outsideLinks) links to captures outside the site are"
    return "\(text) \(links) shown as plain text."
  }
}
