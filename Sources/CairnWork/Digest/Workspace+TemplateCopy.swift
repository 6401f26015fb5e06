import CairnCapture
public import CairnDigest
import CairnDocument
import CairnFiles
public import CairnNotebook
import CairnTemplates
import CairnText
public import SystemPackage

/// A request to copy a template so that it can be customized.
public struct TemplateCopyRequest: Sendable {
  /// The name of the copy, such as `weekly` or `capture/walk`.
  public var name: String
  /// The name of the template to copy. If nil, the template that already has the copy's name is
  /// copied. If there is none with this name, the default template is copied.
  public var model: String?
  /// Whether to add the copy to the user's own templates instead of the notebook's.
  public var isUser: Bool

  /// Creates a request to copy a template.
  public init(_ name: String, of model: String? = nil, isUser: Bool = false) {
    self.name = name
    self.model = model
    self.isUser = isUser
  }
}

extension Workspace {
  /// Copies the files of a template.
  ///
  /// Throws a ``Refusal`` if the template to copy is unknown, if the name is invalid, or if a file
  /// of the copy already exists.
  ///
  /// - Returns: The created files, and the absolute path of the folder to which their paths are
  ///   relative.
  public func copyTemplate(
    _ request: TemplateCopyRequest, _ mode: Mode
  ) throws -> (report: ChangeReport, folder: FilePath) {
    let (library, name) = (templates, request.name)
    let fallback =
      name.hasPrefix("capture/") ? "capture/note" : "digests/\(TemplateLibrary.defaultName)"
    let model =
      try request.model.map(library.known) ?? library.entry(name) ?? library.known(fallback)
    let target = try Self.path(ofTemplate: name, like: model)
    let file = try ConfigFile(
      self, Self.templateFolder, userName: request.isUser ? "templates" : nil, mode)
    let files = model.files.compactMap { path in
      library.file(path).map { (target + path.dropFirst(model.path.count), $0.source.text) }
    }
    for (path, _) in files { try Self.checkNames(path) }
    return (try create(files, below: file, mode), file.store.root)
  }

  /// Returns the path of a new template, relative to the folder of all templates.
  ///
  /// Throws a ``Refusal`` if the name is invalid.
  private static func path(
    ofTemplate name: String, like model: TemplateLibrary.Entry
  ) throws(Refusal) -> String {
    let bare = String(name.split(separator: "/").last ?? "")
    let kinds = ["digest", "digests", "capture", "briefing"]
    let isKnownPlace = name == bare || kinds.contains { name == "\($0)/\(bare)" }
    let isPlain = bare.utf8.allSatisfy { byte in
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-_".utf8.contains(byte)
    }
    guard isKnownPlace, !bare.isEmpty, isPlain else {
      throw Refusal(
        "template-name",
        "`\(name)` is not a valid template name; use letters, digits, `_` and `-`",
        .invalid)
    }
    guard model.kind != .briefing || bare == model.name else {
      throw Refusal(
        "template-name", "there is only one briefing template; its name must be `\(model.name)`",
        .invalid)
    }
    return model.kind.path(of: bare)
  }

  /// Throws a ``Refusal`` if a component of a path is not a valid file name.
  private static func checkNames(_ path: String) throws(Refusal) {
    for part in path.split(separator: "/") {
      guard let complaint = FileName.complaint(about: part.utf8) else { continue }
      throw Refusal("template-name", "\(complaint); choose another name", .invalid)
    }
  }

  /// Creates the files of a template in the folder of all templates.
  ///
  /// Throws a ``Refusal`` if a file with one of these paths already exists.
  private func create(
    _ files: [(path: String, text: String)], below folder: ConfigFile, _ mode: Mode
  ) throws -> ChangeReport {
    let files = try files.compactMap { name, text -> ChangeReport.Changed? in
      guard let path = folder.path.appending(name) else { return nil }
      guard try folder.store.kind(path) == nil else {
        throw Refusal("template-exists", "`\(path)` already exists; edit it, or remove it first")
      }
      return .init(id: nil, path: path, after: Array(text.utf8))
    }
    return try folder.state.create(files, at: folder.time, mode)
  }
}

// MARK: - Names

extension TemplateLibrary {
  /// Returns the template with this name.
  ///
  /// Throws a ``Refusal`` if there is no such template. The error suggests the nearest name.
  public func known(_ name: String) throws(Refusal) -> Entry {
    if let entry = entry(name) { return entry }
    throw Refusal(
      "template-unknown",
      "there is no template `\(name)`"
        + Nearest.advice(
          to: name, among: entries.map(\.name),
          otherwise: "run `cairn template list` to list the templates"),
      .invalid)
  }

  /// Returns a line that describes a template. For a digest template or the briefing, the line
  /// states the purpose; for a capture template, the type and the fields that the template sets.
  /// Returns nil if there is nothing to state, or if the template cannot be read.
  public func summary(of entry: Entry) -> String? {
    switch entry.kind {
    case .capture: captureSummary(of: entry)
    case .briefing: "The briefing of a day, as `cairn brief` writes it"
    case .digest:
      file("\(entry.path)/\(DigestPreset.fileName)")
        .flatMap { try? DigestPreset($0.source) }?.description
    }
  }

  /// Returns the type and the fields that a capture template sets, as in
  /// `gift: title, recipient, occasion`; nil if the template sets neither.
  private func captureSummary(of entry: Entry) -> String? {
    guard let source = file(entry.path)?.source else { return nil }
    let fields = CaptureTemplate(source.text).fields
    let type = fields.last { $0.key == "type" }?.value.text
    let names = fields.map(\.key).filter { $0 != "type" }
    let parts = [type, names.isEmpty ? nil : names.joined(separator: ", ")].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}
