import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

/// Looks through templates for what is wrong in them.
struct TemplateChecker {
  private let session: Session
  private let library: TemplateLibrary
  private let catalog: Catalog
  private let fields: Set<String>

  init(_ session: Session) {
    self.session = session
    library = session.work.templates
    catalog = session.work.catalog()
    fields = catalog.fieldNames
  }

  /// What is wrong in a template by its name, or in a file; with nil, in all that are not built in.
  ///
  /// Throws a ``Failure`` where the name leads nowhere.
  func problems(_ name: String?) throws -> [Diagnostic] {
    guard let name else {
      return library.entries.flatMap { problems(in: $0, isBuiltInChecked: false) }
        + problemsInPages() + problemsInSettings()
    }
    if let entry = library.entry(name) { return problems(in: entry, isBuiltInChecked: true) }
    let path = session.surroundings.workingFolder.pushing(FilePath(name)).lexicallyNormalized()
    guard let last = path.lastComponent?.string,
      let folder = try? Store(root: path.removingLastComponent()),
      let source = Session.source(last, in: folder)
    else {
      let near = Nearest.name(to: name, among: library.entries.map(\.name))
      throw Failure(
        "template-unknown",
        "there is no template and no file `\(name)`"
          + (near.map { "; did you mean `\($0)`?" } ?? ""), status: .usage)
    }
    let place = session.notebook.path(below: path)
    let shown = TemplateSource(source.text, path: place, name: place == nil ? name : nil)
    let parts = Set(folder.scan(including: .allFiles).attachments.compactMap { Self.part($0.name) })
    return problems(in: shown, file: last, parts: parts.union(defaultParts(.markdown))) { part in
      Session.source("\(part).mustache", in: folder)
    }
  }

  /// Pages of collections that name a template for captures which there is not.
  private func problemsInPages() -> [Diagnostic] {
    catalog.collections.compactMap { collection in
      guard let page = collection.page, let message = complaint(page.template) else { return nil }
      let field = page.document.fields.last { $0.key == "template" }
      return Diagnostic(
        .error, "template-unknown", message, at: field?.written ?? 0..<0, in: page.document.bytes,
        path: collection.path.appending(CollectionPage.fileName))
    }
  }

  /// Settings that do.
  private func problemsInSettings() -> [Diagnostic] {
    let settings = session.notebook.settings
    return settings.templateKeys.compactMap { key in
      complaint(settings[key.name]?.text).map {
        Diagnostic(.error, "template-unknown", "the setting `\(key.name)`: \($0)")
      }
    }
  }

  private func complaint(_ name: String?) -> String? {
    guard let name, library.entry(name, kind: .capture) == nil else { return nil }
    let near = Nearest.name(to: name, among: library.captureNames)
    return "there is no template `\(name)` for captures"
      + (near.map { "; did you mean `\($0)`?" } ?? "")
  }

  private func problems(
    in entry: TemplateLibrary.Entry, isBuiltInChecked: Bool
  ) -> [Diagnostic] {
    entry.files.flatMap { path -> [Diagnostic] in
      guard let (source, origin) = library.file(path), isBuiltInChecked || origin != .builtIn else {
        return []
      }
      var parts: Set<String> = []
      var find: @Sendable (String) -> TemplateSource? = { _ in nil }
      if let format = Self.format(path) {
        let own = entry.files.filter { Self.format($0) == format }.compactMap(Self.part)
        parts = defaultParts(format).union(own)
        find = { [library] in library.part($0, of: entry.name, format) }
      }
      return problems(in: source, file: path, parts: parts, find: find)
    }
  }

  private func problems(
    in source: TemplateSource, file: String, parts: Set<String>,
    find: @escaping @Sendable (String) -> TemplateSource?
  ) -> [Diagnostic] {
    if file.hasSuffix(".md") { return CaptureTemplate(source.text).problems.map(source.placing) }
    if file.hasSuffix(".yml") { return presetProblems(in: source) }
    if file == Briefing.template {
      return TemplateCheck(fields: [String](), parts: []).problems(inBriefing: source)
    }
    let part = Self.part(file).flatMap { DigestTemplates.Part(rawValue: $0) }
    let isAlone = !file.contains("/") && part == nil
    let places: Set<TemplateVariable.Place> =
      part.map { [$0.place] } ?? (isAlone ? [.item] : [.frame, .group, .item])
    return TemplateCheck(fields: fields, parts: parts, part: find)
      .problems(in: source, named: Self.part(file), places: places)
  }

  /// What is wrong with options, and with the title.
  private func presetProblems(in source: TemplateSource) -> [Diagnostic] {
    let preset = DigestPreset(reading: source)
    let found =
      preset.problems + DigestRequest.problems(in: preset, session, catalog)
      + preset.titleProblems(TemplateCheck(fields: [String](), parts: []))
    return found.sorted { ($0.location?.line ?? 0) < ($1.location?.line ?? 0) }
  }

  private func defaultParts(_ format: DigestFormat) -> Set<String> {
    let entry = library.entry(TemplateLibrary.defaultName, kind: .digest)
    return Set((entry?.files ?? []).filter { Self.format($0) == format }.compactMap(Self.part))
  }

  /// `item`, of `digests/weekly/html/item.mustache`.
  private static func part(_ path: String) -> String? {
    guard path.hasSuffix(".mustache") else { return nil }
    return path.split(separator: "/").last.map { String($0.dropLast(".mustache".count)) }
  }

  private static func format(_ path: String) -> DigestFormat? {
    path.split(separator: "/").dropLast().last.flatMap { DigestFormat(rawValue: String($0)) }
  }
}

extension TemplateSource {
  /// A finding in the text of a template for captures, said of its file.
  fileprivate func placing(_ problem: CaptureTemplate.Problem) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, problem.code, problem.message, at: problem.range, in: Array(text.utf8), path: path)
    diagnostic.source = name
    return diagnostic
  }
}
