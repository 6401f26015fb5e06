import CairnDigest
import CairnFiles
public import SystemPackage

/// A digest that is ready to be written.
public struct DigestPlan: Sendable {
  /// The absolute path of the file to write; nil to return the bytes to the caller.
  public var path: FilePath? { file?.path }
  /// The number of captures in the digest, which can be 0.
  public var count: Int { source.count }
  /// The number of captures left out because they are private, unpublished or drafts.
  public let leftOut: Int
  let file: OutputFile?
  /// Whether the digest can contain private captures.
  let includesPrivate: Bool
  let format: DigestRequest.Format
  let source: DigestSource
  private(set) var options: DigestOptions
  /// The templates; nil for JSON.
  let templates: DigestTemplates?
  /// The facts about the notebook that the digest needs, except facts about pictures.
  let surroundings: DigestSurroundings
  let pictures: PictureRequest
  /// The folder to which the links in the digest are relative.
  let folder: FilePath
}

extension Workspace {
  /// Selects the captures of a digest, and checks the request and the output file.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid, or if the file must not be
  /// replaced.
  public func plan(_ request: DigestRequest) throws -> DigestPlan {
    let file = try request.output.map { try OutputFile($0, isForced: request.isForced, self) }
    let format = try request.checkedFormat()
    var request = request
    request.format = format
    try file?.check()
    let settings = try DigestSettings(request, self)
    let (chosen, hidden) = try published(
      try settings.choose(self), includingPrivate: request.includesPrivate)
    // A digest inside the notebook must not contain itself.
    let source = digestSource(chosen, without: file?.pathInNotebook)
    let folder = file?.folder ?? context.caller.folder
    let options = try settings.options(self, chosen, total: source.count)
    let templates = try format.templates.map { try settings.template.templates($0) }
    let bodies = options.hasBodies && templates != nil ? source.count : 0
    return DigestPlan(
      leftOut: hidden.leftOut, file: file, includesPrivate: request.includesPrivate,
      format: format, source: source, options: options, templates: templates,
      surroundings: digestSurroundings(
        chosen.catalog, bodies: bodies, hidden: hidden.paths, folder: folder),
      pictures: request.pictures, folder: folder)
  }

  /// Writes the digest of a plan to its file. Does nothing if ``DigestPlan/path`` is nil.
  ///
  /// Throws a ``Refusal`` if the file must not be replaced, or `FileError` if the file cannot be
  /// written.
  public func apply(_ plan: DigestPlan) async throws {
    guard let file = plan.file else { return }
    let plan = await plan.withMath(self)
    let surroundings = try surroundings(of: plan)
    try withMakingProgress { progress in
      let seal = DigestSeal(plan.format.templates)
      try file.write(seal, isPrivate: plan.includesPrivate) { sink throws(FileError) in
        try plan.write(surroundings, progress: progress, to: sink)
      }
    }
  }

  /// Writes a digest by passing successive chunks of its bytes to `sink`.
  ///
  /// Throws a ``Refusal`` if the folder for pictures cannot be created.
  public func write(_ plan: DigestPlan, to sink: ([UInt8]) -> Void) async throws {
    let plan = await plan.withMath(self)
    plan.write(try surroundings(of: plan), progress: nil, to: sink)
  }

  private func surroundings(of plan: DigestPlan) throws(Refusal) -> DigestSurroundings {
    var surroundings = plan.surroundings
    surroundings.pictures = try digestPictures(plan.pictures, folder: plan.folder)
    return surroundings
  }
}

extension DigestPlan {
  /// Returns this plan with the MathML of the formulas, if the digest is in HTML and includes the
  /// bodies of captures.
  fileprivate func withMath(_ work: Workspace) async -> DigestPlan {
    var plan = self
    if format == .html, options.hasBodies { plan.options.math = await work.math(in: source) }
    return plan
  }

  fileprivate func write<Failure: Error>(
    _ surroundings: DigestSurroundings, progress: ((Int, Int) -> Void)?,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if let templates {
      let digest = Digest(options, templates: templates, surroundings: surroundings)
      return try digest.write(source, progress: progress, to: sink)
    }
    try Digest.writeJSON(
      source, options, surroundings: surroundings, progress: progress, to: sink)
  }
}
