import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

extension Session {
  /// The digest's template that was asked for: by its name, or as a file or a folder; the default one
  /// where none was.
  ///
  /// Throws a ``Failure`` where the name leads nowhere.
  func digestTemplate(_ name: String?) throws -> ChosenTemplate {
    let library = work.templates
    guard let name else { return ChosenTemplate(name: TemplateLibrary.defaultName, in: library) }
    if !name.contains("/"), let entry = library.entry(name, kind: .digest) {
      return ChosenTemplate(name: entry.name, in: library)
    }
    let path = surroundings.workingFolder.pushing(FilePath(name)).lexicallyNormalized()
    if let folder = try? Store(root: path) {
      let found = ChosenTemplate(in: library) { file in
        Self.source(file, in: folder)
      }
      if found.hasFiles { return found }
      throw Failure(
        "template-unknown",
        "the folder `\(name)` has none of template.yml and head, group, item and foot.mustache",
        status: .usage)
    }
    if let last = path.lastComponent?.string,
      let folder = try? Store(root: path.removingLastComponent()),
      let source = Self.source(last, in: folder)
    {
      return ChosenTemplate(in: library) { $0 == "item.mustache" ? source : nil }
    }
    let names = library.entries.filter { $0.kind == .digest }.map(\.name)
    let near = Nearest.name(to: name, among: names).map { "; did you mean `\($0)`?" }
    throw Failure(
      "template-unknown",
      "there is no template `\(name)`" + (near ?? "; `cairn template list` lists them"),
      status: .usage)
  }

  /// The text of a file in a folder.
  static func source(_ name: String, in folder: Store) -> TemplateSource? {
    NotePath(name).flatMap { path in
      (try? folder.readText(path)).map { file in
        TemplateSource(
          String(decoding: file.bytes, as: UTF8.self), name: folder.absolute(path).string)
      }
    }
  }
}

/// A digest's template: one of the library, or a folder that was named, whose files come first.
struct ChosenTemplate {
  private let name: String
  private let library: TemplateLibrary
  private let file: (String) -> TemplateSource?

  init(name: String, in library: TemplateLibrary) {
    self.name = name
    self.library = library
    file = { _ in nil }
  }

  init(in library: TemplateLibrary, file: @escaping (String) -> TemplateSource?) {
    name = TemplateLibrary.defaultName
    self.library = library
    self.file = file
  }

  /// Whether there is anything in the folder that was named.
  var hasFiles: Bool {
    file(DigestPreset.fileName) != nil
      || DigestFormat.allCases.contains { format in
        DigestTemplates.Part.allCases.contains { part($0.rawValue, format) != nil }
      }
  }

  /// What it settles of options.
  ///
  /// Throws a `Diagnostic` where its file is malformed.
  func preset() throws -> DigestPreset {
    let named = library.file("digests/\(name)/\(DigestPreset.fileName)")?.source
    guard let source = file(DigestPreset.fileName) ?? named else { return DigestPreset() }
    return try DigestPreset(source)
  }

  /// Its parts in a format.
  ///
  /// Throws a `Diagnostic` where one is malformed.
  func templates(_ format: DigestFormat) throws -> DigestTemplates {
    try DigestTemplates(format, named: name, in: library) { part($0, format) }
  }

  /// A part from the folder that was named: in a folder for the format, or right in it.
  private func part(_ name: String, _ format: DigestFormat) -> TemplateSource? {
    file("\(format)/\(name).mustache") ?? file("\(name).mustache")
  }
}
