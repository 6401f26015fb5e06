public import CairnText
import Mustache

/// The templates that a digest is made of: those that come with Cairn, or others in their place.
///
///     let templates = try DigestTemplates(.html, replacing: [.item: text])
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
  }

  /// The language they are written in.
  public let format: DigestFormat
  private let parts: [Part: Template]

  /// Compiles the templates of a format, taking each that is not in `texts` from those that come
  /// with Cairn.
  ///
  /// - Throws: A diagnostic `template-malformed` that says in which part, and where in it.
  public init(_ format: DigestFormat, replacing texts: [Part: String] = [:]) throws(Diagnostic) {
    self.format = format
    var parts: [Part: Template] = [:]
    for part in Part.allCases {
      let builtIn = BuiltInTemplates.files["digest/\(format)/\(part).mustache"]
      let text = texts[part] ?? builtIn ?? ""
      parts[part] = try Template(
        text, named: part.rawValue, escaping: format == .html ? .html : .text)
    }
    self.parts = parts
  }

  /// The bytes of one part, filled with what the names in it stand for.
  func render(_ part: Part, _ scope: any MustacheParent) -> [UInt8] {
    Array((parts[part]?.render(scope) ?? "").utf8)
  }
}
