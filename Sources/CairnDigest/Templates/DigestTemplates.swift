public import CairnTemplates
public import CairnText

/// The templates of a digest: the built-in ones, or replacements for them.
///
///     let templates = try DigestTemplates(.html, replacing: [.item: text])
public struct DigestTemplates: Sendable {
  /// A template of a digest. The name of the case is the name of the file: `item.mustache`.
  public enum Part: String, CaseIterable, Sendable {
    /// The template that is rendered once, before everything else.
    case head
    /// The template that is rendered before each group.
    case group
    /// The template that is rendered for each capture.
    case item
    /// The template that is rendered once, after everything else.
    case foot

    /// The place that determines which names the template can use.
    public var place: TemplateVariable.Place {
      switch self {
      case .head, .foot: .frame
      case .group: .group
      case .item: .item
      }
    }
  }

  /// The format that the templates are written for.
  public let format: DigestFormat
  private let parts: [Part: Template]
  /// The source of each part, followed by the source of every part that it includes.
  private let sources: [Part: String]

  /// Compiles the parts of a named template in one format.
  ///
  /// - Parameters:
  ///   - name: The name of a template in the library. Parts that this template lacks are taken from
  ///     the default template.
  ///   - source: A function that returns a replacement for the part with a given name, or nil to
  ///     use the template's own part.
  /// - Throws: A diagnostic with a code `template-…`, the name of the part and the place in it.
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

  /// Returns the text of a part, followed by the text of each included part, without duplicates.
  /// `find` returns the source of the part with a given name.
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

  /// Returns the source of a part, followed by the source of every part that it includes.
  func source(_ part: Part) -> String { sources[part] ?? "" }

  /// Compiles the templates of a format, using the built-in ones for parts that are not in `texts`.
  ///
  /// - Throws: A diagnostic with a code `template-…`, the name of the part and the place in it.
  public init(_ format: DigestFormat, replacing texts: [Part: String] = [:]) throws(Diagnostic) {
    try self.init(
      format,
      replacing: { name in Part(rawValue: name).flatMap { texts[$0] }.map { TemplateSource($0) } })
  }

  /// Returns one part filled with the values of a scope.
  func render(_ part: Part, _ scope: any TemplateValue) -> [UInt8] {
    parts[part]?.render(scope) ?? []
  }
}

/// A template for the title of a digest, such as `Week {{week(since)}}, {{weekyear(since)}}`.
public struct TitleTemplate: Sendable {
  private let template: Template

  /// Compiles a template for a title.
  ///
  /// - Throws: A diagnostic `template-malformed` with the place of the mistake in the text.
  public init(_ text: String) throws(Diagnostic) {
    template = try Template(TemplateSource(text), named: "title", escaping: .text)
  }

  /// Returns the title for `total` captures with these options, on one line.
  public func text(_ options: DigestOptions, total: Int) -> String {
    let setting = TemplateSetting(clock: options.clock)
    var values = options.values(setting)
    values["total"] = TemplateScalar(total, setting)
    let text = String(decoding: template.render(TemplateScope(values)), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
