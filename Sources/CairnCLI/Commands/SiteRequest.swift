import ArgumentParser
import CairnDigest
import CairnNotebook
import CairnText
import CairnWork

/// What `cairn digest --site` was asked.
struct SiteRequest {
  private let command: DigestCommand
  private let request: DigestRequest
  /// The name of the folder.
  private let name: String
  private let baseURL: String?

  /// Throws a ``Failure`` where options do not go together.
  init(_ command: DigestCommand, _ request: DigestRequest, name: String) throws {
    self.command = command
    self.request = request
    self.name = name
    guard !name.isEmpty else {
      throw Failure("site-place", "--site wants the name of a folder", status: .usage)
    }
    let format = command.format.map { "--format \($0.rawValue)" }
    let others = [
      command.output.map { _ in "--output" }, command.format == .html ? nil : format,
      command.groupBy.map { _ in "--group-by" }, command.toc.map { _ in "--toc" },
      command.charts.map { _ in "--charts" }, command.pictures.assets.map { _ in "--assets" },
      command.pictures.embedLimit.map { _ in "--embed-limit" },
    ].compactMap(\.self)
    if let other = others.first {
      throw Failure("options-exclusive", "--site and \(other) do not go together", status: .usage)
    }
    baseURL = try command.baseURL.map(Self.baseURL)
  }

  /// An address that ends with a slash.
  private static func baseURL(_ text: String) throws -> String {
    let signs = "-._~:/[]@!$&'()*+,;=%".unicodeScalars
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || signs.contains(scalar)
    }
    let host = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
      .map { text.dropFirst($0.count).prefix { $0 != "/" } }
    guard isPlain, host?.isEmpty == false
    else {
      throw Failure(
        "base-url-invalid",
        "`\(text)` is no address of a site; say https://example.org/notes/", status: .usage)
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  /// Makes the site, or brings it up to date.
  func run(_ session: Session) throws {
    let (chosen, hidden) = try session.published(
      try request.choose(session), includingPrivate: command.includePrivate)
    // A query with a slip in it must not take a site away; captures that became private must.
    guard !chosen.entries.isEmpty || hidden.leftOut > 0 else {
      throw session.nothingFound(isShown: false)
    }
    let output = try session.siteFolder(name, chosen.catalog)
    let folder = SiteFolder(
      output, known: try SiteFolder.manifest(in: output, name: name, isForced: command.force),
      isForced: command.force)
    var options = SiteOptions(
      try request.options(session, chosen.catalog, total: chosen.entries.count), baseURL: baseURL,
      version: Cairn.version)
    options.digest.query = nil
    let source = session.digestSource(chosen, without: nil)
    let site = try Site(
      source, options,
      try session.siteSurroundings(
        chosen.catalog, of: source.count, hidden: hidden.paths, folder, command.pictures))
    var build = SiteBuild(site, folder, isComplete: chosen.catalog.problems.isEmpty)
    try session.meteringDigest { progress throws(FileFailure) in
      try build.run(progress: progress)
    }
    try report(build, leftOut: hidden.leftOut, session)
  }
}

// MARK: - Report

extension SiteRequest {
  /// How many links that lead nowhere are named; `cairn doctor` lists them all.
  private static let mostWarnings = 20

  private func report(_ build: SiteBuild, leftOut: Int, _ session: Session) throws {
    let outcome = build.folder.outcome
    let dead = build.site.deadLinks
    for diagnostic in dead.prefix(Self.mostWarnings) { session.warn(diagnostic) }
    if dead.count > Self.mostWarnings {
      session.say(
        "cairn: \(dead.count - Self.mostWarnings) more links lead nowhere; `cairn doctor` lists them"
      )
    }
    for failure in outcome.failures.map({ "\($0)" }).sorted() {
      session.warn(Diagnostic(.warning, "file-error", TerminalText.escaped(failure)))
    }
    for path in outcome.strangers.sorted() {
      session.warn(
        Diagnostic(
          .warning, "site-stranger",
          TerminalText.escaped(
            "`\(path)` was made or changed by somebody else, and is left as it is")))
    }
    for link in build.broken {
      session.warn(
        Diagnostic(.warning, "site-broken-link", TerminalText.escaped("\(link) is not in the site"))
      )
    }
    if command.common.json {
      session.console.line(json(build, outcome, leftOut).description)
    } else {
      session.say(TerminalText.escaped(sentence(build, outcome)))
    }
    if !(outcome.failures.isEmpty && outcome.strangers.isEmpty && build.broken.isEmpty) {
      var failure = Failure("site-incomplete", "the site is not as it should be")
      failure.isQuiet = true
      throw failure
    }
  }

  private func sentence(_ build: SiteBuild, _ outcome: SiteFolder.Outcome) -> String {
    let captures = "\(build.site.count) capture\(build.site.count == 1 ? "" : "s")"
    var text = "\(name): \(captures), \(outcome.files.count) files; \(outcome.written) written"
    if outcome.removed > 0 { text += ", \(outcome.removed) removed" }
    text += "."
    let outside = build.site.outsideLinks
    if outside > 0 {
      text +=
        " \(outside) link\(outside == 1 ? "" : "s") to captures that are not part of it "
        + "\(outside == 1 ? "is" : "are") text."
    }
    return text
  }

  private func json(
    _ build: SiteBuild, _ outcome: SiteFolder.Outcome, _ leftOut: Int
  ) -> JSONValue {
    JSONDocument.document([
      .init("site", .string(name)), .init("total", .integer(build.site.count)),
      .init("files", .integer(outcome.files.count)), .init("written", .integer(outcome.written)),
      .init("removed", .integer(outcome.removed)),
      .init("left", .array(outcome.strangers.sorted().map { .string($0) })),
      .init("dead_links", .integer(build.site.deadLinks.count)),
      .init("outside_links", .integer(build.site.outsideLinks)),
      .init("left_out", .integer(leftOut)),
    ])
  }
}
