public import CairnTemplates
public import CairnText

/// The templates that a digest is made of: those that come with Cairn, or others in their place.
///
///     let templates = try DigestTemplates(.html, replacing: [.item: TemplateSource(text)])
public struct DigestTemplates: Sendable {
  /// One of the templates; its file is named by it: `item.mustache`.
  public enum Part: String, CaseIterable, Sendable {
    /// Stands once, before everything.
    case head
    /// Stands before each group.
    case group
    /// Stands for each capture.
    case item
    /// Stands once, behind everything.
    case foot

    /// Whose names are known in it.
    public var place: TemplateVariable.Place {
      switch self {
      case .head, .foot: .frame
      case .group: .group
      case .item: .item
      }
    }
  }

  /// The language they are written in.
  public let format: DigestFormat
  private let parts: [Part: Template]
  /// Their texts, with those of the parts that they include.
  private let sources: [Part: String]

  /// Compiles the parts of a named template in one format.
  ///
  /// - Parameters:
  ///   - name: a template of the library; of one that is not there, the default's parts are taken.
  ///   - source: gives a part that is taken instead, by name, or one that they include.
  /// - Throws: A diagnostic whose code begins with `template-` and that says in which part, and where
  ///   in it.
  public init(
    _ format: DigestFormat, named name: String = TemplateLibrary.defaultName,
    in library: TemplateLibrary = TemplateLibrary(),
    replacing source: @escaping (String) -> TemplateSource?
  ) throws(Diagnostic) {
    self.format = format
    var parts: [Part: Template] = [:]
    let find = { (part: String) in source(part) ?? library.part(part, of: name, format) }
    for part in Part.allCases {
      parts[part] = try Template(
        find(part.rawValue) ?? TemplateSource(""), named: part.rawValue,
        escaping: format == .html ? .html : .text, partials: find)
    }
    self.parts = parts
    sources = Dictionary(
      uniqueKeysWithValues: Part.allCases.map { ($0, Self.text(of: $0.rawValue, find)) })
  }

  /// The text of a part and behind it those of the parts that it includes, each once.
  private static func text(of part: String, _ find: (String) -> TemplateSource?) -> String {
    var texts: [String] = []
    var known: Set = [part]
    var open = [part]
    while let name = open.popLast() {
      guard let source = find(name) else { continue }
      texts.append(source.text)
      let tags = (try? TemplateTag.all(in: Array(source.text.utf8))) ?? []
      open += tags.filter { $0.kind == .partial && known.insert($0.text).inserted }.map(\.text)
    }
    return texts.joined(separator: "\n")
  }

  /// The text of a part and of what it includes.
  func source(_ part: Part) -> String { sources[part] ?? "" }

  /// Compiles the templates of a format, taking each that is not in `texts` from those that come
  /// with Cairn.
  ///
  /// - Throws: as the other one.
  public init(_ format: DigestFormat, replacing texts: [Part: String] = [:]) throws(Diagnostic) {
    try self.init(
      format,
      replacing: { name in Part(rawValue: name).flatMap { texts[$0] }.map { TemplateSource($0) } })
  }

  /// The bytes of one part, filled with what the names in it stand for.
  func render(_ part: Part, _ scope: any TemplateValue) -> [UInt8] {
    parts[part]?.render(scope) ?? []
  }
}

/// A digest's title, which may show dates: `Week {{week(since)}}, {{weekyear(since)}}`.
public struct TitleTemplate: Sendable {
  private let template: Template

  /// Compiles a title.
  ///
  /// - Throws: A diagnostic `template-malformed` that says where.
  public init(_ text: String) throws(Diagnostic) {
    template = try Template(TemplateSource(text), named: "title", escaping: .text)
  }

  /// The title of a digest of so many captures with these options, on one line.
  public func text(_ options: DigestOptions, total: Int) -> String {
    let setting = TemplateSetting(clock: options.clock)
    var values = options.values(setting)
    values["total"] = TemplateScalar(total, setting)
    let text = String(decoding: template.render(TemplateScope(values)), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
