import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnTemplates
public import CairnText
import SystemPackage

extension Workspace {
  /// Returns the problems of the template with this name, or of the template file at this path. If
  /// `name` is nil, checks all templates that are not built in, and the pages and settings that
  /// name a template.
  ///
  /// Throws a ``Refusal`` if there is neither a template nor a file with this name.
  public func templateProblems(_ name: String?) throws -> [Diagnostic] {
    try TemplateChecker(self).problems(name)
  }
}

private struct TemplateChecker {
  private let work: Workspace
  private let library: TemplateLibrary
  private let catalog: Catalog
  private let fields: Set<String>

  init(_ work: Workspace) {
    self.work = work
    library = work.templates
    catalog = work.catalog()
    fields = catalog.fieldNames
  }

  func problems(_ name: String?) throws -> [Diagnostic] {
    guard let name else {
      return library.entries.flatMap { problems(in: $0, isBuiltInChecked: false) }
        + problemsInPages() + problemsInSettings()
    }
    if let entry = library.entry(name) { return problems(in: entry, isBuiltInChecked: true) }
    let path = work.absolutePath(name)
    guard let last = path.lastComponent?.string,
      let folder = try? Store(root: path.removingLastComponent()),
      let source = Workspace.source(last, in: folder)
    else {
      throw Refusal(
        "template-unknown",
        "there is no template or file `\(name)`"
          + Nearest.advice(to: name, among: library.entries.map(\.name)), .invalid)
    }
    let place = work.notebook.path(below: path)
    let shown = TemplateSource(source.text, path: place, name: place == nil ? name : nil)
    let parts = Set(folder.scan(including: .allFiles).attachments.compactMap { Self.part($0.name) })
    return problems(in: shown, file: last, parts: parts.union(defaultParts(.markdown))) { part in
      Workspace.source("\(part).mustache", in: folder)
    }
  }

  /// Returns a diagnostic for each collection page that names an unknown capture template.
  private func problemsInPages() -> [Diagnostic] {
    catalog.collections.compactMap { collection in
      guard let page = collection.page, let message = complaint(page.template) else { return nil }
      let field = page.document.fields.last { $0.key == "template" }
      return Diagnostic(
        .error, "template-unknown", message, at: field?.written ?? 0..<0, in: page.document.bytes,
        path: collection.path.appending(CollectionPage.fileName))
    }
  }

  /// Returns a diagnostic for each setting that names an unknown capture template.
  private func problemsInSettings() -> [Diagnostic] {
    let settings = work.notebook.settings
    return settings.templateKeys.compactMap { key in
      complaint(settings[key.name]?.text).map {
        Diagnostic(.error, "template-unknown", "`\(key.name)`: \($0)")
      }
    }
  }

  private func complaint(_ name: String?) -> String? {
    name.flatMap(library.complaint(aboutCaptureTemplate:))
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

  /// Returns the problems in a preset, the file that sets a template's options and title.
  private func presetProblems(in source: TemplateSource) -> [Diagnostic] {
    let preset = DigestPreset(reading: source)
    let found =
      preset.problems + DigestSettings.problems(in: preset, work, catalog)
      + preset.titleProblems(TemplateCheck(fields: [String](), parts: []))
    return found.sorted { ($0.location?.line ?? 0) < ($1.location?.line ?? 0) }
  }

  private func defaultParts(_ format: DigestFormat) -> Set<String> {
    let entry = library.entry(TemplateLibrary.defaultName, kind: .digest)
    return Set((entry?.files ?? []).filter { Self.format($0) == format }.compactMap(Self.part))
  }

  /// Returns the name of the part in a file: `item` for `digests/weekly/html/item.mustache`. Nil
  /// for a file that is not a part.
  private static func part(_ path: String) -> String? {
    guard path.hasSuffix(".mustache") else { return nil }
    return path.split(separator: "/").last.map { String($0.dropLast(".mustache".count)) }
  }

  private static func format(_ path: String) -> DigestFormat? {
    path.split(separator: "/").dropLast().last.flatMap { DigestFormat(rawValue: String($0)) }
  }
}

extension TemplateSource {
  /// Returns the diagnostic for a problem in a capture template, with the problem's position in
  /// this source.
  fileprivate func placing(_ problem: CaptureTemplate.Problem) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, problem.code, problem.message, at: problem.range, in: Array(text.utf8), path: path)
    diagnostic.source = name
    return diagnostic
  }
}
